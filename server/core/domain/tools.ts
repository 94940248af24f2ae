import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../dispatch.ts';
import { isUndecided } from './fields.ts';

const engines = ['conversation-flow', 'flow-component', 'llm'] as const;

/** The engines and components around a place, nearest first. */
export function ownersOf(node: Cursor): Cursor[] {
  const owners: Cursor[] = [];
  for (let cursor: Cursor | undefined = node.within(...engines); cursor; cursor = cursor.parent?.within(...engines))
    owners.push(cursor);
  return owners;
}

/** The name of the engine around a place, for messages. */
export function nameOfOwner(node: Cursor): string {
  const owner = ownersOf(node)[0];
  if (owner?.is('flow-component')) return 'component';
  return owner?.is('llm') ? 'engine' : 'flow';
}

/**
 * The tools that an engine or component lists, by the identity to which nodes refer: `tool_id` or, without a
 * `tool_id`, the name.
 */
export function toolsOf(owner: Cursor): ReadonlyMap<string, Cursor> {
  const list = owner.get('tools');
  if (!list.isArray) return new Map();
  const id = (tool: Cursor): string => tool.get('tool_id').string() || tool.get('name').string() || '';
  return list.remember(
    toolsOf,
    () =>
      new Map(
        list
          .items()
          .map(tool => [id(tool), tool] as const)
          .filter(([id]) => id !== ''),
      ),
  );
}

/**
 * The tool that a node names in `tool_id` or `tool_ids`; undefined for a shared tool, because no file contains shared
 * tools.
 */
export function toolCalled(id: Cursor): Cursor | undefined {
  if (id.sibling('tool_type').value === 'shared') return undefined;
  return ownersOf(id)
    .map(owner => toolsOf(owner).get(id.string() ?? ''))
    .find(tool => tool !== undefined);
}

/**
 * The tools inside a node or state, and the places where the node names tools of its flow. For a node of unknown type,
 * all fields are searched.
 */
export function toolsAt(node: Cursor): { readonly ownTools: readonly Cursor[]; readonly ids: readonly Cursor[] } {
  const isAny = isUndecided(node),
    isModel = isAny || node.is('node-tools') || node.is('llm-state');
  return {
    ownTools: isModel ? node.get('tools').items() : [],
    ids: [
      ...(isAny || node.is('function-node') ? [node.get('tool_id')] : []),
      ...(isModel ? node.get('tool_ids').items() : []),
    ],
  };
}

const toolNames = new Dispatch<'tool' | 'edge'>([
  [{ tool: '/name' }, 'tool'],
  [{ 'llm-state-edge': '/destination_state_name' }, 'edge'],
]);

/** The name of the tool with which a model takes the edge to a state. */
export const transitionTo = (state: string): string => `transition_to_${state}`;

/**
 * All tools of an engine, in any state or node, by name. The edges between states are included, because they are tools
 * for the model.
 */
export function toolNamesIn(engine: Cursor): ReadonlyMap<string, Cursor> {
  return engine.remember(toolNamesIn, () => {
    const names = new Map<string, Cursor>();
    toolNames.walk(engine, (kind, node) => {
      const name = node.string();
      if (name && node.parent) names.set(kind === 'tool' ? name : transitionTo(name), node.parent);
    });
    return names;
  });
}

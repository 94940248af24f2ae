import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../dispatch.ts';
import { isUndecided } from './fields.ts';

const engines = ['conversation-flow', 'flow-component', 'llm'] as const;

/** The engines and components around a place, nearest first: a component within a flow sees the flow's. */
export function ownersOf(node: Cursor): Cursor[] {
  const owners: Cursor[] = [];
  for (let at: Cursor | undefined = node.within(...engines); at; at = at.parent?.within(...engines)) owners.push(at);
  return owners;
}

/** How a message calls the engine around a place. */
export function nameOfOwner(node: Cursor): string {
  const owner = ownersOf(node)[0];
  if (owner?.is('flow-component')) return 'component';
  return owner?.is('llm') ? 'engine' : 'flow';
}

/** Tools listed by these engines, by the identity that nodes refer to: `tool_id`, or the name of a tool without one. */
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

/** The tool of the flow or component that a node names in `tool_id` or `tool_ids`; `undefined` for a shared one. */
export function toolCalled(id: Cursor): Cursor | undefined {
  if (id.sibling('tool_type').value === 'shared') return undefined;
  return ownersOf(id)
    .map(owner => toolsOf(owner).get(id.string() ?? ''))
    .find(tool => tool !== undefined);
}

/**
 * The tools that a node or state has of its own, and the ids of its flow's that it names; of an unknown type, whichever
 * it has.
 */
export function toolsAt(node: Cursor): { readonly own: readonly Cursor[]; readonly ids: readonly Cursor[] } {
  const isAny = isUndecided(node),
    isModel = isAny || node.is('node-tools') || node.is('llm-state');
  return {
    own: isModel ? node.get('tools').items() : [],
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

/** The tool with which a model takes the edge to a state. */
export const transitionTo = (state: string): string => `transition_to_${state}`;

/** All tools of an engine, in any state or node, by name; edges between its states are tools as well. */
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

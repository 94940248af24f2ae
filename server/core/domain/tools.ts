import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../engine/dispatch.ts';

const engines = ['conversation-flow', 'flow-component', 'llm'] as const;

/** The engines and components around a place, the nearest first: a component within a flow sees what the flow has. */
export function ownersOf(node: Cursor): Cursor[] {
  const owners: Cursor[] = [];
  for (let at: Cursor | undefined = node.within(...engines); at; at = at.parent?.within(...engines)) owners.push(at);
  return owners;
}

/** Tools that these engines list, by the identity that nodes refer to them with: `tool_id`, or the name of a tool that has none. */
export function toolsOf(owner: Cursor): ReadonlyMap<string, Cursor> {
  const list = owner.get('tools');
  if (!list.isArray) return new Map();
  const id = (tool: Cursor): string => tool.get('tool_id').string() || tool.get('name').string() || '';
  return owner.document.memory.remember(
    toolsOf,
    list.value,
    () =>
      new Map(
        list
          .items()
          .map(tool => [id(tool), tool] as const)
          .filter(([known]) => known !== ''),
      ),
  );
}

const toolNames = new Dispatch<'tool' | 'edge'>([
  [{ tool: '/name' }, 'tool'],
  [{ 'llm-state-edge': '/destination_state_name' }, 'edge'],
]);

/** The tool by which a model takes the edge to a state. */
export const transitionTo = (state: string): string => `transition_to_${state}`;

/** The names of all tools of an engine, in whatever state or node. */
export function toolNamesIn(engine: Cursor): Set<string> {
  const names = new Set<string>();
  toolNames.walk(engine, (kind, node) => {
    const name = node.string();
    if (name) names.add(kind === 'tool' ? name : transitionTo(name));
  });
  return names;
}

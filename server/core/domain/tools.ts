import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../engine/dispatch.ts';
import type { Names } from '../neighbours.ts';
import { didYouMean } from '../words.ts';

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
export function toolNamesIn(engine: Cursor): ReadonlySet<string> {
  return engine.document.memory.remember(toolNamesIn, engine.value, () => {
    const names = new Set<string>();
    toolNames.walk(engine, (kind, node) => {
      const name = node.string();
      if (name) names.add(kind === 'tool' ? name : transitionTo(name));
    });
    return names;
  });
}

/** The items of a list by the text in one of their fields, the first of each; remembered, because every reference to one asks. */
export function itemsBy(field: string, list: Cursor): ReadonlyMap<string, Cursor> {
  const byField = list.document.memory.remember(itemsBy, list.value, () => new Map<string, Map<string, Cursor>>());
  let items = byField.get(field);
  if (!items) {
    byField.set(field, (items = new Map<string, Cursor>()));
    for (const item of list.items()) {
      const text = item.get(field).string();
      if (text !== undefined && !items.has(text)) items.set(text, item);
    }
  }
  return items;
}

/** `; did you mean "x"?` where a name is looked for in one collection after the other. */
export const didYouMeanIn = (name: string, collections: readonly Names<string>[]): string =>
  collections.map(names => didYouMean(name, names)).find(words => words !== '') ?? '';

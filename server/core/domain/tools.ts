import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../dispatch.ts';
import type { Names } from '../neighbours.ts';
import { didYouMean } from '../wording.ts';

const engines = ['conversation-flow', 'flow-component', 'llm'] as const;

/** The engines and components around a place, the nearest first: a component within a flow sees what the flow has. */
export function ownersOf(node: Cursor): Cursor[] {
  const owners: Cursor[] = [];
  for (let at: Cursor | undefined = node.within(...engines); at; at = at.parent?.within(...engines)) owners.push(at);
  return owners;
}

/** What the engine around a place is called in a message. */
export function nameOfOwner(node: Cursor): string {
  const owner = ownersOf(node)[0];
  if (owner?.is('flow-component')) return 'component';
  return owner?.is('llm') ? 'engine' : 'flow';
}

/** Tools that these engines list, by the identity that nodes refer to them with: `tool_id`, or the name of a tool that has none. */
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

/** All tools of an engine, in whatever state or node, by name; the edges between its states are tools as well. */
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

/** The items of a list by the text in one of their fields, the first of each; remembered, because every reference to one asks. */
export function itemsBy(field: string, list: Cursor): ReadonlyMap<string, Cursor> {
  const byField = list.remember(itemsBy, () => new Map<string, Map<string, Cursor>>());
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

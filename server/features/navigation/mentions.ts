import type { Cursor } from '../../core/cursor.ts';
import { escapeForRegExp } from '../../core/dialects/names.ts';
import { isTextPlace, namingsOf, type Mention } from '../../core/domain/named-in-text.ts';
import { flowOf } from '../../core/domain/flows.ts';
import { ownersOf, toolNamesIn } from '../../core/domain/tools.ts';
import { variablesIn } from '../../core/domain/variables.ts';
import { namesAt } from '../../core/index/occurrences.ts';
import { addTo } from '../../core/json/multimap.ts';
import type { Name } from './index-of-names.ts';

/** A name in a text, and where that is declared. */
interface DeclaredMention extends Mention {
  readonly kind: 'tool' | 'state' | 'node';
  readonly declared: Name;
}

/** Where the text at a place names a tool, state or node: the reverse of `textsNaming`. */
export function mentionsAt(place: Cursor): readonly DeclaredMention[] {
  const text = place.string(),
    [owner] = text ? ownersOf(place) : [];
  if (!text || !owner || !isTextPlace(place)) return [];
  const { places, pattern } = namesOf(owner);
  const names = new Set(pattern && Array.from(text.matchAll(pattern), ([name]) => name));
  return [...names].flatMap(name =>
    places.get(name)!.flatMap(([kind, cursor]) => {
      const mentions = namingsOf(name, kind, text),
        declaredOccurrence =
          mentions.length > 0
            ? namesAt(cursor).find(occurrence => occurrence.kind === kind && occurrence.name === name)
            : undefined;
      return declaredOccurrence?.role === 'declares'
        ? mentions.map(mention => ({ ...mention, kind, declared: { ...declaredOccurrence, at: cursor } }))
        : [];
    }),
  );
}

type Declared = readonly [kind: DeclaredMention['kind'], at: Cursor];
interface DeclaredNames {
  readonly places: ReadonlyMap<string, readonly Declared[]>;
  /** A pattern that matches any of the names; absent without names. */
  readonly pattern: RegExp | undefined;
}
/** The names that an engine or component declares itself, except those that are also variables there. */
const namesOf = (owner: Cursor): DeclaredNames =>
  owner.remember(namesOf, () => {
    const { uses, setters } = variablesIn(owner),
      { list, nodes } = flowOf(owner),
      places = new Map<string, Declared[]>();
    const add = (name: string, kind: DeclaredMention['kind'], cursor: Cursor): void => {
      if (name.length > 1 && !uses.has(name) && !setters.has(name)) addTo(places, name, [kind, cursor]);
    };
    for (const [name, tool] of toolNamesIn(owner))
      if (ownersOf(tool)[0]?.pointer === owner.pointer) add(name, 'tool', tool.get('name'));
    for (const [name, index] of nodes) {
      const node = owner.get(list).get(index);
      if (list === 'nodes') add(name, 'node', node.get('id'));
      else add(name, 'state', node.get('name'));
    }
    const longest = [...places.keys()].sort((a, b) => b.length - a.length).map(escapeForRegExp);
    return { places, pattern: longest.length === 0 ? undefined : new RegExp(longest.join('|'), 'g') };
  });

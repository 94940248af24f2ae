import { matchesIn } from '../../core/json/by-text.ts';
import type { Cursor } from '../../core/cursor.ts';
import { isTextPlace, namingsOf, type Mention } from '../../core/domain/named-in-text.ts';
import { flowOf } from '../../core/domain/flows.ts';
import { ownersOf, toolNamesIn } from '../../core/domain/tools.ts';
import { variablesIn } from '../../core/domain/variables.ts';
import { namesAt } from '../../core/index/occurrences.ts';
import { addTo, groupsOf } from '../../core/json/multimap.ts';
import type { Name } from './index-of-names.ts';

/** A name in a text, and the place where the name is declared. */
interface DeclaredMention extends Mention {
  readonly kind: 'tool' | 'state' | 'node';
  readonly declaration: Name;
}

/** The tools, states and nodes that the text at a place mentions by name: the reverse of `textsNaming`. */
export function mentionsAt(place: Cursor): readonly DeclaredMention[] {
  const text = place.string(),
    [owner] = text ? ownersOf(place) : [];
  if (!text || !owner || !isTextPlace(place)) return [];
  const declaredNames = namesOf(owner),
    { places } = declaredNames;
  return [...namesIn(text, declaredNames)].flatMap(name =>
    places.get(name)!.flatMap(([kind, cursor]) => {
      const mentions = namingsOf(name, kind, text),
        declaredOccurrence =
          mentions.length > 0
            ? namesAt(cursor).find(occurrence => occurrence.kind === kind && occurrence.name === name)
            : undefined;
      return declaredOccurrence?.role === 'declares'
        ? mentions.map(mention => ({ ...mention, kind, declaration: { ...declaredOccurrence, at: cursor } }))
        : [];
    }),
  );
}

/** The declared names that a text contains. If several begin at the same offset, only the longest one. */
function namesIn(text: string, { byWord }: DeclaredNames): ReadonlySet<string> {
  const names = new Set((byWord.get('') ?? []).filter(name => text.includes(name)));
  let end = 0;
  for (const { 0: matchText, index } of matchesIn(text, word)) {
    const name = index < end ? undefined : byWord.get(matchText)?.find(name => text.startsWith(name, index));
    if (name === undefined) continue;
    names.add(name);
    end = index + name.length;
  }
  return names;
}

type DeclaredPlace = readonly [kind: DeclaredMention['kind'], at: Cursor];
interface DeclaredNames {
  readonly places: ReadonlyMap<string, readonly DeclaredPlace[]>;
  /**
   * The names by their first word, longest first. The index exists because a text has fewer words than an engine may
   * have names.
   */
  readonly byWord: ReadonlyMap<string, readonly string[]>;
}
/**
 * Matches each word in which a name can begin; a name that begins with another character is searched for separately.
 */
const word = /[\w-]+/g;
const firstWord = /^[\w-]*/;
/** The names that an engine or component itself declares, except those that are also names of its variables. */
const namesOf = (owner: Cursor): DeclaredNames =>
  owner.remember(namesOf, () => {
    const { uses, setters } = variablesIn(owner),
      { list, nodes } = flowOf(owner),
      places = new Map<string, DeclaredPlace[]>();
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
    const longestFirst = [...places.keys()].sort((a, b) => b.length - a.length);
    return { places, byWord: groupsOf(longestFirst, name => firstWord.exec(name)![0]) };
  });

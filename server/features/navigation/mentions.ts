import type { Cursor } from '../../core/cursor.ts';
import { escaped } from '../../core/dialects/names.ts';
import { isTextPlace, namingsOf, type Mention } from '../../core/domain/named-in-text.ts';
import { ownersOf } from '../../core/domain/tools.ts';
import { variablesIn } from '../../core/domain/variables.ts';
import { occurrencesIn } from '../../core/index/occurrences-in.ts';
import { nameIn, type Name } from './index-of-names.ts';

/** The kinds of things that a text can speak of by name, which its engine or component declares. */
export const mentionable = ['tool', 'state', 'node'] as const;
/** A name in a text, and where that is declared. */
interface DeclaredMention extends Mention {
  readonly kind: (typeof mentionable)[number];
  readonly declared: Name;
}

/** Where the text at a place speaks of a tool, state or node by name: the way back from `textsNaming`. */
export function mentionsAt(place: Cursor): readonly DeclaredMention[] {
  const text = place.string(),
    [owner] = ownersOf(place);
  if (!text || !owner || !isTextPlace(place)) return [];
  const { names, pattern } = namesOf(owner);
  const present = new Set(pattern && Array.from(text.matchAll(pattern), ([name]) => name));
  return [...present].flatMap(name =>
    names.get(name)!.flatMap(declared => {
      const kind = declared.kind as DeclaredMention['kind'];
      return namingsOf(name, kind, text).map(mention => ({ ...mention, kind, declared }));
    }),
  );
}

interface DeclaredNames {
  readonly names: ReadonlyMap<string, readonly Name[]>;
  /** Any of them; absent without names. */
  readonly pattern: RegExp | undefined;
}
/** What an engine or component declares itself, but for what a variable there is called as well. */
const namesOf = (owner: Cursor): DeclaredNames =>
  owner.remember(namesOf, () => {
    const { uses, setters } = variablesIn(owner),
      names = new Map<string, Name[]>();
    for (const kind of mentionable)
      for (const [name, occurrences] of occurrencesIn(owner.document, kind)) {
        if (name.length < 2 || uses.has(name) || setters.has(name)) continue;
        const first = occurrences
          .filter(({ role }) => role === 'declares')
          .map(one => nameIn(owner.document, one))
          .find(({ at }) => ownersOf(at)[0]?.pointer === owner.pointer);
        if (first) names.set(name, [...(names.get(name) ?? []), first]);
      }
    const longest = [...names.keys()].sort((a, b) => b.length - a.length).map(escaped);
    return { names, pattern: longest.length === 0 ? undefined : new RegExp(longest.join('|'), 'g') };
  });

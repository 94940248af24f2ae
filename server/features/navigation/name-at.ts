import type { Document } from '../../core/document.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { offsetContext } from '../offset-context.ts';
import type { Name } from './index-of-names.ts';
import { keyName, namesAt } from '../../core/index/occurrences.ts';
import { withoutQuotes, nodeOf, rangeWithin } from './destinations.ts';
import { matchesIn } from '../../core/json/by-text.ts';
import type { Cursor } from '../../core/cursor.ts';
import { isTextPlace, namingsOf, type Mention } from '../../core/domain/named-in-text.ts';
import { flowOf } from '../../core/domain/flows.ts';
import { ownersOf, toolNamesIn } from '../../core/domain/tools.ts';
import { variablesIn } from '../../core/domain/variables.ts';
import { addTo, groupsOf } from '../../core/json/multimap.ts';

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

/** The span of a name with the braces around it, which a hover also covers; without braces, the span of the name. */
function withBraces(text: string, { start, end }: Span): Span {
  const opening = /\{\{\s*$/.exec(text.slice(Math.max(0, start - MAX_BRACES), start)),
    closing = /^\s*\}\}/.exec(text.slice(end, end + MAX_BRACES));
  return opening && closing ? { start: start - opening[0].length, end: end + closing[0].length } : { start, end };
}
const MAX_BRACES = 20;

/** The name at an offset, including its ends; the quotes around a name that is a whole string are part of it. */
export const nameAt = (document: Document, offset: number): Name | undefined => locate(document, offset)?.name;

/** The name at an offset with its range, without quotes. */
export function locate(document: Document, offset: number): { readonly name: Name; readonly span: Span } | undefined {
  const place = offsetContext(document, offset),
    { nodes } = document.parsed;
  if (!place || place.part === 'between') return undefined;
  if (place.part === 'key') {
    const name = keyName(place.cursor),
      map = place.cursor.parent && nodeOf(place.cursor.parent);
    // in an object under a repeated key, only the last occurrence has an effect
    return name && map !== undefined && map < place.node && place.node < nodes.next(map)
      ? { name: { ...name, at: place.cursor }, span: withoutQuotes(document, place.span) }
      : undefined;
  }
  if (nodeOf(place.cursor) !== place.node) return undefined;
  const candidates = namesAt(place.cursor).flatMap(occurrence => {
    const name = { ...occurrence, at: place.cursor };
    const span =
      typeof name.part === 'object'
        ? rangeWithin(document, place.span, name.part)
        : withoutQuotes(document, place.span);
    if (typeof name.part !== 'object') return [{ name, span }];
    const { start, end } = name.kind === 'variable' ? withBraces(document.text, span) : span;
    return offset >= start && offset <= end ? [{ name, span }] : [];
  });
  const mentionNames = (): { readonly name: Name; readonly span: Span }[] =>
    mentionsAt(place.cursor)
      .map(({ declaration, ...part }) => ({ name: declaration, span: rangeWithin(document, place.span, part) }))
      .filter(({ span }) => offset >= span.start && offset <= span.end);
  // the shortest span is the innermost name
  return (candidates.length > 0 ? candidates : mentionNames()).sort(
    (a, b) => a.span.end - a.span.start - (b.span.end - b.span.start),
  )[0];
}

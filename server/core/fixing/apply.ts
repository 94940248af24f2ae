import { applyEdits } from 'jsonc-parser';
import type { Document } from '../document.ts';
import type { Fix, TextEdit } from '../finding.ts';
import { textEditsOf } from './text-edits.ts';
import { countWhile } from '../syntax/search.ts';

/**
 * The number of edits applied together to a part of the text, because jsonc-parser copies the whole text for each edit.
 */
const TOGETHER = 8;

/** The text after edits; `undefined` if some overlap. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  if (sorted.some(({ start }, i) => i > 0 && start < sorted[i - 1]!.end)) return undefined;
  let out = '',
    at = 0;
  for (let i = 0; i < sorted.length; i += TOGETHER) {
    const some = sorted.slice(i, i + TOGETHER),
      from = some[0]!.start,
      to = some.at(-1)!.end;
    const moved = some.map(({ start, end, text: content }) => ({ offset: start - from, length: end - start, content }));
    out += text.slice(at, from) + applyEdits(text.slice(from, to), moved);
    at = to;
  }
  return out + text.slice(at);
}

/** The text after a fix; unchanged if the edits overlap. */
export function applyFix(document: Document, fix: Fix): string {
  return applyTextEdits(document.text, textEditsOf(document, fix)) ?? document.text;
}

/**
 * The edits of as many of these fixes as do not touch each other or give an object the same key twice, in text order;
 * earlier fixes win.
 */
export function editsOfFixes(
  document: Document,
  fixes: readonly Fix[],
): { readonly edits: readonly TextEdit[]; readonly taken: readonly Fix[] } {
  const edits: TextEdit[] = [],
    taken: Fix[] = [],
    named = new Set<string>();
  for (const fix of fixes) {
    const own = textEditsOf(document, fix),
      names = fix.edits.flatMap(edit => ('rename' in edit ? [keyAfter(edit.rename, edit.to)] : []));
    if (own.length === 0 || own.some(edit => touchesAny(edit, edits)) || names.some(name => named.has(name))) continue;
    for (const edit of own) edits.splice(placeOf(edit, edits), 0, edit);
    for (const name of names) named.add(name);
    taken.push(fix);
  }
  return { edits, taken };
}

/** The key that a fix creates, as a string: two fixes with the same one would undo each other. */
const keyAfter = (renamed: string, to: string): string =>
  JSON.stringify([renamed.slice(0, renamed.lastIndexOf('/')), to]);

/** The index at which an edit belongs among edits in text order. */
const placeOf = (edit: TextEdit, sorted: readonly TextEdit[]): number =>
  countWhile(sorted.length, i => sorted[i]!.start < edit.start);

/**
 * Whether an edit touches one of these, which do not touch each other: their order by start is also that by end, so
 * only the neighbors of the new edit matter.
 */
function touchesAny(edit: TextEdit, sorted: readonly TextEdit[]): boolean {
  const place = placeOf(edit, sorted);
  for (let i = place - 1; i >= 0; i--) {
    if (touches(edit, sorted[i]!)) return true;
    if (sorted[i]!.end < edit.start) break;
  }
  for (let i = place; i < sorted.length && sorted[i]!.start <= edit.end; i++)
    if (touches(edit, sorted[i]!)) return true;
  return false;
}

const touches = (a: TextEdit, b: TextEdit): boolean =>
  (a.start < b.end && b.start < a.end) ||
  a.start === b.start ||
  ((a.start === a.end || b.start === b.end) && a.start <= b.end && b.start <= a.end);

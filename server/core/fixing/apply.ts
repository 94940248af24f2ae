import { applyEdits } from 'jsonc-parser';
import type { Document } from '../document.ts';
import type { Fix, TextEdit } from '../finding.ts';
import { textEditsOf } from './text-edits.ts';
import { countWhile } from '../syntax/search.ts';

/**
 * The maximum number of edits applied together to one part of the text, because jsonc-parser copies the whole text for
 * each edit.
 */
const MAX_EDITS_AT_ONCE = 8;

/** The text after edits; undefined if some edits overlap. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string | undefined {
  const sortedEdits = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  if (sortedEdits.some(({ start }, i) => i > 0 && start < sortedEdits[i - 1]!.end)) return undefined;
  let result = '',
    offset = 0;
  for (let i = 0; i < sortedEdits.length; i += MAX_EDITS_AT_ONCE) {
    const batch = sortedEdits.slice(i, i + MAX_EDITS_AT_ONCE),
      startOffset = batch[0]!.start,
      endOffset = batch.at(-1)!.end;
    const shiftedEdits = batch.map(({ start, end, text: content }) => ({
      offset: start - startOffset,
      length: end - start,
      content,
    }));
    result += text.slice(offset, startOffset) + applyEdits(text.slice(startOffset, endOffset), shiftedEdits);
    offset = endOffset;
  }
  return result + text.slice(offset);
}

/** The text after a fix; unchanged if the edits overlap. */
export function applyFix(document: Document, fix: Fix): string {
  return applyTextEdits(document.text, textEditsOf(document, fix)) ?? document.text;
}

/**
 * The edits of fixes in the order of the text. A fix is left out if it touches the edits of an earlier fix, or would
 * give an object a key that an earlier fix gives it.
 */
export function editsOfFixes(
  document: Document,
  fixes: readonly Fix[],
): { readonly edits: readonly TextEdit[]; readonly appliedFixes: readonly Fix[] } {
  const edits: TextEdit[] = [],
    usedFixes: Fix[] = [],
    fixedFiles = new Set<string>();
  for (const fix of fixes) {
    const textEdits = textEditsOf(document, fix),
      names = fix.edits.flatMap(edit => ('rename' in edit ? [keyAfter(edit.rename, edit.to)] : []));
    if (
      textEdits.length === 0 ||
      textEdits.some(edit => touchesAny(edit, edits)) ||
      names.some(name => fixedFiles.has(name))
    )
      continue;
    for (const edit of textEdits) edits.splice(placeOf(edit, edits), 0, edit);
    for (const name of names) fixedFiles.add(name);
    usedFixes.push(fix);
  }
  return { edits, appliedFixes: usedFixes };
}

/** The key that a fix creates, as one string. Two fixes that create the same key would undo each other. */
const keyAfter = (name: string, newName: string): string =>
  JSON.stringify([name.slice(0, name.lastIndexOf('/')), newName]);

/** The index that an edit would have among edits in the order of the text. */
const placeOf = (edit: TextEdit, sortedEdits: readonly TextEdit[]): number =>
  countWhile(sortedEdits.length, i => sortedEdits[i]!.start < edit.start);

/**
 * Whether an edit touches one of these edits, which do not touch each other. They have the same order by start and by
 * end, so only the neighbors of the edit are compared.
 */
function touchesAny(edit: TextEdit, sortedEdits: readonly TextEdit[]): boolean {
  const place = placeOf(edit, sortedEdits);
  for (let i = place - 1; i >= 0; i--) {
    if (touches(edit, sortedEdits[i]!)) return true;
    if (sortedEdits[i]!.end < edit.start) break;
  }
  for (let i = place; i < sortedEdits.length && sortedEdits[i]!.start <= edit.end; i++)
    if (touches(edit, sortedEdits[i]!)) return true;
  return false;
}

const touches = (a: TextEdit, b: TextEdit): boolean =>
  (a.start < b.end && b.start < a.end) ||
  a.start === b.start ||
  ((a.start === a.end || b.start === b.end) && a.start <= b.end && b.start <= a.end);

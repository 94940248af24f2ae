import { Document } from '../document.ts';
import type { Edit, Finding, Fix } from '../finding.ts';
import { applyFixes } from '../fix.ts';
import type { Json } from '../json.ts';
import { spanOf } from '../locate.ts';

/**
 * Whether a finding has a fix that may be applied. A broken text can be mended, and its words and numbers replaced; where a field begins or
 * ends may be what is broken.
 */
export const isFixable = (document: Document, { fix }: Finding, unsafe: boolean): boolean =>
  fix !== undefined && (fix.safe || unsafe) && (document.valid || fix.edits.every(edit => isInPlace(document, edit)));

function isInPlace(document: Document, edit: Edit): boolean {
  if ('within' in edit || 'rename' in edit) return true;
  if ('remove' in edit) return false;
  const { value } = document.at(edit.set);
  return isScalar(value) && isScalar(edit.to);
}
const isScalar = (value: Json | undefined): boolean =>
  value !== undefined && (typeof value !== 'object' || value === null);

/** As many fixes as fit, none of which leaves the file worse JSON than it was. */
export function applySafely(
  document: Document,
  findings: readonly Finding[],
): { readonly text: string; readonly applied: number; readonly dropped: readonly Finding[] } {
  const fixesOf = (some: readonly Finding[]): Fix[] => some.map(finding => finding.fix!);
  const inOrder = findings
    .map(finding => ({ finding, start: spanOf(document, finding).start }))
    .sort((a, b) => a.start - b.start || (a.finding.rule < b.finding.rule ? -1 : 1))
    .map(({ finding }) => finding);
  const whole = applyFixes(document, fixesOf(inOrder));
  if (keepsJson(document, whole.text)) return { ...whole, dropped: [] };
  const good: Finding[] = [],
    dropped: Finding[] = [];
  for (const finding of inOrder)
    (keepsJson(document, applyFixes(document, fixesOf([...good, finding])).text) ? good : dropped).push(finding);
  return { ...applyFixes(document, fixesOf(good)), dropped };
}

function keepsJson(before: Document, text: string): boolean {
  if (text === before.text) return true;
  const after = new Document(before.file, text);
  return after.valid || (!before.valid && after.parsed.problems.length <= before.parsed.problems.length);
}

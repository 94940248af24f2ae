import { Document } from '../../core/document.ts';
import type { Edit } from '../../core/finding.ts';
import { applyFix } from '../../core/fixing/apply.ts';
import { locate } from '../../core/locate.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import type { Action } from './action.ts';
import { changesBetween } from './changes.ts';

/**
 * The action with the edits, which are applied in sequence.
 * @param fill the place that a person fills in
 */
export function changedFile(
  document: Document,
  action: Omit<Action, 'edits'>,
  edits: readonly Edit[],
  fill?: Pointer,
): Action[] {
  let after = document;
  for (const edit of edits)
    after = new Document(
      document.file,
      applyFix(after, { title: '', safe: false, edits: [edit] }),
      document.version,
      document.assignedKind,
    );
  const changes = changesBetween(document.text, after.text);
  if (changes.length === 0) return [];
  if (fill === undefined) return [{ ...action, edits: [{ file: document.file, edits: changes }] }];
  const { start, end } = locate(after, fill);
  const isQuoted = after.text[start] === '"' && end > start + 1;
  const span = isQuoted ? { start: start + 1, end: end - 1 } : { start, end };
  return [{ ...action, edits: [{ file: document.file, edits: changes }], select: { file: document.file, span } }];
}

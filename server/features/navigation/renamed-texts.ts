import { resolveStable } from '../../core/configuration/stable-pointer.ts';
import type { Document } from '../../core/document.ts';
import type { TextEdit } from '../../core/finding.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { fnv1a } from '../../core/hash.ts';
import type { Pointer } from '../../core/json/pointer.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { EditedFile } from '../file-change.ts';
import { nodeOf, spellingOf } from './destinations.ts';
import { entriesOf } from './rename-pointers.ts';

/**
 * Updates the text hashes in baseline entries where a rename changes the text, so that accepted findings remain
 * accepted.
 * @param editsOf returns the edits of a file by the rename
 */
export function renamedTexts(
  editsOf: ReadonlyMap<string, readonly TextEdit[]>,
  workspace: Workspace,
  settings: readonly Document[],
): EditedFile[] {
  return settings.map(document => ({
    file: document.file,
    edits: entriesOf(document).flatMap(entry => {
      const heldCursor = entry.get('text'),
        file = entry.get('file').string() ?? '';
      const document = workspace.document(file),
        edits = editsOf.get(file);
      if (!document || !edits || heldCursor.string() === undefined) return [];
      const renamedSpan = resolveStable(document, entry.get('at').string() ?? '')
        .flatMap(pointer => [...textsAt(document, pointer, edits)])
        .find(({ start, end }) => fnv1a(document.text.slice(start, end)) === heldCursor.value);
      const newText = renamedSpan && after(document.text, renamedSpan, edits);
      return newText === undefined ? [] : (spellingOf(heldCursor, 'value', fnv1a(newText)) ?? []);
    }),
  }));
}

/**
 * The spans at a place that a finding may mark and that a rename changes: the value, the key, a name in the value, a
 * variable.
 */
function* textsAt(document: Document, pointer: Pointer, edits: readonly TextEdit[]): Iterable<Span> {
  const { nodes } = document.parsed,
    node = nodeOf(document.at(pointer));
  if (node === undefined) return;
  for (const span of [nodes.span(node), nodes.keySpan(node)]) {
    const innerEdits = span ? edits.filter(edit => isWithin(edit, span)) : [];
    if (innerEdits.length > 0) yield span!;
    for (const edit of innerEdits) {
      yield edit;
      const start = document.text.lastIndexOf('{{', edit.start),
        end = document.text.indexOf('}}', edit.end) + 2;
      if (start >= span!.start && end > 1 && end <= span!.end) yield { start, end };
    }
  }
}

const isWithin = (innerSpan: Span, { start, end }: Span): boolean => innerSpan.start >= start && innerSpan.end <= end;

const after = (text: string, span: Span, edits: readonly TextEdit[]): string | undefined =>
  applyTextEdits(
    text.slice(span.start, span.end),
    edits
      .filter(edit => isWithin(edit, span))
      .map(edit => ({ start: edit.start - span.start, end: edit.end - span.start, text: edit.text })),
  );

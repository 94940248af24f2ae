import type { Document } from '../core/document.ts';
import type { ProtocolPosition } from './protocol.ts';

/** A text change in the protocol's form; without a range the whole text. */
export interface TextDocumentChange {
  readonly range?: { readonly start: ProtocolPosition; readonly end: ProtocolPosition };
  readonly text: string;
}

/** The offset of a position. A position past the end of a line or text counts as that end, before the line break. */
export function offsetIn(
  { text, lines }: Pick<Document, 'text' | 'lines'>,
  { line, character }: ProtocolPosition,
): number {
  if (line >= lines.lineCount) return text.length;
  const offset = lines.offsetAt({ line, character }),
    start = lines.startOf(line);
  let end = line + 1 < lines.lineCount ? lines.startOf(line + 1) : text.length;
  if (offset < end - 1) return offset;
  while (end > start && (text[end - 1] === '\n' || text[end - 1] === '\r')) end--;
  return Math.min(offset, end);
}

/** A document after a change. */
export function applyChange(document: Document, { range, text }: TextDocumentChange, version: number): Document {
  if (!range) return document.withChanges([{ start: 0, end: document.text.length, text }], version);
  const start = offsetIn(document, range.start);
  return document.withChanges([{ start, end: Math.max(start, offsetIn(document, range.end)), text }], version);
}

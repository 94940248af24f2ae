import type { Document } from '../core/document.ts';
import type { ProtocolPosition } from './protocol.ts';

/** A change of a text in the form of the protocol; without a range, it replaces the whole text. */
export interface TextDocumentChange {
  readonly range?: { readonly start: ProtocolPosition; readonly end: ProtocolPosition };
  readonly text: string;
}

/**
 * The offset of a position. A position past the end of a line means the end of the line, before its line break; a
 * position past the end of the text means that end.
 */
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

/** The document after a change. */
export function applyChange(document: Document, { range, text }: TextDocumentChange, version: number): Document {
  if (!range) return document.withChanges([{ start: 0, end: document.text.length, text }], version);
  const start = offsetIn(document, range.start);
  return document.withChanges([{ start, end: Math.max(start, offsetIn(document, range.end)), text }], version);
}

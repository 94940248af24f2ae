import type { ProtocolPosition, ProtocolRange } from '../../server/lsp/protocol.ts';

interface TextMove {
  readonly range: ProtocolRange;
  readonly text: string;
}

/**
 * The position after a text change; a position inside replaced text becomes its start. If there are several changes,
 * apply the last one in the text first.
 */
export function positionAfter(position: ProtocolPosition, { range: { start, end }, text }: TextMove): ProtocolPosition {
  if (isBefore(position, start)) return position;
  if (isBefore(position, end)) return start;
  const lines = text.split(/\r\n|\n|\r/),
    lastColumn = lines.at(-1)!.length + (lines.length === 1 ? start.character : 0);
  return {
    line: position.line + start.line + lines.length - 1 - end.line,
    character: position.line === end.line ? position.character - end.character + lastColumn : position.character,
  };
}

const isBefore = (a: ProtocolPosition, b: ProtocolPosition): boolean =>
  a.line < b.line || (a.line === b.line && a.character < b.character);

const start: ProtocolPosition = { line: 0, character: 0 };
/** The position of an offset in a text. */
export const positionIn = (text: string, offset: number): ProtocolPosition =>
  positionAfter(start, { range: { start, end: start }, text: text.slice(0, offset) });

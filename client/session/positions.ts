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

/**
 * The offset after the bracket that closes the container at an offset.
 * @param limit the offset at which to stop; it is returned if the container is not closed before it
 */
export function endOf(text: string, start: number, limit: number): number {
  let depth = 0;
  for (let i = start; i < limit; i++) {
    switch (text[i]) {
      case '{':
      case '[':
        depth++;
        break;
      case '}':
      case ']':
        if (--depth === 0) return i + 1;
        break;
      case '"': {
        for (i++; i < limit && text[i] !== '"' && text[i] !== '\n'; i++) if (text[i] === '\\') i++;
        break;
      }
    }
  }
  return limit;
}

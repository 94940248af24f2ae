import { Range } from 'vscode';
import type { ProtocolRange } from '../../server/lsp/protocol.ts';

/**
 * What is selected when somebody goes to a place: what is in one line; of more its start, since a page full of
 * selection is hard to read.
 */
export const shownRange = ({ start, end }: ProtocolRange): Range =>
  start.line === end.line
    ? new Range(start.line, start.character, end.line, end.character)
    : new Range(start.line, start.character, start.line, start.character);

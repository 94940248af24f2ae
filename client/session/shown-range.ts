import { Range } from 'vscode';
import type { ProtocolRange } from '../../server/lsp/protocol.ts';

/**
 * The selection when going to a place: a range on one line; of a longer one its start, because a page of selected text
 * is hard to read.
 */
export const shownRange = ({ start, end }: ProtocolRange): Range =>
  start.line === end.line
    ? new Range(start.line, start.character, end.line, end.character)
    : new Range(start.line, start.character, start.line, start.character);

import { workspace } from 'vscode';
import type { CompletionList, InsertReplaceEdit, Middleware, Range, TextEdit } from 'vscode-languageclient/node';
import { promptScheme, type ProtocolPosition } from '../../server/lsp/protocol.ts';
import { positionAfter } from './moved.ts';

interface Params {
  readonly textDocument?: { readonly uri?: string };
  readonly position?: ProtocolPosition;
}
type Ranges = Range | Record<'insert' | 'replace', Range>;

/**
 * Sends a request about a prompt document after its pending edits are made, and the server is told about them: VS Code's client
 * sends a request at once, and an edit a moment later. What is typed meanwhile moves the position of the request, as it
 * moves the cursor; VS Code counts a completion from the former one.
 */
export function whenSettled(
  settled: (uri: string) => Promise<void> | undefined,
): Required<Pick<Middleware, 'sendRequest' | 'didChange'>> {
  const sending = new Set<Promise<void>>();
  const pending = (uri: string): Promise<unknown> | undefined =>
    settled(uri) ?? (sending.size > 0 ? Promise.allSettled(sending) : undefined);
  return {
    didChange: (change, next) => {
      const sent = next(change).finally(() => sending.delete(sent));
      sending.add(sent);
      return sent;
    },
    sendRequest: async (type, param, token, next) => {
      const { textDocument: { uri } = {}, position } = (param ?? {}) as Params;
      if (!uri?.startsWith(`${promptScheme}:`) || !pending(uri)) return next(type, param, token);
      let current = position;
      const changes = workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (document.uri.toString() !== uri) return;
        for (const change of contentChanges) current = current && positionAfter(current, change);
      });
      for (let wait = pending(uri); wait; wait = pending(uri)) await wait;
      changes.dispose();
      if (!position || !current) return next(type, param, token);
      const answer = await next(type, { ...param, position: current } as typeof param, token),
        method = typeof type === 'string' ? type : type.method;
      return method === 'textDocument/completion' ? (countedFrom(position, current, answer as List) as never) : answer;
    },
  };
}

type List = CompletionList | null;
/** The completions at a position as those of a former one on its line; `null` if they replace what was typed since. */
function countedFrom(former: ProtocolPosition, current: ProtocolPosition, list: List): List {
  const typed = current.character - former.character;
  if (!list || (typed === 0 && current.line === former.line)) return list;
  if (current.line !== former.line || typed < 0) return null;
  const end = (range: Range): Range => ({
    start: range.start,
    end: { line: range.end.line, character: range.end.character - typed },
  });
  const isEarlier = (range: Range): boolean => range.start.character <= former.character;
  const rangesOf = (ranges: Ranges): Ranges | undefined => {
    if ('start' in ranges) return isEarlier(ranges) ? end(ranges) : undefined;
    const { insert, replace } = ranges;
    return isEarlier(insert) ? { insert: end(insert), replace: end(replace) } : undefined;
  };
  const { editRange } = list.itemDefaults ?? {},
    sharedRange = editRange && rangesOf(editRange);
  const items = list.items.flatMap(item => {
    const { textEdit } = item as { readonly textEdit?: TextEdit | InsertReplaceEdit };
    if (!textEdit) return editRange && !sharedRange ? [] : item;
    const { newText } = textEdit,
      ranges = rangesOf('range' in textEdit ? textEdit.range : textEdit);
    if (!ranges) return [];
    return { ...item, textEdit: 'start' in ranges ? { range: ranges, newText } : { ...ranges, newText } };
  });
  return { ...list, items, ...(sharedRange && { itemDefaults: { ...list.itemDefaults, editRange: sharedRange } }) };
}

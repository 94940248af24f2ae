import { workspace } from 'vscode';
import type { CompletionList, InsertReplaceEdit, Middleware, Range, TextEdit } from 'vscode-languageclient/node';
import { promptScheme, type ProtocolPosition } from '../../server/lsp/protocol.ts';
import { positionAfter } from './positions.ts';

interface Params {
  readonly textDocument?: { readonly uri?: string };
  readonly position?: ProtocolPosition;
}
type Ranges = Range | Record<'insert' | 'replace', Range>;

/**
 * Sends a request about a prompt document only after its pending edits are made and the server has them: the client of
 * VS Code sends a request immediately, but an edit a moment later. Text that a person types in the meantime moves the
 * position of the request like the cursor; for completions, VS Code expects ranges relative to the former position.
 */
export function requestOrder(
  whenDone: (uri: string) => Promise<void> | undefined,
): Required<Pick<Middleware, 'sendRequest' | 'didChange'>> {
  const notifications = new Set<Promise<void>>();
  const pending = (uri: string): Promise<unknown> | undefined =>
    whenDone(uri) ?? (notifications.size > 0 ? Promise.allSettled(notifications) : undefined);
  return {
    didChange: (change, next) => {
      const notification = next(change).finally(() => notifications.delete(notification));
      notifications.add(notification);
      return notification;
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
/**
 * Converts completions at a position to completions at a former position on the same line; `null` if the position is
 * now on another line or before it.
 */
function countedFrom(oldPosition: ProtocolPosition, newPosition: ProtocolPosition, list: List): List {
  const length = newPosition.character - oldPosition.character;
  if (!list || (length === 0 && newPosition.line === oldPosition.line)) return list;
  if (newPosition.line !== oldPosition.line || length < 0) return null;
  const end = (range: Range): Range => ({
    start: range.start,
    end: { line: range.end.line, character: range.end.character - length },
  });
  const isEarlier = (range: Range): boolean => range.start.character <= oldPosition.character;
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

import { expect, test, vi } from 'vitest';
import type { CompletionList } from 'vscode-languageclient/node';
import { requestOrder } from './request-order.ts';

const host = await vi.hoisted(() => import('../testing/documents.ts'));
vi.mock('vscode', () => ({ workspace: { onDidChangeTextDocument: host.state.changed.event } }));

const uri = 'preflight-prompt:/prompt.md';
const place = (character: number) => ({ line: 3, character });
const range = (start: number, end: number) => ({ start: place(start), end: place(end) });

/**
 * Sends a request for column 6 while an edit is pending, and types a text at that column. The server answers for the
 * position of the cursor at that time.
 */
async function ask(typed: string, answer: object, method = 'textDocument/completion', column = 6) {
  let resolve = (): void => {};
  let edits: Promise<void> | undefined = new Promise<void>(done => (resolve = done)).then(() => (edits = undefined));
  const next = vi.fn<() => Promise<never>>().mockResolvedValue(answer as never);
  const parameters = { textDocument: { uri }, position: place(6) } as never,
    pending = requestOrder(() => edits).sendRequest(method, parameters, undefined, next);
  host.state.changed.fire({
    document: { uri } as never,
    contentChanges: [{ range: range(column, column), text: typed }],
  });
  expect(next).not.toHaveBeenCalled();
  resolve();
  const list = (await pending) as CompletionList | null;
  return { list, sent: (next.mock.lastCall as unknown as [string, { position: object }])[1].position };
}

test('a completion is requested at the position after the pending edits, and its ranges are relative to the position before', async () => {
  const items = [{ label: 'caller_name' }, { label: 'x', textEdit: { range: range(6, 9), newText: 'x' } }];
  const editRange = { insert: range(6, 9), replace: range(6, 12) };
  const { list, sent } = await ask('cal', { isIncomplete: false, itemDefaults: { editRange }, items });
  expect(sent).toEqual(place(9));
  expect(list).toEqual({
    isIncomplete: false,
    itemDefaults: { editRange: { insert: range(6, 6), replace: range(6, 9) } },
    items: [{ label: 'caller_name' }, { label: 'x', textEdit: { range: range(6, 6), newText: 'x' } }],
  });
});

test('completions that replace a word begun after the request are not offered', async () => {
  const items = [{ label: 'caller_name', textEdit: { range: range(9, 11), newText: 'x' } }, { label: 'y' }];
  const { list } = await ask(' {{ca', { isIncomplete: false, itemDefaults: { editRange: range(9, 11) }, items });
  expect(list?.items).toEqual([]);
  expect((await ask('\n', { isIncomplete: false, items })).list).toBeNull();
});

test('edits behind the position do not change a completion, and other answers are not converted', async () => {
  const list = { isIncomplete: false, items: [{ label: 'x', textEdit: { range: range(4, 6), newText: 'x' } }] };
  expect(await ask('}}', list, 'textDocument/completion', 7)).toEqual({ list, sent: place(6) });
  expect(await ask('cal', { range: range(9, 12) }, 'textDocument/hover')).toEqual({
    list: { range: range(9, 12) },
    sent: place(9),
  });
});

test('a request is sent after the edits made before it', async () => {
  const events: string[] = [];
  const { sendRequest, didChange } = requestOrder(() => undefined);
  const parameters = { textDocument: { uri }, position: place(6) } as never;
  void didChange({} as never, async () => {
    await Promise.resolve();
    await Promise.resolve();
    events.push('edit');
  });
  await sendRequest('textDocument/hover', parameters, undefined, () => {
    events.push('request');
    return Promise.resolve(null as never);
  });
  expect(events).toEqual(['edit', 'request']);
});

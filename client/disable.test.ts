import { beforeEach, expect, test, vi } from 'vitest';
import type { ClientSession } from './session/session.ts';

const host = vi.hoisted(() => ({
  commands: new Map<string, (...args: unknown[]) => unknown>(),
  typed: undefined as string | undefined,
  applied: [] as unknown[],
}));
vi.mock('vscode', () => ({
  Disposable: { from: () => ({ dispose() {} }) },
  commands: {
    registerCommand: (name: string, act: (...args: unknown[]) => unknown) => void host.commands.set(name, act),
  },
  Uri: { parse: (text: string) => ({ path: text.slice('file://'.length) }) },
  window: { showInputBox: async () => host.typed },
  workspace: { applyEdit: async (edit: unknown) => host.applied.push(edit) },
  ThemeColor: class {},
}));
vi.mock('./session/places.ts', () => ({ rangeOf: (range: unknown) => range }));
const { disable } = await import('./disable.ts');

const uri = 'file:///a/preflight.config.json',
  editWith = (reason: string) => ({
    documentChanges: [
      { kind: 'create', uri },
      { textDocument: { uri, version: null }, edits: [{ newText: `{ "reason": "${reason}" }` }] },
    ],
  });
const fill = (): unknown =>
  host.commands.get('preflight.fill')!('Suppress x here', editWith('say why'), 'say why', uri);

beforeEach(() => {
  host.applied.length = 0;
  disable({ editOf: async (edit: object) => edit } as unknown as ClientSession);
});

test('who gives no reason has written nothing', async () => {
  for (const typed of [undefined, '', '  ']) {
    host.typed = typed;
    await fill();
  }
  expect(host.applied).toEqual([]);
});
test('a reason is in the entry from the start, with its quotes and dollars', async () => {
  host.typed = ' costs $& "now" ';
  await fill();
  expect(host.applied).toEqual([editWith('costs $& \\"now\\"')]);
});

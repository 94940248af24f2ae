import { expect, test, vi } from 'vitest';
import { renameCursors } from './rename-cursors.ts';

const host = await vi.hoisted(() => import('../testing/documents.ts'));
vi.mock('vscode', () => ({
  Selection: class {
    constructor(
      readonly anchor: object,
      readonly active: object,
    ) {}
  },
  window: { visibleTextEditors: host.state.editors },
  workspace: { onDidChangeTextDocument: host.state.changed.event },
}));
vi.mock('./places.ts', () => ({ positionOf: (position: object) => position }));

const text = 'Ask {{city}} and {{city}}.';
const range = (start: number, end: number) => ({
  start: { line: 0, character: start, compareTo: (other: { character: number }) => start - other.character },
  end: { line: 0, character: end },
  contains: ({ character }: { character: number }) => character >= start && character <= end,
});

/**
 * The column of the cursor after `city` is renamed, with the cursor at its second place.
 * @param current the text of the document after the rename
 */
async function columnAfter(current: string): Promise<number> {
  const document = new host.Doc(new host.Uri('preflight-prompt:/prompt.md'), text),
    cursor = { line: 0, character: 21 },
    editor = { document, selections: [{ anchor: cursor, active: cursor }] };
  host.state.editors.splice(0, Infinity, editor);
  const edits = [range(6, 10), range(19, 23)].map(range => ({ range, newText: 'town_name' }));
  const next = () => ({ get: () => edits }) as never;
  await renameCursors.provideRenameEdits!(document as never, cursor as never, 'town_name', undefined as never, next);
  document.text = current;
  host.state.changed.fire({ document, contentChanges: [{}] });
  return editor.selections[0]!.active.character;
}

test('the cursor stays at the renamed name', async () => {
  expect(await columnAfter(text.replaceAll('city', 'town_name'))).toBe(26);
});

test('VS Code places the cursor after another edit', async () => {
  expect(await columnAfter(`${text}.`)).toBe(21);
});

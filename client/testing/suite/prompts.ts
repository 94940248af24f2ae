// The suite of prompt documents beside their JSON files, in the samples without mistakes.
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { deepStrictEqual, ok, rejects, strictEqual } from 'node:assert';
import {
  commands,
  FilePermission,
  languages,
  Position,
  Range,
  TabInputText,
  Uri,
  window,
  workspace,
  WorkspaceEdit,
  type Tab,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import { promptScheme } from '../../../server/lsp/protocol.ts';
import { closeAll, folder, issues, open, replace, state, wait } from './editing.ts';
import { runAll, test } from './registry.ts';

const file = 'engines/draft.llm.json';
const json = (): Uri => Uri.joinPath(folder(), file);
const text = `{
  "llm_id": "llm_draft",
  "general_prompt": "# Draft\\n\\nThe caf\\u00e9 of {{clinic_name}} and\\/or {{clinic_nmae}}.\\n\\n- ask\\n- wait\\n",
  "begin_message": "Caf\\u00e9",
  "default_dynamic_variables": { "clinic_name": "Juniper" }
}
`;
const lines = '# Draft\n\nThe café of {{clinic_name}} and/or {{clinic_nmae}}.\n\n- ask\n- wait\n';

const write = (uri: Uri, content: string): Thenable<void> => workspace.fs.writeFile(uri, Buffer.from(content));
const onDisk = async (): Promise<string> => Buffer.from(await workspace.fs.readFile(json())).toString();
const documentOf = (uri: Uri): TextDocument | undefined =>
  workspace.textDocuments.find(document => document.uri.toString() === uri.toString());
const uriOf = ({ input }: Tab): Uri | undefined => (input instanceof TabInputText ? input.uri : undefined);
const isOfJson = (tab: Tab): boolean => uriOf(tab)?.toString() === json().toString();
const inJson = (): string => (JSON.parse(documentOf(json())!.getText()) as { general_prompt: string }).general_prompt;

/** Writes the file with a content, and opens its prompt from the file. */
async function openPrompt(content = text): Promise<TextEditor> {
  await closeAll();
  await write(json(), content);
  const { document } = await open(file);
  await wait('the text of the file', () => document.getText() === content);
  const position = document.positionAt(content.indexOf('# Draft') + 3);
  return wait('the prompt document', async () => {
    await commands.executeCommand('preflight.editText', json().toString(), position);
    const editor = window.activeTextEditor;
    return editor?.document.uri.scheme === promptScheme && editor;
  });
}
const waitForBoth = (document: TextDocument): Promise<unknown> =>
  wait('one text', () => inJson() === document.getText().replace(/\r\n/g, '\n'));
const editJson = async (from: string, to: string): Promise<void> => {
  const document = await workspace.openTextDocument(json()),
    start = document.getText().indexOf(from),
    edit = new WorkspaceEdit();
  edit.replace(json(), new Range(document.positionAt(start), document.positionAt(start + from.length)), to);
  ok(await workspace.applyEdit(edit));
};

test('the server runs', async () => {
  await wait('the server', () => state() === 'running');
});

test('a prompt opens with line breaks, in Markdown, and without unsaved changes', async () => {
  const { document, selection } = await openPrompt();
  strictEqual(document.getText(), lines);
  strictEqual(document.languageId, 'markdown');
  deepStrictEqual([document.isDirty, documentOf(json())!.isDirty, selection.active.character], [false, false, 3]);
  const diagnostics = await wait('its finding', () => {
    const issues = languages.getDiagnostics(document.uri).filter(({ source }) => source === 'preflight');
    return issues.length > 0 && issues;
  });
  deepStrictEqual(
    diagnostics.map(({ range }) => document.getText(range)),
    ['clinic_nmae'],
  );
});

test('an edit of a prompt is immediately made in the JSON file, and saved with the JSON file', async () => {
  const { document } = await openPrompt();
  const edit = new WorkspaceEdit();
  edit.insert(document.uri, new Position(4, 5), ' "once"\n- listen');
  ok(await workspace.applyEdit(edit));
  await waitForBoth(document);
  strictEqual(await onDisk(), text);
  ok(await document.save());
  strictEqual(await onDisk(), text.replace('- ask', '- ask \\"once\\"\\n- listen'));
  deepStrictEqual([document.isDirty, documentOf(json())!.isDirty], [false, false]);
  // this undoes one step in the JSON file
  await window.showTextDocument(json());
  await commands.executeCommand('undo');
  strictEqual(documentOf(json())!.getText(), text);
  await wait('the old text', () => document.getText() === lines);
});

test('undo of an edit restores the old spelling', async () => {
  const editor = await openPrompt();
  await replace(editor, 'café', 'pub');
  await waitForBoth(editor.document);
  ok(!documentOf(json())!.getText().includes('The caf'));
  while (editor.document.getText() !== lines) await commands.executeCommand('undo');
  await wait('the old bytes', () => documentOf(json())!.getText() === text);
  await wait('no unsaved changes', () => !documentOf(json())!.isDirty);
  strictEqual(editor.document.isDirty, false);
  strictEqual(await onDisk(), text);
});

test('an unsaved edit of the JSON file is shown in the prompt, and saved from either document', async () => {
  const { document } = await openPrompt();
  await editJson('- wait', '- wait long');
  await wait('the edit', () => document.getText() === lines.replace('- wait', '- wait long'));
  strictEqual(document.isDirty, false);
  const edit = new WorkspaceEdit();
  edit.insert(document.uri, new Position(0, 7), '!');
  ok(await workspace.applyEdit(edit));
  await waitForBoth(document);
  // a prompt document with unsaved changes is edited, not read again
  await editJson('- ask', '- ask once');
  await wait('the second edit', () => document.getText().includes('- ask once'));
  ok(document.getText().startsWith('# Draft!'));
  ok(await documentOf(json())!.save());
  await wait('both saved', () => !document.isDirty);
  strictEqual(
    await onDisk(),
    text.replace('# Draft', '# Draft!').replace('- ask', '- ask once').replace('- wait', '- wait long'),
  );
});

test('a change on disk is shown in the prompt', async () => {
  const { document } = await openPrompt();
  await write(json(), text.replace('{\n', '{\n  "version": 0,\n').replace('- wait', '- stay'));
  await wait('the change', () => document.getText() === lines.replace('- wait', '- stay'));
  strictEqual(document.isDirty, false);
});

test('a file that is temporarily not JSON takes no edits, and gets all of them later', async () => {
  const { document } = await openPrompt();
  await editJson('"begin_message": "Caf', '"begin_message": Caf');
  const edit = new WorkspaceEdit();
  edit.insert(document.uri, new Position(0, 7), ' two');
  ok(await workspace.applyEdit(edit));
  await rejects(async () => {
    if (!(await document.save())) throw new Error('not saved');
  });
  ok(!documentOf(json())!.getText().includes('Draft two'));
  await editJson('"begin_message": Caf', '"begin_message": "Caf');
  await waitForBoth(document);
  ok(inJson().startsWith('# Draft two'));
});

test('a removed text is kept, and returns to the file', async () => {
  const { document } = await openPrompt();
  await editJson('"general_prompt"', '"former_prompt"');
  const edit = new WorkspaceEdit();
  edit.insert(document.uri, new Position(0, 7), ' two');
  ok(await workspace.applyEdit(edit));
  await rejects(async () => {
    if (!(await document.save())) throw new Error('not saved');
  });
  strictEqual(document.getText(), lines.replace('# Draft', '# Draft two'));
  ok(!documentOf(json())!.getText().includes('Draft two'));
  await editJson('"former_prompt"', '"general_prompt"');
  await waitForBoth(document);
  ok(await document.save());
  strictEqual(await onDisk(), text.replace('# Draft', '# Draft two'));
});

for (const isInTab of [true, false])
  test(`a deleted file is not restored, ${isInTab ? 'with' : 'without'} a tab of its own`, async () => {
    const { document } = await openPrompt();
    const isThere = (): Promise<boolean> =>
      Promise.resolve(workspace.fs.stat(document.uri)).then(
        () => true,
        () => false,
      );
    if (!isInTab) await window.tabGroups.close(window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(isOfJson)));
    await wait('its findings', () => issues(json()).length > 0);
    rmSync(json().fsPath);
    await wait('the end of the text', async () => !(await isThere()));
    await wait('no findings of the file', () => issues(json()).length === 0);
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 7), ' two');
    ok(await workspace.applyEdit(edit));
    await rejects(async () => {
      if (!(await document.save())) throw new Error('not saved');
    });
    ok(!existsSync(json().fsPath));
    writeFileSync(json().fsPath, text);
    await wait('the text', isThere);
    await wait('the unsaved text in the file', () => documentOf(json())?.getText().includes('# Draft two'));
    ok(await document.save());
    strictEqual(await onDisk(), text.replace('# Draft', '# Draft two'));
    await wait('its findings again', () => issues(json()).length > 0);
  });

test('a prompt document follows its file to a new name, with its unsaved text', async () => {
  const { document } = await openPrompt(),
    edit = new WorkspaceEdit();
  edit.insert(document.uri, new Position(0, 7), ' two');
  ok(await workspace.applyEdit(edit));
  await waitForBoth(document);
  const target = Uri.joinPath(folder(), 'engines/moved.llm.json'),
    move = new WorkspaceEdit();
  move.renameFile(json(), target);
  ok(await workspace.applyEdit(move));
  const next = await wait('the document', () => {
    const activeDocument = window.activeTextEditor?.document;
    return (
      activeDocument?.uri.scheme === promptScheme &&
      activeDocument.uri.path.startsWith('/engines/moved.llm.json/') &&
      activeDocument
    );
  });
  await wait('the unsaved text', () => next.isDirty && next.getText() === lines.replace('# Draft', '# Draft two'));
  const prompts = (): readonly Tab[] =>
    window.tabGroups.all.flatMap(({ tabs }) => tabs.filter(tab => uriOf(tab)?.scheme === promptScheme));
  await wait('the end of the former tab', () => prompts().length === 1);
  const otherEdit = new WorkspaceEdit();
  otherEdit.insert(next.uri, new Position(0, 11), ' three');
  ok(await workspace.applyEdit(otherEdit));
  ok(await next.save());
  strictEqual(
    Buffer.from(await workspace.fs.readFile(target)).toString(),
    text.replace('# Draft', '# Draft two three'),
  );
  ok(!existsSync(json().fsPath));
  await closeAll();
  await workspace.fs.delete(target);
});

test('a reverted JSON file leaves no unsaved changes in the prompt document', async () => {
  const { document } = await openPrompt(),
    edit = new WorkspaceEdit();
  edit.insert(document.uri, new Position(0, 7), ' two');
  ok(await workspace.applyEdit(edit));
  await waitForBoth(document);
  await window.showTextDocument(json());
  await commands.executeCommand('workbench.action.files.revert');
  await wait('the saved text', () => document.getText() === lines && !document.isDirty);
  strictEqual(await onDisk(), text);
});

test('a text of a published version is read-only', async () => {
  const { document } = await openPrompt(text.replace('{\n', '{\n  "version": 1,\n  "is_published": true,\n'));
  strictEqual((await workspace.fs.stat(document.uri)).permissions, FilePermission.Readonly);
  strictEqual(workspace.fs.isWritableFileSystem(promptScheme), true);
});

test('after all edits, the whole file is unchanged', async () => {
  await closeAll();
  await workspace.fs.delete(json());
});

export const run = runAll;

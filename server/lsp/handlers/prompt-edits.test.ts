import { expect, test } from 'vitest';
import type { CompletionList, TextDocumentEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import { at, editors } from '../../testing/clients.ts';
import { everything, type Editor } from '../../testing/editor.ts';
import { requests, type PromptPlace } from '../protocol.ts';

const editorOver = editors();
const file = 'desk.llm.json';
const textWith = (prompt: string): string =>
  `{ "llm_id": "llm_desk", "general_prompt": "${prompt}", "default_dynamic_variables": { "city": "Oslo" } }`;
const text = textWith('You are\\t{{city}}.'),
  prompt = 'You are\t{{city}}.';

/**
 * Opens the JSON document in an editor.
 * @returns the editor, and the uri of the prompt document
 */
async function openPrompt(): Promise<{ editor: Editor; uri: string }> {
  const editor = editorOver({ [file]: text }, everything);
  await editor.open(file, text);
  const parameters = { uri: editor.uri(file), ...at(text, '"You ▮are') },
    { uri } = await editor.connection.sendRequest<PromptPlace>(requests.promptAt, parameters);
  return { editor, uri };
}

test('a completion in a prompt document refers to the JSON document after all earlier edits', async () => {
  const { editor, uri } = await openPrompt();
  const currentText = 'You surely are {{ci}}.';
  // the server reads the edit and the request at the same time
  void editor.type(file, textWith(currentText));
  const { itemDefaults } = await editor.ask<CompletionList>('textDocument/completion', uri, at(currentText, '{{ci▮}}'));
  expect(itemDefaults?.editRange).toEqual({
    start: { line: 0, character: currentText.indexOf('ci') },
    end: { line: 0, character: currentText.indexOf('}}') },
  });
});

test.each(['the JSON document', 'a prompt document'])(
  'a completion in %s refers to its text when it was requested, even if the answer waits and the text is edited',
  async subject => {
    const { editor, uri } = await openPrompt(),
      isPrompt = subject === 'a prompt document',
      name = isPrompt ? uri : file;
    const others = Array.from({ length: 60 }, (_, i) => `other-${i}.llm.json`);
    for (const other of others) editor.write(other, textWith(`${other} {{city}} `.repeat(5000)));
    editor.write('preflight.config.json', '{}');
    // the answer waits until all files are read, which takes several slices of time
    void editor.changedOnDisk('preflight.config.json', ...others);
    const answer = editor.connection.sendRequest<CompletionList | null>('textDocument/completion', {
      textDocument: { uri: editor.uri(name) },
      ...at(isPrompt ? prompt : text, '{{ci▮ty'),
    });
    void editor.type(file, textWith('You surely are\\t{{city}}.'));
    const start = at(isPrompt ? prompt : text, '{{▮city').position;
    expect((await answer)?.itemDefaults?.editRange).toEqual({
      insert: { start, end: at(isPrompt ? prompt : text, '{{ci▮ty').position },
      replace: { start, end: at(isPrompt ? prompt : text, '{{city▮').position },
    });
  },
);

test('a rename is one edit of the JSON document and of its open prompt documents', async () => {
  const { editor, uri } = await openPrompt(),
    rename = async (name: string, position: object): Promise<unknown[]> => {
      const edit = await editor.ask<WorkspaceEdit>('textDocument/rename', name, { ...position, newName: 'town' });
      return (edit.documentChanges as TextDocumentEdit[]).map(({ textDocument, edits }) => [
        textDocument,
        edits.length,
      ]);
    };
  const json = [{ uri: editor.uri(file), version: 1 }, 2],
    document = [{ uri, version: null }, 1];
  expect(await rename(uri, at(prompt, '{{ci▮ty'))).toEqual([json]);
  await editor.open(uri, prompt, 'markdown');
  expect(await rename(uri, at(prompt, '{{ci▮ty'))).toEqual([json, document]);
  expect(await rename(file, at(text, '{{ci▮ty'))).toEqual([json, document]);
  const { documentChanges } = await editor.ask<WorkspaceEdit>('textDocument/rename', file, {
    ...at(text, '{{ci▮ty'),
    newName: 'a"b',
  });
  expect((documentChanges as TextDocumentEdit[])[1]?.edits).toEqual([
    { range: { start: at(prompt, '{{▮city').position, end: at(prompt, '{{city▮').position }, newText: 'a"b' },
  ]);
  await editor.close(uri);
  expect(await rename(file, at(text, '{{ci▮ty'))).toEqual([json]);
});

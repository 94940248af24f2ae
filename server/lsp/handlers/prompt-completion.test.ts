import { expect, test } from 'vitest';
import type { CompletionList } from 'vscode-languageserver/node';
import { at, editors } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import { requests, type PromptPlace } from '../protocol.ts';

const editorOver = editors();
const file = 'desk.llm.json';
const textWith = (prompt: string): string =>
  `{ "llm_id": "llm_desk", "general_prompt": "${prompt}", "default_dynamic_variables": { "city": "Oslo" } }`;

test('a completion in a prompt document is about the JSON document with all edits before it', async () => {
  const text = textWith('You are {{city}}.'),
    editor = editorOver({ [file]: text }, everything);
  await editor.open(file, text);
  const { uri } = await editor.connection.sendRequest<PromptPlace>(requests.promptAt, {
    uri: editor.uri(file),
    ...at(text, '"You ▮are'),
  });
  const current = 'You surely are {{ci}}.';
  // both are read at once
  void editor.type(file, textWith(current));
  const { itemDefaults } = await editor.ask<CompletionList>('textDocument/completion', uri, at(current, '{{ci▮}}'));
  expect(itemDefaults?.editRange).toEqual({
    start: { line: 0, character: current.indexOf('ci') },
    end: { line: 0, character: current.indexOf('}}') },
  });
});

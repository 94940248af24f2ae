import { describe, expect, test } from 'vitest';
import { at, editors } from '../../testing/clients.ts';
import { everything, lines, streamOf, type Editor } from '../../testing/editor.ts';
import { requests, type PromptPlace } from '../protocol.ts';

const editorOver = editors();
const file = 'desk.llm.json';
const text =
  '{ "llm_id": "llm_desk", "general_prompt": "Hello {{city}}", "default_dynamic_variables": { "city": "Oslo" } }';
const mistake = text.replace('{{city', '{{ctiy');

describe('the findings of a JSON document without a tab, beside its prompt document', () => {
  async function openBoth(): Promise<{ editor: Editor; parts: string[]; prompt: string }> {
    const editor = editorOver({ [file]: text }, everything),
      parts = streamOf(editor);
    await editor.open(file, text);
    const parameters = { uri: editor.uri(file), ...at(text, 'Hel▮lo') },
      { uri: prompt } = await editor.connection.sendRequest<PromptPlace>(requests.promptAt, parameters);
    return { editor, parts, prompt };
  }
  test('are sent although the prompt document got its marks first', async () => {
    const { editor, parts, prompt } = await openBoth();
    await editor.type(file, mistake);
    expect(lines((await editor.pull(prompt)).items)).toEqual(['1:9 misspelled-variable']);
    await editor.waitUntil(() => parts.some(part => part.startsWith(`${file} 1:`)));
  });
  test('cause one request to mark the prompt document again when they change', async () => {
    const { editor, parts, prompt } = await openBoth();
    await editor.pull(prompt);
    await editor.type(file, mistake);
    await editor.waitUntil(() => editor.refreshes === 1);
    await editor.type(file, text);
    await editor.waitUntil(() => parts.at(-1) === `${file} `);
    expect(editor.refreshes).toBe(1);
  });
});

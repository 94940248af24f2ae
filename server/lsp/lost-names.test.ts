import { expect, test } from 'vitest';
import type { CodeAction } from 'vscode-languageserver/node';
import { at, editors } from '../testing/clients.ts';
import { everything, lines, pulling } from '../testing/editor.ts';
import { commitAll, committed } from '../testing/preflight.ts';

const editorOver = editors();
const prompt = 'desk.llm.json',
  tools = 'pay.llm.json';
const engine = (name: string): string =>
  `{ "general_prompt": "Then call confirm_visit.\\n",
  "general_tools": [{ "type": "custom", "name": "${name}", "description": "x", "url": "https://api.example.com/x" }] }`;
const oldEngine = engine('confirm_visit'),
  renamedEngine = engine('confirm_appointment');
const files = { [prompt]: oldEngine, [tools]: oldEngine };
const lostName = '1:32 lost-name';

test('names of records that only the last commit had are findings, in closed files too, until they are repaired', async () => {
  const editor = editorOver(files);
  committed(editor.folder);
  await editor.open(prompt, oldEngine);
  await editor.expectShown(prompt, []);
  await editor.type(prompt, renamedEngine);
  await editor.expectShown(prompt, [lostName]);
  const [diagnostic] = editor.pushed.get(editor.uri(prompt))!.items;
  expect([diagnostic?.severity, diagnostic?.message]).toEqual([
    1,
    'general_prompt still names "confirm_visit", a tool that this change renamed to "confirm_appointment"',
  ]);
  editor.write(tools, renamedEngine);
  await editor.changedOnDisk(tools);
  await editor.expectShown(tools, [lostName]);
  await editor.type(prompt, oldEngine);
  await editor.expectShown(prompt, []);
});

test('a commit ends the comparison with the former state', async () => {
  const editor = editorOver(files);
  committed(editor.folder);
  editor.write(prompt, renamedEngine);
  await editor.expectShown(prompt, [lostName]);
  commitAll(editor.folder);
  await editor.changedOnDisk('.git/HEAD');
  // the finding now comes from the text alone
  await editor.expectShown(prompt, ['1:32 prompt-names-missing-tool']);
});

test('an editor that pulls is asked to pull again, and gets a fix with the new name', async () => {
  const editor = editorOver({ ...files, [prompt]: oldEngine }, everything);
  committed(editor.folder);
  await editor.open(prompt, renamedEngine);
  await editor.pull(prompt);
  await editor.waitUntil(() => editor.refreshes > 0);
  expect(lines((await editor.pull(prompt)).items)).toEqual([lostName]);
  const place = at(renamedEngine, 'confirm_visit').position;
  const actions = await editor.ask<CodeAction[]>('textDocument/codeAction', prompt, {
    range: { start: place, end: place },
    context: { diagnostics: [] },
  });
  const fix = actions.find(({ title }) => title.startsWith('Use confirm_appointment'));
  expect(JSON.stringify(fix?.edit)).toContain('"newText":"confirm_appointment"');
});

test.each([
  ['not trusted', { options: { trusted: false } }, true],
  ['outside of a repository', {}, false],
])('a folder that is %s has no lost names', async (_, extraFiles, isRepository) => {
  const editor = editorOver(files, { capabilities: pulling, ...extraFiles });
  if (isRepository) committed(editor.folder);
  await editor.open(prompt, renamedEngine);
  await editor.connection.sendRequest('workspace/diagnostic', { previousResultIds: [] });
  expect(lines((await editor.pull(prompt)).items)).toEqual(['1:32 prompt-names-missing-tool']);
});

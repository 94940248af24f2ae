import { expect, test } from 'vitest';
import type { CodeAction, CompletionList, DocumentLink, Hover, Location } from 'vscode-languageserver/node';
import { at, bareOptions, editors } from '../testing/clients.ts';
import { write } from '../testing/preflight.ts';

const editorOver = editors();
const name = 'preflight.config.jsonc',
  base = 'shared/base.json',
  agent = 'desk.agent.json';
const text = '{ "extends": ["./shared/base.json"], } // ours';
const files = {
  [name]: text,
  [base]: '{ "rules": { "wrong-type": "info" } }',
  [agent]: '{ "voice_speed": "1.5" }',
};
const severities = (editor: ReturnType<typeof editorOver>): (number | undefined)[] =>
  (editor.pushed.get(editor.uri(agent))?.items ?? []).flatMap(({ code, severity }) =>
    code === 'wrong-type' ? [severity] : [],
  );

test('an extended file is a link, a definition and a completion, and is itself checked', async () => {
  const editor = await editorOver(files, bareOptions).open(name, text, 'jsonc');
  const links = (await editor.ask('textDocument/documentLink', name)) as DocumentLink[];
  expect(links.map(({ target }) => target)).toEqual([`${editor.uri(base)}#1,1`]);
  const definitions = (await editor.ask('textDocument/definition', name, at(text, './sha▮red'))) as Location[];
  expect(definitions.map(({ uri }) => uri)).toEqual([editor.uri(base)]);
  const { items } = (await editor.ask('textDocument/completion', name, at(text, '"./▮shared'))) as CompletionList;
  expect(items.map(({ label }) => label)).toContain('./shared/base.json');
});

test('the hover of an extended file shows its name and its settings', async () => {
  const editor = editorOver(
    { ...files, [base]: '{ "rules": { "wrong-type": "info" }, "ci": { "assert": ["no breaks"] }, "ignore": [] }' },
    bareOptions,
  );
  await editor.open(name, text, 'jsonc');
  const hover = (await editor.ask('textDocument/hover', name, at(text, './sha▮red'))) as Hover;
  expect((hover.contents as { value: string }).value).toMatchInlineSnapshot(`
    "**shared/base.json** · extended configuration

    It sets, where nothing that extends it sets another value (lists are appended):

    - \`rules\`: \`wrong-type\`
    - \`ci\`: \`assert\`
    - \`ignore\`: nothing

    \`extends[0]\`: A path relative to this file (./base.json), or a file of a package in node_modules."
  `);
});

test('a changed extended file is read again, saved or not, and its own findings are reported', async () => {
  const editor = await editorOver(files, bareOptions).open(agent, files[agent]);
  await editor.waitUntil(() => severities(editor)[0] === 3);
  await editor.open(base, files[base]!);
  await editor.type(base, '{ "rules": { "wrong-type": "warning" } }');
  await editor.waitUntil(() => severities(editor)[0] === 2);
  await editor.type(base, '{ "rules": { "wrong-typ": "warning" } }');
  await editor.expectShown(base, ['1:14 unknown-rule']);
  const actions = (await editor.ask('textDocument/codeAction', base, {
    range: { start: { line: 0, character: 14 }, end: { line: 0, character: 14 } },
    context: { diagnostics: [] },
  })) as CodeAction[];
  expect(actions.map(({ title }) => title)).toContain('Use "wrong-type" (review)');
  await editor.close(base);
  await editor.waitUntil(() => severities(editor)[0] === 3);
  write(editor.folder, { [base]: '{ "rules": { "wrong-type": "error" } }' });
  await editor.changedOnDisk(base);
  await editor.waitUntil(() => severities(editor)[0] === 1);
});

import { expect, test } from 'vitest';
import { editors } from '../../testing/clients.ts';
import { everything } from '../../testing/editor.ts';
import { expectNothingShown, filesWith, shapes } from '../../testing/shown.ts';

const editorOver = editors();

// these shapes are a token, an address and a key of several lines; all others are in shown.long.test.ts
test.each([0, 13, 15])('no shown text contains a credential of shape %i', async index =>
  expectNothingShown(editorOver, shapes[index]!),
);

test('an edit of the file itself keeps a credential that it moves', async () => {
  const [secret] = shapes,
    givenFiles = filesWith(secret!),
    // the flow of a published agent cannot be changed
    files: Record<string, string> = {
      ...givenFiles,
      'a.agent.json': givenFiles['a.agent.json']!.replace('"is_published": true', '"is_published": false'),
    },
    editor = editorOver(files, everything),
    name = 'a.conversation-flow.json',
    text = files[name]!;
  await editor.open(name, text);
  await editor.greeting;
  const textDocument = { uri: editor.uri(name) };
  const line = text.split('\n').findIndex(line => line.includes('"name"')),
    position = { line, character: text.split('\n')[line]!.indexOf(secret!) + 2 };
  const range: unknown = await editor.connection.sendRequest('textDocument/prepareRename', { textDocument, position });
  expect(range).toMatchObject({ placeholder: secret });
  const edit = await editor.connection.sendRequest('textDocument/rename', {
    textDocument,
    position,
    newName: `${secret}y`,
  });
  expect(JSON.stringify(edit)).toContain(`${secret}y`);
});

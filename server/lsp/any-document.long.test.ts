import { describe, expect, test } from 'vitest';
import { at, bareOptions, clinic, editors } from '../testing/clients.ts';
import { everything, type Editor } from '../testing/editor.ts';
import { panelRequests, questions, start } from '../testing/fuzz/answering.ts';
import { requests } from './protocol.ts';

const editorOver = editors();

describe('a request about a document', () => {
  const emptyAnswers = Object.keys(questions(start, start)).map(method => {
    if (!method.includes('semanticTokens')) return null;
    return method.endsWith('full') ? { data: [], resultId: '1' } : { data: [] };
  });
  const answersOf = async (editor: Editor, uri: string): Promise<readonly unknown[]> => {
    await editor.greeting;
    return Promise.all(
      Object.entries(questions(start, start)).map(([method, params]) =>
        editor.connection.sendRequest(method, { ...params, textDocument: { uri } }),
      ),
    );
  };
  test("that is not the platform's is answered with null", async () => {
    const editor = editorOver({ 'package.json': '{ "name": "x" }' }, everything);
    await editor.open('package.json', '{ "name": "x" }');
    expect(await answersOf(editor, editor.uri('package.json'))).toEqual(emptyAnswers);
  });
  test.each(['untitled:Untitled-7', 'file:///no/such/file.json', 'file:///%', 'git:/x.json?ref', 'no-uri-at-all'])(
    'that nobody has opened is answered with null: %s',
    async uri => {
      const editor = editorOver({}, everything);
      expect(await answersOf(editor, uri)).toEqual(emptyAnswers);
      expect(await editor.connection.sendRequest(requests.fileStatus, { uri })).toEqual({
        errors: 0,
        warnings: 0,
        infos: 0,
        baselinedCount: 0,
        panels: [],
        files: 0,
      });
      for (const request of panelRequests)
        expect(await editor.connection.sendRequest(request, { uri, position: start })).toBe(null);
      expect(editor.log).toEqual([]);
    },
  );
  test('that was closed uses the text on disk', async () => {
    const file = 'numbers/main.phone-number.json',
      editor = editorOver(clinic, bareOptions);
    expect(await editor.ask('textDocument/hover', file, at(clinic[file]!, '"can▮ary"'))).not.toBe(null);
  });
  test('is answered from all files while they are still being read', async () => {
    const file = 'numbers/main.phone-number.json',
      editor = editorOver(clinic, bareOptions);
    await editor.open(file, clinic[file]!);
    // all requests are sent before the server has read any file
    const [hover, definition] = await Promise.all([
      editor.ask<{ contents: { value: string } }>('textDocument/hover', file, at(clinic[file]!, '"can▮ary"')),
      editor.ask<readonly unknown[]>('textDocument/definition', file, at(clinic[file]!, '"can▮ary"')),
    ]);
    expect(hover.contents.value).toContain('version 3 (published)');
    expect(definition).toHaveLength(2);
  });
});

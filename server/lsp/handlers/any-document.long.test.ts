import { describe, expect, test } from 'vitest';
import { at, bare, clinic, editors, everything } from '../../testing/clients.ts';
import type { Editor } from '../../testing/editor.ts';
import { requests } from '../protocol.ts';

const editorOver = editors();
const position = { line: 0, character: 0 },
  range = { start: position, end: { line: 9999, character: 0 } },
  options = { tabSize: 2, insertSpaces: true };
/** Every request about a document, with its further parameters. */
const questions: Readonly<Record<string, object>> = {
  'textDocument/hover': { position },
  'textDocument/completion': { position },
  'textDocument/definition': { position },
  'textDocument/references': { position, context: { includeDeclaration: true } },
  'textDocument/documentHighlight': { position },
  'textDocument/documentLink': {},
  'textDocument/foldingRange': {},
  'textDocument/selectionRange': { positions: [position] },
  'textDocument/documentSymbol': {},
  'textDocument/codeAction': { range, context: { diagnostics: [] } },
  'textDocument/codeLens': {},
  'textDocument/inlayHint': { range },
  'textDocument/prepareCallHierarchy': { position },
  'textDocument/prepareRename': { position },
  'textDocument/rename': { position, newName: 'x' },
  'textDocument/formatting': { options },
  'textDocument/rangeFormatting': { options, range },
  'textDocument/onTypeFormatting': { options, position, ch: '\n' },
};
const tokens = { 'textDocument/semanticTokens/full': {}, 'textDocument/semanticTokens/range': { range } };
const all = Object.entries({ ...questions, ...tokens });
/** The protocol's error code for a request that cannot be fulfilled. */
const REFUSED = -32803;

const answersOf = async (
  editor: Editor,
  file: string,
  about: readonly (readonly [string, object])[],
  place = position,
): Promise<readonly unknown[]> =>
  Promise.all(
    about.map(([method, more]) =>
      editor
        .ask<unknown>(method, file, { ...more, ...('position' in more && { position: place }) })
        .catch((error: { code: number }) => error.code),
    ),
  );

describe('a document', () => {
  const none = [...Object.keys(questions).map(() => null), { data: [], resultId: '1' }, { data: [] }];
  test('that is none of ours is answered null', async () => {
    const editor = editorOver({ 'package.json': '{ "name": "x" }' }, everything);
    await editor.open('package.json', '{ "name": "x" }');
    expect(await answersOf(editor, 'package.json', all)).toEqual(none);
  });
  test.each(['untitled:Untitled-7', 'file:///no/such/file.json', 'file:///%', 'git:/x.json?ref', 'no-uri-at-all'])(
    'that nobody has opened is answered null: %s',
    async uri => {
      const editor = editorOver({}, everything);
      await editor.greeting;
      const ask = (method: string, more: object): Promise<unknown> =>
        editor.connection.sendRequest(method, { ...more, textDocument: { uri } });
      expect(await Promise.all(all.map(([method, more]) => ask(method, more)))).toEqual(none);
      expect(await editor.connection.sendRequest(requests.fileStatus, { uri })).toEqual({
        errors: 0,
        warnings: 0,
        infos: 0,
        baselined: 0,
        files: 0,
      });
      for (const request of [requests.preview, requests.flow, requests.simulate])
        expect(await editor.connection.sendRequest(request, { uri, position })).toBe(null);
      expect(editor.log).toEqual([]);
    },
  );
  test('that is closed is answered as it is on the disk', async () => {
    const file = 'numbers/main.phone-number.json',
      editor = editorOver(clinic, bare);
    expect(await editor.ask('textDocument/hover', file, at(clinic[file]!, '"can▮ary"'))).not.toBe(null);
  });
  test('is answered from all files although they are still being read', async () => {
    const file = 'numbers/main.phone-number.json',
      editor = editorOver(clinic, bare);
    await editor.open(file, clinic[file]!);
    // all of it is sent before the server has read anything
    const [hover, definition] = await Promise.all([
      editor.ask<{ contents: { value: string } }>('textDocument/hover', file, at(clinic[file]!, '"can▮ary"')),
      editor.ask<readonly unknown[]>('textDocument/definition', file, at(clinic[file]!, '"can▮ary"')),
    ]);
    expect(hover.contents.value).toContain('version 3 (published)');
    expect(definition).toHaveLength(2);
  });
});

describe('a half-typed text', () => {
  const whole = clinic['numbers/main.phone-number.json']!,
    flow = clinic['flows/night-line.conversation-flow.json']!;
  const texts: readonly (readonly [string, string, string])[] = [
    ['nothing', 'x.phone-number.json', ''],
    ['a byte order mark', 'x.phone-number.json', '\ufeff'],
    ['an open string', 'x.phone-number.json', '{ "inbound_agents": [{ "agent_id": "agent_front'],
    ['an open key', 'x.phone-number.json', '{ "inbo'],
    ['half a file', 'x.phone-number.json', whole.slice(0, whole.length / 2)],
    ['Windows lines', 'x.phone-number.json', whole.replaceAll('\n', '\r\n')],
    [
      'odd keys',
      'x.phone-number.json',
      '{ "__proto__": { "constructor": [] }, "inbound_agents": { "0": {} }, "toString": 1 }',
    ],
    ['nesting', 'x.phone-number.json', '['.repeat(3000)],
    ['another type', 'x.agent.json', '[1, "a", null]'],
    ['a lone surrogate', 'x.agent.json', '{ "agent_id": "\ud83e'],
    ['half a flow', 'x.conversation-flow.json', flow.slice(0, flow.length * 0.7)],
    ['a broken configuration', 'preflight.config.json', '{ "rules": { "out-of-ran'],
    ['a broken baseline', 'preflight.baseline.json', '{ "version": '],
  ];
  test.each(texts)('is answered, or refused with a reason: %s', async (_, file, text) => {
    const editor = editorOver(clinic, everything);
    await editor.open(file, text);
    const lines = text.split(/\r?\n/),
      last = { line: lines.length - 1, character: lines.at(-1)!.length };
    const places = [
      position,
      last,
      { line: last.line, character: 9999 },
      { line: Math.floor(last.line / 2), character: 12 },
      { line: 99_999, character: 3 },
    ];
    for (const place of places)
      for (const answer of await answersOf(editor, file, all, place))
        if (typeof answer === 'number') expect(answer).toBe(REFUSED);
    for (const request of [requests.preview, requests.flow, requests.simulate])
      for (const place of places)
        await editor.connection.sendRequest(request, { uri: editor.uri(file), position: place });
    expect(editor.log).toEqual([]);
  });
});

import { basename } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FoldingRange, SemanticTokens } from 'vscode-languageserver/node';
import { at, bare, clinic, editors, everything } from '../testing/clients.ts';
import type { Editor } from '../testing/editor.ts';
import { mutated, withLineEnds } from '../testing/fuzz/mutations.ts';
import { Random } from '../testing/fuzz/random.ts';
import { oddTexts } from '../testing/odd-texts.ts';
import { samples, textsIn } from '../testing/samples.ts';
import { requests, type ProtocolPosition } from './protocol.ts';

const editorOver = editors();
const start = { line: 0, character: 0 },
  options = { tabSize: 2, insertSpaces: true };
/** Every request about a document, with its further parameters: at a position of a text that ends with `last`. */
const questions = (position: ProtocolPosition, last: ProtocolPosition): Readonly<Record<string, object>> => {
  const range = { start, end: last };
  return {
    'textDocument/hover': { position },
    'textDocument/completion': { position },
    'textDocument/definition': { position },
    'textDocument/references': { position, context: { includeDeclaration: true } },
    'textDocument/documentHighlight': { position },
    'textDocument/documentLink': {},
    'textDocument/foldingRange': {},
    'textDocument/selectionRange': { positions: [position, last] },
    'textDocument/documentSymbol': {},
    'textDocument/codeAction': { range, context: { diagnostics: [] } },
    'textDocument/codeLens': {},
    'textDocument/inlayHint': { range },
    'textDocument/prepareCallHierarchy': { position },
    'textDocument/prepareRename': { position },
    'textDocument/rename': { position, newName: 'x' },
    'textDocument/formatting': { options },
    'textDocument/rangeFormatting': { options, range: { start: position, end: position } },
    'textDocument/onTypeFormatting': { options, position, ch: '}' },
    'textDocument/semanticTokens/full': {},
    'textDocument/semanticTokens/range': { range },
  };
};
const panels = [requests.preview, requests.flow, requests.simulate];
/** The protocol's error code for a request that cannot be fulfilled. */
const REFUSED = -32803;

interface Asked extends Partial<ProtocolPosition & FoldingRange & SemanticTokens> {
  readonly uri?: string;
  readonly targetUri?: string;
  readonly textDocument?: { readonly uri: string };
  readonly arguments?: unknown;
}
/** The positions in an answer that do not exist in its text, by the protocol's definition of lines. */
function* astray(value: unknown, lengths: readonly number[], isOther: (uri: string) => boolean): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const { line, character, startLine, startCharacter, endLine, endCharacter, data, ...rest } = value as Asked;
  // what an action selects afterwards is a position in the text after it
  if (rest.arguments) return;
  const of = rest.uri ?? rest.targetUri ?? rest.textDocument?.uri;
  if (of !== undefined && isOther(of)) return;
  const places = [
    [line, character],
    [startLine, startCharacter],
    [endLine, endCharacter],
  ] as const;
  for (const [row, at = 0] of places)
    if (row !== undefined && at > (lengths[row] ?? -1)) yield `${row}:${at} in a line of ${lengths[row]}`;
  if (Array.isArray(data)) yield* astrayTokens({ data }, lengths);
  for (const part of Object.values(value)) yield* astray(part, lengths, isOther);
}
function* astrayTokens({ data }: SemanticTokens, lengths: readonly number[]): Generator<string> {
  let line = 0,
    character = 0;
  for (let i = 0; i < data.length; i += 5) {
    character = data[i] === 0 ? character + data[i + 1]! : data[i + 1]!;
    line += data[i]!;
    if (character + data[i + 2]! > (lengths[line] ?? -1)) yield `token ${line}:${character}+${data[i + 2]}`;
  }
}
const lengthsOf = (text: string): number[] => text.split(/\r\n|\n|\r/).map(({ length }) => length);

/** What is wrong with the answers about a position of an open text: places outside it, and failures. */
async function wrongIn(editor: Editor, name: string, text: string, position: ProtocolPosition): Promise<string[]> {
  const lengths = lengthsOf(text),
    last = { line: lengths.length - 1, character: lengths.at(-1)! };
  const wrong: string[] = [];
  const ask = async ([method, more]: readonly [string, object]): Promise<void> => {
    const answer = await editor.ask(method, name, more).catch(({ code }: { code: number }) => code);
    if (typeof answer === 'number' && answer !== REFUSED) wrong.push(`${method}: error ${answer}`);
    for (const one of astray(answer, lengths, uri => uri !== editor.uri(name))) wrong.push(`${method}: ${one}`);
  };
  await Promise.all(Object.entries({ 'textDocument/diagnostic': {}, ...questions(position, last) }).map(ask));
  return wrong;
}

describe('a document', () => {
  const none = Object.keys(questions(start, start)).map(method => {
    if (!method.includes('semanticTokens')) return null;
    return method.endsWith('full') ? { data: [], resultId: '1' } : { data: [] };
  });
  const answersOf = async (editor: Editor, uri: string): Promise<readonly unknown[]> => {
    await editor.greeting;
    return Promise.all(
      Object.entries(questions(start, start)).map(([method, more]) =>
        editor.connection.sendRequest(method, { ...more, textDocument: { uri } }),
      ),
    );
  };
  test('that is none of ours is answered null', async () => {
    const editor = editorOver({ 'package.json': '{ "name": "x" }' }, everything);
    await editor.open('package.json', '{ "name": "x" }');
    expect(await answersOf(editor, editor.uri('package.json'))).toEqual(none);
  });
  test.each(['untitled:Untitled-7', 'file:///no/such/file.json', 'file:///%', 'git:/x.json?ref', 'no-uri-at-all'])(
    'that nobody has opened is answered null: %s',
    async uri => {
      const editor = editorOver({}, everything);
      expect(await answersOf(editor, uri)).toEqual(none);
      expect(await editor.connection.sendRequest(requests.fileStatus, { uri })).toEqual({
        errors: 0,
        warnings: 0,
        infos: 0,
        baselined: 0,
        files: 0,
      });
      for (const request of panels)
        expect(await editor.connection.sendRequest(request, { uri, position: start })).toBe(null);
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

test('a half-typed text is answered with ranges within its lines, or refused with a reason', async () => {
  const editor = editorOver(clinic, everything);
  for (const [file, text] of oddTexts) {
    await editor.open(file, text);
    const lengths = lengthsOf(text),
      line = lengths.length - 1;
    const places = [
      start,
      { line, character: lengths.at(-1)! },
      { line, character: 99_999 },
      { line: line >> 1, character: 12 },
      { line: 99_999, character: 3 },
    ];
    // a deep text takes as long as it is deep
    for (const position of text.length < 2000 ? places : places.slice(0, 2)) {
      expect([file, text, position, ...(await wrongIn(editor, file, text, position))]).toEqual([file, text, position]);
      for (const request of panels) await editor.connection.sendRequest(request, { uri: editor.uri(file), position });
    }
    expect([file, text, ...editor.log]).toEqual([file, text]);
    await editor.close(file);
  }
});

test('every range of every answer lies within the lines of its text, whatever ends them', async () => {
  const editor = editorOver({}, everything),
    random = new Random(13);
  let tried = 0;
  for (const [path, file] of Object.entries(textsIn(samples('broken')))) {
    const name = basename(path),
      sample = file.replace(/^\ufeff/, '');
    if (!name.endsWith('.json') || name.startsWith('preflight.') || sample.includes('\ufffd')) continue;
    await editor.open(name, sample);
    for (let i = 0; i < 6; i++) {
      const broken = i < 2 ? sample : mutated(random.pick(['bytes', 'tokens', 'structure', 'chained']), sample, random);
      // an editor does not show a byte order mark
      const text = withLineEnds(broken.replace(/^\ufeff/, ''), random),
        lengths = lengthsOf(text),
        line = random.upTo(lengths.length);
      await editor.type(name, text);
      const wrong = await wrongIn(editor, name, text, { line, character: random.upTo(lengths[line]! + 1) });
      expect([name, text, wrong]).toEqual([name, text, []]);
      tried++;
    }
    await editor.close(name);
  }
  expect(tried).toBeGreaterThan(200);
});

test.each([
  '',
  '\r\n',
  '\r',
  '\n',
  '\r\n\r\n',
  ' \r\n',
  '{\r\n',
  '{"a":\r\n"b": 1}',
  '[1,\r\n"a": 2]',
  '{"a": [\r\n"b": 1}',
  '"\r\n',
  '[1\r\n}\r\n]',
])('every range lies within the lines of %j', async text => {
  const editor = editorOver({}, everything),
    name = 'x.asr-routing.json';
  await editor.open(name, text);
  for (const [line, length] of lengthsOf(text).entries())
    for (let character = 0; character <= length; character++)
      expect(await wrongIn(editor, name, text, { line, character })).toEqual([]);
});

import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import type { FoldingRange, SemanticTokens } from 'vscode-languageserver/node';
import { editors, everything } from '../testing/clients.ts';
import type { Editor } from '../testing/editor.ts';
import { mutated, withLineEnds } from '../testing/fuzz/mutations.ts';
import { Random } from '../testing/fuzz/random.ts';
import type { ProtocolPosition } from './protocol.ts';

const editorOver = editors();
const folder = fileURLToPath(new URL('../../samples/broken', import.meta.url));
const samples = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  .filter(file => file.endsWith('.json') && !basename(file).startsWith('preflight.'))
  .sort()
  .map(file => [basename(file), readFileSync(join(folder, file), 'utf8').replace(/^\ufeff/, '')] as const)
  .filter(([, text]) => !text.includes('\ufffd'));

const options = { tabSize: 2, insertSpaces: true };
/** The requests for a text whose last position is `last`. */
const questions = (last: ProtocolPosition, position: ProtocolPosition): readonly (readonly [string, object])[] => {
  const range = { start: { line: 0, character: 0 }, end: last };
  return [
    ['textDocument/diagnostic', {}],
    ['textDocument/formatting', { options }],
    ['textDocument/rangeFormatting', { options, range: { start: position, end: position } }],
    ['textDocument/onTypeFormatting', { options, position, ch: '}' }],
    ['textDocument/selectionRange', { positions: [position, last] }],
    ['textDocument/foldingRange', {}],
    ['textDocument/documentSymbol', {}],
    ['textDocument/semanticTokens/full', {}],
    ['textDocument/documentLink', {}],
    ['textDocument/codeLens', {}],
    ['textDocument/inlayHint', { range }],
    ['textDocument/codeAction', { range, context: { diagnostics: [] } }],
    ['textDocument/hover', { position }],
    ['textDocument/completion', { position }],
    ['textDocument/definition', { position }],
    ['textDocument/references', { position, context: { includeDeclaration: true } }],
    ['textDocument/documentHighlight', { position }],
    ['textDocument/prepareCallHierarchy', { position }],
  ];
};

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
const linesOf = (text: string): string[] => text.split(/\r\n|\n|\r/);

/** What is wrong with the answers about a position in a text. */
async function wrongIn(editor: Editor, name: string, text: string, position: ProtocolPosition): Promise<string[]> {
  const lengths = linesOf(text).map(({ length }) => length);
  const last = { line: lengths.length - 1, character: lengths.at(-1)! },
    wrong: string[] = [];
  for (const [method, more] of questions(last, position)) {
    const answer = await editor.ask(method, name, more);
    for (const one of astray(answer, lengths, uri => uri !== editor.uri(name))) wrong.push(`${method}: ${one}`);
  }
  return wrong;
}

test('every range of every answer lies within the lines of its text, whatever ends them', async () => {
  const editor = editorOver({}, everything),
    random = new Random(13);
  let tried = 0;
  for (const [name, sample] of samples) {
    await editor.open(name, sample);
    for (let i = 0; i < 6; i++) {
      const broken = i < 2 ? sample : mutated(random.pick(['bytes', 'tokens', 'structure', 'chained']), sample, random);
      // an editor does not show a byte order mark
      const text = withLineEnds(broken.replace(/^\ufeff/, ''), random),
        lines = linesOf(text),
        line = random.upTo(lines.length);
      await editor.type(name, text);
      const wrong = await wrongIn(editor, name, text, { line, character: random.upTo(lines[line]!.length + 1) });
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
  for (const [line, { length }] of linesOf(text).entries())
    for (let character = 0; character <= length; character++)
      expect(await wrongIn(editor, name, text, { line, character })).toEqual([]);
});

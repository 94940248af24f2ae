import type { FoldingRange, SemanticTokens } from 'vscode-languageserver/node';
import { requests, type ProtocolPosition } from '../../lsp/protocol.ts';
import { basename } from 'node:path';
import type { Editor } from '../editor.ts';
import type { Input } from './inputs.ts';
import { withLineEnds } from './mutations.ts';

/* Laws of the answers of the language server: all positions are within the text, and no request fails. */

export const start = { line: 0, character: 0 };
/**
 * The parameters of every request about a document, by method.
 * @param position the position of the request
 * @param last the end of the text
 */
export const questions = (position: ProtocolPosition, last: ProtocolPosition): Readonly<Record<string, object>> => {
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
    'textDocument/prepareRename': { position },
    'textDocument/rename': { position, newName: 'x' },
    'textDocument/semanticTokens/full': {},
    'textDocument/semanticTokens/range': { range },
  };
};
export const panelRequests = [requests.preview, requests.flow, requests.simulate];
/** The error code of the protocol for a request that cannot be fulfilled. */
const REQUEST_FAILED = -32803;

interface Answer extends Partial<ProtocolPosition & FoldingRange & SemanticTokens> {
  readonly uri?: string;
  readonly targetUri?: string;
  readonly textDocument?: { readonly uri: string };
  readonly arguments?: unknown;
}
/**
 * Yields the positions in an answer that do not exist in the text.
 * @param lengths the lengths of the lines of the text
 * @param isOther whether a URI is that of another file, which is skipped
 */
function* invalidPositions(
  value: unknown,
  lengths: readonly number[],
  isOther: (uri: string) => boolean,
): Generator<string> {
  if (typeof value !== 'object' || value === null) return;
  const { line, character, startLine, startCharacter, endLine, endCharacter, data, ...rest } = value as Answer;
  // the arguments of an action select text that exists only after the action is applied
  if (rest.arguments) return;
  const target = rest.uri ?? rest.targetUri ?? rest.textDocument?.uri;
  if (target !== undefined && isOther(target)) return;
  const places = [
    [line, character],
    [startLine, startCharacter],
    [endLine, endCharacter],
  ] as const;
  for (const [row, at = 0] of places)
    if (row !== undefined && at > (lengths[row] ?? -1)) yield `${row}:${at} in a line of ${lengths[row]}`;
  if (Array.isArray(data)) yield* invalidTokens({ data }, lengths);
  for (const part of Object.values(value)) yield* invalidPositions(part, lengths, isOther);
}
function* invalidTokens({ data }: SemanticTokens, lengths: readonly number[]): Generator<string> {
  let line = 0,
    character = 0;
  for (let i = 0; i < data.length; i += 5) {
    character = data[i] === 0 ? character + data[i + 1]! : data[i + 1]!;
    line += data[i]!;
    if (character + data[i + 2]! > (lengths[line] ?? -1)) yield `token ${line}:${character}+${data[i + 2]}`;
  }
}
export const lengthsOf = (text: string): number[] => text.split(/\r\n|\n|\r/).map(({ length }) => length);

/**
 * The mistakes in the answers about a position, which may be outside the text: positions outside the text, and failed
 * requests.
 */
export async function answerMistakes(
  editor: Editor,
  name: string,
  text: string,
  position: ProtocolPosition,
): Promise<string[]> {
  const lengths = lengthsOf(text),
    last = { line: lengths.length - 1, character: lengths.at(-1)! };
  const mistakes: string[] = [];
  const ask = async ([method, more]: readonly [string, object]): Promise<void> => {
    const answer = await editor.ask(method, name, more).catch(({ code }: { code: number }) => code);
    if (typeof answer === 'number' && answer !== REQUEST_FAILED) mistakes.push(`${method}: error ${answer}`);
    for (const one of invalidPositions(answer, lengths, uri => uri !== editor.uri(name)))
      mistakes.push(`${method}: ${one}`);
  };
  await Promise.all(Object.entries({ 'textDocument/diagnostic': {}, ...questions(position, last) }).map(ask));
  return mistakes;
}

/** The mistakes in the answers about a random position of an input whose line ends are varied. */
export async function mistakesInEditor(editor: Editor, { file, text: input, random }: Input): Promise<string[]> {
  const name = basename(file),
    // an editor does not send the byte order mark
    text = withLineEnds(input.replace(/^\ufeff/, ''), random),
    lengths = lengthsOf(text),
    line = random.upTo(lengths.length);
  await editor.open(name, '');
  await editor.type(name, text);
  const mistakes = await answerMistakes(editor, name, text, { line, character: random.upTo(lengths[line]! + 1) });
  await editor.close(name);
  return mistakes;
}

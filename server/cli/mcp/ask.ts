import { fnv1a } from '../../core/json/by-text.ts';
import type { Lint } from '../../core/generated/outputs.js';
import type { JsonObject } from '../../core/json/json.ts';
import { redactValue } from '../../core/secrets.ts';
import type { Answer } from '../../view/answer.ts';
import { paint } from '../../view/paint.ts';
import { worstFirst } from '../../view/report.ts';
import { withoutControls } from '../../view/printable.ts';
import { UsageError, type Io, type Output } from '../terminal/io.ts';
import { commandLine, type Values } from './arguments.ts';
import { tools, type Tool } from './tools.ts';

/** One page of a tool's answer. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
  /** The result; absent if the command has none. */
  readonly content?: JsonObject;
}

/** The maximum number of items on a page, in all lists together. */
const PAGE = 50;
/** The maximum number of lines of text on a page, for results without lists and for lists with long items. */
const LINES = 150;

/** Runs a command line. @returns the exit code */
export type Run = (args: readonly string[], io: Io) => Promise<number>;

/**
 * Runs a command for a tool, and returns its answer as the page that the client requested.
 * @throws UsageError
 */
export async function ask(
  name: string,
  tool: Tool,
  { cursor, root: _, ...values }: Values,
  { folder, run }: { readonly folder: string; readonly run: Run },
): Promise<ToolAnswer> {
  const page = pageAt(cursor as string | undefined),
    buffer = bufferIn(values),
    // text replaces the file on disk, for which the command has another option
    line = buffer
      ? ['--stdin', `--stdin-filename=${buffer.path}`]
      : commandLine(operandsOf(values), tool.argumentTypes);
  const args = [name, ...(tool.options?.(values) ?? []), ...line],
    { code, answer, notes } = await outcomeOf(run, args, folder, buffer?.text);
  const remarks = inToolTerms(notes, tool);
  if (!answer) return { isError: true, text: remarks || `${name} has no result` };
  const result = redactValue(worstFirstIn(answer.result)) as JsonObject;
  return pageOf({ result, tool, page, answer, remarks, code });
}

const plainPaint = paint(false);

/**
 * The text in place of a file; undefined without text.
 * @throws UsageError if the path is missing or not alone
 */
function bufferIn({ path, text, paths }: Values): { readonly path: string; readonly text: string } | undefined {
  if (text === undefined) return undefined;
  if (path === undefined || paths !== undefined)
    throw new UsageError('text needs path, and cannot be combined with paths');
  return { path: path as string, text: text as string };
}
/** The arguments with `path` moved to `paths`. */
const operandsOf = ({ path, ...values }: Values): Values =>
  path === undefined ? values : { ...values, paths: [path, ...[values['paths'] ?? []].flat()] as string[] };

interface Outcome {
  readonly code: number;
  readonly answer: Answer | undefined;
  readonly notes: string;
}

export async function outcomeOf(run: Run, args: readonly string[], cwd: string, stdin = ''): Promise<Outcome> {
  let notes = '',
    answer: Answer | undefined;
  const output = (write: Output['write']): Output => ({ write, isTTY: false, columns: Infinity });
  const code = await run(args, {
    stdout: output(() => undefined),
    stderr: output(text => (notes += text)),
    cwd,
    env: {},
    readStdin: () => Buffer.from(stdin),
    take: value => (answer = value),
  });
  return { code, answer, notes };
}

/** The result with the worst findings first. Published findings are in the order of places. */
const worstFirstIn = (result: object): object =>
  'findings' in result
    ? { ...result, findings: worstFirst((result as Lint).findings, ({ superseded }) => superseded === true) }
    : result;

/** The remarks of the command line, with the names of the tool instead of options. */
const inToolTerms = (notes: string, { argumentTypes }: Tool): string =>
  notes
    .replaceAll('--stdin-filename', 'path')
    .replace(/--([a-z]+)/g, (option, name: string) => (Object.hasOwn(argumentTypes, name) ? name : option))
    .replace(/;? ?"preflight [a-z]+ --help"[^\n]*/g, '')
    .replace('"preflight rules" lists', 'resources below preflight://rules are')
    .replace(/"preflight ([a-z]+)"/g, (line, name: string) => (Object.hasOwn(tools, name) ? name : line))
    .trim();

/**
 * Reads a cursor such as `2-0a1b2c3d`: the number of a page, and the hash of the whole result.
 * @throws UsageError
 */
function pageAt(cursor = '0-'): { readonly number: number; readonly hash: string } {
  const [, number, hash = ''] = /^(\d{1,6})-([0-9a-f]{8})?$/.exec(cursor) ?? [];
  if (number === undefined) throw new UsageError('cursor: expected next_cursor of the page before, or none');
  return { number: Number(number), hash };
}

interface PageRequest {
  readonly result: JsonObject;
  readonly tool: Tool;
  readonly page: ReturnType<typeof pageAt>;
  readonly answer: Answer;
  readonly remarks: string;
  readonly code: number;
}

function pageOf({ result, tool: { lists }, page: { number, hash }, answer, remarks, code }: PageRequest): ToolAnswer {
  const currentHash = fnv1a(JSON.stringify(result));
  if (hash !== '' && hash !== currentHash)
    throw new UsageError('cursor: the files have changed since the page before; ask again without a cursor');
  const listEntries = lists.map(list => [list, (result[list] ?? []) as readonly JsonObject[]] as const),
    total = listEntries.reduce((sum, [, items]) => sum + items.length, 0);
  let skip = number * PAGE,
    room = PAGE;
  const parts = listEntries.map(([list, items]) => {
    const part = items.slice(skip, skip + room);
    skip = Math.max(0, skip - items.length);
    room -= part.length;
    return [list, part] as const;
  });
  const content = { ...result, ...Object.fromEntries(parts) } as JsonObject;
  const isWhole = answer.textOf === undefined,
    fullText = answer.textOf?.(content) ?? answer.text({ paint: plainPaint, columns: Infinity }),
    lines = fullText.trim().split('\n'),
    pages = Math.max(Math.ceil(total / PAGE), isWhole ? Math.ceil(lines.length / LINES) : 0);
  const next = number + 1 < pages ? `${number + 1}-${currentHash}` : null;
  const text = [
    (isWhole ? lines.slice(number * LINES, (number + 1) * LINES) : lines).join('\n'),
    remarks,
    ...(next === null ? [] : [`page ${number + 1} of ${pages}; for the next page: cursor ${next}`]),
  ].filter(part => part !== '');
  return {
    text: withoutControls(text.join('\n')),
    // exit code 4 means that there are differences. Exit code 1 is an answer, too, unless the result is empty
    isError: code === 2 || code === 3 || (code === 1 && total === 0),
    content: { ...content, total, next_cursor: next },
  };
}

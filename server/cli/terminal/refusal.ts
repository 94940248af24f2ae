import { MAX_PROBLEMS, type ConfigurationProblem } from '../../core/configuration/read.ts';
import type { Document } from '../../core/document.ts';
import { secretSpans } from '../../core/domain/redacted.ts';
import { findingRange } from '../../core/engine/report.ts';
import { count } from '../../core/numbers.ts';
import type { Span } from '../../core/syntax/lines.ts';
import type { ConfigurationError } from '../../state/configuration.ts';
import { codeFrame } from '../../view/code-frame.ts';
import { maskSecrets } from '../../core/secrets.ts';
import { makeReadable } from '../../view/printable.ts';
import { type Io, pathFrom } from './io.ts';

/** The maximum number of columns of a line of the configuration in a message. */
const FRAME = 100;
/**
 * The maximum number of problems in a message. Each is found by a search through its line, which may be the whole
 * file.
 */
const MAX_LINES = 20;

/**
 * The message and exit code of an error, with files relative to the working directory; undefined for an unexpected
 * error. Errors are recognized by name, because each bundle has its own classes.
 */
export function refusalOf(
  error: unknown,
  io: Pick<Io, 'cwd'>,
): { readonly message: string; readonly code: 2 | 3 } | undefined {
  const { name, message } = error as Error;
  if (name === 'UsageError') return { message: maskSecrets(message), code: 2 };
  if (name === 'WorkspaceTooLarge' || name === 'GitError') return { message: makeReadable(message), code: 2 };
  if (name === 'OutputError') return { message: maskSecrets(message), code: 3 };
  if (name !== 'ConfigurationError') return undefined;
  const { root, problems } = error as ConfigurationError,
    secrets = new Map<Document, readonly Span[]>();
  const secretsIn = (document: Document): readonly Span[] => {
    const spans = secrets.get(document) ?? secretSpans(document);
    secrets.set(document, spans);
    return spans;
  };
  const lines = problems
    .slice(0, MAX_LINES)
    .map(problem => drawProblem(pathFrom(io, root, problem.file), problem, secretsIn));
  const remainder = count(problems.length - MAX_LINES, 'more problem');
  if (problems.length > MAX_LINES)
    lines.push(problems.length < MAX_PROBLEMS ? `and ${remainder}` : `and at least ${remainder}`);
  return { message: lines.join('\n'), code: 2 };
}

/**
 * A problem in lines: `preflight.config.json:2:14 unknown rule "x" unknown-rule`, and the line of the file with
 * carets.
 */
function drawProblem(
  path: string,
  { line, column, message, source }: ConfigurationProblem,
  secretsIn: (document: Document) => readonly Span[],
): string {
  const head = makeReadable(`${path}:${line}:${column} ${message}`);
  if (!source) return head;
  const { document, finding } = source;
  const frame = codeFrame(document, findingRange(document, finding), secretsIn(document), FRAME);
  const gutter = String(line);
  return [
    `${head}  ${finding.rule}`,
    `  ${gutter} │ ${frame.source}`.trimEnd(),
    `  ${' '.repeat(gutter.length)} │ ${' '.repeat(frame.indent)}${'^'.repeat(frame.marked)}${frame.hasMore ? '…' : ''}`,
  ].join('\n');
}

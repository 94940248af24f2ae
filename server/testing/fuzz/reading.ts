import { isDeepStrictEqual } from 'node:util';
import { stableOf } from '../../core/configuration/suppressions-and-baseline.ts';
import { Document } from '../../core/document.ts';
import { explanationsOf } from '../../core/domain/syntax-causes.ts';
import { pointerOf, type Finding } from '../../core/finding.ts';
import type { Json } from '../../core/json/json.ts';
import { parentOf } from '../../core/json/pointer.ts';
import { spanOf, locate } from '../../core/locate.ts';
import { parseText, valueOf } from '../../core/syntax/parse.ts';
import { edit } from './mutations.ts';
import { linted, type Subject } from './subject.ts';

/** Violations of a law, each described in a sentence. */
export type Violations = Iterable<string>;

/** A text has no problems exactly if `JSON.parse` accepts it; all problems and nodes are within the text. */
export function* parses({ context: { document } }: Subject): Violations {
  yield* parseViolations(document.text);
}
function* parseViolations(text: string): Violations {
  let expected: { readonly value: Json } | undefined;
  try {
    // a byte order mark is removed first, as editors do
    expected = { value: JSON.parse(text.replace(/^\ufeff/, '')) as Json };
  } catch {
    expected = undefined;
  }
  const { nodes, problems } = parseText(text);
  if ((problems.length === 0) !== (expected !== undefined))
    yield `JSON.parse ${expected ? 'accepts' : 'rejects'} it; problems: ${problems.map(p => p.code).join()}`;
  if (expected && !isDeepStrictEqual(valueOf(nodes), expected.value))
    yield `its value differs from what JSON.parse reads: ${difference(valueOf(nodes), expected.value)}`;
  const isInText = ({ start, end }: { start: number; end: number }): boolean =>
    start >= 0 && start <= end && end <= text.length;
  for (const problem of problems)
    if (!isInText(problem) || problem.node >= nodes.length) yield `the place of ${problem.code} does not exist`;
  for (const { span, message, fix } of explanationsOf(text, problems, nodes)) {
    if (/undefined|\n/.test(message)) yield `a message: ${message}`;
    if (!isInText(span) || !(fix?.edits ?? []).every(isInText)) yield `the place of ${message} is not in the text`;
  }
  for (let node = 0; node < nodes.length; node++)
    if (!isInText(nodes.span(node)) || nodes.next(node) <= node || nodes.next(node) > nodes.length)
      yield `the place of node ${node} does not exist`;
}

/** No rule fails, and every finding and related place is within its text. */
export function* lints(subject: Subject): Violations {
  const { document, workspace } = subject.context,
    { configuration } = subject.input.source;
  for (const finding of subject.findings) {
    // a baseline calls this for every finding, so it must not throw
    stableOf(finding, file => workspace.document(file), configuration);
    if (finding.rule === 'internal-error') yield finding.message;
    const wrong = subject.wrongSpan(document, spanOf(document, finding));
    if (wrong !== undefined) yield `${finding.rule}: ${wrong}`;
    if (document.valid && !isKnown(document, finding))
      yield `${finding.rule} at ${pointerOf(finding.target)}, which does not exist`;
    for (const related of finding.related) {
      const otherDocument = workspace.document(related.file);
      const mismatch =
        otherDocument && subject.wrongSpan(otherDocument, related.span ?? locate(otherDocument, related.target));
      if (mismatch !== undefined) yield `${finding.rule}, beside: ${mismatch}`;
    }
  }
}
/** Whether the place of a finding exists. For a missing field, its parent has to exist. */
const isKnown = (document: Document, { target }: Finding): boolean =>
  pointerOf(target) === '' || document.at(pointerOf(target)).exists || document.at(parentOf(pointerOf(target))).exists;

/** While a line is half typed, there are no findings beyond those in the complete text, except for invalid JSON. */
export function* addsNothing({
  input,
  context: { document, savedWorkspace: saved },
  findings,
  rules,
}: Subject): Violations {
  if (input.mutation !== 'half-typed' || document.readable) return;
  const savedFindings = savedIdentities(saved.document(document.file)!, () => {
    const replacedBy = new Map(rules.rules.map(({ id, replaces = [] }) => [id, replaces as readonly string[]]));
    // the general rule may report while the place of the specific rule is uncertain
    return linted(saved.document(document.file)!, saved, rules).flatMap(finding =>
      [finding.rule, ...(replacedBy.get(finding.rule) ?? [])].map(rule => identity(rule, finding)),
    );
  });
  for (const finding of findings)
    if (finding.rule !== 'invalid-json' && !savedFindings.has(identity(finding.rule, finding)))
      yield `of the whole text this is not said: ${identity(finding.rule, finding)}`;
}
const identity = (rule: string, { target }: Finding): string => `${rule} ${JSON.stringify(target)}`;
function savedIdentities(document: Document, linesOf: () => readonly string[]): ReadonlySet<string> {
  return document.memory.remember(savedIdentities, undefined, () => new Set(linesOf()));
}

/** After edits, a document and its findings equal those of a newly parsed document. */
export function* followsEdits({ context: { document: first, workspace }, random, rules }: Subject): Violations {
  let document = first;
  for (let remaining = 1 + random.upTo(4); remaining > 0; remaining--) {
    // some versions are replaced before they are read
    if (random.chance(0.7)) void document.parsed;
    if (random.chance(0.7)) void document.value;
    if (random.chance(0.5)) void document.lines;
    document = document.withChanges([edit(document.text, random)]);
  }
  const kind = document.match?.by === 'configuration' ? document.kind : undefined,
    freshDocument = new Document(document.file, document.text, document.version, kind);
  const [editedText, freshText] = [wordsOf(document), wordsOf(freshDocument)];
  if (editedText !== freshText)
    yield `an edited document is not what its text is: ${firstDifference(editedText, freshText)}`;
  if (random.chance(0.5)) return;
  const [text, expected] = [document, freshDocument].map(document =>
    JSON.stringify(linted(document, workspace.withDocument(document), rules)),
  ) as [string, string];
  if (text !== expected) yield `an edited document has other findings: ${firstDifference(text, expected)}`;
}

/** Flattens a value into a list, because it may be nested deeper than the call stack. */
function partsOf(value: unknown): unknown[] {
  const list: unknown[] = [];
  for (const queue = [value]; queue.length > 0;) {
    const item = queue.pop();
    if (typeof item !== 'object' || item === null) list.push(Object.is(item, -0) ? '-0' : item);
    else {
      list.push(Array.isArray(item) ? '[' : '{', Object.keys(item).length);
      for (const [key, part] of Object.entries(item)) queue.push(part, key);
    }
  }
  return list;
}
const wordsOf = (document: Document): string => {
  const { value, valid, kind, parsed, lines, text } = document;
  const { nodes, problems } = parsed,
    shapes: number[] = [];
  for (let node = 0; node < nodes.length; node++)
    shapes.push(
      nodes.type(node),
      nodes.start(node),
      nodes.end(node),
      nodes.next(node),
      nodes.keySpan(node)?.start ?? -1,
    );
  const starts = Array.from({ length: lines.lineCount }, (_, line) => lines.startOf(line));
  return JSON.stringify([valid, kind, problems, starts, lines.positionAt(text.length), shapes, ...partsOf(value)]);
};

export function firstDifference(a: string, b: string): string {
  let index = 0;
  while (a[index] === b[index] && index < a.length) index++;
  const from = Math.max(0, index - 40);
  return `${a.slice(from, index + 80)} | ${b.slice(from, index + 80)}`;
}
const difference = (a: unknown, b: unknown): string =>
  firstDifference(JSON.stringify(a) ?? '', JSON.stringify(b) ?? '');

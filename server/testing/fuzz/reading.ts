import { stableOf } from '../../core/configuration/lint-workspace.ts';
import { Document } from '../../core/document.ts';
import { spanOf, locate } from '../../core/locate.ts';
import { edit } from './mutations.ts';
import { linted, wrongSpan, type FuzzSubject } from './subject.ts';

/** The violated invariants, one sentence each. */
export type FuzzFindings = Iterable<string>;

/** No rule fails, and every finding and related place is within its text. */
export function* lints({ asked: { document, workspace }, findings, configuration }: FuzzSubject): FuzzFindings {
  for (const finding of findings) {
    // as a baseline asks of every finding: it must not throw
    stableOf(finding, file => workspace.document(file), configuration);
    if (finding.rule === 'internal-error') yield finding.message;
    const wrong = wrongSpan(document, spanOf(document, finding));
    if (wrong !== undefined) yield `${finding.rule}: ${wrong}`;
    for (const related of finding.related) {
      const other = workspace.document(related.file);
      const off = other && wrongSpan(other, related.span ?? locate(other, related.target));
      if (off !== undefined) yield `${finding.rule}, beside: ${off}`;
    }
  }
}

/** After each edit a document equals one that was parsed from scratch. */
export function* followsEdits({ asked: context, random, rules }: FuzzSubject): FuzzFindings {
  if (random.chance(0.5)) return;
  let { document } = context;
  for (let left = 1 + random.upTo(4); left > 0; left--) {
    // some versions are never read
    if (random.chance(0.7)) void document.parsed;
    if (random.chance(0.7)) void document.value;
    if (random.chance(0.5)) void document.lines;
    const change = edit(document.text, random);
    document = document.edited([change]);
  }
  const kind = document.match?.by === 'configuration' ? document.kind : undefined,
    fresh = new Document(document.file, document.text, document.version, kind);
  const [followed, read] = [told(document), told(fresh)];
  if (followed !== read) yield `an edited document is not what its text is: ${firstDifference(followed, read)}`;
  if (random.chance(0.5)) return;
  const [found, expected] = [document, fresh].map(one =>
    JSON.stringify(linted(one, context.workspace.with(one), rules)),
  ) as [string, string];
  if (found !== expected) yield `an edited document has other findings: ${firstDifference(found, expected)}`;
}

const told = (document: Document): string => {
  const { value, valid, kind, parsed, lines, text } = document;
  const { tape, problems } = parsed,
    nodes: number[] = [];
  for (let node = 0; node < tape.length; node++)
    nodes.push(tape.type(node), tape.start(node), tape.end(node), tape.next(node), tape.keySpan(node)?.start ?? -1);
  const starts = Array.from({ length: lines.lineCount }, (_, line) => lines.startOf(line));
  return JSON.stringify([valid, kind, problems, starts, lines.positionAt(text.length), nodes, value]);
};

export function firstDifference(a: string, b: string): string {
  let at = 0;
  while (a[at] === b[at] && at < a.length) at++;
  const from = Math.max(0, at - 40);
  return `${a.slice(from, at + 80)} | ${b.slice(from, at + 80)}`;
}

import { Document } from '../../core/document.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { isFixable } from '../../core/fixing/choose.ts';
import { repairUntilStable } from '../../core/fixing/repair.ts';
import { Scanner } from '../../core/syntax/scanner.ts';
import { firstDifference, type Violations } from './reading.ts';
import { linted, type Subject } from './subject.ts';

/** The number of inputs that fixes changed, so that a test can require a minimum. */
export let changeCount = 0;

/**
 * Fixes converge, keep valid JSON valid, and add no syntax errors. Safe fixes also write no comments and add no
 * findings.
 */
export function* fixes(subject: Subject): Violations {
  const isUnsafe = subject.findings.some(({ fix }) => fix?.safe === false);
  for (const unsafe of isUnsafe ? [false, true] : [false]) {
    const { document } = subject.context,
      { text, notes, appliedCount: fixCount } = runFixesRepeatedly(subject, document, unsafe);
    if (fixCount > 0 !== (text !== document.text)) yield `${fixCount} fixes are said to change the file`;
    if (text === document.text) continue;
    changeCount++;
    const after = document.withChanges([{ start: 0, end: document.text.length, text }]),
      second = runFixes(subject, after, unsafe),
      words = unsafe ? 'all fixes' : 'safe fixes';
    if (notes.some(note => note.includes('do not converge'))) yield `${words} that do not converge change the file`;
    if (second.appliedCount > 0 || second.text !== text)
      yield `${words} are not done at once: ${firstDifference(text, second.text)}`;
    if (document.valid && !after.valid) yield `${words} break JSON`;
    if (after.parsed.problems.length > document.parsed.problems.length) yield `${words} make a broken text worse`;
    if (unsafe || !document.valid) continue;
    yield* newFindings(subject, after);
    const before = new Set(remarksOf(document.text));
    for (const remark of remarksOf(text)) if (!before.has(remark)) yield `${words} write into a remark: ${remark}`;
  }
}

/** Safe fixes add no findings. Findings are counted by rule, because positions may have moved. */
function* newFindings({ context: { workspace }, findings, rules }: Subject, after: Document): Violations {
  const counts = groupsOf(findings, ({ rule }) => rule),
    list = linted(after, workspace.withDocument(after), rules);
  for (const [rule, currentFindings] of groupsOf(list, finding => finding.rule)) {
    const before = counts.get(rule) ?? [];
    if (currentFindings.length > before.length)
      yield `safe fixes bring up ${rule}: ${currentFindings.map(finding => finding.message).join('; ')}`;
  }
}

/** The maximum number of runs of fixes. A run may ask for another one, because many mistakes need several. */
const MAX_RUNS = 10;
function runFixesRepeatedly(subject: Subject, document: Document, unsafe: boolean): ReturnType<typeof runFixes> {
  let result = runFixes(subject, document, unsafe);
  for (let runs = 1; runs < MAX_RUNS && result.notes.some(note => note.endsWith('run it again')); runs++) {
    const next = runFixes(
      subject,
      document.withChanges([{ start: 0, end: document.text.length, text: result.text }]),
      unsafe,
    );
    result = { ...next, appliedCount: result.appliedCount + next.appliedCount };
  }
  return result;
}

function runFixes({ context: { workspace }, findings, rules, input }: Subject, document: Document, unsafe: boolean) {
  const isFirst = workspace.document(document.file) === document;
  const kindOf = (file: string) => input.source.configuration.kindOf(file);
  const repair = repairUntilStable(isFirst ? workspace : workspace.withDocument(document), {
    check: now => ({ now, document: now.document(document.file)! }),
    fixableFindingsOf: ({ now, document: one }) => {
      const list = one === document && isFirst ? findings : linted(one, now, rules);
      const fixableFindings = list.filter(finding => isFixable(one, finding, { unsafe }));
      return new Map(fixableFindings.length > 0 ? [[one, fixableFindings]] : []);
    },
    lint: (one, currentWorkspace) => (one === document && isFirst ? findings : linted(one, currentWorkspace, rules)),
    kindOf,
    safeOnly: !unsafe,
  });
  return { ...repair, text: repair.workspace.document(document.file)!.text };
}

function tokensOf(text: string): string[] {
  const tokens: string[] = [],
    scanner = new Scanner(text);
  for (let token = scanner.next(); token.kind !== 'end'; token = scanner.next())
    tokens.push(text.slice(token.start, token.end));
  return tokens;
}
const remarksOf = (text: string): string[] => tokensOf(text).filter(token => /^\/[/*]/.test(token));

import { Document } from '../../core/document.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { isFixable } from '../../core/fixing/choose.ts';
import { repairUntilStable } from '../../core/fixing/repair.ts';
import { Scanner } from '../../core/syntax/scanner.ts';
import { firstDifference, type Violations } from './reading.ts';
import { linted, type Subject } from './subject.ts';

/** How many inputs the fixes changed, so that a test can require enough of them. */
export let changeCount = 0;

/**
 * Fixes converge, never break valid JSON or worsen invalid JSON, and if safe leave comments alone and bring nothing up.
 */
export function* fixes(subject: Subject): Violations {
  const isUnsafe = subject.findings.some(({ fix }) => fix?.safe === false);
  for (const unsafe of isUnsafe ? [false, true] : [false]) {
    const { document } = subject.context,
      { text, notes, appliedCount: fixCount } = fixedWhileAsked(subject, document, unsafe);
    if (fixCount > 0 !== (text !== document.text)) yield `${fixCount} fixes are said to change the file`;
    if (text === document.text) continue;
    changeCount++;
    const after = document.withChanges([{ start: 0, end: document.text.length, text }]),
      second = fixed(subject, after, unsafe),
      words = unsafe ? 'all fixes' : 'safe fixes';
    if (notes.some(note => note.includes('do not converge'))) yield `${words} that do not converge change the file`;
    if (second.appliedCount > 0 || second.text !== text)
      yield `${words} are not done at once: ${firstDifference(text, second.text)}`;
    if (document.valid && !after.valid) yield `${words} break JSON`;
    if (after.parsed.problems.length > document.parsed.problems.length) yield `${words} make a broken text worse`;
    if (unsafe || !document.valid) continue;
    yield* bringsUp(subject, after);
    const before = new Set(remarksOf(document.text));
    for (const remark of remarksOf(text)) if (!before.has(remark)) yield `${words} write into a remark: ${remark}`;
  }
}

/** Safe fixes add no findings, counted by rule, because places may have moved. */
function* bringsUp({ context: { workspace }, findings, rules }: Subject, after: Document): Violations {
  const counts = groupsOf(findings, ({ rule }) => rule),
    list = linted(after, workspace.withDocument(after), rules);
  for (const [rule, now] of groupsOf(list, finding => finding.rule)) {
    const before = counts.get(rule) ?? [];
    if (now.length > before.length)
      yield `safe fixes bring up ${rule}: ${now.map(finding => finding.message).join('; ')}`;
  }
}

/** Runs fixes again as long as the result asks for another run, because many mistakes need several. */
const MAX_RUNS = 10;
function fixedWhileAsked(subject: Subject, document: Document, unsafe: boolean): ReturnType<typeof fixed> {
  let result = fixed(subject, document, unsafe);
  for (let runs = 1; runs < MAX_RUNS && result.notes.some(note => note.endsWith('run it again')); runs++) {
    const next = fixed(
      subject,
      document.withChanges([{ start: 0, end: document.text.length, text: result.text }]),
      unsafe,
    );
    result = { ...next, appliedCount: result.appliedCount + next.appliedCount };
  }
  return result;
}

function fixed({ context: { workspace }, findings, rules, input }: Subject, document: Document, unsafe: boolean) {
  const isFirst = workspace.document(document.file) === document;
  const kindOf = (file: string) => input.source.configuration.kindOf(file);
  const repair = repairUntilStable(isFirst ? workspace : workspace.withDocument(document), {
    check: now => ({ now, document: now.document(document.file)! }),
    fixable: ({ now, document: one }) => {
      const list = one === document && isFirst ? findings : linted(one, now, rules);
      const open = list.filter(finding => isFixable(one, finding, { unsafe }));
      return new Map(open.length > 0 ? [[one, open]] : []);
    },
    lint: (one, now) => (one === document && isFirst ? findings : linted(one, now, rules)),
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

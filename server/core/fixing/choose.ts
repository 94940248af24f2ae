import type { Document } from '../document.ts';
import type { Edit, Finding, Fix, TextEdit } from '../finding.ts';
import type { Json } from '../json/json.ts';
import { applyTextEdits, editsOfFixes } from './apply.ts';
import { lazy } from '../lazy.ts';
import { spanOf } from '../locate.ts';
import { count, listed } from '../wording.ts';
import { keepsComments } from './comments.ts';
import { addsFindings, areResolved } from './mended.ts';
import type { Outlook } from './outlook.ts';

/**
 * Whether a finding has a fix that may be applied. In a broken text only syntax and scalars can be fixed, because the
 * extent of a field may be wrong. The fix of a published version does not count: see `draftFix`.
 */
export const isFixable = (document: Document, { fix }: Finding, { unsafe }: { readonly unsafe: boolean }): boolean =>
  fix !== undefined && (unsafe || fix.safe) && canBeMade(document, fix);

/** Which fixes can only be made in a draft, and why, in one sentence; `undefined` if there are none. */
export function draftFixesNote(
  findings: readonly Finding[],
  documentOf: (file: string) => Document | undefined,
): string | undefined {
  const remainingFixes = findings.filter(({ file, draftFix }) => {
    const document = documentOf(file);
    return draftFix && document && canBeMade(document, draftFix);
  });
  if (remainingFixes.length === 0) return undefined;
  const fileList = listed([...new Set(remainingFixes.map(({ file }) => file))].sort(), 'and', 5);
  return `${draftOnly(remainingFixes.length)} (in ${fileList})`;
}

/** How many fixes can only be made in a draft, and why. */
export const draftOnly = (n: number): string =>
  `${count(n, 'fix', 'fixes')} ${n === 1 ? 'is in a published version' : 'are in published versions'}, which the platform ` +
  `does not let change: make a draft to apply ${n === 1 ? 'it' : 'them'}`;

const canBeMade = (document: Document, fix: Fix): boolean =>
  document.valid || fix.edits.every(edit => isInPlace(document, edit));

function isInPlace(document: Document, edit: Edit): boolean {
  if ('within' in edit || 'rename' in edit) return true;
  if (!('set' in edit)) return false;
  const { value } = document.at(edit.set);
  return isScalar(value) && isScalar(edit.to);
}
const isScalar = (value: Json | undefined): boolean =>
  value !== undefined && (typeof value !== 'object' || value === null);

/** How the choice of fixes checks documents. */
interface FixCheck {
  readonly now: Outlook;
  /** Whether only safe fixes are applied: those that add no finding. */
  readonly safeOnly?: boolean | undefined;
  then(text: string): Outlook;
}

export type Reason = 'breaks' | 'leaves' | 'adds' | 'untried';
/** A rejected fix: it would break the file, keep its finding or add a finding, or too many fixes were tried. */
interface UnmadeFix {
  readonly finding: Finding;
  readonly reason: Reason;
}
export interface ChosenFixes {
  readonly text: string;
  /** The edits that lead to the text; they do not touch each other. */
  readonly edits: readonly TextEdit[];
  /** The findings whose fixes were applied. */
  readonly applied: readonly Finding[];
  readonly refused: readonly UnmadeFix[];
}

/** The number of choices of fixes that may still be tried. */
export interface Tries {
  left: number;
}
/**
 * The tries for a document. Each checks the whole file, so a long file gets fewer, but enough to find one bad fix among
 * many.
 */
export const triesFor = ({ text }: Document): Tries => ({
  left: Math.max(LEAST_TRIES, Math.min(MOST_TRIES, Math.floor(MOST_READ / text.length))),
});
const LEAST_TRIES = 20,
  MOST_TRIES = 500;
/** The maximum number of characters that are checked again for the fixes of one file. */
export const MOST_READ = 2_000_000;

/**
 * Applies as many fixes as possible: none leaves the JSON worse than before, and each resolves its finding. A fix that
 * works alone but not with others is rejected here and works in the next round.
 * @param tries shared by all rounds of a file
 */
export function chooseFixes(
  findings: readonly Finding[],
  { now, then, safeOnly }: FixCheck,
  tries = triesFor(now.document),
): ChosenFixes {
  const { document } = now,
    context = { now: withLazyFindings(now), then: (text: string) => withLazyFindings(then(text)), safeOnly };
  const unmadeFixes: UnmadeFix[] = [];
  let bestAttempt: Attempt = { text: document.text, edits: [], applied: [] },
    candidates: readonly Finding[] = [];
  const add = (findings: readonly Finding[]): void => {
    if (tries.left-- <= 0) {
      for (const finding of findings) unmadeFixes.push({ finding, reason: 'untried' });
      return;
    }
    const attempted = attempt(document, [...candidates, ...findings]),
      reason = attempted ? faultOf(attempted, context) : 'breaks';
    if (attempted && reason === undefined) {
      bestAttempt = attempted;
      candidates = [...candidates, ...findings];
    } else if (findings.length < 2) unmadeFixes.push({ finding: findings[0]!, reason: reason ?? 'breaks' });
    else {
      add(findings.slice(0, findings.length >> 1));
      add(findings.slice(findings.length >> 1));
    }
  };
  add(inFileOrder(document, findings));
  return { ...bestAttempt, refused: unmadeFixes };
}

const withLazyFindings = ({ document, findings }: Outlook): Outlook => ({ document, findings: lazy(findings) });

/** The text after all fixes that do not touch each other, whether or not they help. */
export const textOfAll = (document: Document, findings: readonly Finding[]): string =>
  attempt(document, inFileOrder(document, findings))?.text ?? document.text;

interface Attempt {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly applied: readonly Finding[];
}

function attempt(document: Document, findings: readonly Finding[]): Attempt | undefined {
  const { edits, appliedFixes } = editsOfFixes(
    document,
    findings.map(finding => finding.fix!),
  );
  const text = applyTextEdits(document.text, edits),
    chosenFixes = new Set(appliedFixes);
  return text === undefined
    ? undefined
    : { text, edits, applied: findings.filter(finding => chosenFixes.has(finding.fix!)) };
}

function faultOf({ text, edits, applied }: Attempt, { now, then, safeOnly }: FixCheck): Reason | undefined {
  if (applied.length === 0) return undefined;
  const next = then(text);
  if (!keepsJson(now.document, next.document, edits)) return 'breaks';
  if (!areResolved(applied, edits, now, next)) return 'leaves';
  return safeOnly && now.document.valid && addsFindings(edits, now, next) ? 'adds' : undefined;
}

function keepsJson(before: Document, after: Document, edits: readonly TextEdit[]): boolean {
  if (before.valid) return after.valid;
  const isBetter = after.valid || after.parsed.problems.length <= before.parsed.problems.length;
  return isBetter && keepsComments(before, after, edits);
}

function inFileOrder(document: Document, findings: readonly Finding[]): Finding[] {
  return findings
    .map(finding => ({ finding, start: spanOf(document, finding).start }))
    .sort((a, b) => a.start - b.start || (a.finding.rule < b.finding.rule ? -1 : 1))
    .map(({ finding }) => finding);
}

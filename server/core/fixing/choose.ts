import type { Document } from '../document.ts';
import type { Edit, Finding, Fix, TextEdit } from '../finding.ts';
import type { Json } from '../json/json.ts';
import { applyTextEdits, editsOfFixes } from './apply.ts';
import { lazy } from '../memory.ts';
import { spanOf } from '../locate.ts';
import { count, listed } from '../wording.ts';
import { keepsComments } from './comments.ts';
import type { Span } from '../syntax/lines.ts';
import { countWhile } from '../syntax/search.ts';
import { addTo } from '../json/multimap.ts';

/** A version of a document before or after fixes, with all its findings, including suppressed ones. */
export interface Outlook {
  readonly document: Document;
  findings(): readonly Finding[];
}

/**
 * Whether a finding has a fix that may be applied. In a broken text only syntax and scalars can be fixed, because the
 * extent of a field may be wrong. A fix of a published version does not count: it is in `draftFix`.
 */
export const isFixable = (document: Document, { fix }: Finding, { unsafe }: { readonly unsafe: boolean }): boolean =>
  fix !== undefined && (unsafe || fix.safe) && canBeMade(document, fix);

/** The sentence about fixes that can be made only in a draft; undefined if there are no such fixes. */
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
  return `${draftOnlyNote(remainingFixes.length)} (in ${fileList})`;
}

/** The sentence about a number of fixes that can be made only in a draft, with the reason. */
export const draftOnlyNote = (n: number): string =>
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

/** The functions with which documents are checked for the choice of fixes. */
interface FixCheck {
  readonly outlookBefore: Outlook;
  /** Whether to apply only safe fixes: fixes that add no finding. */
  readonly safeOnly?: boolean | undefined;
  outlookAfter(text: string): Outlook;
}

export type Reason = 'breaks' | 'leaves' | 'adds' | 'untried';
/**
 * A rejected fix with the reason: it would break the file, keep its finding or add a finding, or too many fixes were
 * tried.
 */
interface UnmadeFix {
  readonly finding: Finding;
  readonly reason: Reason;
}
export interface ChosenFixes {
  readonly text: string;
  /** The edits that produce the text; they do not touch each other. */
  readonly edits: readonly TextEdit[];
  /** The findings whose fixes were applied. */
  readonly appliedFindings: readonly Finding[];
  readonly rejectedFixes: readonly UnmadeFix[];
}

/** The number of choices of fixes that may still be tried. */
export interface Tries {
  remainingCount: number;
}
/**
 * The number of tries for a document. Each try checks the whole file, so a long file gets fewer, but enough to find
 * one bad fix among many.
 */
export const triesFor = ({ text }: Document): Tries => ({
  remainingCount: Math.max(MIN_TRIES, Math.min(MAX_TRIES, Math.floor(MAX_CHECKED_LENGTH / text.length))),
});
const MIN_TRIES = 20,
  MAX_TRIES = 500;
/** The maximum number of characters that are checked for the fixes of one file, over all tries. */
export const MAX_CHECKED_LENGTH = 2_000_000;

/**
 * Applies as many fixes as possible. No fix may leave the JSON worse than before, and each fix must resolve its
 * finding. A fix that works alone but not with others is rejected in this round and works in the next one.
 * @param tries shared by all rounds of a file
 */
export function chooseFixes(
  findings: readonly Finding[],
  { outlookBefore, outlookAfter, safeOnly }: FixCheck,
  tries = triesFor(outlookBefore.document),
): ChosenFixes {
  const { document } = outlookBefore,
    context = {
      outlookBefore: withLazyFindings(outlookBefore),
      outlookAfter: (text: string) => withLazyFindings(outlookAfter(text)),
      safeOnly,
    };
  const unmadeFixes: UnmadeFix[] = [];
  let bestAttempt: Attempt = { text: document.text, edits: [], appliedFindings: [] },
    candidates: readonly Finding[] = [];
  const add = (findings: readonly Finding[]): void => {
    if (tries.remainingCount-- <= 0) {
      for (const finding of findings) unmadeFixes.push({ finding, reason: 'untried' });
      return;
    }
    const firstAttempt = attempt(document, [...candidates, ...findings]),
      reason = firstAttempt ? faultOf(firstAttempt, context) : 'breaks';
    if (firstAttempt && reason === undefined) {
      bestAttempt = firstAttempt;
      candidates = [...candidates, ...findings];
    } else if (findings.length < 2) unmadeFixes.push({ finding: findings[0]!, reason: reason ?? 'breaks' });
    else {
      add(findings.slice(0, findings.length >> 1));
      add(findings.slice(findings.length >> 1));
    }
  };
  add(inFileOrder(document, findings));
  return { ...bestAttempt, rejectedFixes: unmadeFixes };
}

const withLazyFindings = ({ document, findings }: Outlook): Outlook => ({ document, findings: lazy(findings) });

/** The text after all fixes that do not touch each other, even if they do not help. */
export const textOfAll = (document: Document, findings: readonly Finding[]): string =>
  attempt(document, inFileOrder(document, findings))?.text ?? document.text;

interface Attempt {
  readonly text: string;
  readonly edits: readonly TextEdit[];
  readonly appliedFindings: readonly Finding[];
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
    : { text, edits, appliedFindings: findings.filter(finding => chosenFixes.has(finding.fix!)) };
}

function faultOf(
  { text, edits, appliedFindings }: Attempt,
  { outlookBefore, outlookAfter, safeOnly }: FixCheck,
): Reason | undefined {
  if (appliedFindings.length === 0) return undefined;
  const next = outlookAfter(text);
  if (!keepsJson(outlookBefore.document, next.document, edits)) return 'breaks';
  if (!areResolved(appliedFindings, edits, outlookBefore, next)) return 'leaves';
  return safeOnly && outlookBefore.document.valid && addsFindings(edits, outlookBefore, next) ? 'adds' : undefined;
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

/**
 * Whether fixes resolved their findings: at the place of each finding, its rule reports nothing except other former
 * findings. Places move with the text; a removed place becomes the point where it was.
 */
function areResolved(
  findings: readonly Finding[],
  edits: readonly TextEdit[],
  before: Outlook,
  after: Outlook,
): boolean {
  const move = movedBy(edits),
    fixedKeys = new Set(findings.map(keyOf)),
    rules = new Set(findings.map(({ rule }) => rule));
  const remainingPlaces = placesByRule(
    after.findings().filter(({ rule }) => rules.has(rule)),
    finding => spanOf(after.document, finding),
  );
  let otherPlaces: ReadonlyMap<string, Places> | undefined;
  return findings.every(finding => {
    const place = move(spanOf(before.document, finding)),
      count = remainingPlaces.get(finding.rule)?.countAt(place) ?? 0;
    if (count === 0) return true;
    otherPlaces ??= placesByRule(
      before.findings().filter(candidate => rules.has(candidate.rule) && !fixedKeys.has(keyOf(candidate))),
      candidate => move(spanOf(before.document, candidate)),
    );
    return count <= (otherPlaces.get(finding.rule)?.countAt(place) ?? 0);
  });
}

/** Whether any rule reports a finding at a place where it reported none before. */
function addsFindings(edits: readonly TextEdit[], before: Outlook, after: Outlook): boolean {
  const move = movedBy(edits),
    formerPlaces = placesByRule(before.findings(), finding => move(spanOf(before.document, finding)));
  return after
    .findings()
    .some(finding => (formerPlaces.get(finding.rule)?.countAt(spanOf(after.document, finding)) ?? 0) === 0);
}

/** The key by which findings are compared before and after a fix. */
const keyOf = ({ rule, target, span, message }: Finding): string => JSON.stringify([rule, target, span, message]);

/** The places of the findings of one rule, to count how many touch a place. */
class Places {
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  constructor(spans: readonly Span[]) {
    const wideSpans = spans.map(extendToCharacter);
    this.#starts = Float64Array.from(wideSpans, ({ start }) => start).sort();
    this.#ends = Float64Array.from(wideSpans, ({ end }) => end).sort();
  }
  /** The number of these places that touch a place. */
  countAt(place: Span): number {
    const { start, end } = extendToCharacter(place);
    return countBelow(this.#starts, end) - countBelow(this.#ends, start + 1);
  }
}

/** The span extended to at least one character, so that other spans can touch it. */
const extendToCharacter = ({ start, end }: Span): Span => ({ start, end: Math.max(end, start + 1) });

const countBelow = (sortedValues: Float64Array, value: number): number =>
  countWhile(sortedValues.length, i => sortedValues[i]! < value);

function placesByRule(findings: readonly Finding[], placeOf: (finding: Finding) => Span): Map<string, Places> {
  const spans = new Map<string, Span[]>();
  for (const finding of findings) addTo(spans, finding.rule, placeOf(finding));
  return new Map([...spans].map(([rule, list]) => [rule, new Places(list)]));
}

/** Returns a function that moves spans by edits, which are in the order of the text. */
function movedBy(edits: readonly TextEdit[]): (span: Span) => Span {
  const ends = Float64Array.from(edits, ({ end }) => end),
    shifts = [0];
  for (const { start, end, text } of edits) shifts.push(shifts.at(-1)! + text.length - (end - start));
  /**
   * The new offset of an old one. Inside a replaced text, a start moves to the start of the replacement, and an end to
   * its end.
   */
  const movedOffset = (offset: number, isEnd: boolean): number => {
    const passedCount = countBelow(ends, isEnd ? offset : offset + 1),
      edit = edits[passedCount];
    if (!edit) return offset + shifts[passedCount]!;
    if (!isEnd) return Math.min(offset, edit.start) + shifts[passedCount]!;
    const isInside = edit.start < offset;
    return isInside ? edit.start + shifts[passedCount]! + edit.text.length : offset + shifts[passedCount]!;
  };
  return ({ start, end }) => {
    const startOffset = movedOffset(start, false);
    return { start: startOffset, end: Math.max(startOffset, movedOffset(end, true)) };
  };
}

import type { Finding, TextEdit } from '../finding.ts';
import { spanOf } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import type { Outlook } from './outlook.ts';
import { countWhile } from '../syntax/search.ts';
import { addTo } from '../json/multimap.ts';

/**
 * Whether fixes resolved their findings: at the place of each one, its rule reports nothing except other former
 * findings. Places move with the text; a removed place becomes the point where the text closes.
 */
export function areResolved(
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

/** Whether any rule has a finding at a place where it had none before. */
export function addsFindings(edits: readonly TextEdit[], before: Outlook, after: Outlook): boolean {
  const move = movedBy(edits),
    former = placesByRule(before.findings(), finding => move(spanOf(before.document, finding)));
  return after
    .findings()
    .some(finding => (former.get(finding.rule)?.countAt(spanOf(after.document, finding)) ?? 0) === 0);
}

/** A key by which a finding is compared before and after. */
const keyOf = ({ rule, target, span, message }: Finding): string => JSON.stringify([rule, target, span, message]);

/** The places of one rule's findings, to count how many touch a place. */
class Places {
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  constructor(spans: readonly Span[]) {
    const wideSpans = spans.map(widen);
    this.#starts = Float64Array.from(wideSpans, ({ start }) => start).sort();
    this.#ends = Float64Array.from(wideSpans, ({ end }) => end).sort();
  }
  /** The number of places that neither start after a place nor end before it. */
  countAt(place: Span): number {
    const { start, end } = widen(place);
    return countBelow(this.#starts, end) - countBelow(this.#ends, start + 1);
  }
}

/** A span of at least one character, so that other spans can touch it. */
const widen = ({ start, end }: Span): Span => ({ start, end: Math.max(end, start + 1) });

const countBelow = (sortedValues: Float64Array, value: number): number =>
  countWhile(sortedValues.length, i => sortedValues[i]! < value);

function placesByRule(findings: readonly Finding[], placeOf: (finding: Finding) => Span): Map<string, Places> {
  const spans = new Map<string, Span[]>();
  for (const finding of findings) addTo(spans, finding.rule, placeOf(finding));
  return new Map([...spans].map(([rule, list]) => [rule, new Places(list)]));
}

/** Moves spans according to edits, which are in text order. */
function movedBy(edits: readonly TextEdit[]): (span: Span) => Span {
  const ends = Float64Array.from(edits, ({ end }) => end),
    shifts = [0];
  for (const { start, end, text } of edits) shifts.push(shifts.at(-1)! + text.length - (end - start));
  /**
   * An offset inside replaced text maps to the start of the replacement if something starts there, and to its end if
   * something ends there.
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

import type { Finding, TextEdit } from '../finding.ts';
import { spanOf } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import type { Outlook } from './outlook.ts';
import { countWhile } from '../syntax/search.ts';
import { addTo } from '../json/multimap.ts';

/**
 * Whether fixes achieved their purpose: at the place of each fixed finding its rule reports nothing but what it
 * reported there before. Places move with the text; a removed place collapses to where the text closes over it.
 */
export function areMended(
  findings: readonly Finding[],
  edits: readonly TextEdit[],
  before: Outlook,
  after: Outlook,
): boolean {
  const moved = movedBy(edits),
    mended = new Set(findings.map(keyOf)),
    rules = new Set(findings.map(({ rule }) => rule));
  const left = placesByRule(
    after.findings().filter(({ rule }) => rules.has(rule)),
    finding => spanOf(after.document, finding),
  );
  let others: ReadonlyMap<string, Places> | undefined;
  return findings.every(finding => {
    const place = moved(spanOf(before.document, finding)),
      count = left.get(finding.rule)?.at(place) ?? 0;
    if (count === 0) return true;
    others ??= placesByRule(
      before.findings().filter(other => rules.has(other.rule) && !mended.has(keyOf(other))),
      other => moved(spanOf(before.document, other)),
    );
    return count <= (others.get(finding.rule)?.at(place) ?? 0);
  });
}

/** Whether anything is found, by any rule, where that rule found nothing before. */
export function addsFindings(edits: readonly TextEdit[], before: Outlook, after: Outlook): boolean {
  const moved = movedBy(edits),
    former = placesByRule(before.findings(), finding => moved(spanOf(before.document, finding)));
  return after.findings().some(finding => (former.get(finding.rule)?.at(spanOf(after.document, finding)) ?? 0) === 0);
}

/** The same finding before and after. */
const keyOf = ({ rule, target, span, message }: Finding): string => JSON.stringify([rule, target, span, message]);

/** The places of one rule's findings, for counting how many touch a given place. */
class Places {
  readonly #starts: Float64Array;
  readonly #ends: Float64Array;
  constructor(spans: readonly Span[]) {
    const wide = spans.map(widened);
    this.#starts = Float64Array.from(wide, ({ start }) => start).sort();
    this.#ends = Float64Array.from(wide, ({ end }) => end).sort();
  }
  /** All that neither start after it nor end before it. */
  at(place: Span): number {
    const { start, end } = widened(place);
    return countBelow(this.#starts, end) - countBelow(this.#ends, start + 1);
  }
}

/** An empty range counts as one character wide, so that it can be touched. */
const widened = ({ start, end }: Span): Span => ({ start, end: Math.max(end, start + 1) });

const countBelow = (sorted: Float64Array, value: number): number => countWhile(sorted.length, i => sorted[i]! < value);

function placesByRule(findings: readonly Finding[], placeOf: (finding: Finding) => Span): Map<string, Places> {
  const spans = new Map<string, Span[]>();
  for (const finding of findings) addTo(spans, finding.rule, placeOf(finding));
  return new Map([...spans].map(([rule, list]) => [rule, new Places(list)]));
}

/** A place after edits, which are in text order. */
function movedBy(edits: readonly TextEdit[]): (span: Span) => Span {
  const ends = Float64Array.from(edits, ({ end }) => end),
    shifts = [0];
  for (const { start, end, text } of edits) shifts.push(shifts.at(-1)! + text.length - (end - start));
  /**
   * An offset inside replaced text maps to the start of the replacement if something starts there, and to its end if
   * something ends there.
   */
  const moved = (offset: number, isEnd: boolean): number => {
    const passed = countBelow(ends, isEnd ? offset : offset + 1),
      edit = edits[passed];
    if (!edit) return offset + shifts[passed]!;
    if (!isEnd) return Math.min(offset, edit.start) + shifts[passed]!;
    const isInside = edit.start < offset;
    return isInside ? edit.start + shifts[passed]! + edit.text.length : offset + shifts[passed]!;
  };
  return ({ start, end }) => {
    const from = moved(start, false);
    return { start: from, end: Math.max(from, moved(end, true)) };
  };
}

import { diffWordsWithSpace, structuredPatch } from 'diff';
import { count } from '../core/numbers.ts';

/** The changes between two texts, in readable form. */
interface Hunk {
  readonly added: number;
  readonly removed: number;
  /** Each begins with `+`, `-` or a space; omitted lines between two changes become one line of `…`. */
  readonly lines: readonly string[];
}

/** With more different lines than this, the shortest edit script is not computed. */
const MOST_EDITS = 2000;
/** This much of a line is shown around a difference in it. */
const AROUND = 40;
const WIDEST = 160;
const LEFT_OUT = '…';
/** At most this many places of one line are shown. */
const MOST_STRETCHES = 3;
/** Lines that share less than this of the shorter one are not the same line: words like "the" are in any two. */
const ALIKE = 0.4;

/** @param most maximum number of lines */
export function hunkOf(before: string, after: string, most = 24): Hunk {
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', {
    context: 1,
    maxEditLength: MOST_EDITS,
  }) as ReturnType<typeof structuredPatch> | undefined;
  const parts = patch?.hunks.map(({ lines }) => lines) ?? [[...marked('-', before), ...marked('+', after)]];
  const lines = parts.flatMap((part, i) => [...(i > 0 ? [` ${LEFT_OUT}`] : []), ...narrowed(part, most)]);
  const starting = (sign: string): number => parts.flat().filter(line => line.startsWith(sign)).length;
  const left = lines.length - most;
  return {
    added: starting('+'),
    removed: starting('-'),
    lines: left > 1 ? [...lines.slice(0, most), ` ${LEFT_OUT} and ${left} more lines`] : lines,
  };
}

const marked = (sign: string, text: string): string[] => text.split('\n').map(line => sign + line);

/** Clips long lines: a replaced line to what differs between the two. @param most so many are looked at closely */
function narrowed(lines: readonly string[], most: number): string[] {
  const shown: string[] = [];
  for (let i = 0; i < lines.length;) {
    const gone = runOf('-', lines, i),
      come = runOf('+', lines, i + gone.length);
    if (gone.length + come.length === 0) {
      shown.push(cut(lines[i++]!, 0));
      continue;
    }
    if (shown.length >= most || [...gone, ...come].every(({ length }) => length <= WIDEST))
      // one by one: a text may have more lines than a call can have arguments
      for (const line of [...gone, ...come]) shown.push(line);
    else
      for (let k = 0; k < Math.max(gone.length, come.length); k++) {
        const [old, now] = [gone[k], come[k]];
        if (old !== undefined && now !== undefined) shown.push(...stretchesOf(old.slice(1), now.slice(1)));
        else shown.push(cut((old ?? now)!, 0));
      }
    i += gone.length + come.length;
  }
  return shown;
}

/** A change within a line: where it is in the old and in the new text. */
interface Change {
  readonly old: readonly [start: number, end: number];
  readonly now: readonly [start: number, end: number];
}

/** A replaced long line: each stretch that differs with a little around it, and how many changes are not shown. */
function stretchesOf(before: string, after: string): string[] {
  const stretches: Change[][] = [];
  for (const change of changesWithin(before, after)) {
    const [first] = stretches.at(-1) ?? [];
    const fits = (side: 'old' | 'now'): boolean =>
      first !== undefined && change[side][1] <= Math.max(0, first[side][0] - AROUND) + WIDEST;
    if (fits('old') && fits('now')) stretches.at(-1)!.push(change);
    else stretches.push([change]);
  }
  const left = stretches.slice(MOST_STRETCHES).flat().length;
  return [
    ...stretches
      .slice(0, MOST_STRETCHES)
      .flatMap(([first]) => [cut(`-${before}`, first!.old[0]), cut(`+${after}`, first!.now[0])]),
    ...(left > 0 ? [` ${LEFT_OUT} and ${count(left, 'more change', 'more changes')} in this line`] : []),
  ];
}

/** The changed stretches by words; one, between the equal ends, if the two have too little in common. */
function changesWithin(before: string, after: string): Change[] {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) as
    ReturnType<typeof diffWordsWithSpace> | undefined;
  const kept = (parts ?? []).reduce((sum, { value, added, removed }) => sum + (added || removed ? 0 : value.length), 0);
  if (!parts || kept < ALIKE * Math.min(before.length, after.length)) {
    const start = differsAt(before, after);
    return [{ old: [start, before.length], now: [start, after.length] }];
  }
  const changes: Change[] = [];
  let [old, now] = [0, 0],
    isOpen = false;
  for (const { value, added, removed } of parts) {
    const ends = [old + (added ? 0 : value.length), now + (removed ? 0 : value.length)] as const;
    if (added || removed) {
      const { old: [from] = [old], now: [since] = [now] } = (isOpen ? changes.pop() : undefined) ?? {};
      changes.push({ old: [from, ends[0]], now: [since, ends[1]] });
    }
    isOpen = added || removed;
    [old, now] = ends;
  }
  return changes;
}

function runOf(sign: string, lines: readonly string[], from: number): readonly string[] {
  let to = from;
  while (lines[to]?.startsWith(sign)) to++;
  return lines.slice(from, to);
}

/** Where two texts begin to differ. */
function differsAt(one: string, other: string): number {
  let at = 0;
  while (at < one.length && one[at] === other[at]) at++;
  return at;
}

function cut(line: string, from: number): string {
  const text = line.slice(1);
  if (text.length <= WIDEST) return line;
  const start = boundary(text, Math.max(0, from - AROUND)),
    end = boundary(text, start + WIDEST);
  return `${line[0]}${start > 0 ? LEFT_OUT : ''}${text.slice(start, end)}${end < text.length ? LEFT_OUT : ''}`;
}

/** Never cuts a character in two. */
const boundary = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);

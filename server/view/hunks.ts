import { diffWordsWithSpace, structuredPatch } from 'diff';
import { count } from '../core/numbers.ts';

/** The changes between two texts, in readable form. */
interface Hunk {
  readonly added: number;
  readonly removed: number;
  /**
   * Each begins with `+`, `-`, a space, or `~` for a line of both texts, with `[-words that went-]` and `{+that came+}`;
   * omitted lines between two changes become one line of `…`.
   */
  readonly lines: readonly string[];
}

/** The changed words in a line of both texts: removed ones in the first group, added ones in the second. */
export const wordChanges = /(\[-.*?-\])|\{\+.*?\+\}/g;

/** With more different lines than this, the shortest edit script is not computed. */
const MOST_EDITS = 2000;
/** The characters of a line that are shown around a difference. */
const AROUND = 40;
const WIDEST = 160;
const LEFT_OUT = '…';
/** Begins a line of both texts, by words. */
const WORDS = '~';
/** At most this many places of one line are shown. */
const MOST_STRETCHES = 12;
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

/** A replaced line by its words, if the two are alike; others clipped. @param most so many are looked at closely */
function narrowed(lines: readonly string[], most: number): string[] {
  const kept: string[] = [];
  for (let i = 0; i < lines.length;) {
    const gone = runOf('-', lines, i),
      come = runOf('+', lines, i + gone.length);
    if (gone.length + come.length === 0) {
      kept.push(cut(lines[i++]!, 0));
      continue;
    }
    const pairs = Math.min(gone.length, come.length, Math.max(0, most - kept.length)),
      stretches = gone.slice(0, pairs).map((old, k) => stretchesOf(old.slice(1), come[k]!.slice(1)));
    // what went and then what came, but for lines that are alike; a text may have more lines than a call has arguments
    const isAlike = stretches.some(stretch => stretch !== undefined);
    if (isAlike)
      for (let k = 0; k < Math.max(gone.length, come.length); k++)
        for (const line of stretches[k] ?? [gone[k], come[k]]) if (line !== undefined) kept.push(clippedLine(line));
    if (!isAlike) for (const line of [...gone, ...come]) kept.push(clippedLine(line));
    i += gone.length + come.length;
  }
  return kept;
}
const clippedLine = (line: string): string => (line.startsWith(WORDS) ? line : cut(line, 0));

/** A change within a line: where it is in the old and in the new text. */
interface Change {
  readonly old: readonly [start: number, end: number];
  readonly now: readonly [start: number, end: number];
}

/** A replaced line: each stretch that differs with a little around it; undefined if it is another line. */
function stretchesOf(before: string, after: string): string[] | undefined {
  const stretches: Change[][] = [];
  for (const change of changesWithin(before, after) ?? []) {
    const last = stretches.at(-1)?.at(-1);
    if (last && change.old[0] - last.old[1] <= 2 * AROUND) stretches.at(-1)!.push(change);
    else stretches.push([change]);
  }
  if (stretches.length === 0) return undefined;
  const left = stretches.slice(MOST_STRETCHES).flat().length;
  return [
    ...stretches.slice(0, MOST_STRETCHES).map(changes => inWords(before, after, changes)),
    ...(left > 0 ? [` ${LEFT_OUT} and ${count(left, 'more change', 'more changes')} in this line`] : []),
  ];
}

/** `~… be [-kind-]{+brief+} to …` */
function inWords(before: string, after: string, changes: readonly Change[]): string {
  const start = boundary(before, Math.max(0, changes[0]!.old[0] - AROUND));
  let line = `${WORDS}${start > 0 ? LEFT_OUT : ''}`,
    at = start;
  for (const { old, now } of changes) {
    line += before.slice(at, old[0]);
    if (old[1] > old[0]) line += `[-${middleCut(before.slice(...old))}-]`;
    if (now[1] > now[0]) line += `{+${middleCut(after.slice(...now))}+}`;
    [, at] = old;
  }
  const end = boundary(before, Math.min(before.length, at + AROUND));
  return `${line}${before.slice(at, end)}${end < before.length ? LEFT_OUT : ''}`;
}

/** A long stretch by its ends. */
function middleCut(text: string): string {
  if (text.length <= 2 * WIDEST) return text;
  const head = boundary(text, WIDEST),
    tail = boundary(text, text.length - WIDEST);
  return `${text.slice(0, head)} ${LEFT_OUT} ${text.slice(tail)}`;
}

/** The changed stretches by words; undefined if the two have too little in common. */
function changesWithin(before: string, after: string): Change[] | undefined {
  const parts = diffWordsWithSpace(before, after, { maxEditLength: MOST_EDITS }) as
    ReturnType<typeof diffWordsWithSpace> | undefined;
  const sizeOf = (text: string): number => text.length - (text.match(/\s/g)?.length ?? 0),
    kept = (parts ?? []).reduce((sum, { value, added, removed }) => sum + (added || removed ? 0 : sizeOf(value)), 0);
  if (!parts || kept === 0 || kept < ALIKE * Math.min(sizeOf(before), sizeOf(after))) return undefined;
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

function cut(line: string, from: number): string {
  const text = line.slice(1);
  if (text.length <= WIDEST) return line;
  const start = boundary(text, Math.max(0, from - AROUND)),
    end = boundary(text, start + WIDEST);
  return `${line[0]}${start > 0 ? LEFT_OUT : ''}${text.slice(start, end)}${end < text.length ? LEFT_OUT : ''}`;
}

/** Never cuts a character in two. */
const boundary = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);

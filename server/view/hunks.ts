import { structuredPatch } from 'diff';

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

/** @param most maximum number of lines */
export function hunkOf(before: string, after: string, most = 24): Hunk {
  const patch = structuredPatch('', '', `${before}\n`, `${after}\n`, '', '', {
    context: 1,
    maxEditLength: MOST_EDITS,
  }) as ReturnType<typeof structuredPatch> | undefined;
  const parts = patch?.hunks.map(({ lines }) => lines) ?? [[...marked('-', before), ...marked('+', after)]];
  const lines = parts.flatMap((part, i) => [...(i > 0 ? [` ${LEFT_OUT}`] : []), ...narrowed(part)]);
  const starting = (sign: string): number => parts.flat().filter(line => line.startsWith(sign)).length;
  const left = lines.length - most;
  return {
    added: starting('+'),
    removed: starting('-'),
    lines: left > 1 ? [...lines.slice(0, most), ` ${LEFT_OUT} and ${left} more lines`] : lines,
  };
}

const marked = (sign: string, text: string): string[] => text.split('\n').map(line => sign + line);

/** Clips long lines: a replaced line to what differs between the two. */
function narrowed(lines: readonly string[]): string[] {
  const shown: string[] = [];
  for (let i = 0; i < lines.length;) {
    const gone = runOf('-', lines, i),
      come = runOf('+', lines, i + gone.length);
    if (gone.length + come.length === 0) {
      shown.push(cut(lines[i++]!, 0));
      continue;
    }
    const starts = gone.map((line, k) => differsAt(line, come[k]));
    shown.push(...gone.map((line, k) => cut(line, starts[k]!)), ...come.map((line, k) => cut(line, starts[k] ?? 0)));
    i += gone.length + come.length;
  }
  return shown;
}

function runOf(sign: string, lines: readonly string[], from: number): readonly string[] {
  let to = from;
  while (lines[to]?.startsWith(sign)) to++;
  return lines.slice(from, to);
}

/** Where two lines begin to differ, after their signs. */
function differsAt(one: string, other: string | undefined): number {
  let at = 1;
  while (other !== undefined && at < one.length && one[at] === other[at]) at++;
  return at - 1;
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

import { structuredPatch } from 'diff';

/** What changes between two texts, as people read it. */
interface Hunk {
  readonly added: number;
  readonly removed: number;
  /** Each begins with `+`, `-` or a space; what was left out between two places is one line of `…`. */
  readonly lines: readonly string[];
}

/** Beyond so many different lines the way from one to the other is not looked for. */
const MOST_EDITS = 2000;
/** A line is shown so far around what differs in it. */
const AROUND = 40;
const WIDEST = 160;
const LEFT_OUT = '…';

/** @param most lines that are shown */
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

/** Long lines cut: one that takes the place of another to what differs between the two. */
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

/** Where two lines begin to differ, behind their signs. */
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

/** No character is cut in two. */
const boundary = (text: string, at: number): number => (/[\udc00-\udfff]/.test(text[at] ?? '') ? at - 1 : at);

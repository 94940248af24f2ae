/** One text change as editors send it: half-open UTF-16 offsets into the text after the previous change. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The difference between two versions of a text as one piece: `start` to `end` of the old one became `start` to
 * `newEnd` of the new one.
 */
export interface ReplacedPart {
  readonly start: number;
  readonly end: number;
  readonly newEnd: number;
}

/** Two consecutive changes as one. */
export function composed(first: ReplacedPart, second: ReplacedPart): ReplacedPart {
  const right = Math.max(first.newEnd, second.end);
  return {
    start: Math.min(first.start, second.start),
    end: right - first.newEnd + first.end,
    newEnd: right - second.end + second.newEnd,
  };
}

/** Applies changes one after another. Offsets outside the text are clamped to its ends. */
export function changed(
  text: string,
  changes: readonly TextChange[],
): { readonly text: string; readonly change: ReplacedPart } {
  let change: ReplacedPart | undefined;
  for (const next of changes) {
    const start = Math.min(Math.max(next.start, 0), text.length),
      end = Math.min(Math.max(next.end, start), text.length);
    const one: ReplacedPart = { start, end, newEnd: start + next.text.length };
    text = text.slice(0, start) + next.text + text.slice(end);
    change = change ? composed(change, one) : one;
  }
  return { text, change: change ?? { start: 0, end: 0, newEnd: 0 } };
}

/** Shrinks a change by what is the same at its ends: a file that is sent whole has usually changed in one place. */
export function trimmed({ start, end, newEnd }: ReplacedPart, before: string, after: string): ReplacedPart {
  while (start < end && start < newEnd && before.charCodeAt(start) === after.charCodeAt(start)) start++;
  while (end > start && newEnd > start && before.charCodeAt(end - 1) === after.charCodeAt(newEnd - 1)) {
    end--;
    newEnd--;
  }
  return { start, end, newEnd };
}

/** One text change as editors send it: half-open UTF-16 offsets in the text that results from the previous change. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** The text after consecutive changes. Offsets outside the text are clamped to its ends. */
export function applyChanges(text: string, changes: readonly TextChange[]): string {
  for (const next of changes) {
    const start = Math.min(Math.max(next.start, 0), text.length),
      end = Math.min(Math.max(next.end, start), text.length);
    text = text.slice(0, start) + next.text + text.slice(end);
  }
  return text;
}

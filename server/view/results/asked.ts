/** What surrounds the results on a page. */
export interface Asked {
  /** The pointer that was asked about; null: the whole file. */
  readonly pointer: string | null;
  /** With single tasks and the like. */
  readonly isFull: boolean;
}

/** `a draw is a sample` → `A draw is a sample.` */
export const sentence = (note: string): string => `${note[0]!.toUpperCase()}${note.slice(1)}.`;

/** The end of a pointer: the index of a task. */
export const lastOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

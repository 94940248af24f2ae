import type { FilePlace } from '../../core/locate.ts';
import type { Act, Value } from '../blocks.ts';

/** The context in which the results of a simulation are shown. */
export interface PanelGuide {
  /** The requested pointer; null for the whole file. */
  readonly pointer: string | null;
  /** Whether single tasks and similar details are shown. */
  readonly isFull: boolean;
  /** The name of an agent for people. */
  nameOf(agentId: string): string;
  /** Absent in a terminal. */
  readonly guide?: Guide;
}

/** Finds the places of the things that a result mentions, for an editor. */
export interface Guide {
  /** Returns the place of an agent, or of the record of a version. */
  agent(agentId: string, version?: number): FilePlace | undefined;
  /** Returns the place of a value in the file of the result. */
  value(pointer: string): FilePlace | undefined;
  /** Returns the place of a text, with its name and line in words. */
  text(location: {
    readonly file: string;
    readonly pointer: string;
  }): { readonly place: FilePlace; readonly words: string } | undefined;
}

/** Finds a place for an editor; a terminal has no places. */
export type PlaceOf = (location: { readonly file: string; readonly pointer: string }) => FilePlace | null;
export const noPlace: PlaceOf = () => null;

/** Finds the places of compared values for an editor, by file and stable pointer. */
export interface PanelOf {
  place(location: { readonly file: string; readonly at: string }): FilePlace | null;
  /** Names the place by the things around it, such as `node greet "Greet", name`; undefined if it does not exist. */
  nameOf(location: { readonly file: string; readonly at: string }): string | undefined;
}
/** The key of a compared value in a request. */
export const valueKey = ({ file, at }: { readonly file: string; readonly at: string }): string => `${file}\n${at}`;

/** The action that opens a long text in a separate editor, which shows the differences. */
export const textActs = (
  { hunk = [] }: Pick<Value, 'hunk'>,
  location: { readonly file: string; readonly at: string } | undefined,
  isOpening: boolean,
): readonly Act[] =>
  isOpening && location && hunk.length > 0
    ? [{ act: 'text', value: valueKey(location), text: 'Open texts side by side' }]
    : [];

/** Turns a note into a sentence: `a draw is a sample` → `A draw is a sample.` */
export const sentence = (note: string): string => `${note[0]!.toUpperCase()}${note.slice(1)}.`;

/** The last key of a pointer, such as the index of a task. */
export const lastOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

import type { FilePlace } from '../../core/locate.ts';
import type { Act, Value } from '../blocks.ts';

/** What surrounds the results on a page. */
export interface PanelGuide {
  /** The pointer that was asked about; null: the whole file. */
  readonly pointer: string | null;
  /** With single tasks and the like. */
  readonly isFull: boolean;
  /** What people call an agent. */
  nameOf(agentId: string): string;
  /** Absent in a terminal. */
  readonly guide?: Guide;
}

/** Where an editor has what a result mentions. */
export interface Guide {
  /** An agent, or its record of a version. */
  agent(agentId: string, version?: number): FilePlace | undefined;
  /** A value of the file that the result is about. */
  value(pointer: string): FilePlace | undefined;
}

/** Where an editor has something; a terminal has no places. */
export type PlaceOf = (location: { readonly file: string; readonly pointer: string }) => FilePlace | null;
export const noPlace: PlaceOf = () => null;

/** What an editor adds to a comparison of values, each by its file and its stable pointer. */
export interface PanelOf {
  place(location: { readonly file: string; readonly at: string }): FilePlace | null;
}
/** By what a value of a comparison is called in a request. */
export const valueKey = ({ file, at }: { readonly file: string; readonly at: string }): string => `${file}\n${at}`;

/** A long text has an editor of its own for what differs. */
export const textActs = (
  { hunk = [] }: Pick<Value, 'hunk'>,
  location: { readonly file: string; readonly at: string } | undefined,
  isOpening: boolean,
): readonly Act[] =>
  isOpening && location && hunk.length > 0
    ? [{ act: 'text', value: valueKey(location), text: 'Open texts side by side' }]
    : [];

/** `a draw is a sample` → `A draw is a sample.` */
export const sentence = (note: string): string => `${note[0]!.toUpperCase()}${note.slice(1)}.`;

/** The end of a pointer: the index of a task. */
export const lastOf = (pointer: string): string => pointer.slice(pointer.lastIndexOf('/') + 1);

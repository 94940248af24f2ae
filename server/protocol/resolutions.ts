import type { ProtocolPlace } from './place.ts';

/*
 * What the panels show. The data is complete and in words: a client only draws it. `Place` is a uri with a range here; the features that
 * make the data have a file and a span there, and nothing else differs. Every place is one of the text as it is in the editor now.
 */

/** What the files show of a reference, or of the thing itself: it is there, it is not, or they do not say. */
export type Outcome = 'resolved' | 'missing' | 'unknowable';
/** A way for calls or people to come to a version of an agent. */
export type ReferenceKindName = 'tag' | 'phone-number' | 'swap' | 'weight' | 'task' | 'filter' | 'other';
/** Something that the specification does not say and that an answer rests on. */
export interface AssumptionNote {
  readonly name: string;
  readonly assumes: string;
}

/** One step of a resolution, with the clause of the specification that it follows. */
export interface TraceStep {
  readonly text: string;
  readonly spec: string | null;
}
/** What a reference selects. */
export interface ResolutionView<Place = ProtocolPlace> {
  readonly agentId: string;
  readonly agentName: string | null;
  /** As written; null where the file gives none. */
  readonly reference: string | number | null;
  /** `agent_desk@prod` */
  readonly written: string;
  readonly outcome: Outcome;
  readonly version: number | null;
  readonly isPublished: boolean | null;
  /** `version 2 (published)`, `missing`, `unknowable, one of 1, 2` */
  readonly selects: string;
  /** Why it selects nothing, or why that is not known; null otherwise. */
  readonly because: string | null;
  readonly candidates: readonly number[] | null;
  readonly steps: readonly TraceStep[];
  readonly variablesFrom: string | null;
  readonly variablesOutcome: 'resolved' | 'none' | 'unknowable';
  /** Through what callers reach the version; null where they do not. */
  readonly live: string | null;
  /** The record of the version. */
  readonly target: Place | null;
}

import type { ProtocolPlace } from './place.ts';

/*
 * What the panels show. The data is complete and in words: a client only draws it. `Place` is a uri with a range here
 * and a file with a span in the features that create the data; nothing else differs. Every place refers to the current
 * text in the editor.
 */

/** Whether a reference's target, or the thing itself, exists, is missing, or is unknowable. */
export type Outcome = 'resolved' | 'missing' | 'unknowable';
/** A way in which calls or people reach a version of an agent. */
export type ReferenceKindName = 'tag' | 'phone-number' | 'swap' | 'weight' | 'task' | 'filter' | 'other';
/** An assumption that an answer depends on, because the specification is silent. */
export interface AssumptionNote {
  readonly name: string;
  readonly assumes: string;
}

/** One step of a resolution, with the clause of the specification that it applies. */
export interface TraceStep {
  readonly text: string;
  readonly spec: string | null;
}
/** What a reference selects. */
export interface ResolutionView<Place = ProtocolPlace> {
  readonly agentId: string;
  readonly agentName: string | null;
  /** As written; null if absent. */
  readonly reference: string | number | null;
  /** `agent_desk@prod` */
  readonly written: string;
  readonly outcome: Outcome;
  readonly version: number | null;
  readonly isPublished: boolean | null;
  /** `version 2 (published)`, `missing`, `unknowable, one of 1, 2` */
  readonly selects: string;
  /** Why it selects nothing, or why that is not known; otherwise null. */
  readonly because: string | null;
  readonly candidates: readonly number[] | null;
  readonly steps: readonly TraceStep[];
  readonly variablesFrom: string | null;
  readonly variablesOutcome: 'resolved' | 'none' | 'unknowable';
  /** How callers reach the version; null if they do not. */
  readonly live: string | null;
  /** The record of the version. */
  readonly target: Place | null;
}

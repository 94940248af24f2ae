import type { Outputs, Subject } from '../../core/generated/outputs.js';
import type { ProtocolPlace, ProtocolPosition } from './place.ts';
import type { AssumptionNote, ViewResult } from './results.ts';

export interface SimulateParams {
  readonly uri: string;
  readonly position: ProtocolPosition;
  /** 1 to 10,000,000; 100,000 by default. */
  readonly calls?: number;
  /** Another seed is another draw; `0` by default. */
  readonly seed?: string;
  /** For an agent: what the other side of the call does; `silent` by default. */
  readonly call?: Outputs['simulate-call']['call'];
  /** For an agent: the agent calls. */
  readonly outbound?: boolean;
  /** For a `dtmf` call: the keys that are pressed. */
  readonly digits?: string;
  /**
   * For the alert rules of the file `of`: the uri of the series; by default the one beside the rule that begins with
   * its name.
   */
  readonly series?: { readonly of: string; readonly uri: string };
}

/** The answer of one simulation; for a batch, its result has the tasks that are shown. */
export interface SimulatedOf<S extends Subject, Place = ProtocolPlace> extends ViewResult<
  Outputs[`simulate-${S}`],
  Place
> {
  readonly subject: S;
  readonly title: string;
  /** Notes on the numbers: a draw is a sample. */
  readonly notes: readonly string[];
}
/** One of them: a union on `subject`. */
export type Simulated<Place = ProtocolPlace> = { readonly [S in Subject]: SimulatedOf<S, Place> }[Subject];

/** What cannot be simulated, and why. */
export interface NotSimulated<Place = ProtocolPlace> {
  readonly title: string;
  readonly because: string;
  readonly place: Place | null;
}
/** What the platform would do at a place. */
export interface Simulations<Place = ProtocolPlace> {
  /** For an agent a call and outages, for a phone number each list. */
  readonly done: readonly Simulated<Place>[];
  readonly not: readonly NotSimulated<Place>[];
  /** The pointer of the question, whose surroundings are highlighted. */
  readonly pointer: string | null;
}
export interface SimulationReport<Place = ProtocolPlace> extends Simulations<Place> {
  readonly title: string;
  readonly place: Place | null;
  readonly alert: AlertReplay | null;
  readonly assumptions: readonly AssumptionNote[];
}

/** A file with values that a rule can be replayed over. */
export interface SeriesFile {
  readonly uri: string;
  readonly name: string;
}
/** Figures over time against a threshold, as plain data. */
export interface Plot {
  readonly title: string;
  readonly points: readonly { readonly at: number; readonly figure: number | null }[];
  readonly low: number;
  readonly high: number;
  readonly threshold: number;
  /** Whether figures over the threshold trigger, rather than those below. */
  readonly isOver: boolean;
  /** The bounds and the threshold with their units. */
  readonly words: { readonly low: string; readonly high: string; readonly threshold: string };
  readonly incidents: readonly { readonly from: number; readonly to: number | null }[];
}
/** When an alert rule would have fired. */
export interface AlertReplay {
  /** What the rule compares, and how often. */
  readonly condition: string;
  /** The replayed series; null: none was chosen. */
  readonly series: SeriesFile | null;
  /** Series beside the rule, sorted by name. */
  readonly beside: readonly SeriesFile[];
  /** Why the series cannot be replayed; null if it was, or none was chosen. */
  readonly problem: string | null;
  /** The number of evaluations. */
  readonly evaluations: number;
  /** The number of those without a figure. */
  readonly undecided: number;
  /** The drawing; null without an evaluation. */
  readonly plot: Plot | null;
  readonly incidents: readonly {
    /** Milliseconds since the epoch. */
    readonly from: number;
    /** null: still active at the end. */
    readonly to: number | null;
    readonly lasted: string | null;
    readonly value: string;
    /** For a rule about a change: the value before, and the change. */
    readonly previous: string | null;
    readonly change: string | null;
  }[];
}

import type { Outputs, Subject } from '../core/generated/outputs.js';
import type { ProtocolPlace, ProtocolPosition } from './place.ts';
import type { AssumptionNote, ResolutionView } from './resolutions.ts';

export interface SimulateParams {
  readonly uri: string;
  readonly position: ProtocolPosition;
  /** 1 to 10,000,000; 100,000 where it is not given. */
  readonly calls?: number;
  /** Another seed is another draw; `0` where it is not given. */
  readonly seed?: string;
  /** Of an agent: what the other side of the call does; `silent` where it is not given. */
  readonly call?: Outputs['simulate-call']['call'];
  /** Of an agent: the agent calls. */
  readonly outbound?: boolean;
  /** Of a `dtmf` call: the keys that are pressed. */
  readonly digits?: string;
  /** Of the alert rules of the file `of`: the uri of the series; without it the one beside the rule that begins with its name. */
  readonly series?: { readonly of: string; readonly uri: string };
}

interface SimulatedAs<S extends Subject, Place> {
  readonly subject: S;
  /** As `--format json` prints it, without credentials; of a batch with the tasks that are shown. */
  readonly result: Outputs[`simulate-${S}`];
  readonly title: string;
  /** What is to be known of the numbers: a draw is a sample. */
  readonly notes: readonly string[];
  /** What is at a pointer of the result, in words. */
  readonly names: Readonly<Record<string, string>>;
  /** Where it is, by the pointers of the result. */
  readonly places: Readonly<Record<string, Place>>;
  /** The agents of the result, by id. */
  readonly agents: Readonly<Record<string, { readonly name: string | null; readonly place: Place | null }>>;
  /** The references of the result, as `agent_desk@prod`. */
  readonly references: Readonly<Record<string, ResolutionView<Place>>>;
}
/** What one simulation says: a union on `subject`. */
export type Simulated<Place = ProtocolPlace> = { readonly [S in Subject]: SimulatedAs<S, Place> }[Subject];
/** One of them. */
export type SimulatedOf<S extends Subject, Place = ProtocolPlace> = SimulatedAs<S, Place>;

/** What cannot be simulated, and why. */
export interface NotSimulated<Place = ProtocolPlace> {
  readonly title: string;
  readonly because: string;
  readonly place: Place | null;
}
/** What the platform would do with what is at a place. */
export interface Simulations<Place = ProtocolPlace> {
  /** Of an agent a call and outages, of a phone number each list. */
  readonly done: readonly Simulated<Place>[];
  readonly not: readonly NotSimulated<Place>[];
  /** The pointer that is asked about: what it is in is marked. */
  readonly pointer: string | null;
}
export interface SimulationReport<Place = ProtocolPlace> extends Simulations<Place> {
  readonly title: string;
  readonly place: Place | null;
  readonly alert: AlertReplay | null;
  readonly assumptions: readonly AssumptionNote[];
}

/** A file whose values a rule can be replayed over. */
export interface SeriesFile {
  readonly uri: string;
  readonly name: string;
}
/** When an alert rule would have fired. */
export interface AlertReplay {
  /** What the rule compares, and how often. */
  readonly condition: string;
  /** The series that was replayed; null: none was chosen. */
  readonly series: SeriesFile | null;
  /** Series beside the rule, sorted by name. */
  readonly beside: readonly SeriesFile[];
  /** Why the series cannot be replayed; null if it was, or none was chosen. */
  readonly problem: string | null;
  /** How many evaluations there were. */
  readonly evaluations: number;
  /** Of those, how many had no figure. */
  readonly undecided: number;
  /** What is drawn; null without an evaluation. */
  readonly plot: {
    /** Milliseconds since the epoch. Without a figure the line has a gap. */
    readonly points: readonly { readonly at: number; readonly figure: number | null }[];
    readonly low: number;
    readonly high: number;
    readonly threshold: number;
    /** Low, high and threshold with their units. */
    readonly words: { readonly low: string; readonly high: string; readonly threshold: string };
  } | null;
  readonly incidents: readonly {
    /** Milliseconds since the epoch. */
    readonly from: number;
    /** null: it still held at the end. */
    readonly to: number | null;
    readonly lasted: string | null;
    readonly value: string;
  }[];
}

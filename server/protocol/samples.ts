import type { ProtocolPlace } from './place.ts';
import type { Outcome, ResolutionView } from './resolutions.ts';

/** How often something was drawn in the sample, and the 95 % interval of its share. Shares are from 0 to 1. */
export interface SampleView {
  readonly calls: number;
  readonly share: number;
  readonly interval95: readonly [number, number];
}
export interface WeightArm<Place = ProtocolPlace> extends SampleView {
  readonly place: Place;
  readonly weight: number;
  /** Its part of the traffic: the weight, in proportion where the weights do not add up to 1. */
  readonly expected: number;
  /** `agent_desk version 3`; arms with the same one are one bar. */
  readonly destination: string;
  /** Whether the asked position is in it. */
  readonly current: boolean;
  readonly resolution: ResolutionView<Place>;
}
/** A list of agent weights, with a seeded sample of calls drawn from it. */
export interface WeightListView<Place = ProtocolPlace> {
  /** `inbound_agents of +14155550100`, or the name of the file */
  readonly title: string;
  readonly place: Place;
  /** Whether the asked position is in it. */
  readonly current: boolean;
  /** Why nothing can be drawn from it; null if it can. Then there are no arms. */
  readonly because: string | null;
  readonly becauseAt: Place | null;
  readonly sum: number;
  /** What is odd about the weights; null if nothing is. */
  readonly note: string | null;
  readonly calls: number;
  readonly seed: string;
  readonly arms: readonly WeightArm<Place>[];
  /** Arms that come to the same version, added up. `arms`: their indexes. */
  readonly destinations: readonly (SampleView & {
    readonly destination: string;
    readonly agentName: string | null;
    readonly outcome: Outcome;
    readonly expected: number;
    readonly arms: readonly number[];
  })[];
  /**
   * How many calls get something else by the unsaved edit; null where nothing is unsaved, or nothing moves. `least`: of
   * all calls, however it is drawn.
   */
  readonly moves: {
    readonly calls: number;
    readonly share: number;
    readonly least: number;
    readonly ways: readonly {
      readonly from: string;
      readonly to: string;
      readonly calls: number;
      readonly share: number;
    }[];
  } | null;
}
export interface BatchView<Place = ProtocolPlace> {
  readonly tasks: number;
  readonly resolved: number;
  readonly missing: number;
  readonly unknowable: number;
  /** The most tasks first. */
  readonly versions: readonly {
    readonly agentId: string;
    readonly agentName: string | null;
    readonly version: number | null;
    readonly outcome: Outcome;
    readonly words: string;
    readonly tasks: number;
  }[];
  readonly tasksWithUnsetVariables: number;
  readonly tasksWithUnknownNeeds: number;
  /** The most tasks first; `place`: the first task that lacks it. */
  readonly unsetVariables: readonly { readonly name: string; readonly tasks: number; readonly place: Place }[];
  readonly overridesWithoutEffect: number;
  /** When it is dialled, or why that is not known. */
  readonly dialling: string;
}
export interface AlertView {
  /** `call_success_rate < 80 % over 1 d, evaluated every 1 h`; null where a field is missing or not known. */
  readonly condition: string | null;
  /** Fields that are missing or not known. */
  readonly missing: readonly string[];
  /** What is odd: it always holds, it never can, it is not active. */
  readonly notes: readonly string[];
  readonly emails: number;
  readonly webhooks: number;
}

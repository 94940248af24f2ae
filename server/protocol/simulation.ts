import type { AlertReplay } from './alert-replay.ts';
import type { ProtocolPlace, ProtocolPosition } from './place.ts';
import type { AssumptionNote, Outcome } from './resolutions.ts';
import type { BatchView, SampleView, WeightListView } from './samples.ts';

export interface SimulateParams {
  readonly uri: string;
  readonly position: ProtocolPosition;
  /** 1 to 10,000,000; 100,000 where it is not given. */
  readonly calls?: number;
  /** Another seed is another draw; `0` where it is not given. */
  readonly seed?: string;
  /** Of an agent: what the other side of the call does; `silent` where it is not given. */
  readonly call?: 'silent' | 'voicemail' | 'ivr' | 'barge-in' | 'dtmf';
  /** Of an agent: the agent calls. */
  readonly outbound?: boolean;
  /** Of a `dtmf` call: the keys that are pressed. */
  readonly digits?: string;
  /** Of the alert rules of the file `of`: the uri of the series; without it the one beside the rule that begins with its name. */
  readonly series?: { readonly of: string; readonly uri: string };
}
/** What happens at one moment of a simulated call. */
export interface CallMoment {
  readonly atMs: number;
  /** `0:08.000` */
  readonly clock: string;
  readonly by: 'platform' | 'agent' | 'other side' | 'webhook';
  readonly text: string;
  /** The setting that makes it so; null where none does. */
  readonly setting: { readonly name: string; readonly value: string; readonly isDefault: boolean } | null;
}
/** What the platform would do with what stands at a place. Sections that say nothing are null or empty. */
export interface SimulationReport<Place = ProtocolPlace> {
  readonly title: string;
  /** What is to be known of the numbers: a draw is a sample. */
  readonly notes: readonly string[];
  /** Why there is no result; null if there is one. */
  readonly because: string | null;
  readonly place: Place | null;
  readonly lists: readonly WeightListView<Place>[];
  readonly batch:
    | (BatchView<Place> & {
        /** The first tasks; those with something to say where there are any. */
        readonly shown: readonly {
          readonly place: Place;
          readonly index: number;
          readonly to: string;
          readonly gets: string;
          readonly outcome: Outcome;
          readonly remarks: readonly string[];
        }[];
      })
    | null;
  readonly call: {
    readonly call: NonNullable<SimulateParams['call']>;
    readonly outbound: boolean;
    readonly moments: readonly CallMoment[];
    readonly endedAtMs: number;
    readonly reason: string;
    readonly unsetVariables: readonly string[];
    /** Whom the webhook events go to, in words. */
    readonly webhooks: string;
  } | null;
  readonly alert: AlertReplay | null;
  /** Which voice speaks while the provider of a voice of the agent is out. */
  readonly outages: readonly {
    readonly provider: string;
    readonly outcome: 'speaks' | 'none' | 'unknowable';
    readonly voice: string | null;
    readonly because: string;
  }[];
  /** Shares of an ASR routing. */
  readonly routes: readonly (SampleView & {
    readonly place: Place;
    readonly provider: string;
    readonly expected: number;
  })[];
  /** Agents under a list filter. */
  readonly agents: readonly {
    readonly place: Place | null;
    readonly agentId: string;
    readonly name: string | null;
    readonly selected: boolean | null;
    readonly because: string;
  }[];
  readonly assumptions: readonly AssumptionNote[];
}

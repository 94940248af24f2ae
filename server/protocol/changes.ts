import type { Plan } from '../core/generated/outputs.js';
import type { ProtocolPlace } from './place.ts';
import type { AssumptionNote, ReferenceKindName, ResolutionView, TraceStep } from './resolutions.ts';

export type EffectName = Plan['changes'][number]['effect'];
/** What a change does to a reference; calls of one batch to which it does the same are one. */
export interface ChangeView<Place = ProtocolPlace> {
  readonly effect: EffectName;
  readonly kind: ReferenceKindName;
  readonly live: boolean;
  /** `tag prod of Front desk (agent_frontdesk01)` */
  readonly subject: string;
  /** `v2 (published) → v3 (published); greeting gets a new value` */
  readonly words: string;
  readonly before: string | null;
  readonly after: string | null;
  readonly steps: { readonly before: readonly TraceStep[]; readonly after: readonly TraceStep[] };
  readonly variables: readonly { readonly name: string; readonly words: string }[];
  /** How many references. */
  readonly count: number;
  /** null for one that is not there any more. */
  readonly place: Place | null;
}
/** The values of one record that are others under the same version number. */
export interface ContentsView<Place = ProtocolPlace> {
  /** `Front desk (agent_frontdesk01) version 2` */
  readonly title: string;
  /** `live through tag prod of agent_frontdesk01` */
  readonly reach: string;
  readonly live: boolean;
  readonly rows: readonly {
    readonly pointer: string;
    /** `"11labs-A" → "11labs-Zed"`, `+3 −1 lines` */
    readonly words: string;
    /** Of a long text what changes in it: each line begins with `+`, `-` or a space. */
    readonly hunk: readonly string[];
    /** null for what is not there any more. */
    readonly place: Place | null;
  }[];
}
/** Two states of the files, side by side. */
export interface Comparison<Place = ProtocolPlace> {
  readonly title: string;
  /** `needless`: already the case; `impossible`: cannot be done, or its effect is not known. */
  readonly outcome: 'applied' | 'needless' | 'impossible';
  readonly because: string | null;
  /** `3 live references change; 12 stay as they are` */
  readonly headline: string;
  /** What is previewed, before and after; null where it is not there, both null where the preview is of no single reference. */
  readonly before: ResolutionView<Place> | null;
  readonly after: ResolutionView<Place> | null;
  /** What becomes of it; null: nothing changes for it. */
  readonly effect: EffectName | null;
  /** Its variables that are not as they were. */
  readonly variables: readonly { readonly name: string; readonly words: string }[];
  readonly contents: readonly ContentsView<Place>[];
  readonly changes: readonly ChangeView<Place>[];
  /** References beyond those in `changes` that change too: very many are not all listed. */
  readonly more: number;
  readonly unchanged: number;
  readonly assumptions: readonly AssumptionNote[];
}

export interface PlanParams {
  /** A file of the workspace that is meant. */
  readonly uri: string;
  /** A git revision; without it the saved files are compared with what is in the editor. */
  readonly base?: string;
  /** What somebody thinks of doing on the platform; then the files as they are are compared with what they would be. */
  readonly edit?: WhatIf;
}
/** A version is published, or a tag is moved to it. */
export type WhatIf = { readonly agentId: string; readonly version: number } & (
  { readonly kind: 'publish' } | { readonly kind: 'tag'; readonly tag: string }
);
/** What a change of files does to every reference. */
export interface PlanReport<Place = ProtocolPlace> {
  readonly headline: string;
  /** What was compared, in words. */
  readonly compared: string;
  /** Why there is no plan; null if there is one. Then everything else is empty. */
  readonly problem: string | null;
  /** A line for each file that is not understood before or now. */
  readonly unreadable: readonly string[];
  /** A whole page: no script, no font, no network. */
  readonly html: string;
  readonly markdown: string;
  readonly contents: readonly ContentsView<Place>[];
  readonly changes: readonly ChangeView<Place>[];
  readonly unchanged: number;
  readonly assumptions: readonly AssumptionNote[];
}

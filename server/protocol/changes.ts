import type { Plan } from '../core/generated/outputs.js';
import type { ProtocolPlace } from './place.ts';
import type { AssumptionNote, ReferenceKindName, ResolutionView, TraceStep } from './resolutions.ts';

export type EffectName = Plan['changes'][number]['effect'];
/** The effect of a change on a reference; calls of one batch with the same effect are one. */
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
  /** The number of references. */
  readonly count: number;
  /** null if it no longer exists. */
  readonly place: Place | null;
}
/** The changed values of one record under the same version number. */
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
    /** The changes in a long text: each line begins with `+`, `-` or a space. */
    readonly hunk: readonly string[];
    /** null if it no longer exists. */
    readonly place: Place | null;
  }[];
}
/** Two states of the files, side by side. */
export interface Comparison<Place = ProtocolPlace> {
  readonly title: string;
  /** `needless`: already the case; `impossible`: cannot be done, or its effect is unknown. */
  readonly outcome: 'applied' | 'needless' | 'impossible';
  readonly because: string | null;
  /** `3 live references change; 12 stay as they are` */
  readonly headline: string;
  /**
   * The previewed reference, before and after; null if absent, both null if the preview is not about a single
   * reference.
   */
  readonly before: ResolutionView<Place> | null;
  readonly after: ResolutionView<Place> | null;
  /** The effect on it; null: it does not change. */
  readonly effect: EffectName | null;
  /** Its changed variables. */
  readonly variables: readonly { readonly name: string; readonly words: string }[];
  readonly contents: readonly ContentsView<Place>[];
  readonly changes: readonly ChangeView<Place>[];
  /** The number of further changed references that are not listed in `changes`. */
  readonly more: number;
  readonly unchanged: number;
  readonly assumptions: readonly AssumptionNote[];
}

export interface PlanParams {
  /** A file that identifies the workspace. */
  readonly uri: string;
  /** A git revision; without it the saved files are compared with the editor's. */
  readonly base?: string;
  /** A hypothetical edit on the platform; then the current files are compared with their state after it. */
  readonly edit?: WhatIf;
}
/** A version is published, or a tag is moved to it. */
export type WhatIf = { readonly agentId: string; readonly version: number } & (
  { readonly kind: 'publish' } | { readonly kind: 'tag'; readonly tag: string }
);
/** The effect of a change of files on every reference. */
export interface PlanReport<Place = ProtocolPlace> {
  readonly headline: string;
  /** What was compared, in words. */
  readonly compared: string;
  /** Why there is no plan; null if there is one. Then everything else is empty. */
  readonly problem: string | null;
  /** A line for each file that is unreadable before or after. */
  readonly unreadable: readonly string[];
  /** A self-contained page: no script, no font, no network. */
  readonly html: string;
  readonly markdown: string;
  readonly contents: readonly ContentsView<Place>[];
  readonly changes: readonly ChangeView<Place>[];
  readonly unchanged: number;
  readonly assumptions: readonly AssumptionNote[];
}

import type { Severity } from '../../core/finding.ts';
import type { Plan, ResolveResolution } from '../../core/generated/outputs.js';
import type { LostFlow } from './flow.ts';
import type { FilePlace } from '../../core/locate.ts';
import type { ProtocolPlace } from './place.ts';
import type { AssumptionNote } from './results.ts';

type Change = Plan['changes'][number];
type Side = Pick<ResolveResolution, 'outcome' | 'because' | 'steps'>;
/** The effect on references that change in the same way for the same reasons, which are given once. */
export interface Cause extends Pick<Change, 'effect' | 'live'> {
  /** `v2 (published) → v3 (published); greeting gets a new value` */
  readonly words: string;
  /** What another version says or does differently: `4 settings differ`; empty if that is not known. */
  readonly differs: string;
  /** The command that shows it; empty if there is none. */
  readonly diff: string;
  /** Whether another version is selected, and that is a draft. */
  readonly isDraft: boolean;
  /** Why a break is accepted; empty if it is not. */
  readonly accepted: string;
  readonly isBreak: boolean;
  /** null if absent. */
  readonly before: Side | null;
  readonly after: Side | null;
  readonly variables: readonly VariableWords[];
  readonly subjects: readonly [ChangedReference, ...ChangedReference[]];
}
/** A reference that changes; calls of one batch, or equal names, are one. */
export interface ChangedReference extends Pick<Change, 'kind' | 'file' | 'pointer'> {
  /** `tag prod of Front desk (agent_frontdesk01)`, `llm_id llm_desk in 7 places` */
  readonly subject: string;
  /** Their number. */
  readonly count: number;
  /** Its place, and its former one if that was different; of equal names, all of their places. */
  readonly places: readonly string[];
}
interface VariableWords {
  readonly name: string;
  /** `"Juniper" → "Rehearsal"` */
  readonly words: string;
}

/** The changed values of one record under the same version number. */
export interface ContentsWords {
  /** `Front desk (agent_desk) version 2`, `LLM engine llm_desk version 3`. */
  readonly title: string;
  /** `live through tag prod of agent_desk`, `behind agent_desk version 2 and agent_night version 0`, `not live`. */
  readonly reach: string;
  readonly isLive: boolean;
  readonly file: string;
  readonly rows: readonly {
    readonly pointer: string;
    /** The same, by keys instead of indexes: `/nodes[id=greet]/instruction`. */
    readonly at: string;
    /** `"11labs-A" → "11labs-Zed"`, `+3 −1 lines`. */
    readonly words: string;
    /** The changes in a long text: each line begins with `+`, `-` or a space. */
    readonly hunk: readonly string[];
    /** Whether the value exists after the change. */
    readonly isThere: boolean;
  }[];
}

/** Who answers the callers of entries to which the same happens. */
export interface CallersWords {
  readonly kind: Plan['callers'][number]['entry']['kind'];
  readonly entries: readonly {
    /** `inbound calls of +14155550100` */
    readonly text: string;
    readonly file: string;
    readonly pointer: string;
    /** Whether it exists after the change. */
    readonly isThere: boolean;
  }[];
  /** `80 % move: agent_frontdesk01 v2 90 % → 10 %, v3 10 % → 90 %` */
  readonly words: string;
  /** null for what is new. */
  readonly moved: number | null;
  /** The shares before and after; empty where there is no such entry. */
  readonly before: readonly ShareWords[];
  readonly after: readonly ShareWords[];
}
interface ShareWords {
  /** `agent_desk v2` */
  readonly name: string;
  readonly share: number;
}

/** One thing that callers of some entries can get to in one state only. */
export interface ReachWords extends Pick<Plan['reach'][number], 'effect'> {
  /** `callers of +14155550101 (and 2 more entries) can no longer reach tool book_visit` */
  readonly words: string;
  /** `was Greet → Verify the caller; edge "verify-ok" was deleted`; empty for what is new. */
  readonly was: string;
  /** Why the loss is accepted; empty if it is not. */
  readonly accepted: string;
  readonly isBreak: boolean;
  /** What was changed, otherwise the thing. */
  readonly file: string;
  readonly pointer: string;
}

/** Two states of the files, compared, in words; places are by `file#pointer`. */
export interface ViewPlan<Place = FilePlace | ProtocolPlace> {
  /** What is published, without the lists that are in words here. */
  readonly result: Omit<Plan, 'changes' | 'names' | 'contents' | 'callers' | 'reach'>;
  /** `3 live references change; 12 stay as they are` */
  readonly headline: string;
  /** The entries whose callers get something else, the worst first. */
  readonly callers: readonly CallersWords[];
  /** What was compared, in words. */
  readonly compared: string;
  /** A line for each file that is unreadable before or after. */
  readonly unreadable: readonly string[];
  /** Edits that were impossible: they name something that does not exist or is unknown. Then nothing is planned. */
  readonly refused: Plan['edits'];
  readonly causes: readonly Cause[];
  /** The number of further changed references that are not listed in `causes`. */
  readonly more: number;
  readonly contents: readonly ContentsWords[];
  /** What callers lose comes first. */
  readonly reach: readonly ReachWords[];
  /** For a page; absent where nothing can be drawn. */
  readonly lost?: readonly LostFlow[];
  readonly assumptions: readonly AssumptionNote[];
  /** What lint would report after a hypothetical edit, and does not now; absent if that was not asked. */
  readonly findings?: readonly FindingWords[];
  readonly places: Readonly<Record<string, Place>>;
}
/** One finding in a result about something else. */
export interface FindingWords {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
  readonly file: string;
  readonly pointer: string;
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
/** The effect of a change of files on every reference, or why there is no plan: no git, no such revision. */
export type PlanAnswer = (ViewPlan & { readonly problem: null }) | { readonly problem: string };
/** A page for people: `html` is self-contained, without script, font or network. */
export interface PlanTextParams extends PlanParams {
  readonly format: 'html' | 'markdown';
}

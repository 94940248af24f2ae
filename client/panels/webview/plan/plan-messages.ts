import type { PanelAnswer, PlanParams, WhatIf } from '../../../../server/lsp/protocol.ts';

/** The data of the plan panel: the effect of a change of files on every reference. */
export interface PlanData {
  readonly report: PanelAnswer | null;
  /** What the files are compared with, in words. */
  readonly against: string;
  /** The question, if it is hypothetical: `If tag prod moved to version 4`. */
  readonly question: string | null;
  readonly isBusy: boolean;
  /** Why there is no report, or no newer one; null if there is one. */
  readonly problem: string | null;
  /** The question, to be asked again after a reload. */
  readonly request: PlanRequest | null;
}
/**
 * `base`: a git revision; null: the saved files. `edit` replaces a base; a state saved by an older version may lack it.
 */
export interface PlanRequest {
  readonly uri: string;
  readonly base: string | null;
  readonly edit?: WhatIf;
  /** Two versions, or exports of the platform, instead of a base. */
  readonly versions?: PlanParams['versions'];
  readonly exports?: PlanParams['exports'];
  /** The name of the agent, for people. */
  readonly agent?: string;
  /** The comparison that led here. */
  readonly from?: PlanRequest;
}

/** What a user does in it. */
export type PlanAction =
  | { readonly type: 'copy' | 'save' | 'again' | 'other' | 'takeAll' | 'back' }
  /** `text` opens a text in an editor, `take` takes changes of the platform's side; `value` is the key of either. */
  | { readonly type: 'text' | 'take'; readonly value: string };

import type { PanelAnswer, PlanParams, WhatIf } from '../../../../server/lsp/protocol.ts';

/** The data of the plan panel, which shows the effect of a change of files on every reference. */
export interface PlanData {
  readonly report: PanelAnswer | null;
  /** The state with which the files are compared, in words. */
  readonly comparedState: string;
  /** The question about a hypothetical edit, such as `If tag prod moved to version 4`; null for other comparisons. */
  readonly question: string | null;
  readonly isBusy: boolean;
  /** The reason why there is no report, or no newer report; null if there is one. */
  readonly problem: string | null;
  /** The request, which is sent again after a reload. */
  readonly request: PlanRequest | null;
}
/**
 * A request for a comparison. `base`: a git revision, or null for the saved files; `edit` is a hypothetical edit
 * instead of a base. A request stored by an older version of the extension may lack fields.
 */
export interface PlanRequest {
  readonly uri: string;
  readonly base: string | null;
  readonly edit?: WhatIf;
  /** Two versions, compared instead of a base; `exports`: exports of the platform, compared instead of a base. */
  readonly versions?: PlanParams['versions'];
  readonly exports?: PlanParams['exports'];
  /** The name of the agent, as users know it. */
  readonly agent?: string;
  /** The previous comparison, to which the Back button returns. */
  readonly from?: PlanRequest;
}

/** An action of the user in the panel. */
export type PlanAction =
  | { readonly type: 'copy' | 'save' | 'again' | 'other' | 'takeAll' | 'back' }
  /**
   * `text` opens a text in an editor; `take` takes changes of the platform's side. `value` is the key of the text or
   * change.
   */
  | { readonly type: 'text' | 'take'; readonly value: string };

import type { PlanReport, WhatIf } from '../../../../server/lsp/protocol.ts';

/** What the plan's panel shows: what a change of files does to every reference. */
export interface PlanData {
  readonly report: Omit<PlanReport, 'html' | 'markdown'> | null;
  /** With what the files are compared, in words. */
  readonly against: string;
  /** What is asked, where it is what would be: `If tag prod moved to version 4`. */
  readonly question: string | null;
  readonly busy: boolean;
  /** Why there is no report, or no newer one; null if there is one. */
  readonly problem: string | null;
  /** What was asked for, to be asked again after a reload. */
  readonly asked: PlanAsked | null;
}
/** `base`: a git revision; null: what is saved. `edit` takes the place of a base; a state that was kept before may lack it. */
export interface PlanAsked {
  readonly uri: string;
  readonly base: string | null;
  readonly edit?: WhatIf;
}

/** What a person does in it. */
export type PlanAction = { readonly type: 'copy' | 'save' | 'again' | 'other' };

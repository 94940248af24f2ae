import type {
  PanelAnswer,
  PreviewParams,
  PromptParams,
  ProtocolPlace,
  SimulateParams,
  PlanParams,
  WhatIf,
} from '../../../server/lsp/protocol.ts';

/*
 * Messages between a page and the extension. The page only draws the data of `server/lsp/protocol.ts` that it gets,
 * and reports the actions of the user; the extension only decides what to show.
 */

/** A message from the extension with the data to show. */
export interface ShowMessage<Data> {
  readonly type: 'show';
  readonly data: Data;
}
/** A message from a page. `ready`: the page listens for messages and can get its data. */
export type PageMessage<Action> =
  | { readonly type: 'ready' }
  /** `isEntered`: whether the focus moves into the text. */
  | { readonly type: 'reveal'; readonly place: ProtocolPlace; readonly isEntered: boolean }
  /** Runs a command of Preflight that the server has named. */
  | { readonly type: 'does'; readonly command: string; readonly argument: unknown }
  | { readonly type: 'action'; readonly action: Action };

/** The reason why a panel cannot show an answer. `waiting`: no answer has come yet. */
export type Trouble = 'waiting' | 'starting' | 'stopped' | 'failed' | 'elsewhere';

/**
 * The data of a panel about one place. `answer` may be an older answer while `isBusy` is true or there is a `trouble`.
 */
export interface PlaceData<Controls> {
  readonly answer: PanelAnswer | null;
  readonly trouble: Trouble | null;
  readonly isBusy: boolean;
  readonly controls: Controls;
  /** The data that the page stores, so that it survives a reload of the window. */
  readonly memory: PlaceMemory<Controls>;
}
export interface PlaceMemory<Controls> {
  /** null if no place was chosen yet. */
  readonly request: Pick<PreviewParams, 'uri' | 'position'> | null;
  /** Whether the panel is pinned, so that it does not follow the cursor. */
  readonly isPinned: boolean;
  readonly controls: Controls;
}
export type PlaceAction<Controls> =
  | { readonly type: 'pin'; readonly isPinned: boolean }
  | { readonly type: 'controls'; readonly controls: Partial<Controls> }
  | { readonly type: 'restart' | 'output' | 'preview' | 'prompt' | 'simulate' | 'choose' };

/** The settings that a user can change in the pages. */
export type PromptControls = Required<Omit<PromptParams, 'uri' | 'position'>>;
export type PreviewControls = Required<Pick<PreviewParams, 'calls' | 'seed'>>;
export type SimulationControls = Required<Omit<SimulateParams, 'uri' | 'position' | 'series'>> &
  Pick<SimulateParams, 'series'>;

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

import type {
  PanelAnswer,
  PreviewParams,
  PromptParams,
  ProtocolPlace,
  SimulateParams,
} from '../../../server/lsp/protocol.ts';

/*
 * Messages between a page and the extension. The extension draws nothing and the page decides nothing: the page gets
 * data of `server/lsp/protocol.ts` and reports what a user did.
 */

/** From the extension: what to show now. */
export interface ShowMessage<Data> {
  readonly type: 'show';
  readonly data: Data;
}
/** From every page. `ready`: it listens, and gets what to show. */
export type PageMessage<Action> =
  | { readonly type: 'ready' }
  /** `isEntered`: the focus moves into the text. */
  | { readonly type: 'reveal'; readonly place: ProtocolPlace; readonly isEntered: boolean }
  /** A command of ours that the server named. */
  | { readonly type: 'does'; readonly command: string; readonly with: unknown }
  | { readonly type: 'action'; readonly action: Action };

/** Why a panel cannot show an answer. `waiting`: there is none yet. */
export type Trouble = 'waiting' | 'starting' | 'stopped' | 'failed' | 'elsewhere';

/** The data of a panel about one place. `answer` may be an older one while `isBusy` or in trouble. */
export interface PlaceData<Controls> {
  readonly answer: PanelAnswer | null;
  readonly trouble: Trouble | null;
  readonly isBusy: boolean;
  readonly controls: Controls;
  /** What the page stores, so that it survives a reload of the window. */
  readonly memory: PlaceMemory<Controls>;
}
export interface PlaceMemory<Controls> {
  /** null: no place was chosen yet. */
  readonly request: Pick<PreviewParams, 'uri' | 'position'> | null;
  /** The panel is pinned instead of following the cursor. */
  readonly isPinned: boolean;
  readonly controls: Controls;
}
export type PlaceAction<Controls> =
  | { readonly type: 'pin'; readonly isPinned: boolean }
  | { readonly type: 'controls'; readonly controls: Partial<Controls> }
  | { readonly type: 'restart' | 'output' | 'preview' | 'prompt' | 'simulate' | 'choose' };

/** What a user sets in the pages. */
export type PromptControls = Required<Omit<PromptParams, 'uri' | 'position'>>;
export type PreviewControls = Required<Pick<PreviewParams, 'calls' | 'seed'>>;
export type SimulationControls = Required<Omit<SimulateParams, 'uri' | 'position' | 'series'>> &
  Pick<SimulateParams, 'series'>;

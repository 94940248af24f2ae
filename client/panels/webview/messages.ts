import type {
  PanelAnswer,
  PreviewParams,
  PromptParams,
  ProtocolPlace,
  SimulateParams,
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

import type { PromptText } from '../../server/lsp/protocol.ts';

export type PresentText = Extract<PromptText, { newText: string }>;
/** The state of a prompt document, from its first read until it is closed. */
export interface Prompt {
  /** The text of the prompt document and the JSON document when they were last equal. */
  base?: string;
  /** The text that VS Code last read, which an editor may show. */
  readText?: string | undefined;
  /** The spelling of each text in the JSON document, by text. */
  readonly spellings: Map<string, string>;
  /** The title of the text for users, which is kept after the text is removed. */
  title?: string | undefined;
  /** The reason why the text cannot be changed, as last reported to VS Code. */
  readOnlyReason?: string | undefined;
  /** The saved text, while the unsaved changes of the prompt document are being discarded. */
  savedText?: string | undefined;
  /** Restores the cursors of the editors after VS Code has read the changed text. */
  cursors?: (() => void) | undefined;
  /** The modification time. It increases when the JSON document changes the text: VS Code reads only newer files again. */
  time: number;
  work?: Promise<void> | undefined;
  isStale: boolean;
  /** The saved text with which a moved document opens. It gets its unsaved text as an edit. */
  firstText?: string | undefined;
  /** Whether the text is no longer in its JSON file. */
  isAway: boolean;
  /** Whether the text was changed here and in the JSON file at the same place. */
  isApart: boolean;
  /** Whether the user is being asked what to do with a text that is no longer in its file. */
  isOffered?: boolean;
}

/** The maximum time, in milliseconds, that a move takes. VS Code reports only moves that succeed. */
const MAX_MOVE_MS = 10_000;
/** The move of a JSON file to a new uri, from the moment before it until another document shows the text. */
export class Move {
  /** Whether another document shows the text. */
  isShown = false;
  /** The text on disk before the move. */
  savedText: string | undefined;
  #resolve!: () => void;
  /** Resolves when another document shows the text, or the move has not succeeded. */
  readonly whenOver = new Promise<void>(resolve => {
    this.#resolve = resolve;
    setTimeout(resolve, MAX_MOVE_MS);
  });
  end(): void {
    this.isShown = true;
    this.#resolve();
  }
}

/** Whether the JSON document contains the given text, or its last common text because the user has typed since. */
export const isAgreed = ({ newText }: PresentText, text: string, { base }: Prompt): boolean =>
  newText === text || newText === base;

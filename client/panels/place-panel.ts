import {
  CancellationTokenSource,
  commands,
  Disposable,
  Uri,
  window,
  workspace,
  type TextDocumentChangeEvent,
} from 'vscode';
import { clientCommands, type PanelAnswer } from '../../server/lsp/protocol.ts';
import { headingOf } from '../../server/view/panel-answer.ts';
import type { ClientSession } from '../session/session.ts';
import { moved } from './moved.ts';
import { cursorOf, isJson, isPrompt, pointedBy, type Pointed } from './pointing.ts';
import { Panel, type PanelKind } from './webview.ts';
import type { PlaceAction, PlaceKept, PlaceShown, Trouble } from './webview/messages.ts';

/**
 * Milliseconds: how long the cursor or text must rest before the server is asked, and how long an answer may take
 * before the page shows that it is pending.
 */
const pauses = { rest: 120, patience: 250 };

interface PlacePanelKind<Controls> extends PanelKind {
  readonly command: string;
  readonly request: string;
  readonly controls: Controls;
  /** Asks the user for something that a page cannot ask for, such as a file; `undefined` if nothing was chosen. */
  choose?(uri: string): Promise<Partial<Controls> | undefined>;
}

/**
 * A panel about one place: the one passed by its command, then the one under the cursor unless it is pinned. It asks
 * again when the cursor, the text or the server's state changes, and cancels the earlier request.
 */
export function placePanel<Controls extends object>(
  session: ClientSession,
  root: Uri,
  kind: PlacePanelKind<Controls>,
): Disposable {
  const panel = new PlacePanel<Controls>(session, root, kind);
  return Disposable.from(
    panel,
    commands.registerCommand(kind.command, (uri?: unknown, position?: unknown) =>
      panel.point(pointedBy(uri, position)),
    ),
  );
}

class PlacePanel<Controls extends object> implements Disposable {
  readonly #session: ClientSession;
  readonly #kind: PlacePanelKind<Controls>;
  readonly #panel: Panel<PlaceShown<Controls>, PlaceAction<Controls>, PlaceKept<Controls>>;
  readonly #listening: Disposable;
  #pointed: Pointed | null = null;
  #isPinned = false;
  #controls: Controls;
  #answer: PanelAnswer | null = null;
  /** Whether the answer is about another place or text than the current one. */
  #isStale = false;
  #asking: CancellationTokenSource | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: ClientSession, root: Uri, kind: PlacePanelKind<Controls>) {
    this.#session = session;
    this.#kind = kind;
    this.#controls = kind.controls;
    this.#panel = new Panel(root, kind);
    this.#listening = Disposable.from(
      this.#panel,
      this.#panel.onOpen(placeKept => this.#restore(placeKept)),
      this.#panel.onSeen(() => {
        if (this.#isStale) this.#later();
      }),
      this.#panel.onAction(action => this.#act(action)),
      session.onDidChange(() => this.#later()),
      workspace.onDidChangeTextDocument(change => this.#changed(change)),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) this.#follow();
      }),
      window.onDidChangeActiveTextEditor(() => this.#follow()),
    );
  }

  /** @param pointed `undefined`: nothing to ask about; the panel then says what to do */
  point(pointed: Pointed | undefined): void {
    const isNew = !this.#panel.isOpen;
    if (pointed) this.#pointed = pointed;
    this.#panel.open();
    if (isNew) this.#show(null);
    void this.#ask();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#asking?.cancel();
    this.#asking?.dispose();
    this.#listening.dispose();
  }

  #restore(lastShown: PlaceKept<Controls> | undefined): void {
    this.#answer = null;
    if (!lastShown?.controls) return;
    this.#pointed = lastShown.request ?? null;
    this.#isPinned = lastShown.isPinned;
    this.#controls = { ...this.#kind.controls, ...lastShown.controls };
    this.#show(null);
    void this.#session.start();
    this.#later();
  }

  #follow(): void {
    const editor = window.activeTextEditor;
    if (this.#isPinned || !this.#panel.isOpen || !editor || !isJson(editor)) return;
    this.#pointed = cursorOf(editor);
    this.#later();
  }

  /** Any change may affect what a reference resolves to; the place itself moves with the text before it. */
  #changed({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (!this.#panel.isOpen || contentChanges.length === 0 || !isJson({ document })) return;
    if (this.#pointed?.uri === document.uri.toString()) {
      const lastFirst = [...contentChanges].sort((a, b) => b.rangeOffset - a.rangeOffset);
      this.#pointed = {
        ...this.#pointed,
        position: lastFirst.reduce((position, change) => moved(position, change), this.#pointed.position),
      };
    }
    this.#later();
  }

  #later(): void {
    if (!this.#panel.isOpen) return;
    this.#isStale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), pauses.rest);
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    this.#asking?.cancel();
    if (!this.#panel.isOpen) return;
    if (!this.#panel.isVisible) {
      this.#isStale = true;
      return;
    }
    if (!this.#pointed || this.#session.state !== 'running') return this.#show(troubleOf(this.#session, this.#pointed));
    const asking = new CancellationTokenSource(),
      slow = setTimeout(() => this.#show(null, true), pauses.patience);
    this.#asking = asking;
    this.#isStale = false;
    const answer = await this.#session.ask<PanelAnswer | null>(
      this.#kind.request,
      { ...this.#pointed, ...this.#controls },
      asking.token,
    );
    clearTimeout(slow);
    const isOverhauled = asking.token.isCancellationRequested || this.#asking !== asking;
    asking.dispose();
    if (isOverhauled) return;
    this.#asking = undefined;
    if (answer === undefined) return this.#show(troubleOf(this.#session, this.#pointed) ?? 'failed');
    // while its JSON file is not valid, the last valid prompt is shown
    if (answer === null && this.#answer && isPrompt(this.#pointed)) return this.#show(null);
    this.#answer = answer;
    this.#show(answer === null ? 'elsewhere' : null);
  }

  #show(trouble: Trouble | null, busy = false): void {
    const kept = { request: this.#pointed, isPinned: this.#isPinned, controls: this.#controls },
      { title } = this.#kind,
      heading = this.#answer && headingOf(this.#answer);
    this.#panel.show(
      {
        answer: this.#answer,
        trouble,
        busy: busy || (this.#answer === null && trouble === null),
        controls: this.#controls,
        kept,
      },
      heading ? `${title}: ${heading}` : title,
    );
  }

  async #choose(): Promise<void> {
    const chosen = this.#pointed && (await this.#kind.choose?.(this.#pointed.uri));
    if (chosen) this.#act({ type: 'controls', controls: chosen });
  }

  #act(action: PlaceAction<Controls>): void {
    switch (action.type) {
      case 'pin':
        this.#isPinned = action.isPinned;
        this.#show(null);
        return void this.#ask();
      case 'controls':
        this.#controls = { ...this.#controls, ...action.controls };
        return void this.#ask();
      case 'choose':
        return void this.#choose();
      case 'restart':
        return void commands.executeCommand('preflight.restart');
      case 'output':
        return void commands.executeCommand('preflight.showOutput');
      case 'preview':
      case 'prompt':
      case 'simulate':
        if (this.#pointed)
          void commands.executeCommand(clientCommands[action.type], this.#pointed.uri, this.#pointed.position);
    }
  }
}

function troubleOf({ state }: ClientSession, pointed: Pointed | null): Trouble | null {
  if (state === 'failed') return 'stopped';
  if (state === 'starting') return 'starting';
  return state === 'waiting' || !pointed ? 'waiting' : null;
}

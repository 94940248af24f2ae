import {
  CancellationTokenSource,
  commands,
  Disposable,
  Uri,
  window,
  workspace,
  type TextDocumentChangeEvent,
} from 'vscode';
import { clientCommands, type PanelAnswer, requests } from '../../server/lsp/protocol.ts';
import { headingOf } from '../../server/view/panel-answer.ts';
import type { ClientSession } from '../session/session.ts';
import { positionAfter } from '../session/positions.ts';
import { cursorOf, isJson, isPrompt, targetOf, type PanelTarget } from './pointing.ts';
import { Panel, type PanelKind } from './webview.ts';
import type {
  PlaceAction,
  PlaceMemory,
  PlaceData,
  Trouble,
  PreviewControls,
  PromptControls,
  SimulationControls,
} from './webview/messages.ts';

/**
 * `rest`: the number of milliseconds without changes of the cursor or text before the server is asked; `pending`: the
 * number of milliseconds before the page shows that an answer is pending.
 */
const pauses = { rest: 120, pending: 250 };

interface PlacePanelKind<Controls> extends PanelKind {
  readonly command: string;
  readonly request: string;
  readonly controls: Controls;
  /** Asks the user for something that a page cannot ask for, such as a file; `undefined` if nothing was chosen. */
  choose?(uri: string): Promise<Partial<Controls> | undefined>;
}

/**
 * A panel about one place: first the place that its command passes, then the place of the cursor unless the panel is
 * pinned. When the cursor, the text or the state of the server changes, the panel cancels its request and asks again.
 */
function placePanel<Controls extends object>(
  session: ClientSession,
  root: Uri,
  kind: PlacePanelKind<Controls>,
): Disposable {
  const panel = new PlacePanel<Controls>(session, root, kind);
  return Disposable.from(
    panel,
    commands.registerCommand(kind.command, (uri?: unknown, position?: unknown) => panel.point(targetOf(uri, position))),
  );
}

class PlacePanel<Controls extends object> implements Disposable {
  readonly #session: ClientSession;
  readonly #kind: PlacePanelKind<Controls>;
  readonly #panel: Panel<PlaceData<Controls>, PlaceAction<Controls>, PlaceMemory<Controls>>;
  readonly #subscription: Disposable;
  #target: PanelTarget | null = null;
  #isPinned = false;
  #controls: Controls;
  #answer: PanelAnswer | null = null;
  /** Whether the answer is about a place or text that has changed since. */
  #isStale = false;
  #pendingRequest: CancellationTokenSource | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(session: ClientSession, root: Uri, kind: PlacePanelKind<Controls>) {
    this.#session = session;
    this.#kind = kind;
    this.#controls = kind.controls;
    this.#panel = new Panel(root, kind);
    this.#subscription = Disposable.from(
      this.#panel,
      this.#panel.onOpen(placeKept => this.#restore(placeKept)),
      this.#panel.onSeen(() => {
        if (this.#isStale) this.#schedule();
      }),
      this.#panel.onAction(action => this.#act(action)),
      session.onDidChange(() => this.#schedule()),
      workspace.onDidChangeTextDocument(change => this.#followChange(change)),
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (textEditor === window.activeTextEditor) this.#follow();
      }),
      window.onDidChangeActiveTextEditor(() => this.#follow()),
    );
  }

  /**
   * Shows the panel for a place.
   * @param target undefined if there is no place to show; without a place, the panel tells the user what to do
   */
  point(target: PanelTarget | undefined): void {
    const isNew = !this.#panel.isOpen;
    if (target) this.#target = target;
    this.#panel.open();
    if (isNew) this.#show(null);
    void this.#ask();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#pendingRequest?.cancel();
    this.#pendingRequest?.dispose();
    this.#subscription.dispose();
  }

  #restore(lastShown: PlaceMemory<Controls> | undefined): void {
    this.#answer = null;
    if (!lastShown?.controls) return;
    this.#target = lastShown.request ?? null;
    this.#isPinned = lastShown.isPinned;
    this.#controls = { ...this.#kind.controls, ...lastShown.controls };
    this.#show(null);
    void this.#session.start();
    this.#schedule();
  }

  #follow(): void {
    const editor = window.activeTextEditor;
    if (this.#isPinned || !this.#panel.isOpen || !editor || !isJson(editor)) return;
    this.#target = cursorOf(editor);
    this.#schedule();
  }

  /**
   * Updates the panel after a change of a text, because any change may affect what a reference resolves to. The place
   * moves with the text before it.
   */
  #followChange({ document, contentChanges }: TextDocumentChangeEvent): void {
    if (!this.#panel.isOpen || contentChanges.length === 0 || !isJson({ document })) return;
    if (this.#target?.uri === document.uri.toString()) {
      const lastFirst = [...contentChanges].sort((a, b) => b.rangeOffset - a.rangeOffset);
      this.#target = {
        ...this.#target,
        position: lastFirst.reduce((position, change) => positionAfter(position, change), this.#target.position),
      };
    }
    this.#schedule();
  }

  #schedule(): void {
    if (!this.#panel.isOpen) return;
    this.#isStale = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#ask(), pauses.rest);
  }

  async #ask(): Promise<void> {
    clearTimeout(this.#timer);
    this.#pendingRequest?.cancel();
    if (!this.#panel.isOpen) return;
    if (!this.#panel.isVisible) {
      this.#isStale = true;
      return;
    }
    if (!this.#target || this.#session.state !== 'running') return this.#show(troubleOf(this.#session, this.#target));
    const request = new CancellationTokenSource(),
      busyTimer = setTimeout(() => this.#show(null, true), pauses.pending);
    this.#pendingRequest = request;
    this.#isStale = false;
    const answer = await this.#session.ask<PanelAnswer | null>(
      this.#kind.request,
      { ...this.#target, ...this.#controls },
      request.token,
    );
    clearTimeout(busyTimer);
    const isOutdated = request.token.isCancellationRequested || this.#pendingRequest !== request;
    request.dispose();
    if (isOutdated) return;
    this.#pendingRequest = undefined;
    if (answer === undefined) return this.#show(troubleOf(this.#session, this.#target) ?? 'failed');
    // while the JSON file of a prompt is not valid, the last valid answer is shown
    if (answer === null && this.#answer && isPrompt(this.#target)) return this.#show(null);
    this.#answer = answer;
    this.#show(answer === null ? 'elsewhere' : null);
  }

  #show(trouble: Trouble | null, isBusy = false): void {
    const memory = { request: this.#target, isPinned: this.#isPinned, controls: this.#controls },
      { title } = this.#kind,
      heading = this.#answer && headingOf(this.#answer);
    this.#panel.show(
      {
        answer: this.#answer,
        trouble,
        isBusy: isBusy || (this.#answer === null && trouble === null),
        controls: this.#controls,
        memory,
      },
      heading ? `${title}: ${heading}` : title,
    );
  }

  async #choose(): Promise<void> {
    const controls = this.#target && (await this.#kind.choose?.(this.#target.uri));
    if (controls) this.#act({ type: 'controls', controls });
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
        if (this.#target)
          void commands.executeCommand(clientCommands[action.type], this.#target.uri, this.#target.position);
    }
  }
}

function troubleOf({ state }: ClientSession, target: PanelTarget | null): Trouble | null {
  if (state === 'failed') return 'stopped';
  if (state === 'starting') return 'starting';
  return state === 'waiting' || !target ? 'waiting' : null;
}

/**
 * The Preview panel, which shows what the reference or record at the cursor resolves to, and why.
 * @param root the folder of the extension
 */
export const previewPanel = (session: ClientSession, root: Uri): Disposable =>
  placePanel<PreviewControls>(session, root, {
    type: clientCommands.preview,
    command: clientCommands.preview,
    request: requests.preview,
    page: 'preview',
    title: 'Preview',
    controls: { calls: 100_000, seed: '1' },
  });

/**
 * The Prompt panel, which shows the prompt that the model gets at the node or state of the cursor, for a chosen
 * caller.
 * @param root the folder of the extension
 */
export const promptPanel = (session: ClientSession, root: Uri): Disposable =>
  placePanel<PromptControls>(session, root, {
    type: clientCommands.prompt,
    command: clientCommands.prompt,
    request: requests.prompt,
    page: 'prompt',
    title: 'Prompt',
    controls: { as: '', turn: '', given: '' },
  });

/**
 * The Simulation panel, which shows what the platform would do with the record at the cursor.
 * @param root the folder of the extension
 */
export const simulationPanel = (session: ClientSession, root: Uri): Disposable =>
  placePanel<SimulationControls>(session, root, {
    type: clientCommands.simulate,
    command: clientCommands.simulate,
    request: requests.simulate,
    page: 'simulation',
    title: 'Simulation',
    controls: { calls: 100_000, seed: '1', call: 'silent', outbound: false, digits: '' },
    choose: async ruleUri => {
      const [file] =
        (await window.showOpenDialog({
          title: 'Choose a Series',
          openLabel: 'Replay',
          defaultUri: Uri.joinPath(Uri.parse(ruleUri), '..'),
          filters: { 'CSV or JSON': ['csv', 'json'] },
        })) ?? [];
      return file && { series: { of: ruleUri, uri: file.toString() } };
    },
  });

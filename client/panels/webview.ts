import { randomBytes } from 'node:crypto';
import { commands, Disposable, EventEmitter, Uri, ViewColumn, window, type Webview, type WebviewPanel } from 'vscode';
import { clientCommands } from '../../server/lsp/protocol.ts';
import { viewStyle } from '../../server/view/style.ts';
import { revealPlace } from '../session/places.ts';
import type { PageMessage, ShowMessage } from './webview/messages.ts';

/** The properties that distinguish one panel from another. */
export interface PanelKind {
  /**
   * The id by which the editor restores the panel after a restart, such as `preflight.preview`; `activationEvents`
   * contains it after `onWebviewPanel:`.
   */
  readonly type: string;
  /**
   * The base name of the script, style and icon of the panel in `dist/webview/`; the script is built from
   * `webview/pages/`.
   */
  readonly page: string;
  readonly title: string;
}

/**
 * The only panel of its kind. It is opened beside the editor, restored after a reload of the window, and gets its data
 * again when its page is recreated. `Data` is always sent as a whole; `Action` is an action of the user in the page,
 * except navigation; `State` is the state that the page keeps across a reload (`keep` in the page).
 */
export class Panel<Data, Action, State = unknown> implements Disposable {
  readonly #kind: PanelKind;
  readonly #root: Uri;
  readonly #actions = new EventEmitter<Action>();
  readonly #openEmitter = new EventEmitter<State | undefined>();
  readonly #viewEmitter = new EventEmitter<void>();
  readonly #serializer: Disposable;
  #panel: WebviewPanel | undefined;
  #isReady = false;
  #data: { readonly value: Data } | undefined;
  /** Fires when the user acts in the page. */
  readonly onAction = this.#actions.event;
  /** Fires when the panel is opened; after a reload, with the state that its page has kept. */
  readonly onOpen = this.#openEmitter.event;
  /** Fires when the panel becomes visible again. */
  readonly onSeen = this.#viewEmitter.event;

  /**
   * Registers the panel for restoring.
   * @param root the folder of the extension
   */
  constructor(root: Uri, kind: PanelKind) {
    this.#root = Uri.joinPath(root, 'dist', 'webview');
    this.#kind = kind;
    this.#serializer = window.registerWebviewPanelSerializer(kind.type, {
      deserializeWebviewPanel: (panel, state: State | undefined) => {
        this.#adopt(panel, state);
        return Promise.resolve();
      },
    });
  }

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }
  get isVisible(): boolean {
    return this.#panel?.visible ?? false;
  }

  /** Opens the panel beside the editor, or brings it to the front. The focus does not move. */
  open(): void {
    if (this.#panel) return this.#panel.reveal(undefined, true);
    const { type, title } = this.#kind;
    this.#adopt(
      window.createWebviewPanel(type, title, { viewColumn: ViewColumn.Beside, preserveFocus: true }),
      undefined,
    );
  }

  /**
   * Shows data, now or when the page is ready; earlier pending data is dropped.
   * @param news the part to send to a page that already shows the remaining data
   */
  show(data: Data, title: string = this.#kind.title, news: Data = data): void {
    if (!this.#panel) return;
    this.#data = { value: data };
    if (this.#panel.title !== title) this.#panel.title = title;
    this.#send(news);
  }

  dispose(): void {
    this.#panel?.dispose();
    for (const item of [this.#serializer, this.#actions, this.#openEmitter, this.#viewEmitter]) item.dispose();
  }

  #adopt(panel: WebviewPanel, state: State | undefined): void {
    this.#panel?.dispose();
    this.#panel = panel;
    this.#isReady = false;
    this.#data = undefined;
    panel.iconPath = Uri.joinPath(this.#root, `${this.#kind.page}.svg`);
    panel.webview.options = { enableScripts: true, localResourceRoots: [this.#root], enableForms: false };
    const subscription = Disposable.from(
      panel.webview.onDidReceiveMessage((message: PageMessage<Action>) => void this.#receive(message)),
      panel.onDidChangeViewState(() => {
        if (!panel.visible) this.#isReady = false;
        else this.#viewEmitter.fire();
      }),
    );
    panel.onDidDispose(() => {
      subscription.dispose();
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#data = undefined;
    });
    panel.webview.html = pageShell(panel.webview, this.#root, this.#kind);
    this.#openEmitter.fire(state);
  }

  async #receive(message: PageMessage<Action>): Promise<void> {
    if (message.type === 'action') return this.#actions.fire(message.action);
    if (message.type === 'reveal') return revealPlace(message.place, message.isEntered);
    if (message.type === 'does') {
      const { command, argument } = message;
      if (Object.hasOwn(clientCommands, command))
        await commands.executeCommand(clientCommands[command as keyof typeof clientCommands], argument);
      return;
    }
    this.#isReady = true;
    this.#send();
  }

  #send(news: Data | undefined = this.#data?.value): void {
    if (!this.#isReady || news === undefined || !this.#panel) return;
    const message: ShowMessage<Data> = { type: 'show', data: news };
    void this.#panel.webview.postMessage(message);
  }
}

/**
 * The page without its content, which is drawn into `#page`. It has one script and two styles, and loads nothing
 * external. Screen readers announce `#said` when its text changes.
 * @param root the folder `dist/webview`
 */
function pageShell(webview: Webview, root: Uri, { page, title }: PanelKind): string {
  const nonce = randomBytes(16).toString('base64url');
  const uriOf = (name: string): string => webview.asWebviewUri(Uri.joinPath(root, name)).toString();
  const policy = [
    "default-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
    `style-src ${webview.cspSource} 'nonce-${nonce}'`,
    `script-src 'nonce-${nonce}'`,
  ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy.join('; ')}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style nonce="${nonce}">${viewStyle}</style>
<link rel="stylesheet" href="${uriOf(`${page}.css`)}">
</head>
<body>
<main id="page"></main>
<div id="said" class="unseen" role="status" aria-live="polite"></div>
<script nonce="${nonce}" src="${uriOf(`${page}.js`)}"></script>
</body>
</html>`;
}

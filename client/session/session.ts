import {
  commands,
  EventEmitter,
  window,
  workspace,
  type CancellationToken,
  type ConfigurationChangeEvent,
  type Disposable,
  type LogOutputChannel,
  type WorkspaceEdit,
} from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type { DrawingParams } from '../../server/lsp/protocol.ts';
import { isEnabled } from './settings.ts';

type Convert = LanguageClient['protocol2CodeConverter']['asWorkspaceEdit'];

/**
 * `waiting`: there is no reason to start the server yet. `failed`: the server does not run and is not restarted
 * automatically.
 */
export type ClientState = 'waiting' | 'starting' | 'running' | 'failed';

/** Settings after whose change the server is restarted, because they decide what is shown. */
const restartSettings = ['codeLens', 'inlayHints', 'inlayHintKinds', 'checkUnopenedFiles'];

/** The server of this window and its state. The language client is loaded only when the server is started. */
export class ClientSession implements Disposable {
  state: ClientState = 'waiting';
  readonly #changeEmitter = new EventEmitter<void>();
  /** Fires when the state has changed, or the server reports new results. */
  readonly onDidChange = this.#changeEmitter.event;
  readonly #drawingEmitter = new EventEmitter<DrawingParams>();
  readonly onDrawing = this.#drawingEmitter.event;
  /** Resolves when pending edits of a document are done; a request about the document waits for them. */
  whenDone: (uri: string) => Promise<void> | undefined = () => undefined;
  #client: Promise<LanguageClient> | undefined;
  /** Whether the workspace contains a platform file, so that the server is needed. */
  #isNeeded = false;
  #output: LogOutputChannel | undefined;
  readonly #trust = workspace.onDidGrantWorkspaceTrust(() => {
    if (this.#client) void this.restart();
  });
  readonly #settings = workspace.onDidChangeConfiguration(change => this.#follow(change));
  readonly #server: string;
  readonly #version: string;

  /** @param server the path of the bundle of the server */
  constructor(server: string, version: string) {
    this.#server = server;
    this.#version = version;
  }

  get output(): LogOutputChannel {
    return (this.#output ??= window.createOutputChannel('Preflight', { log: true }));
  }

  /**
   * Starts the server, unless it was already started or is not allowed to start. Does not throw: errors are shown, and
   * set the state.
   */
  async start(): Promise<void> {
    this.#isNeeded = true;
    if (this.#client || !isEnabled()) return;
    this.#set('starting');
    void commands.executeCommand('setContext', 'preflight.active', true);
    this.#client = import('./language-client.ts').then(({ languageClient }) =>
      languageClient({
        server: this.#server,
        version: this.#version,
        output: this.output,
        onState: state => this.#set(state),
        onChange: () => this.#changeEmitter.fire(),
        onDrawing: drawingParams => this.#drawingEmitter.fire(drawingParams),
        whenDone: uri => this.whenDone(uri),
      }),
    );
    await this.#run(client => client.start());
  }

  async restart(): Promise<void> {
    if (!this.#client) return this.start();
    if (!isEnabled()) return;
    this.#set('starting');
    void commands.executeCommand('setContext', 'preflight.active', true);
    await this.#run(client => client.restart());
  }

  /**
   * Restarts the server after a change of settings, so that results which a setting disables are removed, and enabled
   * ones are shown again.
   */
  #follow(change: ConfigurationChangeEvent): void {
    const isChanged = (name: string): boolean => change.affectsConfiguration(`preflight.${name}`);
    if (isChanged('enable')) void (isEnabled() ? this.#isNeeded && this.restart() : this.#pause());
    else if (this.state !== 'waiting' && restartSettings.some(isChanged)) void this.restart();
  }
  async #pause(): Promise<void> {
    await this.stop();
    void commands.executeCommand('setContext', 'preflight.active', false);
    this.#set('waiting');
  }

  async stop(): Promise<void> {
    const client = await this.#client;
    if (client?.needsStop()) await client.stop();
  }

  /**
   * Sends a request of `server/lsp/protocol.ts`.
   * @returns `undefined` if the server does not run, is stopped, or cannot answer; its output then contains the reason
   */
  async ask<Answer>(request: string, parameters?: object, token?: CancellationToken): Promise<Answer | undefined> {
    if (this.state !== 'running') return undefined;
    // if `undefined` were passed as an additional argument, it would be sent as part of a list
    const send = (client: LanguageClient | undefined): Promise<Answer> | undefined =>
      token ? client?.sendRequest(request, parameters, token) : client?.sendRequest(request, parameters);
    try {
      return await send(await this.#client);
    } catch (error) {
      if (!token?.isCancellationRequested) this.output.error(`${request}: ${String(error)}`);
      return undefined;
    }
  }

  /** Converts an edit of the language server for VS Code. */
  async editOf(edit: object): Promise<WorkspaceEdit | undefined> {
    return (await this.#client)?.protocol2CodeConverter.asWorkspaceEdit(edit as Parameters<Convert>[0]);
  }

  dispose(): void {
    this.#trust.dispose();
    this.#settings.dispose();
    this.#changeEmitter.dispose();
    this.#drawingEmitter.dispose();
    this.#output?.dispose();
  }

  async #run(act: (client: LanguageClient) => Promise<void>): Promise<void> {
    try {
      await act(await this.#client!);
    } catch (error) {
      this.output.error(String(error));
      this.#set('failed');
    }
  }

  #set(state: ClientState): void {
    this.state = state;
    this.#changeEmitter.fire();
  }
}

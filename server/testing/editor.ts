import { deepStrictEqual } from 'node:assert';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PassThrough } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ClientCapabilities,
  type Diagnostic,
  type InitializeResult,
  type ProtocolConnection,
  type TextDocumentContentChangeEvent,
} from 'vscode-languageserver/node';
import type { Limits } from '../state/find.ts';
import { serve } from '../lsp/connection/server.ts';
import type { InitializationOptions } from '../lsp/protocol.ts';

export interface EditorOptions {
  /** The capabilities of the editor. Default: it accepts pushed diagnostics with all optional fields. */
  readonly capabilities?: ClientCapabilities;
  readonly options?: InitializationOptions;
  /**
   * The folders to open, relative to the folder of the editor. Default: that folder itself; empty for an editor
   * without folders.
   */
  readonly folders?: readonly string[];
  /** Returns the current date; 2026-01-15 by default. */
  today?(): string;
  /** A file in the folder of the editor, used as the documentation page of every rule. */
  readonly page?: string;
  /** The maximum size of a workspace. Default: the limits of the server. */
  readonly limits?: Limits;
}

export const pushing: ClientCapabilities = {
  textDocument: {
    publishDiagnostics: {
      relatedInformation: true,
      versionSupport: true,
      codeDescriptionSupport: true,
      tagSupport: { valueSet: [1, 2] },
    },
  },
};
export const pulling: ClientCapabilities = {
  ...pushing,
  textDocument: { ...pushing.textDocument, diagnostic: { relatedDocumentSupport: true } },
  workspace: { diagnostics: { refreshSupport: true } },
};

/** An editor with all capabilities that the server uses, such as VS Code. */
export const everything: EditorOptions = {
  capabilities: {
    ...pulling,
    workspace: {
      ...pulling.workspace,
      workspaceFolders: true,
      inlayHint: { refreshSupport: true },
      codeLens: { refreshSupport: true },
      semanticTokens: { refreshSupport: true },
      workspaceEdit: { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] },
    },
    textDocument: {
      ...pulling.textDocument,
      completion: {
        completionItem: { snippetSupport: true, labelDetailsSupport: true, insertReplaceSupport: true },
        completionList: { itemDefaults: ['editRange', 'insertTextFormat', 'insertTextMode'] },
      },
      codeAction: { disabledSupport: true, dataSupport: true, resolveSupport: { properties: ['edit'] } },
      definition: { linkSupport: true },
      documentSymbol: { hierarchicalDocumentSymbolSupport: true },
      rename: { prepareSupport: true },
      foldingRange: { lineFoldingOnly: true },
    },
    window: { showDocument: { support: true }, workDoneProgress: true },
  },
  options: { panels: true },
};

/** An editor that talks to a language server in the same process, with a temporary folder of its own. */
export class Editor {
  readonly folder: string;
  readonly connection: ProtocolConnection;
  readonly greeting: Promise<InitializeResult>;
  /** The last pushed diagnostics and the number of pushes, by URI. */
  readonly pushed = new Map<
    string,
    { readonly items: readonly Diagnostic[]; readonly version: number | undefined; readonly times: number }
  >();
  refreshes = 0;
  /** The number of requests for the page of a rule; the server makes one for each diagnostic. */
  pagesAsked = 0;
  /** The kinds of refresh that the server requested, without diagnostics. */
  readonly refreshed: string[] = [];
  /** The log messages of the server. */
  readonly log: string[] = [];
  /** The messages that the server showed to the user. */
  readonly messages: string[] = [];
  /** The requests of the server to show a document. */
  readonly showed: object[] = [];
  readonly #versions = new Map<string, number>();

  constructor(
    files: Readonly<Record<string, string>>,
    { capabilities = pushing, options, folders = [''], today = () => '2026-01-15', page, limits }: EditorOptions = {},
  ) {
    this.folder = mkdtempSync(join(tmpdir(), 'preflight-editor-'));
    for (const [name, text] of Object.entries(files)) this.write(name, text);
    const input = new PassThrough(),
      output = new PassThrough();
    serve(new StreamMessageReader(input), new StreamMessageWriter(output), {
      version: '1.2.3',
      today,
      ...(limits && { limits }),
      rulePage: rule => {
        this.pagesAsked++;
        return page === undefined ? `file:///rules/${rule}.md` : this.uri(page);
      },
    });
    this.connection = createProtocolConnection(new StreamMessageReader(output), new StreamMessageWriter(input));
    this.connection.onNotification(
      'textDocument/publishDiagnostics',
      ({ uri, diagnostics, version }: { uri: string; diagnostics: Diagnostic[]; version?: number }) => {
        this.pushed.set(uri, { items: diagnostics, version, times: (this.pushed.get(uri)?.times ?? 0) + 1 });
      },
    );
    this.connection.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes++;
      return null;
    });
    for (const shows of ['inlayHint', 'codeLens', 'semanticTokens'])
      this.connection.onRequest(`workspace/${shows}/refresh`, () => {
        this.refreshed.push(shows);
        return null;
      });
    this.connection.onRequest('window/showDocument', (request: object) => {
      this.showed.push(request);
      return { success: true };
    });
    this.connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
      this.log.push(message);
    });
    this.connection.onNotification('window/showMessage', ({ message }: { message: string }) => {
      this.messages.push(message);
    });
    this.connection.onRequest('client/registerCapability', () => null);
    this.connection.onRequest('window/workDoneProgress/create', () => null);
    this.connection.listen();
    const workspaceFolders = folders.map(name => ({ uri: this.uri(name), name }));
    this.greeting = this.connection.sendRequest('initialize', {
      processId: null,
      rootUri: workspaceFolders[0]?.uri ?? null,
      workspaceFolders,
      capabilities,
      initializationOptions: options,
    }) as Promise<InitializeResult>;
    // the request fails if a test ends before the server has answered
    this.greeting.then(() => this.connection.sendNotification('initialized', {})).catch(() => undefined);
  }

  dispose(): void {
    this.connection.dispose();
    rmSync(this.folder, { recursive: true, force: true });
  }
  uri(name: string): string {
    return /^[a-z-]+:/.test(name) ? name : pathToFileURL(join(this.folder, name)).href;
  }
  write(name: string, text: string): void {
    mkdirSync(dirname(join(this.folder, name)), { recursive: true });
    writeFileSync(join(this.folder, name), text);
  }
  remove(name: string): void {
    rmSync(join(this.folder, name), { recursive: true });
  }

  async open(name: string, text: string, language = 'json'): Promise<this> {
    await this.greeting;
    this.#versions.set(name, 1);
    await this.connection.sendNotification('textDocument/didOpen', {
      textDocument: { uri: this.uri(name), languageId: language, version: 1, text },
    });
    return this;
  }
  async change(name: string, ...contentChanges: TextDocumentContentChangeEvent[]): Promise<void> {
    const version = (this.#versions.get(name) ?? 0) + 1;
    this.#versions.set(name, version);
    await this.connection.sendNotification('textDocument/didChange', {
      textDocument: { uri: this.uri(name), version },
      contentChanges,
    });
  }
  /** Replaces the whole text of an open file. */
  async type(name: string, text: string): Promise<void> {
    await this.change(name, { text });
  }
  async close(name: string): Promise<void> {
    await this.connection.sendNotification('textDocument/didClose', { textDocument: { uri: this.uri(name) } });
  }
  /** Notifies the server that files have changed on disk. */
  async changedOnDisk(...names: readonly string[]): Promise<void> {
    await this.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: names.map(name => ({ uri: this.uri(name), type: 2 })),
    });
  }
  async removedFromDisk(...names: readonly string[]): Promise<void> {
    await this.connection.sendNotification('workspace/didChangeWatchedFiles', {
      changes: names.map(name => ({ uri: this.uri(name), type: 3 })),
    });
  }
  async pull(
    name: string,
    previousResultId?: string,
  ): Promise<{
    kind: string;
    resultId?: string;
    items: Diagnostic[];
    relatedDocuments?: Record<string, { items: Diagnostic[] }>;
  }> {
    await this.greeting;
    return this.connection.sendRequest('textDocument/diagnostic', {
      textDocument: { uri: this.uri(name) },
      ...(previousResultId !== undefined && { previousResultId }),
    });
  }
  /**
   * Sends a request about a document.
   * @param more further parameters; lines and characters of positions count from 0
   */
  async ask<T>(method: string, name: string, more: object = {}): Promise<T> {
    await this.greeting;
    return this.connection.sendRequest(method, { textDocument: { uri: this.uri(name) }, ...more });
  }

  /** The last pushed findings of a file, each as `line:column rule`, counted from 1. */
  findingsOf(name: string): readonly string[] {
    return lines(this.pushed.get(this.uri(name))?.items ?? []);
  }
  /** Waits until a condition holds. */
  async waitUntil(condition: () => boolean): Promise<void> {
    await this.becomes(condition, true);
  }
  /** Waits until `look` returns the expected value; fails after 8 seconds. */
  async becomes<T>(look: () => T, expectedItem: T): Promise<void> {
    await this.greeting;
    const latest = performance.now() + 8000;
    while (!isDeepStrictEqual(look(), expectedItem) && performance.now() < latest) await setTimeout(5);
    deepStrictEqual(look(), expectedItem);
  }
  /** Waits until the last pushed findings of a file are exactly the expected ones. */
  async expectShown(name: string, expected: readonly string[]): Promise<void> {
    await this.becomes(() => (this.pushed.has(this.uri(name)) ? this.findingsOf(name) : undefined), expected);
  }
}

/** Each diagnostic as `line:column rule`, counted from 1. */
export const lines = (items: readonly Diagnostic[]): string[] =>
  items.map(({ range: { start }, code }) => `${start.line + 1}:${start.character + 1} ${String(code)}`);

/**
 * Requests workspace diagnostics.
 * @returns a list that receives each partial result as `file line:column rule`
 */
export function streamOf(editor: Editor): string[] {
  const parts: string[] = [];
  editor.connection.onNotification('$/progress', ({ value }: { value: { items: { uri: string; items: [] }[] } }) => {
    for (const { uri, items } of value.items)
      parts.push(`${uri.slice(uri.lastIndexOf('/') + 1)} ${lines(items).join()}`);
  });
  void editor.connection
    .sendRequest('workspace/diagnostic', { previousResultIds: [], partialResultToken: 'p' })
    .catch(() => undefined);
  return parts;
}

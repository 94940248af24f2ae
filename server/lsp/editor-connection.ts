import {
  DidChangeWatchedFilesNotification,
  MessageType,
  ShowMessageNotification,
  type Connection,
  WorkDoneProgress,
} from 'vscode-languageserver/node';
import type { PolicyRule } from '../core/policies/policy.ts';
import { rules } from '../../rules/index.ts';
import { RuleSet } from '../core/engine/lint.ts';
import type { Limits } from '../state/find.ts';
import { disk, diskAlone } from '../state/source.ts';
import type { FileRename } from '../features/file-change.ts';
import type { Client } from './client.ts';
import { committedIn } from './comparing.ts';
import type { DiagnosticsContext } from './diagnostics.ts';
import { logFailure } from './failures.ts';
import { notifications } from './protocol.ts';
import { DiagnosticsPublisher } from './publisher.ts';
import { Session } from './session.ts';
import { SlowLane, type ProgressReceiver } from './scheduling.ts';
import { RefreshTracker } from './refresh-tracker.ts';

/** The environment of the language server. */
export interface ServerOptions {
  readonly version: string;
  /** Today's date in UTC, as `YYYY-MM-DD`. */
  today(): string;
  /** The maximum size of a workspace; absent for the default. */
  readonly limits?: Limits;
  /** The absolute URI of the documentation of a rule. */
  rulePage(rule: string, client: Client): string | undefined;
}

/** The connection to one editor, with its session. */
export class EditorConnection {
  readonly connection: Connection;
  readonly client: Client;
  readonly session: Session;
  readonly publisher: DiagnosticsPublisher;
  readonly diagnosticsContext: DiagnosticsContext;
  readonly tracker: RefreshTracker;
  /** Answers requests about whole documents one after the other. */
  readonly slowLane = new SlowLane();
  /**
   * The files that the last rename moved. Its answer already contains the edits of the settings, but the editor
   * requests edits for each moved file again.
   */
  lastMove: { readonly root: string; readonly files: readonly FileRename[] } | undefined;
  /** The keys of roots for which the editor was already told that they are not read. */
  readonly #notRead = new Set<string>();
  constructor(connection: Connection, client: Client, options: ServerOptions) {
    this.connection = connection;
    this.client = client;
    const builtIn = new Map(rules.map(rule => [rule.id, rule] as const));
    this.diagnosticsContext = {
      client,
      ruleOf: id => builtIn.get(id) ?? this.#policy(id),
      // the pages in the package do not cover policies
      rulePage: rule =>
        builtIn.has(rule) || client.options.panels === true ? options.rulePage(rule, client) : undefined,
      uriOf: (root, file) => this.session.uriOf(root, file),
    };
    this.session = new Session({
      rules: new RuleSet(rules),
      today: () => options.today(),
      disk: client.isTrusted ? disk : diskAlone,
      ...(client.isTrusted && { committedIn }),
      onChange: (root, uris) => {
        this.publisher.noteChange(root, uris);
        if (client.options.panels === true) void connection.sendNotification(notifications.changed);
      },
      onFailure: (activity, error) => {
        logFailure(connection, `${activity} failed`, error);
      },
      limits: options.limits,
      notRead: (root, reason) => {
        this.#tellNotRead(root, reason);
      },
      progress: root => progressOf(connection, client, root),
    });
    this.tracker = new RefreshTracker(this.session, client);
    this.publisher = new DiagnosticsPublisher(this.session, connection, client, this.diagnosticsContext, this.tracker);
  }

  #policy(id: string): PolicyRule | undefined {
    for (const { settings } of this.session.state.roots.values()) {
      const match = settings.configuration.policies.find(policy => policy.id === id);
      if (match) return match;
    }
    return undefined;
  }

  begin(): void {
    const { connection, client, session } = this;
    // all paths are watched, because an editor reports only a deleted or new folder, not the files in the folder
    if (client.watchesFiles)
      void connection.client.register(DidChangeWatchedFilesNotification.type, { watchers: [{ globPattern: '**/*' }] });
    if (client.folders)
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const removedUris = new Set(removed.map(({ uri }) => uri));
        session.setFolders([
          ...session.state.folders.filter(uri => !removedUris.has(uri)),
          ...added.map(({ uri }) => uri),
        ]);
      });
    session.setFolders(client.initialFolders);
  }
  open(uri: string, language: string, version: number, text: string): void {
    this.session.open(uri, language, version, text);
    this.publisher.noteOpened(uri);
  }
  /** Tells the editor once that a root is not read; the root is read again when its settings change. */
  #tellNotRead(root: string, reason: string): void {
    if (this.#notRead.has(root)) return;
    this.#notRead.add(root);
    void this.connection
      .sendNotification(ShowMessageNotification.type, {
        type: MessageType.Warning,
        message: `Preflight checks only the files that are open: ${reason}`,
      })
      .catch(() => undefined);
  }
  close(uri: string): void {
    this.publisher.noteClosed(uri);
    this.session.close(uri);
  }
}

/** The number of milliseconds that work must take before its progress is shown. */
const SHOW_DELAY_MS = 300;

/** Reports the progress of reading to an editor that supports progress, if reading takes noticeably long. */
function progressOf(connection: Connection, client: Client, root: string): ProgressReceiver<readonly [number, number]> {
  const startTime = performance.now();
  let token: string | undefined;
  return {
    step([doneCount, total]) {
      if (!client.progress || performance.now() - startTime < SHOW_DELAY_MS) return;
      if (token === undefined) {
        token = `preflight-${root}`;
        void connection.sendRequest('window/workDoneProgress/create', { token }).catch(() => undefined);
        void connection.sendProgress(WorkDoneProgress.type, token, {
          kind: 'begin',
          title: 'Preflight',
          message: 'reading the workspace',
          percentage: 0,
        });
      }
      void connection.sendProgress(WorkDoneProgress.type, token, {
        kind: 'report',
        message: `${doneCount} of ${total} files`,
        percentage: total === 0 ? 0 : Math.round((doneCount / total) * 100),
      });
    },
    end() {
      if (token !== undefined) void connection.sendProgress(WorkDoneProgress.type, token, { kind: 'end' });
    },
  };
}

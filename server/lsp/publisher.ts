import {
  CodeLensRefreshRequest,
  type Connection,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import { isConfigurationFile } from '../core/settings-files.ts';
import type { Document } from '../core/document.ts';
import { servesCallers } from '../core/domain/live-places.ts';
import type { Client } from './client.ts';
import type { DiagnosticsContext } from './diagnostics.ts';
import { logFailure } from './failures.ts';
import { emptyReport, reportFor, settingsReports, unreadableReport, type Report } from './reports.ts';
import { isOfConfiguration, type Root } from './root.ts';
import { inFolders, type OpenDocument, type Session } from './session.ts';
import { yieldToMessages, inSlices } from './scheduling.ts';
import type { RefreshTracker, Refreshable } from './refresh-tracker.ts';
import type { WorkspaceFile } from './uris.ts';

/**
 * The number of milliseconds without an event before closed files are checked; it is shorter than the pause between
 * keystrokes.
 */
const QUIET_MS = 25;
const quietOf = (files: number): number => Math.min(600, QUIET_MS + files / 10);

/** The last report that the editor got for a file, and whether the report was pushed. */
interface SentReport extends WorkspaceFile {
  readonly id: string;
  readonly isPushed: boolean;
  /** The id of the newest report for which the editor was already asked to pull. */
  readonly requestedId?: string;
}
/** The id if it is unknown which report the editor shows. */
const UNKNOWN_ID = '';
type Publish = (report: WorkspaceDocumentDiagnosticReport) => void;

/**
 * Sends diagnostics to the editor: on request if it pulls, otherwise as soon as they are known. After a change, all
 * other files are checked again in slices of a few milliseconds, and only changed results are sent. Reports of
 * settings are always pushed.
 */
export class DiagnosticsPublisher {
  readonly #session: Session;
  readonly #connection: Connection;
  readonly #client: Client;
  readonly #context: DiagnosticsContext;
  readonly #tracker: RefreshTracker;
  /** The last report for each file, by uri. */
  readonly #reports = new Map<string, SentReport>();
  /** The keys of roots to check again. */
  readonly #pendingUris = new Set<string>();
  /**
   * The id of the report from which the prompt documents of a JSON document were last marked, by uri of the JSON
   * document.
   */
  readonly #markIds = new Map<string, string>();
  /** The uris of documents that were opened or edited, and not pulled or pushed since. */
  readonly #awaitedUris = new Set<string>();
  #pendingCheck: Promise<void> | undefined;
  /** The number of changes so far; a check stops when the number has grown. */
  #changes = 0;
  /** The receiver of reports for a pending request about the whole workspace. */
  #listener: Publish | undefined;

  constructor(
    session: Session,
    connection: Connection,
    client: Client,
    context: DiagnosticsContext,
    refreshes: RefreshTracker,
  ) {
    this.#session = session;
    this.#connection = connection;
    this.#client = client;
    this.#context = context;
    this.#tracker = refreshes;
  }

  /**
   * Schedules a check after a change.
   * @param root key of a root that has changed
   * @param uris of its documents that were opened or edited, whose reports come first
   */
  noteChange(root: string, uris: readonly string[] = []): void {
    this.#pendingUris.add(root);
    this.#changes++;
    // requests that arrive at the same time are answered together
    if (!this.#client.pullsDiagnostics && uris.length > 0 && this.#awaitedUris.size === 0)
      void yieldToMessages().then(() => {
        this.#pushAwaited();
      });
    for (const uri of uris) this.#awaitedUris.add(uri);
    this.#pendingCheck ??= this.#checkAll()
      .catch((error: unknown) => {
        logFailure(this.#connection, 'looking at the workspace failed', error);
      })
      .finally(() => {
        this.#pendingCheck = undefined;
      });
  }
  /** Resolves when all changes before the call are reported. */
  async whenSettled(): Promise<void> {
    await this.#pendingCheck;
  }

  /** The report of a document; empty if the document is not the platform's. */
  pull(uri: string): Report {
    const report = this.#currentReport(uri),
      place = this.#session.fileOf(uri),
      root = this.#session.state.roots.get(place.root);
    this.#awaitedUris.delete(uri);
    // an editor may drop the answer for a document that it is closing, and findings in a configuration are also
    // pushed, so these answers are not remembered
    if (this.#session.state.openDocuments.has(uri) && (!root || !isOfConfiguration(root, place.file)))
      this.#reports.set(uri, { root: place.root, file: place.file, id: report.id, isPushed: false });
    return report;
  }
  /**
   * The report from which a prompt document is marked. It does not count as the report that the editor shows for the
   * JSON document.
   */
  pullMarks(uri: string): Report {
    const report = this.#currentReport(uri);
    if (this.#session.state.openDocuments.has(uri)) this.#markIds.set(uri, report.id);
    return report;
  }
  /** The reports of other open documents that the editor does not have yet. */
  relatedReports(uri: string): readonly (readonly [string, Report])[] {
    const newReports = [...this.#session.state.openDocuments.values()].flatMap(document => {
      const publishedSource = document.uri === uri ? undefined : this.#reports.get(document.uri),
        root = publishedSource && this.#session.state.roots.get(document.root);
      if (!root || isOfConfiguration(root, document.file)) return [];
      const report = this.#reportOf(root, document);
      return report.id === publishedSource.id ? [] : [[document.uri, report] as const];
    });
    for (const [otherUri, { id }] of newReports)
      this.#reports.set(otherUri, { ...this.#reports.get(otherUri)!, id, isPushed: false });
    return newReports;
  }
  /**
   * Sends everything that the editor does not have yet, and every later change.
   * @returns a function that stops the sending
   */
  listen(resultIds: ReadonlyMap<string, string>, send: Publish): () => void {
    for (const [uri, id] of resultIds)
      if (!this.#session.state.openDocuments.has(uri)) this.#remember(uri, { id, items: [] }, false);
    this.#listener = send;
    for (const key of this.#session.state.roots.keys()) this.noteChange(key);
    return () => {
      if (this.#listener === send) this.#listener = undefined;
    };
  }

  /** Clears the pushed report of a document that the editor opens and will pull. */
  noteOpened(uri: string): void {
    if (this.#client.pullsDiagnostics && this.#reports.get(uri)?.isPushed && !isConfigurationFile(uri))
      this.#push(uri, emptyReport);
  }
  /**
   * Forgets the report of a closed document. The editor may keep or drop its diagnostics; if a request about the whole
   * workspace is pending, they are sent again.
   */
  noteClosed(uri: string): void {
    const formerReport = this.#reports.get(uri);
    if (formerReport?.isPushed) this.#push(uri, emptyReport);
    if (formerReport && !formerReport.isPushed && this.#listener) {
      const { root, file } = formerReport;
      this.#reports.set(uri, { root, file, id: UNKNOWN_ID, isPushed: false });
    } else this.#reports.delete(uri);
    this.#awaitedUris.delete(uri);
  }

  #currentReport(uri: string): Report {
    const file = this.#session.find(uri);
    return file
      ? reportFor(
          file.root,
          file.document,
          this.#session.rules,
          this.#context,
          this.#session.state.openDocuments.get(uri)?.language,
        )
      : emptyReport;
  }

  #pushAwaited(): void {
    const { state } = this.#session;
    for (const uri of this.#awaitedUris) {
      const document = state.openDocuments.get(uri),
        root = document && state.roots.get(document.root);
      // a root that is still being read announces its documents when it is ready
      if (root && !isOfConfiguration(root, document.file))
        this.#push(uri, this.#reportOf(root, document), document.version);
    }
    this.#awaitedUris.clear();
  }

  /**
   * Checks everything that has changed, once there are no events for a moment. An event during the wait or the check
   * restarts the wait.
   */
  async #checkAll(): Promise<void> {
    for (let key = firstOf(this.#pendingUris); key !== undefined; key = firstOf(this.#pendingUris)) {
      const changes = this.#changes;
      const root = this.#session.state.roots.get(key);
      if (!(await this.#isQuiet(quietOf(root?.workspace.documents.length ?? 0), changes))) continue;
      if (root && this.#session.compare(root)) continue;
      if (!root) this.#withdraw(entry => entry.root === key);
      // an event after the last slice of the check restarts the wait, too
      else if (!(await inSlices(this.#checkDocuments(root, changes))) || changes !== this.#changes) continue;
      this.#pendingUris.delete(key);
      if (this.#pendingUris.size === 0) this.#askAgain(await inSlices(this.#tracker.outdatedFeatures()));
    }
  }

  async #isQuiet(milliseconds: number, changes: number): Promise<boolean> {
    await new Promise(resolve => {
      setTimeout(resolve, milliseconds);
    });
    return changes === this.#changes;
  }

  #askAgain(staleRefreshables: readonly Refreshable[]): void {
    const { languages } = this.#connection;
    const refresh: Record<Refreshable, () => Promise<void>> = {
      inlayHint: () => languages.inlayHint.refresh(),
      semanticTokens: () => languages.semanticTokens.refresh(),
      codeLens: () => this.#connection.sendRequest(CodeLensRefreshRequest.type),
    };
    for (const feature of staleRefreshables) refresh[feature]().catch(() => undefined);
  }

  /**
   * Checks the documents of a root, open documents first.
   * @returns whether the check finished before the next change
   */
  *#checkDocuments(root: Root, changes: number): Generator<void, boolean> {
    const { state, rules } = this.#session;
    const openDocuments = [...state.openDocuments.values()].filter(
      document => document.root === root.key && !isOfConfiguration(root, document.file),
    );
    let isStale = false;
    for (const document of openDocuments) {
      const report = this.#reportOf(root, document);
      if (this.#client.pullsDiagnostics) isStale = this.#isStale(document, report) || isStale;
      else if (this.#isNew(document.uri, report.id)) this.#push(document.uri, report, document.version);
      yield;
      if (changes !== this.#changes) return false;
    }
    if (isStale) this.#connection.languages.diagnostics.refresh().catch(() => undefined);
    const canTellClosed = this.#client.options.reportsUnopened !== false && inFolders(root.key, state.folders),
      files = new Set(openDocuments.map(({ file }) => file));
    for (const document of liveFirst(root)) {
      if (files.has(document.file)) continue;
      const report = reportFor(root, document, rules, this.#context);
      if (canTellClosed) this.#publish({ root: root.key, file: document.file }, report);
      yield;
      if (changes !== this.#changes) return false;
    }
    for (const [file, finding] of root.unreadableFindings)
      if (canTellClosed && !files.has(file) && !root.workspace.document(file))
        this.#publish({ root: root.key, file }, unreadableReport(root, finding, this.#context));
    const settings = settingsReports(root, rules, this.#context);
    for (const [file, report] of settings) {
      const uri = this.#session.uriOf(root.key, file);
      if (this.#isNew(uri, report.id)) this.#push(uri, report);
    }
    const isShown = (file: string): boolean =>
      canTellClosed && (root.workspace.document(file) !== undefined || root.unreadableFindings.has(file));
    this.#withdraw(({ root: key, file }) => key === root.key && !settings.has(file) && !isShown(file));
    return true;
  }

  #reportOf(root: Root, { file, language }: OpenDocument): Report {
    const document = root.workspace.document(file);
    return document ? reportFor(root, document, this.#session.rules, this.#context, language) : emptyReport;
  }
  #isNew(uri: string, id: string): boolean {
    return (this.#reports.get(uri)?.id ?? emptyReport.id) !== id;
  }

  /**
   * Whether a pulling editor should pull again: it has pulled this document, or marks from it, and the answer would
   * now differ. If a request about the whole workspace is pending, it also gets the report, because an editor does not
   * pull a document without a tab.
   */
  #isStale(document: OpenDocument, report: Report): boolean {
    const isOutdated = this.#isOutdated(document, report),
      hasOldMarks = (this.#markIds.get(document.uri) ?? report.id) !== report.id;
    // the next pull sets a new id, so the editor is asked only once
    if (hasOldMarks) this.#markIds.delete(document.uri);
    return isOutdated || (hasOldMarks && this.#client.refreshesDiagnostics);
  }
  #isOutdated({ uri, version, root, file }: OpenDocument, report: Report): boolean {
    const formerReport = this.#reports.get(uri),
      canPull = this.#client.refreshesDiagnostics && formerReport !== undefined && !this.#awaitedUris.has(uri);
    if (!canPull && !this.#listener) return false;
    if ((formerReport?.requestedId ?? formerReport?.id ?? emptyReport.id) === report.id) return false;
    this.#listener?.(workspaceReport(uri, version, report));
    this.#reports.set(uri, {
      root,
      file,
      id: emptyReport.id,
      isPushed: false,
      ...formerReport,
      requestedId: report.id,
    });
    return canPull;
  }

  /**
   * Publishes the report of a document that is not open.
   * @param file in the root that has read it; if the document were open, it could belong to the root of a nested
   * checkout
   */
  #publish(file: WorkspaceFile, report: Report, uri = this.#session.uriOf(file.root, file.file)): void {
    if (!this.#isNew(uri, report.id)) return;
    if (!this.#listener) {
      this.#push(uri, report, undefined, file);
      return;
    }
    this.#remember(uri, report, false, file);
    this.#listener(workspaceReport(uri, null, report));
  }
  #push(uri: string, report: Report, version?: number, file?: WorkspaceFile): void {
    this.#remember(uri, report, true, file);
    void this.#connection.sendDiagnostics({
      uri,
      diagnostics: [...report.items],
      ...(version !== undefined && this.#client.versions && { version }),
    });
  }
  #remember(uri: string, { id }: Report, isPushed: boolean, file?: WorkspaceFile): void {
    const place = file ?? this.#reports.get(uri) ?? this.#session.fileOf(uri);
    if (id === emptyReport.id) this.#reports.delete(uri);
    else this.#reports.set(uri, { ...place, id, isPushed });
  }

  #withdraw(isGone: (entry: SentReport) => boolean): void {
    // this is a copy, because withdrawn reports are removed from the map
    for (const [uri, sentReport] of Array.from(this.#reports))
      if (!this.#session.state.openDocuments.has(uri) && isGone(sentReport)) {
        if (sentReport.isPushed) this.#push(uri, emptyReport);
        else this.#publish(sentReport, emptyReport, uri);
      }
  }
}

const workspaceReport = (uri: string, version: number | null, { id, items }: Report) => ({
  kind: 'full' as const,
  uri,
  version,
  resultId: id,
  items: [...items],
});

/** The documents of a root, sorted so that files that serve callers are checked and reported first. */
function liveFirst({ workspace }: Root): readonly Document[] {
  const liveDocuments = workspace.documents.filter(({ file }) => servesCallers(file, workspace));
  return liveDocuments.length === 0 ? workspace.documents : [...new Set([...liveDocuments, ...workspace.documents])];
}

const firstOf = <T>(set: ReadonlySet<T>): T | undefined => set.values().next().value;

import type { Connection, WorkspaceDocumentDiagnosticReport } from 'vscode-languageserver/node';
import { configurationName } from '../core/configuration/configuration.ts';
import type { Finding } from '../core/finding.ts';
import type { Client } from './client.ts';
import type { Diagnosing } from './diagnostics.ts';
import { nothing, reportOf, settingsReport, unreadableReport, type Report } from './reports.ts';
import { findingsOf, type Root } from './root.ts';
import { inFolders, type OpenDocument, type Session } from './session.ts';
import { breath, inSlices } from './slices.ts';

/** What the editor knows of a file: which report, and whether we sent it unasked. */
interface Told { readonly id: string; readonly pushed: boolean }
type Tell = (report: WorkspaceDocumentDiagnosticReport) => void;

/**
 * Brings findings to the editor: pulled ones when it asks, all others as soon as they are known. After every change the files around are
 * looked at again, a few milliseconds at a time, and only what is no longer as the editor knows it is told. Settings are always pushed.
 */
export class Reporting {
  readonly #session: Session;
  readonly #connection: Connection;
  readonly #client: Client;
  readonly #to: Diagnosing;
  /** By uri. */
  readonly #told = new Map<string, Told>();
  /** Roots to be looked at again, by key, and the documents in them that were edited. */
  readonly #pending = new Map<string, ReadonlySet<string>>();
  /** What was asked to be pulled again, so that it is asked for once. */
  readonly #refreshed = new Map<string, string>();
  #sweeping: Promise<void> | undefined;
  /** Rises with every change; a look at older files is given up. */
  #changes = 0;
  /** Of an editor that waits for news of the whole workspace. */
  #listener: Tell | undefined;

  constructor(session: Session, connection: Connection, client: Client, to: Diagnosing) {
    this.#session = session;
    this.#connection = connection;
    this.#client = client;
    this.#to = to;
  }

  /** @param root key of a root that has changed @param uri of the document that was edited, if that was it */
  changed(root: string, uri?: string): void {
    const edited = this.#pending.get(root);
    this.#pending.set(root, new Set([...(edited ?? []), ...(uri === undefined ? [] : [uri])]));
    this.#changes++;
    // what came together is answered together
    this.#sweeping ??= breath().then(() => this.#sweep()).finally(() => { this.#sweeping = undefined; });
  }
  /** Resolves when everything is told that was known when it was called. */
  async settled(): Promise<void> { await this.#sweeping; }

  /** What is wrong with a document that the editor asks about; nothing with one that is none of ours. */
  pull(uri: string): Report {
    const report = this.#current(uri);
    this.#told.set(uri, { id: report.id, pushed: false });
    return report;
  }
  /** Other open documents of which the editor does not know the latest. */
  related(uri: string): readonly (readonly [string, Report])[] {
    const news = [...this.#session.state.open.keys()].flatMap(other => {
      const told = other === uri ? undefined : this.#told.get(other), report = told && this.#current(other);
      return report && report.id !== told.id ? [[other, report] as const] : [];
    });
    for (const [other, { id }] of news) this.#told.set(other, { id, pushed: false });
    return news;
  }
  /** Tells everything that the editor does not know yet, and every change from now on, until it stops listening. */
  listen(known: ReadonlyMap<string, string>, tell: Tell): () => void {
    for (const [uri, id] of known) if (!this.#session.state.open.has(uri)) this.#told.set(uri, { id, pushed: false });
    this.#listener = tell;
    for (const root of this.#session.state.roots.keys()) this.changed(root);
    return () => { if (this.#listener === tell) this.#listener = undefined; };
  }

  /** What was sent unasked goes when the editor begins to ask. */
  opened(uri: string): void {
    if (this.#client.pullsDiagnostics && this.#told.get(uri)?.pushed && !uri.endsWith(`/${configurationName}`)) this.#push(uri, nothing);
  }
  /** Nobody knows what an editor forgets of a document that it closes. */
  closed(uri: string): void {
    if (this.#told.get(uri)?.pushed) this.#push(uri, nothing);
    this.#told.delete(uri);
  }

  #current(uri: string): Report {
    const found = this.#session.find(uri);
    return found ? reportOf(found.root, found.document, this.#session.rules, this.#to, this.#session.state.open.get(uri)?.language) : nothing;
  }

  async #sweep(): Promise<void> {
    for (let next = first(this.#pending); next; next = first(this.#pending)) {
      const [key, edited] = next, root = this.#session.state.roots.get(key);
      this.#pending.delete(key);
      if (!root) this.#takeBack(uri => !this.#session.state.roots.has(this.#session.whereabouts(uri).root));
      // given up for a change elsewhere: once more, from the beginning
      else if (!await inSlices(this.#look(root, edited, this.#changes)) && !this.#pending.has(key)) this.#pending.set(key, edited);
    }
  }

  /** Documents that are open first, what was edited first of all. @returns whether it came to its end before the next change */
  *#look(root: Root, edited: ReadonlySet<string>, changes: number): Generator<void, boolean> {
    const { state, rules } = this.#session;
    const open = [...state.open.values()].filter(one => one.root === root.key && one.file !== configurationName).sort((a, b) => Number(edited.has(b.uri)) - Number(edited.has(a.uri)));
    let stale = false;
    for (const one of open) {
      const document = root.workspace.document(one.file);
      const report = document ? reportOf(root, document, rules, this.#to, one.language) : nothing;
      if (this.#client.pullsDiagnostics) stale = this.#isStale(one, report, edited) || stale;
      else if (edited.has(one.uri) || this.#isNews(one.uri, report)) this.#push(one.uri, report, one.version);
      yield;
      if (changes !== this.#changes) return false;
    }
    if (stale) void this.#connection.languages.diagnostics.refresh();
    const files = new Set(open.map(({ file }) => file)), all: Finding[] = [], tellsClosed = inFolders(root.key, state.folders);
    for (const document of root.workspace.documents) {
      for (const { finding } of findingsOf(root, document, rules)) all.push(finding);
      if (tellsClosed && !files.has(document.file)) this.#tell(this.#session.uriOf(root.key, document.file), reportOf(root, document, rules, this.#to));
      yield;
      if (changes !== this.#changes) return false;
    }
    for (const [file, finding] of root.unreadable) if (tellsClosed && !files.has(file) && !root.workspace.document(file)) this.#tell(this.#session.uriOf(root.key, file), unreadableReport(root, finding, this.#to));
    const settings = this.#session.uriOf(root.key, configurationName), ofSettings = settingsReport(root, all, this.#to);
    if (this.#isNews(settings, ofSettings)) this.#push(settings, ofSettings);
    this.#takeBack(uri => {
      const where = this.#session.whereabouts(uri);
      return where.root === root.key && where.file !== configurationName && !files.has(where.file) && !root.workspace.document(where.file) && !root.unreadable.has(where.file);
    });
    return true;
  }

  #isNews(uri: string, { id }: Report): boolean { return (this.#told.get(uri)?.id ?? nothing.id) !== id; }

  /** Whether an editor that pulls should do so again: it has pulled this document before, and would get something else. */
  #isStale({ uri }: OpenDocument, { id }: Report, edited: ReadonlySet<string>): boolean {
    const told = this.#told.get(uri);
    if (!this.#client.refreshesDiagnostics || !told || told.id === id || edited.has(uri) || this.#refreshed.get(uri) === id) return false;
    this.#refreshed.set(uri, id);
    return true;
  }

  /** Of a document that is not open. */
  #tell(uri: string, report: Report): void {
    if (!this.#isNews(uri, report)) return;
    if (!this.#listener) { this.#push(uri, report); return; }
    this.#remember(uri, report, false);
    this.#listener({ kind: 'full', uri, version: null, resultId: report.id, items: [...report.items] });
  }
  #push(uri: string, report: Report, version?: number): void {
    this.#remember(uri, report, true);
    void this.#connection.sendDiagnostics({ uri, diagnostics: [...report.items], ...(version !== undefined && this.#client.versions && { version }) });
  }
  #remember(uri: string, { id }: Report, pushed: boolean): void { if (id === nothing.id) this.#told.delete(uri); else this.#told.set(uri, { id, pushed }); }

  #takeBack(isGone: (uri: string) => boolean): void {
    for (const [uri, { pushed }] of [...this.#told]) if (!this.#session.state.open.has(uri) && isGone(uri)) { if (pushed) this.#push(uri, nothing); else this.#tell(uri, nothing); }
  }
}

const first = <K, V>(map: ReadonlyMap<K, V>): readonly [K, V] | undefined => map.entries().next().value;

import { join, resolve } from 'node:path';
import { Document } from '../core/document.ts';
import type { RuleSet } from '../core/engine/lint.ts';
import { isWithin, pathWithin } from '../state/paths.ts';
import type { Settings } from '../state/open.ts';
import type { Source } from '../state/source.ts';
import { changesIn } from './disk-changes.ts';
import { readFiles, readPaths, type Reading } from './reading.ts';
import { applyChange, type TextDocumentChange } from './positions.ts';
import {
  isAtAny,
  isOfConfiguration,
  rootOf,
  sharedWithDisk,
  withClosed,
  withCommitted,
  withDisk,
  withOpen,
  type CommittedState,
  type Root,
} from './root.ts';
import { isFolder, isIndexed, pathOf, uriIn, workspaceFileOf, type WorkspaceFile } from './uris.ts';
import { configurationDocument } from '../core/configuration/read.ts';
import { configurationNameIn, settingsDocumentIn, settingsOf } from './settings.ts';
import { pathFrom } from '../state/configuration.ts';
import { baselineName, isConfigurationFile, isSettingsFile } from '../core/settings-files.ts';

/** A document that is open in the editor. */
export interface OpenDocument extends WorkspaceFile {
  readonly uri: string;
  /** The language id of the editor: `json` or `jsonc`. */
  readonly language: string;
  readonly version: number;
  readonly document: Document;
  /** The last readable state of the document and its root, while the current text is unreadable. */
  readonly lastReadable?: FileAt | undefined;
}
/** Everything that the session knows at one moment. Immutable. */
interface State {
  /** Uris of the folders that are open in the editor. */
  readonly folders: readonly string[];
  /** The roots by key; a root is absent while it is read for the first time. */
  readonly roots: ReadonlyMap<string, Root>;
  /** The open documents by uri. */
  readonly openDocuments: ReadonlyMap<string, OpenDocument>;
}
/** The current state of a document and its root. */
export interface FileAt {
  readonly root: Root;
  readonly document: Document;
}
interface SessionOptions extends Reading {
  readonly rules: RuleSet;
  /** Today's date in UTC, as `YYYY-MM-DD`. */
  today(): string;
  /** The source from which files are read. */
  readonly disk: Source;
  /** The files of a root in the last commit; absent if git may not be used. */
  committedIn?(root: Root): CommittedState;
  /** Called after each change of a root, with the uris of its documents that were opened or edited. */
  onChange(root: string, uris: readonly string[]): void;
  /** Called when work has failed. @param activity the work, as a clause */
  onFailure(activity: string, error: unknown): void;
}

/** The session with one editor. Its only variable is the state, which every event replaces. */
export class Session {
  #state: State = { folders: [], roots: new Map(), openDocuments: new Map() };
  readonly #options: SessionOptions;
  /** The uris of open documents by root and file, with the map of documents from which they were computed. */
  #uris: { readonly documents: State['openDocuments']; readonly byFile: ReadonlyMap<string, string> } | undefined;
  readonly #loads = new Map<string, Promise<void>>();
  /** The changed files of roots that will be read again, by key of the root. */
  readonly #pending = new Map<string, ReadonlySet<string>>();
  constructor(options: SessionOptions) {
    this.#options = options;
  }

  get state(): State {
    return this.#state;
  }
  get rules(): RuleSet {
    return this.#options.rules;
  }

  /** Sets the folders that are open in the editor. Roots without open documents or folders are dropped. */
  setFolders(folders: readonly string[]): void {
    this.#state = { ...this.#state, folders };
    this.#moveDocuments();
    for (const [key, { isPartial }] of this.#state.roots) if (isPartial && isIndexed(key, folders)) this.#reload(key);
    for (const folder of folders)
      this.#load(workspaceFileOf(`${folder.replace(/\/$/, '')}/x`, folders, this.#options.disk).root);
    this.#forgetUnused();
    // closed files are only reported in open folders
    for (const root of this.#state.roots.keys()) this.#options.onChange(root, []);
  }

  open(uri: string, language: string, version: number, text: string): void {
    this.#noticeDay();
    const file = workspaceFileOf(uri, this.#state.folders, this.#options.disk);
    const openFile = { ...file, uri, language, version, document: new Document(file.file, text, version) };
    this.#state = { ...this.#state, openDocuments: new Map(this.#state.openDocuments).set(uri, openFile) };
    if (this.#state.roots.has(file.root)) this.#store(openFile);
    else this.#load(file.root);
  }

  /** Applies an edit. Edits of documents that are not open, and edits older than the known version, are ignored. */
  edit(uri: string, version: number, changes: readonly TextDocumentChange[]): void {
    const openDocument = this.#state.openDocuments.get(uri);
    if (!openDocument || version < openDocument.version) return;
    const document = changes.reduce((before, change) => applyChange(before, change, version), openDocument.document);
    const lastReadable = document.readable ? undefined : this.#readableFile(openDocument);
    const editedFile = { ...openDocument, version, document, lastReadable };
    this.#state = { ...this.#state, openDocuments: new Map(this.#state.openDocuments).set(uri, editedFile) };
    if (this.#state.roots.has(openDocument.root)) this.#store(editedFile);
  }

  /** The last state in which a document was readable. */
  #readableFile({ uri, document, lastReadable }: OpenDocument): FileAt | undefined {
    return document.readable ? this.find(uri) : lastReadable;
  }

  close(uri: string): void {
    const formerDocument = this.#state.openDocuments.get(uri);
    if (!formerDocument) return;
    const openDocuments = new Map(this.#state.openDocuments);
    openDocuments.delete(uri);
    this.#state = { ...this.#state, openDocuments };
    const root = this.#state.roots.get(formerDocument.root);
    if (!root) return;
    if (this.#reloadExtending(formerDocument.root, formerDocument.file)) return;
    // the document may have been closed without saving, or its file may be gone
    this.#reread(withClosed(root, formerDocument.file), new Set([formerDocument.file]));
    this.#forgetUnused();
  }

  /** Reads changed files and folders from disk again. Editors report a changed folder, not the files in it. */
  diskChanged(uris: readonly string[]): void {
    this.#noticeDay();
    // resolve() removes the slash that some editors write after a folder
    const paths = uris.flatMap(uri => pathOf(uri) ?? []).map(path => resolve(path));
    for (const key of new Set([...this.#state.roots.keys(), ...this.#loads.keys()]))
      if (isFolder(key)) this.#followDisk(key, paths);
  }
  /** Asks git for the last commit if there may be a new one, and returns whether that changes the root. */
  compare(root: Root): boolean {
    if (root.committedState?.isCurrent) return false;
    const commit = this.#options.committedIn?.(root);
    if (!commit) return false;
    const nextRoot = withCommitted(root, commit);
    if (nextRoot.memory !== root.memory) this.#replace(nextRoot);
    else this.#state = { ...this.#state, roots: new Map(this.#state.roots).set(root.key, nextRoot) };
    return nextRoot.memory !== root.memory;
  }

  #followDisk(key: string, paths: readonly string[]): void {
    const isLoading = this.#loads.has(key),
      root = this.#rootInDoubt(key);
    if (root && paths.some(isCommit)) this.#options.onChange(key, []);
    const { changedPaths: changedFiles, movesMembers } = changesIn(key, root, paths, isLoading);
    // files that are being read may have been read before the change
    if (movesMembers || (changedFiles.size > 0 && (!root || isLoading))) this.#reload(key, changedFiles);
    else if (root && changedFiles.size > 0) this.#reread(root, changedFiles);
  }

  /** The root after a change on disk, which may have been a new commit; its committed state is no longer current. */
  #rootInDoubt(key: string): Root | undefined {
    const root = this.#state.roots.get(key);
    if (!root?.committedState?.isCurrent) return root;
    const doubtedRoot = withCommitted(root, { ...root.committedState, isCurrent: false });
    this.#state = { ...this.#state, roots: new Map(this.#state.roots).set(key, doubtedRoot) };
    return doubtedRoot;
  }

  /** Resolves when the workspace of a document has been read. */
  async waitUntilRead(uri: string): Promise<void> {
    const openDocument = this.#state.openDocuments.get(uri);
    const root = openDocument?.root ?? workspaceFileOf(uri, this.#state.folders, this.#options.disk).root;
    await this.#loads.get(root);
  }
  /** Resolves when all pending reads are finished. */
  async allReady(): Promise<void> {
    while (this.#loads.size > 0) await Promise.all(this.#loads.values());
  }

  /** A recognized document and its root; the document need not be open. */
  find(uri: string): FileAt | undefined {
    const file = this.#state.openDocuments.get(uri) ?? workspaceFileOf(uri, this.#state.folders, this.#options.disk);
    const root = this.#state.roots.get(file.root),
      document = root?.workspace.document(file.file);
    return root && document && { root, document };
  }
  /** The document of a request and its root; an open configuration file is found as well. */
  findForRequest(uri: string): FileAt | undefined {
    const recognizedFile = this.find(uri);
    if (recognizedFile) return recognizedFile;
    const openDocument = this.#state.openDocuments.get(uri),
      root = openDocument && this.#state.roots.get(openDocument.root);
    if (!root || !isOfConfiguration(root, openDocument.file)) return undefined;
    const { document, file } = openDocument;
    return { root, document: isConfigurationFile(file) ? document : configurationDocument(document.text, file) };
  }
  fileOf(uri: string): WorkspaceFile {
    return this.#state.openDocuments.get(uri) ?? workspaceFileOf(uri, this.#state.folders, this.#options.disk);
  }
  /** A settings file in the editor or on disk, even if it is invalid; `undefined` if it does not exist. */
  settingsDocument(root: string, file: string): Document | undefined {
    return settingsDocumentIn(root, file, this.#state.openDocuments.values());
  }
  /** The configuration and the baseline of a root, if they exist. */
  settingsDocuments(root: string): readonly Document[] {
    return [this.configurationName(root), baselineName].flatMap(file => this.settingsDocument(root, file) ?? []);
  }
  /** The name of the configuration of a root, even if the file does not exist. */
  configurationName(root: string): string {
    return configurationNameIn(root, this.#state.openDocuments.values());
  }
  /** The uri of a file; for an open file, as the editor spells it. */
  uriOf(root: string, file: string): string {
    const { openDocuments } = this.#state;
    if (this.#uris?.documents !== openDocuments)
      this.#uris = {
        documents: openDocuments,
        byFile: new Map([...openDocuments.values()].map(entry => [`${entry.root}\n${entry.file}`, entry.uri])),
      };
    return this.#uris.byFile.get(`${root}\n${file}`) ?? uriIn(root, file);
  }

  /** Reads again all roots that a changed settings file affects; returns whether the file is a settings file. */
  #reloadExtending(root: string, file: string): boolean {
    const path = join(root, file);
    const extendingRoots = [...this.#state.roots.values()].filter(
      otherRoot => isOfConfiguration(otherRoot, pathFrom(otherRoot.key, path)) && !isConfigurationFile(file),
    );
    for (const { key } of extendingRoots) this.#reload(key);
    if (isSettingsFile(file)) this.#reload(root);
    return isSettingsFile(file);
  }

  #store(document: OpenDocument): void {
    const root = this.#state.roots.get(document.root)!;
    if (this.#reloadExtending(document.root, document.file)) return;
    this.#replace(withOpen(root, this.#fitDocument(document, root)), [document.uri]);
  }
  /** An open document with the kind from the settings of its root; the session remembers the result. */
  #fitDocument(openFile: OpenDocument, root: Root): Document {
    const { uri, file, version, document: formerDocument } = openFile,
      kind = root.settings.configuration.kindOf(file);
    const document = sharedWithDisk(
      root,
      formerDocument.assignedKind === kind ? formerDocument : new Document(file, formerDocument.text, version, kind),
    );
    if (document === formerDocument) return document;
    const openDocuments = new Map(this.#state.openDocuments).set(uri, { ...openFile, document });
    this.#state = { ...this.#state, openDocuments };
    return document;
  }

  #replace(root: Root, uris: readonly string[] = []): void {
    this.#state = { ...this.#state, roots: new Map(this.#state.roots).set(root.key, root) };
    this.#options.onChange(root.key, uris);
  }

  /** Reads the files at or below some paths from disk again, limited to files that a walk would find. */
  #reread(root: Root, paths: ReadonlySet<string>): void {
    const { key, settings, isPartial, nestedFolders } = root;
    const isRead = !isPartial && isIndexed(key, this.#state.folders),
      state = isRead ? readPaths(settings, paths, { ...this.#options, today: this.#options.today() }) : undefined;
    const nextRoot = state ? withDisk(root, isAtAny(paths), state) : root;
    if (nextRoot !== this.#state.roots.get(key)) this.#replace(nextRoot);
    if (isRead && !state?.nestedFolders.every(folder => nestedFolders.includes(folder))) this.#reload(key, paths);
  }

  #load(key: string): void {
    if (!this.#state.roots.has(key) && !this.#loads.has(key)) this.#follow(key, this.#readFiles(key));
  }
  /**
   * Reads the whole root again and keeps the current state until it is read. Several requests before it begins are
   * combined.
   * @param changedFiles paths at or below which files have changed
   */
  #reload(key: string, changedFiles: ReadonlySet<string> = new Set()): void {
    const pendingFiles = this.#pending.get(key);
    this.#pending.set(key, new Set([...(pendingFiles ?? []), ...changedFiles]));
    if (pendingFiles) return;
    const before = this.#loads.get(key) ?? Promise.resolve();
    this.#follow(
      key,
      before.then(() => {
        const paths = this.#pending.get(key);
        this.#pending.delete(key);
        return this.#readFiles(key, paths);
      }),
    );
  }
  #follow(key: string, reading: Promise<void>): void {
    const load: Promise<void> = reading
      .catch((error: unknown) => {
        this.#options.onFailure(`reading ${key}`, error);
      })
      .finally(() => {
        if (this.#loads.get(key) === load) this.#loads.delete(key);
      });
    this.#loads.set(key, load);
  }

  /** Reads all roots again when the date has changed: findings may depend on it, and editors stay open for days. */
  #noticeDay(): void {
    const today = this.#options.today();
    for (const [key, { workspace }] of this.#state.roots)
      if (workspace.facts.today !== today && !this.#loads.has(key)) this.#reload(key);
  }

  async #readFiles(key: string, changedFiles?: ReadonlySet<string>): Promise<void> {
    const { settings, problems } = settingsOf(
      key,
      this.rules.rules,
      this.#state.openDocuments.values(),
      this.#state.roots.get(key)?.settings,
    );
    const today = this.#options.today();
    const rememberedDocument = this.#rememberedDocuments(key, settings, changedFiles);
    const readState = await readFiles(settings, isIndexed(key, this.#state.folders), {
      ...this.#options,
      today,
      cachedDocument: rememberedDocument,
    });
    let root = rootOf(key, readState, problems);
    const isMine = (entry: OpenDocument): boolean => entry.root === key && !isSettingsFile(entry.file),
      ownDocuments = [...this.#state.openDocuments.values()].filter(isMine),
      formerRoot = this.#state.roots.get(key);
    for (const openDocument of ownDocuments) root = withOpen(root, this.#fitDocument(openDocument, root), formerRoot);
    // no request waits for a second reading, because the state of the first reading answers it
    this.#replace(root, formerRoot ? [] : ownDocuments.map(({ uri }) => uri));
    for (const folder of readState.nestedFolders) if (isIndexed(folder, this.#state.folders)) this.#load(folder);
    this.#moveDocuments();
    this.#forgetUnused();
  }

  /** Documents that can be kept: their files have not changed, and the settings do not change their kind. */
  #rememberedDocuments(
    key: string,
    settings: Settings,
    changedFiles?: ReadonlySet<string>,
  ): ((path: string) => Document | undefined) | undefined {
    const root = this.#state.roots.get(key),
      isChanged = isAtAny(changedFiles ?? new Set());
    if (!root) return undefined;
    return path => {
      const file = pathWithin(key, path),
        document = file === undefined || isChanged(file) ? undefined : root.savedWorkspace.document(file);
      return document &&
        !root.unreadableFindings.has(document.file) &&
        settings.configuration.kindOf(document.file) === root.settings.configuration.kindOf(document.file)
        ? document
        : undefined;
    };
  }

  /** Moves open documents to other roots after a change of folders. */
  #moveDocuments(): void {
    const openDocuments = new Map<string, OpenDocument>(),
      changedDocuments = new Map<OpenDocument, OpenDocument>();
    for (const document of this.#state.openDocuments.values()) {
      const file = workspaceFileOf(document.uri, this.#state.folders, this.#options.disk);
      const movedDocument =
        file.root === document.root && file.file === document.file
          ? document
          : { ...document, ...file, document: new Document(file.file, document.document.text, document.version) };
      openDocuments.set(document.uri, movedDocument);
      if (movedDocument !== document) changedDocuments.set(document, movedDocument);
    }
    if (changedDocuments.size === 0) return;
    this.#state = { ...this.#state, openDocuments };
    for (const [before, after] of changedDocuments) {
      const remainingRoot = this.#state.roots.get(before.root);
      if (remainingRoot) this.#reread(withClosed(remainingRoot, before.file), new Set([before.file]));
      if (this.#state.roots.has(after.root)) this.#store(after);
      else this.#load(after.root);
    }
  }
  #forgetUnused(): void {
    const { folders, openDocuments, roots } = this.#state;
    const usedKeys = new Set([...openDocuments.values()].map(({ root }) => root));
    const isRoot = (key: string): boolean => workspaceFileOf(uriIn(key, 'x'), folders, this.#options.disk).root === key;
    const keptRoots = [...roots].filter(
      ([key]) => usedKeys.has(key) || (isFolder(key) && inFolders(key, folders) && isRoot(key)),
    );
    if (keptRoots.length === roots.size) return;
    this.#state = { ...this.#state, roots: new Map(keptRoots) };
    for (const key of roots.keys()) if (!this.#state.roots.has(key)) this.#options.onChange(key, []);
  }
}

/** Whether a path is a HEAD file, which git writes with each commit and with each checkout of another commit. */
const isCommit = (path: string): boolean => /[\\/]\.git[\\/](?:.*[\\/])?HEAD$/.test(path);

/** Whether a root is inside or around a folder that is open in the editor. */
export const inFolders = (root: string, folders: readonly string[]): boolean =>
  folders.flatMap(folder => pathOf(folder) ?? []).some(folder => isWithin(folder, root) || isWithin(root, folder));

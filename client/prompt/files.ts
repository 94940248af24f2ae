import {
  Disposable,
  EventEmitter,
  FilePermission,
  FileSystemError,
  FileType,
  FileChangeType,
  Uri,
  window,
  workspace,
  type FileChangeEvent,
  type FileStat,
  type FileSystemProvider,
  type TextDocument,
} from 'vscode';
import {
  promptScheme,
  requests,
  type PromptText,
  type PromptTextParams,
  type TextEdit,
} from '../../server/lsp/protocol.ts';
import type { ClientSession } from '../session/session.ts';
import { jsonOf, presentDocument } from '../session/texts.ts';
import { bytesOf, saveIfSame, textIn } from './disk.ts';
import { cursorsAfter, makeEdit, sameLines } from './edits.ts';
import { offerText } from './offers.ts';
import { isAgreed, Move, type PresentText, type Prompt } from './state.ts';

/** The maximum number of attempts to make both documents equal. Several are needed if an extension keeps editing. */
const MAX_TURNS = 20;
/**
 * Prompt documents, as files that VS Code reads and writes. Each is a view of a string in a JSON document: an edit of
 * one document is immediately made in the other, and saving the prompt document saves the JSON document. The server
 * computes the edits.
 */
export class PromptFiles implements FileSystemProvider, Disposable {
  readonly #session: ClientSession;
  readonly #prompts = new Map<string, Prompt>();
  readonly #changes = new EventEmitter<FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changes.event;
  readonly #subscription: Disposable;
  /** The prompt documents whose JSON file is being moved, by uri. */
  readonly #moves = new Map<string, Move>();

  constructor(session: ClientSession) {
    this.#session = session;
    this.#subscription = Disposable.from(
      this.#changes,
      workspace.onDidOpenTextDocument(({ uri }) => void this.#follow(uri)),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (contentChanges.length > 0) this.#prompts.get(document.uri.toString())?.cursors?.();
        // the last change of the document was undone or reverted
        else if (!document.isDirty)
          void (document.uri.scheme === promptScheme ? this.#saveJson(document) : this.#saveWith(document));
        void this.#follow(document.uri);
      }),
      workspace.onDidSaveTextDocument(document => void this.#saveWith(document)),
      workspace.onDidCloseTextDocument(({ uri }) => void this.#close(uri)),
      session.onDidChange(() => {
        // a JSON document was edited or saved, or the server is running again
        for (const uri of this.#prompts.keys()) void this.agree(Uri.parse(uri));
      }),
    );
  }
  dispose(): void {
    this.#subscription.dispose();
  }

  watch = (): Disposable => new Disposable(() => {});
  readDirectory = (): [] => [];
  createDirectory = (): never => refuse();
  delete = (): never => refuse();
  rename = (): never => refuse();

  async stat(uri: Uri): Promise<FileStat> {
    const stats = { ctime: 0, mtime: 0, size: 0 };
    if (await this.#isMoved(uri)) return { type: FileType.File, ...stats };
    // before VS Code writes a missing file, it checks whether the folder of the file exists
    if (!uri.path.endsWith('.md')) return { type: FileType.Directory, ...stats };
    const { newText, readOnlyReason } = await this.#textOf(uri),
      json = await workspace.fs.stat(jsonOf(uri)).then(
        stats => stats.permissions,
        () => undefined,
      );
    return {
      type: FileType.File,
      ...stats,
      // VS Code refuses to save over a newer file, but unsaved text is merged, so the file is reported as old
      mtime: this.#documentOf(uri)?.isDirty ? 1 : this.#promptOf(uri).time,
      size: bytesOf(uri, newText).length,
      ...((readOnlyReason !== undefined || json === FilePermission.Readonly) && {
        permissions: FilePermission.Readonly,
      }),
    };
  }
  async readFile(uri: Uri): Promise<Uint8Array> {
    const { newText, savedText } = await this.#textOf(uri),
      prompt = this.#promptOf(uri);
    // VS Code reads a document with unsaved changes only to discard them, for example when it is closed without saving
    if (this.#documentOf(uri)?.isDirty && savedText !== undefined) return bytesOf(uri, (prompt.savedText = savedText));
    prompt.readText = prompt.firstText ?? newText;
    return bytesOf(uri, prompt.readText);
  }
  /** Saves the JSON document, with all its unsaved changes. */
  async writeFile(uri: Uri, content: Uint8Array): Promise<void> {
    if (await this.#isMovedNow(uri)) return;
    const text = textIn(content),
      prompt = this.#promptOf(uri),
      answer = await this.#agreedText(uri, text, prompt);
    const fail = (message: string): never => {
      // VS Code shows the name of an error before its message
      throw Object.assign(FileSystemError.Unavailable(`${this.#titleOf(uri)} is not saved: ${message}`), { name: '' });
    };
    if ('reason' in answer) {
      if (await this.#isMovedNow(uri)) return;
      if (!answer.isBroken) void this.#offerText(uri, `${this.#titleOf(uri)} is not saved: ${answer.reason}`);
      return fail(`${answer.reason}; the text is kept here`);
    }
    if (prompt.isApart) fail('first choose which of the two texts to keep');
    if (!isAgreed(answer, text, prompt)) fail('the JSON file keeps changing; save again');
    const json = await workspace.openTextDocument(jsonOf(uri));
    if (!json.isDirty || json.isUntitled) return;
    const name = workspace.asRelativePath(json.uri);
    if (answer.invalid) fail(`${name} is not valid JSON at line ${answer.invalid.range.start.line + 1}`);
    if (!(await json.save())) fail(`${name} has changed on disk, or cannot be written; see VS Code's message`);
  }
  /** The text of the JSON document after both are equal; this takes several turns if it is edited in the meantime. */
  async #agreedText(uri: Uri, text: string, prompt: Prompt): Promise<PromptText> {
    for (let turn = 1; ; turn++) {
      await this.agree(uri, text);
      const answer = await this.#ask(uri, {});
      if ('reason' in answer || prompt.isApart || isAgreed(answer, text, prompt) || turn === MAX_TURNS) return answer;
    }
  }
  /** Whether another document shows the text, and no new JSON file exists at the old path. */
  async #isMoved(uri: Uri): Promise<boolean> {
    if (!this.#moves.get(uri.toString())?.isShown) return false;
    const hasFile = await workspace.fs.stat(jsonOf(uri)).then(
      () => true,
      () => false,
    );
    if (hasFile) this.#moves.delete(uri.toString());
    return !hasFile;
  }
  /** Like `#isMoved`, after a move that has begun: VS Code saves texts also while it moves their JSON file. */
  async #isMovedNow(uri: Uri): Promise<boolean> {
    await this.#moves.get(uri.toString())?.whenOver;
    return this.#isMoved(uri);
  }
  #titleOf = (uri: Uri): string => this.#promptOf(uri).title ?? nameOf(uri);

  async #offerText(uri: Uri, message: string): Promise<void> {
    const document = this.#documentOf(uri),
      prompt = this.#promptOf(uri);
    // a document that was closed in the meantime has no text to keep
    if (!document || prompt.isOffered) return;
    prompt.isOffered = true;
    await offerText(document, message);
    prompt.isOffered = false;
  }

  async #textOf(uri: Uri): Promise<Pick<PresentText, 'newText' | 'readOnlyReason' | 'savedText'>> {
    // VS Code opens the tabs of the last session before the server is started
    await this.#session.start();
    const answer = await this.#ask(uri, {});
    if (!('reason' in answer)) return answer;
    if (!answer.isBroken) throw FileSystemError.FileNotFound(uri);
    // the prompt document is not deleted, because its file is often invalid JSON while a person types
    const { base, readText } = this.#promptOf(uri),
      newText = base ?? readText;
    if (newText === undefined) throw FileSystemError.Unavailable(answer.reason);
    return { newText };
  }
  async #ask(uri: Uri, params: Omit<PromptTextParams, 'uri'>): Promise<PromptText> {
    const answer = await this.#session.ask<PromptText>(requests.promptText, { uri: uri.toString(), ...params });
    if (!answer) throw FileSystemError.Unavailable('Preflight does not run');
    if ('title' in answer) this.#promptOf(uri).title = answer.title;
    return answer;
  }
  #promptOf(uri: Uri): Prompt {
    const key = uri.toString(),
      prompt = this.#prompts.get(key) ?? {
        spellings: new Map(),
        time: 1,
        isStale: false,
        isAway: false,
        isApart: false,
      };
    this.#prompts.set(key, prompt);
    return prompt;
  }

  /** Saves the JSON document of a prompt document whose changes were undone, unless it has other changes. */
  async #saveJson(document: TextDocument): Promise<void> {
    await this.agree(document.uri);
    const json = await presentDocument(jsonOf(document.uri));
    if (json && !document.isDirty) await saveIfSame(json);
  }
  /** Saves prompt documents whose JSON document was saved, undone or reverted: they have no unsaved changes either. */
  async #saveWith(json: TextDocument): Promise<void> {
    for (const key of this.#prompts.keys()) {
      const uri = Uri.parse(key),
        prompt = this.#promptOf(uri);
      // before VS Code moves a file, it reports the file as saved although its text is not
      if (jsonOf(uri).toString() !== json.uri.toString() || this.#moves.has(key)) continue;
      await this.agree(uri);
      const document = this.#documentOf(uri);
      // any remaining difference becomes an unsaved change of the JSON document
      if (document?.isDirty && !json.isDirty && !prompt.isApart && !prompt.isAway) await document.save();
    }
  }
  #follow(uri: Uri): Promise<void> | undefined {
    return uri.scheme === promptScheme ? this.agree(uri) : undefined;
  }
  async #close(uri: Uri): Promise<void> {
    const key = uri.toString(),
      discardedText = this.#prompts.get(key)?.savedText;
    if (discardedText !== undefined) await this.agree(uri, discardedText);
    // a document that was opened again in the meantime needs its state to be saved
    if (this.#documentOf(uri)) return;
    this.#prompts.delete(key);
    this.#moves.delete(key);
  }
  /** Resolves when all pending work for a prompt document is done. */
  whenDone = (uri: string): Promise<void> | undefined => this.#prompts.get(uri)?.work;
  #documentOf(uri: Uri): TextDocument | undefined {
    return uri.scheme === promptScheme
      ? workspace.textDocuments.find(document => document.uri.toString() === uri.toString())
      : undefined;
  }

  /**
   * Resolves when a prompt document and its JSON document are equal, or cannot be made equal.
   * @param content the text that VS Code writes, if no document is open
   */
  async agree(uri: Uri, content?: string): Promise<void> {
    const prompt = this.#promptOf(uri);
    prompt.isStale = true;
    const run = async (): Promise<void> => {
      try {
        for (let turn = 0; prompt.isStale && turn < MAX_TURNS; turn++) {
          prompt.isStale = false;
          if (!(await this.#agreeOnce(uri, prompt, content))) prompt.isStale = true;
        }
      } catch (error) {
        this.#session.output.error(`${uri.path}: ${String(error)}`);
      } finally {
        prompt.work = undefined;
      }
    };
    return (prompt.work ??= run());
  }

  /** Makes both documents equal once; returns whether neither changed in the meantime. */
  async #agreeOnce(uri: Uri, prompt: Prompt, content?: string): Promise<boolean> {
    const document = this.#documentOf(uri),
      text = document ? sameLines(document.getText()) : content;
    if (text === undefined) return true;
    const version = document?.version;
    if (text === prompt.readText) {
      prompt.base = text;
      // this counts only once, because a later undo may lead to the same text
      prompt.readText = undefined;
    }
    const json = await presentDocument(jsonOf(uri));
    const { base } = prompt,
      // VS Code may undo several steps at once, to a text that was never written to the JSON document
      spelling = prompt.spellings.get(text) ?? prompt.spellings.values().next().value;
    const answer = await this.#ask(uri, {
      text,
      ...(base !== undefined && { base }),
      ...(spelling !== undefined && { spelling }),
    });
    if ('reason' in answer || !json) {
      this.#takeAway(uri, prompt, 'reason' in answer ? answer : { reason: 'its file does not exist', isBroken: false });
      return true;
    }
    if (prompt.isAway) {
      prompt.isAway = false;
      this.#changes.fire([{ type: FileChangeType.Created, uri }]);
    }
    if (answer.isApart) {
      void this.#choose(uri, prompt, answer);
      return true;
    }
    prompt.isApart = false;
    if (answer.readOnlyReason !== prompt.readOnlyReason) {
      prompt.readOnlyReason = answer.readOnlyReason;
      prompt.time++;
      this.#changes.fire([{ type: FileChangeType.Changed, uri }]);
    }
    if (document && document.version !== version) return false;
    if (answer.json) {
      if (json.version !== answer.version) return false;
      if (answer.data !== undefined && base !== undefined) prompt.spellings.set(base, answer.data);
      if (!(await makeEdit(json.uri, answer.json))) return false;
      // the JSON document now has the changes of this text, whatever is typed next
      prompt.base = text;
    }
    if (answer.document && document)
      return document.version === version && this.#show(document, prompt, answer.document, answer.newText);
    prompt.base = answer.newText;
    prompt.readText = undefined;
    // VS Code may give a moved JSON document its unsaved text only after it has opened it
    if (json.isDirty) prompt.firstText = undefined;
    if (text === prompt.savedText) await saveIfSame(json);
    prompt.savedText = undefined;
    return true;
  }

  /** Shows an edit of the JSON document; returns whether VS Code reads the prompt document again to see it. */
  async #show(document: TextDocument, prompt: Prompt, edit: TextEdit, newText: string): Promise<boolean> {
    const keepCursors = cursorsAfter(document, edit);
    if (document.isDirty || prompt.firstText !== undefined) {
      if (!(await makeEdit(document.uri, edit))) return false;
      prompt.base = newText;
      keepCursors();
      return false;
    }
    prompt.cursors = () => {
      prompt.cursors = undefined;
      keepCursors();
    };
    prompt.time++;
    this.#changes.fire([{ type: FileChangeType.Changed, uri: document.uri }]);
    return true;
  }

  #takeAway(uri: Uri, prompt: Prompt, { reason, isBroken }: Extract<PromptText, { reason: string }>): void {
    // the JSON file is often invalid while a person types
    if (prompt.isAway || isBroken) return;
    prompt.isAway = true;
    this.#changes.fire([{ type: FileChangeType.Deleted, uri }]);
    if (!this.#moves.has(uri.toString())) void this.#offerText(uri, `${this.#titleOf(uri)}: ${reason}`);
  }
  /** Called before the JSON file is moved: the missing file is not reported, and the saved text is kept. */
  async expectMove(uri: Uri): Promise<void> {
    const key = uri.toString(),
      move = new Move();
    this.#moves.set(key, move);
    void move.whenOver.then(() => {
      if (!move.isShown && this.#moves.get(key) === move) this.#moves.delete(key);
    });
    const answer = await this.#ask(uri, {});
    if ('savedText' in answer) move.savedText = answer.savedText;
  }
  /**
   * Called before a document opens at a new uri with unsaved text, because VS Code shows a document as unsaved only
   * after an edit.
   */
  expectUnsaved(oldUri: Uri, newUri: Uri): void {
    this.#promptOf(newUri).firstText = this.#moves.get(oldUri.toString())?.savedText;
  }
  /** Called when another document shows the text. The old document may be closed, and is no longer written. */
  endMove = (uri: Uri): void => this.#moves.get(uri.toString())?.end();

  async #choose(uri: Uri, prompt: Prompt, { newText }: PresentText): Promise<void> {
    if (prompt.isApart) return;
    prompt.isApart = true;
    const keepLabel = 'Keep This Text',
      discardLabel = 'Use the JSON Text';
    const choice = await window.showWarningMessage(
      `${this.#titleOf(uri)} was changed here and in ${workspace.asRelativePath(jsonOf(uri))}, at the same place.`,
      keepLabel,
      discardLabel,
    );
    prompt.isApart = false;
    const document = this.#documentOf(uri);
    if (!choice || !document) return;
    // the rejected text counts as the common text, so that only the chosen text counts as changed
    prompt.base = choice === keepLabel ? newText : sameLines(document.getText());
    await this.agree(uri);
  }
}

const refuse = (): never => {
  throw FileSystemError.NoPermissions('texts are created, renamed and deleted in their JSON file');
};
const nameOf = ({ path }: Uri): string => path.slice(path.lastIndexOf('/') + 1, -'.md'.length);

/** Stand-ins for the parts of VS Code that prompt documents use: editable documents, and a disk for the JSON files. */

export class Emitter<T> {
  readonly listeners = new Set<(value: T) => unknown>();
  event = (listener: (value: T) => unknown) => {
    this.listeners.add(listener);
    return { dispose: () => void this.listeners.delete(listener) };
  };
  fire(value: T): void {
    for (const listener of this.listeners) listener(value);
  }
  dispose(): void {}
}
export class Uri {
  readonly text: string;
  constructor(written: string) {
    this.text = written;
  }
  static parse = (written: string): Uri => new Uri(written);
  toString = (): string => this.text;
  get scheme(): string {
    return this.text.slice(0, this.text.indexOf(':'));
  }
  get path(): string {
    return decodeURIComponent(this.text.replace(/^[^:]*:|\?.*$/g, ''));
  }
  get query(): string {
    return decodeURIComponent(this.text.slice(this.text.indexOf('?') + 1));
  }
}
type Place = { line: number; character: number };
export class Doc {
  readonly uri: Uri;
  text: string;
  version = 1;
  isDirty = false;
  isUntitled = false;
  isClosed = false;
  languageId = 'markdown';
  saving: () => Promise<boolean> = async () => true;
  constructor(uri: Uri, text: string) {
    this.uri = uri;
    this.text = text;
  }
  getText = (): string => this.text;
  offsetAt({ line, character }: Place): number {
    return this.text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  }
  positionAt(offset: number): Place {
    const lines = this.text.slice(0, offset).split('\n');
    return { line: lines.length - 1, character: lines.at(-1)!.length };
  }
  /** The range of the first occurrence of some words. */
  rangeOf(words: string): { readonly start: Place; readonly end: Place } {
    const offset = this.text.indexOf(words);
    return { start: this.positionAt(offset), end: this.positionAt(offset + words.length) };
  }
  save = async (): Promise<boolean> => this.saving();
}
export const state = {
  documents: [] as Doc[],
  opened: new Emitter<Doc>(),
  changed: new Emitter<{ document: Doc; contentChanges: object[] }>(),
  saved: new Emitter<Doc>(),
  closed: new Emitter<Doc>(),
  /** The answers to the messages that are shown; a message without an answer is closed. */
  answers: [] as (string | Promise<string>)[],
  shown: [] as string[],
  permissions: undefined as number | undefined,
  /** Whether the JSON file is no longer at its uri. */
  isGone: false,
  encoding: 'utf8',
  settings: {} as Readonly<Record<string, unknown>>,
  /** The texts that were copied, and those that were shown in a new document. */
  kept: [] as string[],
  editors: [] as { document: Doc; selections: { anchor: Place; active: Place }[] }[],
  disk: '',
  edited: (_document: Doc, _start: Place, _end: Place, _text: string): void => {},
};
export function open(document: Doc): void {
  document.isClosed = false;
  state.documents.push(document);
  state.opened.fire(document);
}
export function close(document: Doc): void {
  document.isClosed = true;
  state.documents.splice(state.documents.indexOf(document), 1);
  state.closed.fire(document);
}
export function replaceText(document: Doc, text: string): void {
  document.text = text;
  document.version++;
  state.changed.fire({ document, contentChanges: [{}] });
}

class WorkspaceEdit {
  edits: [InstanceType<typeof Uri>, { start: never; end: never }, string][] = [];
  replace(uri: InstanceType<typeof Uri>, range: { start: never; end: never }, text: string): void {
    this.edits.push([uri, range, text]);
  }
}
const failure = (kind: string) => (about: unknown) => new Error(`${kind}: ${String(about)}`);
class Position {
  readonly line: number;
  readonly character: number;
  constructor(line: number, character: number) {
    this.line = line;
    this.character = character;
  }
}
class Range {
  readonly start: Place;
  readonly end: Place;
  constructor(start: Place, end: Place) {
    this.start = start;
    this.end = end;
  }
  contains({ line, character }: Place): boolean {
    const { start, end } = this,
      isAfter = line > start.line || (line === start.line && character >= start.character);
    return isAfter && (line < end.line || (line === end.line && character <= end.character));
  }
}

/** The module `vscode`, as far as prompt documents use it. */
export const vscode = {
  EventEmitter: Emitter,
  Uri,
  WorkspaceEdit,
  Position,
  Range,
  Selection: class {
    readonly anchor: Place;
    readonly active: Place;
    constructor(anchor: Place, active: Place) {
      this.anchor = anchor;
      this.active = active;
    }
  },
  Disposable: class {
    static from = () => ({ dispose() {} });
    dispose(): void {}
  },
  FilePermission: { Readonly: 1 },
  FileType: { File: 1, Directory: 2 },
  FileChangeType: { Changed: 1, Created: 2, Deleted: 3 },
  FileSystemError: {
    Unavailable: failure('unavailable'),
    FileNotFound: failure('not found'),
    NoPermissions: failure('no permissions'),
  },
  ThemeColor: class {},
  window: {
    get visibleTextEditors() {
      return state.editors;
    },
    createTextEditorDecorationType: () => ({}),
    showTextDocument: async ({ getText }: Pick<Doc, 'getText'>) => state.kept.push(getText()),
    showWarningMessage: async (message: string) => {
      state.shown.push(message);
      return state.answers.shift();
    },
  },
  env: { clipboard: { writeText: async (text: string) => state.kept.push(text) } },
  commands: { registerCommand: () => ({ dispose() {} }), executeCommand: async () => {} },
  workspace: {
    get textDocuments() {
      return state.documents;
    },
    onDidOpenTextDocument: state.opened.event,
    onDidChangeTextDocument: state.changed.event,
    onDidSaveTextDocument: state.saved.event,
    onDidCloseTextDocument: state.closed.event,
    asRelativePath: (uri: { path: string }) => uri.path.slice(uri.path.lastIndexOf('/') + 1),
    fs: {
      stat: async () => {
        if (state.isGone) throw new Error('no such file');
        return { permissions: state.permissions };
      },
      readFile: async () => Buffer.from(state.disk),
    },
    getConfiguration: () => ({
      get: (key: string) => (key === 'encoding' ? state.encoding : (state.settings[key] ?? false)),
    }),
    openTextDocument: async (uri: object) => {
      if ('content' in uri) return { getText: () => String(uri.content) };
      const doc = state.documents.find(document => String(document.uri) === String(uri));
      if (!doc) throw new Error('no such file');
      return doc;
    },
    applyEdit: async ({ edits }: WorkspaceEdit) => {
      for (const [uri, { start, end }, text] of edits) {
        const document = state.documents.find(document => String(document.uri) === String(uri))!,
          from = document.offsetAt(start),
          to = document.offsetAt(end);
        state.edited(document, start, end, text);
        document.text = document.text.slice(0, from) + text + document.text.slice(to);
        document.version++;
        document.isDirty = true;
        state.changed.fire({ document, contentChanges: [{}] });
      }
      return true;
    },
  },
};

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
  saving: () => Promise<boolean> = async () => true;
  constructor(uri: Uri, text: string) {
    this.uri = uri;
    this.text = text;
  }
  getText = (): string => this.text;
  offsetAt({ line, character }: Place): number {
    return this.text.split('\n').slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + character;
  }
  save = async (): Promise<boolean> => this.saving();
}
export const state = {
  documents: [] as Doc[],
  opened: new Emitter<Doc>(),
  changed: new Emitter<{ document: Doc; contentChanges: object[] }>(),
  saved: new Emitter<Doc>(),
  closed: new Emitter<Doc>(),
  answers: [] as string[],
  shown: [] as string[],
  permissions: undefined as number | undefined,
  encoding: 'utf8',
  editors: [] as { document: Doc; selections: { anchor: Place; active: Place }[] }[],
  disk: '',
  edited: (_document: Doc, _start: Place, _end: Place, _text: string): void => {},
};

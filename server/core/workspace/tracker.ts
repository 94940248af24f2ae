import { Memory, Recent } from '../memory.ts';

/** What a workspace can be asked for, as texts that compare. A file's name alone is its content; no name of a file holds a zero. */
export const keys = {
  /** All of it. */
  anything: '\0',
  content: (file: string): string => file,
  records: (file: string): string => `\0records\0${file}`,
  /** All records of a sort, in whatever file. */
  every: (sort: string): string => `\0every\0${sort}`,
  entry: (table: string, key: string): string => `\0in\0${table}\0${key}`,
  /** Which keys a table has, and in which order. */
  names: (table: string): string => `\0names\0${table}`,
  table: (table: string): string => `\0table\0${table}`,
};

/** The table that a key asks for something in. */
export const tableIn = (key: string): string | undefined => key.split('\0', 3)[2];

/** Whether a key is the name of a file. */
export const isFile = (key: string): boolean => !key.startsWith('\0');

/** What something was computed from. */
export interface Tracked<T> {
  readonly value: T;
  readonly asked: ReadonlySet<string>;
}

/** Notes what is asked of a workspace while something is computed of it, so that one can tell whether it would come out the same again. */
export class Tracker {
  #asked: Set<string> | undefined;

  note(key: string): void {
    this.#asked?.add(key);
  }
  noteAll(asked: Iterable<string>): void {
    if (this.#asked) for (const key of asked) this.#asked.add(key);
  }
  /** What is asked meanwhile is told to the caller alone. */
  track<T>(compute: () => T): Tracked<T> {
    const around = this.#asked,
      asked = (this.#asked = new Set<string>());
    try {
      return { value: compute(), asked };
    } finally {
      this.#asked = around;
    }
  }
}

/** A list takes a third of the memory of a set, and of most workspaces there are very many. */
interface Remembered<T> {
  readonly value: T;
  readonly asked: readonly string[];
}
const none: readonly never[] = [];
function remembered<T>({ value, asked }: Tracked<T>): Remembered<T> {
  return { value, asked: asked.size === 0 ? none : Array.from(asked) };
}

/** Whoever is given what is remembered has asked for all that it was computed from. */
export class TrackedMemory extends Memory {
  readonly #tracker: Tracker;
  constructor(tracker: Tracker) {
    super();
    this.#tracker = tracker;
  }
  override remember<T>(owner: object, key: unknown, compute: () => T): T {
    const { value, asked } = super.remember(owner, key, () => remembered(this.#tracker.track(compute)));
    this.#tracker.noteAll(asked);
    return value;
  }
}
export class TrackedRecent extends Recent {
  readonly #tracker: Tracker;
  constructor(most: number, tracker: Tracker) {
    super(most);
    this.#tracker = tracker;
  }
  override remember<T>(owner: object, key: unknown, compute: () => T): T {
    const { value, asked } = super.remember(owner, key, () => remembered(this.#tracker.track(compute)));
    this.#tracker.noteAll(asked);
    return value;
  }
}

/** A map of which is noted what is asked of it. */
export class TrackedMap<T> implements ReadonlyMap<string, T> {
  readonly #map: ReadonlyMap<string, T>;
  readonly #name: string;
  readonly #tracker: Tracker;
  constructor(map: ReadonlyMap<string, T>, name: string, tracker: Tracker) {
    this.#map = map;
    this.#name = name;
    this.#tracker = tracker;
  }
  get(key: string): T | undefined {
    this.#tracker.note(keys.entry(this.#name, key));
    return this.#map.get(key);
  }
  has(key: string): boolean {
    this.#tracker.note(keys.entry(this.#name, key));
    return this.#map.has(key);
  }
  get size(): number {
    return this.#names.size;
  }
  get names(): ReadonlyMap<string, unknown> {
    const map = this.#names;
    return 'names' in map ? (map.names as ReadonlyMap<string, unknown>) : map;
  }
  keys(): MapIterator<string> {
    return this.#names.keys();
  }
  values(): MapIterator<T> {
    return this.#all.values();
  }
  entries(): MapIterator<[string, T]> {
    return this.#all.entries();
  }
  [Symbol.iterator](): MapIterator<[string, T]> {
    return this.#all.entries();
  }
  forEach(call: (value: T, key: string, map: ReadonlyMap<string, T>) => void): void {
    for (const [key, value] of this.#all) call(value, key, this);
  }
  get #names(): ReadonlyMap<string, T> {
    this.#tracker.note(keys.names(this.#name));
    return this.#map;
  }
  get #all(): ReadonlyMap<string, T> {
    this.#tracker.note(keys.names(this.#name));
    this.#tracker.note(keys.table(this.#name));
    return this.#map;
  }
}

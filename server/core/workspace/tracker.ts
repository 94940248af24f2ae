import { Memory, Recent } from '../memory.ts';
import { View } from './views.ts';

/**
 * What a workspace can be asked for, as comparable strings. A file name alone means its content; file names never
 * contain NUL.
 */
export const keys = {
  /** The whole content. */
  anything: '\0',
  content: (file: string): string => file,
  records: (file: string): string => `\0records\0${file}`,
  /** All records of a kind, in any file. */
  every: (sort: string): string => `\0every\0${sort}`,
  entry: (table: string, key: string): string => `\0in\0${table}\0${key}`,
  /** Which keys a table has, and in which order. */
  names: (table: string): string => `\0names\0${table}`,
  table: (table: string): string => `\0table\0${table}`,
};

/** The table that a key belongs to. */
export const tableIn = (key: string): string | undefined => key.split('\0', 3)[2];

/** Whether a key is a file name. */
export const isFile = (key: string): boolean => !key.startsWith('\0');

/** What something was computed from. */
export interface Tracked<T> {
  readonly value: T;
  readonly asked: ReadonlySet<string>;
}

/**
 * Records what is requested from a workspace during a computation, so that it is known whether the result would be the
 * same again.
 */
export class Tracker {
  #asked: Set<string> | undefined;

  note(key: string): void {
    this.#asked?.add(key);
  }
  noteAll(asked: Iterable<string>): void {
    if (this.#asked) for (const key of asked) this.#asked.add(key);
  }
  /** What is requested meanwhile is reported only to the caller. */
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

/** A list takes a third of a set's memory, and most workspaces have very many of them. */
interface Remembered<T> {
  readonly value: T;
  readonly asked: readonly string[];
}
const none: readonly never[] = [];
function remembered<T>({ value, asked }: Tracked<T>): Remembered<T> {
  return { value, asked: asked.size === 0 ? none : Array.from(asked) };
}

/** Receiving a cached result counts as asking for everything it was computed from. */
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

/** A map that records which of its keys are requested. */
export class TrackedMap<T> extends View<T> {
  readonly #map: ReadonlyMap<string, T>;
  readonly #name: string;
  readonly #tracker: Tracker;
  constructor(map: ReadonlyMap<string, T>, name: string, tracker: Tracker) {
    super();
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
  entries(): MapIterator<[string, T]> {
    this.#tracker.note(keys.table(this.#name));
    return this.#names.entries();
  }
  get #names(): ReadonlyMap<string, T> {
    this.#tracker.note(keys.names(this.#name));
    return this.#map;
  }
}

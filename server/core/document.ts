import { Cursor } from './cursor.ts';
import { shallowSpecNames, toSpecNames, type OriginalKeys } from './dialects/translate.ts';
import { namesIn, type NamePairs } from './dialects/names.ts';
import { isArray, type Json } from './json/json.ts';
import { Memory } from './memory.ts';
import {
  kindByName,
  configuredKindOf,
  configuredNamesOf,
  type ConfiguredKind,
  type Kind,
  type KindMatch,
} from './kinds.ts';
import { kindOf, layoutOf, type Layout } from './layout.ts';
import type { Pointer, Segment } from './json/pointer.ts';
import { plainReading, type ReadingMode } from './recognition.ts';
import { UNKNOWN_ENTRY } from './shapes/table.ts';
import { applyChanges, type TextChange, LineIndex } from './syntax/lines.ts';
import { countKeys, keysAtMost, type KeyCount } from './syntax/count-keys.ts';
import { certainValue, doubtIn, isCertain } from './syntax/uncertain.ts';
import { JsonSeeker } from './syntax/json-seeker.ts';
import { parseText, valueOf, type ParsedText } from './syntax/parse.ts';
import { placeIn, type NodeExtent } from './syntax/syntax-nodes.ts';

/**
 * One version of one file. Immutable; everything except the text is computed once, on first use. `file` is relative to
 * the workspace root, with `/`.
 */
export class Document {
  readonly file: string;
  readonly version: number;
  readonly text: string;
  /** Results computed from this version, cached for other modules. */
  readonly memory: Memory;
  /**
   * Records, for the intact part of a broken text, whether anything was requested that may be in the broken part;
   * undefined for other documents.
   */
  readonly incompleteObject: IncompleteObject | undefined;
  readonly #configuredKind: ConfiguredKind | undefined;
  /** The value with the names as spelled in the text; `#value` has the names of the specification. */
  #spelledValue: Json | undefined;
  #value: Json | undefined;
  #dialect: Dialect | undefined;
  #originalKeys: OriginalKeys | undefined;
  #isValid: boolean | undefined;
  #parsedText: ParsedText | undefined;
  /** Finds positions in a text that is valid for `JSON.parse`, until our own parser has parsed the text. */
  #seeker: JsonSeeker | undefined;
  #lines: LineIndex | undefined;
  #match: KindMatch | null | undefined;
  #layout: Layout | undefined;
  #top: Cursor | undefined;
  #roots: readonly Cursor[] | undefined;

  /** @param configuredKind the kind and the dialect that the configuration assigns to this file */
  constructor(file: string, text: string, version = 0, configuredKind?: ConfiguredKind, intactPart?: IntactPart) {
    this.file = file;
    this.text = text;
    this.version = version;
    this.#configuredKind = configuredKind;
    if (intactPart) {
      ({ value: this.#spelledValue, parsedText: this.#parsedText, match: this.#match } = intactPart);
      this.#isValid = false;
      this.#readSpelling();
      this.incompleteObject = new IncompleteObject(valuesAlong(this.top, intactPart.object));
      this.#top = undefined;
    }
    this.memory = this.incompleteObject ? new PartialMemory(this.incompleteObject) : new Memory();
  }

  /** The version of the document after consecutive changes. */
  withChanges(changes: readonly TextChange[], version = this.version + 1): Document {
    return new Document(this.file, applyChanges(this.text, changes), version, this.#configuredKind);
  }

  get allowsComments(): boolean {
    return this.#isConfiguration || this.file.endsWith('.jsonc');
  }
  /** Whether the file is a configuration. Only its name counts, because it decides how the text is parsed. */
  get #isConfiguration(): boolean {
    return (configuredKindOf(this.#configuredKind) ?? kindByName(this.file)) === 'preflight-config';
  }
  /** Whether the text is JSON. In `.jsonc`, comments are allowed; in a configuration, trailing commas as well. */
  get valid(): boolean {
    void this.value;
    return this.#isValid!;
  }
  /** The value with the names of the specification; for a broken text, the parts that can be read. */
  get value(): Json | undefined {
    if (this.#isValid === undefined) {
      try {
        this.#spelledValue = JSON.parse(this.text.charCodeAt(0) === 0xfeff ? this.text.slice(1) : this.text) as Json;
        this.#isValid = true;
      } catch {
        const { nodes, problems } = this.parsed;
        this.#spelledValue = valueOf(nodes);
        this.#isValid = this.allowsComments && problems.length === 0;
      }
      this.#readSpelling();
    }
    return this.#value;
  }
  /** The value with the names as spelled in the text. */
  get spelled(): Json | undefined {
    void this.value;
    return this.#spelledValue;
  }
  /** The kind and the dialect that the configuration assigns to this file. */
  get assignedKind(): ConfiguredKind | undefined {
    return this.#configuredKind;
  }
  /** The dialect of the file; undefined for the names of the specification. */
  get dialect(): Dialect | undefined {
    return this.#dialect;
  }
  #readSpelling(): void {
    const spelling = (this.#value = this.#spelledValue),
      configuredNames = configuredNamesOf(this.#configuredKind);
    if (typeof spelling !== 'object' || spelling === null) return;
    const names = namesIn(this.text, configuredNames);
    // kept for later reads, because a value that was read earlier still needs its spelling
    if (names ?? configuredNames) this.#originalKeys ??= new Map();
    const keys = this.#originalKeys!;
    if (names) {
      const mode: ReadingMode = {
        valid: this.#isValid!,
        record: record => shallowSpecNames(record, names),
        key: key => names.toSpecName(key) ?? key,
      };
      this.#match ??= kindOf(this.file, spelling, mode, configuredKindOf(this.#configuredKind)) ?? null;
      if (!this.#match) return;
      const specValue = toSpecNames(spelling, layoutOf(this.#match.kind, spelling, mode).entry, names, keys);
      this.#value = specValue.value;
      if (specValue.first !== undefined || configuredNames)
        this.#dialect = { names, dialectName: specValue.first, keys };
    } else if (configuredNames) this.#dialect = { names: configuredNames, dialectName: undefined, keys };
  }
  /** Whether the value is certain: the text is JSON, or its errors allow only one reading. */
  get readable(): boolean {
    return this.valid || (this.value !== undefined && isCertain(this.parsed));
  }
  /**
   * This document if it is `readable`; otherwise a document without its uncertain parts, or undefined if the whole
   * text is uncertain.
   */
  get intactPart(): Document | undefined {
    return this.readable ? this : this.memory.remember(Document, 'intactPart', () => this.#readIntactPart());
  }
  #readIntactPart(): Document | undefined {
    const { spelled, match, parsed } = this,
      doubt = spelled !== undefined && match ? doubtIn(parsed) : undefined;
    return (
      doubt &&
      new Document(this.file, this.text, this.version, this.#configuredKind, {
        value: certainValue(spelled!, doubt),
        object: doubt.object,
        parsedText: parsed,
        match: match!,
      })
    );
  }
  /** The parsed text with all positions, computed on demand. */
  get parsed(): ParsedText {
    this.#parsedText ??= parseText(this.text, this.allowsComments, this.#isConfiguration);
    this.#seeker = undefined;
    return this.#parsedText;
  }
  /** The span of the value at a route, or of the nearest value around it; undefined in an empty text. */
  find(segments: readonly string[]): NodeExtent | undefined {
    // reading the value parses a text that is not plain JSON
    void this.value;
    if (!this.#parsedText) {
      this.#seeker ??= new JsonSeeker(this.text, this.hasUniqueKeys);
      const extent = this.#seeker.find(segments);
      if (extent) return extent;
    }
    return placeIn(this.parsed.nodes, segments);
  }
  get keyCount(): KeyCount {
    return this.memory.remember(countKeys, undefined, () => countKeys(this.value));
  }
  /** Whether certainly no object of a valid text has a key twice. */
  get hasUniqueKeys(): boolean {
    const keysOfText = (): number => this.#parsedText?.nodes.keyCount ?? keysAtMost(this.text);
    return this.memory.remember(keysAtMost, undefined, () => keysOfText() === this.keyCount.keys);
  }
  get lines(): LineIndex {
    return (this.#lines ??= new LineIndex(this.text));
  }

  get match(): KindMatch | undefined {
    if (this.#match === undefined)
      this.#match =
        kindOf(this.file, this.value, plainReading(this.valid), configuredKindOf(this.#configuredKind)) ?? null;
    return this.#match ?? undefined;
  }
  /** The kind of the file: `dump`, or the kind of its records. */
  get kind(): Kind | undefined {
    return this.match?.kind;
  }
  get #laidOut(): Layout | undefined {
    if (!this.kind || this.value === undefined) return undefined;
    return (this.#layout ??= layoutOf(this.kind, this.value, plainReading(this.valid)));
  }
  /** The cursor at the whole value: the only record, or the value that contains the records. */
  get top(): Cursor {
    if (this.#top) return this.#top;
    const rootCursor = new Cursor(this, this.value, this.#laidOut?.entry ?? UNKNOWN_ENTRY, undefined, '');
    return (this.#top = this.incompleteObject ? new PartialCursor(rootCursor, this.incompleteObject) : rootCursor);
  }
  /** The records of the file: the only one, or the items of its lists. */
  get roots(): readonly Cursor[] {
    return (this.#roots ??= this.#recordsIn(() => true));
  }
  /** The records of the given kinds. */
  rootsOf(...kinds: readonly Kind[]): readonly Cursor[] {
    if (this.kind === 'dump') return this.#recordsIn(kind => kinds.includes(kind));
    return this.kind && kinds.includes(this.kind) ? this.roots : emptyList;
  }
  #recordsIn(isWanted: (kind: Kind) => boolean): readonly Cursor[] {
    if (!this.#laidOut) return emptyList;
    if (!this.#laidOut.lists) return [this.top];
    return this.lists.flatMap(({ kind, at }) =>
      isWanted(kind) && isArray(at.value) ? (at.value as readonly Json[]).map((item, i) => at.child(i, item)) : [],
    );
  }
  /** The lists of records in the file. */
  get lists(): readonly { readonly kind: Kind; readonly at: Cursor }[] {
    const routes = this.#laidOut?.lists ?? emptyList;
    return routes.map(({ kind, route }) => ({ kind, at: route.reduce((cursor, key) => cursor.get(key), this.top) }));
  }
  /** The roots of walks: the records, and the value that contains them. */
  get trees(): readonly Cursor[] {
    return this.#laidOut?.lists ? [this.top, ...this.roots] : this.roots;
  }
  /** The kinds of the records in the file. */
  get kinds(): readonly Kind[] {
    if (this.kind === 'dump') return [...new Set(this.#laidOut?.lists?.map(({ kind }) => kind))];
    return this.kind ? [this.kind] : emptyList;
  }
  /** The kind of the record around a place. */
  kindAt(place: Cursor): Kind | undefined {
    if (this.kind !== 'dump') return this.kind;
    let cursor = place;
    while (cursor.parent?.parent) cursor = cursor.parent;
    return this.#laidOut?.lists?.find(({ route }) => route[0] === cursor.key)?.kind;
  }
  /** The place at a pointer, whether or not it exists. */
  at(pointer: string): Cursor {
    return this.top.at(pointer as Pointer);
  }
}
const emptyList: readonly never[] = [];
/** The spelling of the platform's names in a file. */
export interface Dialect {
  readonly names: NamePairs;
  /** A dialect name that occurs in the text; undefined if only the configuration determines the dialect. */
  readonly dialectName: string | undefined;
  /** For each object with translated keys: its keys, mapped to their spelling in the text. */
  readonly keys: { get(value: object): ReadonlyMap<string, string> | undefined };
}
/** The intact part of a text. */
interface IntactPart {
  /** The value with the names as spelled in the text, without the uncertain fields. */
  readonly value: Json;
  /** The route to the object with the uncertain fields. */
  readonly object: readonly Segment[];
  readonly parsedText: ParsedText;
  readonly match: KindMatch;
}

/** The values along a route, from its start to its end. */
function valuesAlong(start: Cursor, route: readonly Segment[]): Json[] {
  let cursor = start;
  return [cursor.value!, ...route.map(segment => (cursor = cursor.get(segment)).value!)];
}

/** Records whether a result depends on an uncertain part of a broken text. */
class IncompleteObject {
  isRead = false;
  readonly #parents: ReadonlySet<Json>;
  readonly #object: Json;
  /** @param parents the values from the top of the file to the object with uncertain fields */
  constructor(parents: readonly Json[]) {
    this.#parents = new Set(parents);
    this.#object = parents.at(-1)!;
  }
  /** Whether a value is the object with uncertain fields. */
  isPartial(value: Json | undefined): boolean {
    return value === this.#object;
  }
  hasPartial(value: Json | undefined): boolean {
    return value !== undefined && this.#parents.has(value);
  }
}

/**
 * A place at or around the object with uncertain fields. It returns what is certain, and records requests for anything
 * else; reading the whole value counts as such a request.
 */
class PartialCursor extends Cursor {
  readonly #incompleteObject: IncompleteObject;
  constructor(cursor: Cursor, incompleteObject: IncompleteObject) {
    super(cursor.document, cursor.value, cursor.entry, cursor.parent, cursor.segment);
    this.#incompleteObject = incompleteObject;
  }
  override get value(): Json | undefined {
    this.#incompleteObject.isRead = true;
    return super.value;
  }
  override child(segment: Segment, value: Json | undefined, entry?: number): Cursor {
    if (value === undefined) this.#note();
    const child = super.child(segment, value, entry);
    return this.#incompleteObject.hasPartial(value) ? new PartialCursor(child, this.#incompleteObject) : child;
  }
  override peek(key: string): Json | undefined {
    const value = super.peek(key);
    if (value === undefined) this.#note();
    if (this.#incompleteObject.hasPartial(value)) this.#incompleteObject.isRead = true;
    return value;
  }
  override entries(): Cursor[] {
    this.#note();
    return super.entries();
  }

  #note(): void {
    if (this.#incompleteObject.isPartial(super.value)) this.#incompleteObject.isRead = true;
  }
}

/**
 * Cached results for an uncertain document. Reading a result counts as reading the values from which it was computed.
 */
export class PartialMemory extends Memory {
  readonly #incompleteObject: { isRead: boolean };
  constructor(incompleteObject: { isRead: boolean }) {
    super();
    this.#incompleteObject = incompleteObject;
  }
  override remember<T>(owner: object, key: unknown, compute: () => T): T {
    const incompleteObject = this.#incompleteObject,
      before = incompleteObject.isRead;
    try {
      const { value, isRead } = super.remember(owner, key, () => {
        incompleteObject.isRead = false;
        return { value: compute(), isRead: incompleteObject.isRead };
      });
      incompleteObject.isRead = isRead;
      return value;
    } finally {
      if (before) incompleteObject.isRead = true;
    }
  }
}

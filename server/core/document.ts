import { Cursor } from './cursor.ts';
import { shallowSpecNames, toSpecNames, type Renamed } from './dialects/translate.ts';
import { namesIn, type NamePairs } from './dialects/names.ts';
import { isArray, type Json } from './json/json.ts';
import { Memory } from './memory.ts';
import { kindByName, kindGiven, namesGiven, type ConfiguredKind, type Kind, type KindMatch } from './kinds.ts';
import { kindOf, layoutOf, type Layout } from './layout.ts';
import type { Pointer, Segment } from './json/pointer.ts';
import { IncompleteObject, PartialCursor, PartialMemory } from './partial.ts';
import { plainReading, type Reading } from './recognition.ts';
import { UNKNOWN } from './shapes/table.ts';
import { changed, type TextChange } from './syntax/change.ts';
import { countKeys, keysAtMost, type KeyCount } from './syntax/count-keys.ts';
import { certainValue, doubtIn, isCertain } from './syntax/uncertain.ts';
import { LineIndex } from './syntax/lines.ts';
import { JsonSeeker } from './syntax/json-seeker.ts';
import { parseText, valueOf, type ParsedText } from './syntax/parse.ts';
import { placeIn, type NodeExtent } from './syntax/syntax-nodes.ts';

/**
 * One version of one file. Immutable; everything except the text is computed on first use, at most once. `file` is
 * relative to the workspace root, with `/`.
 */
export class Document {
  readonly file: string;
  readonly version: number;
  readonly text: string;
  /** Results that others have computed from this version. */
  readonly memory: Memory;
  /** For the intact part of a text in doubt: records whether something it may lack was requested. */
  readonly incomplete: IncompleteObject | undefined;
  readonly #configured: ConfiguredKind | undefined;
  /** As the text spells it; the value has the specification's names. */
  #spelled: Json | undefined;
  #value: Json | undefined;
  #dialect: Dialect | undefined;
  #renamed: Renamed | undefined;
  #valid: boolean | undefined;
  #parsed: ParsedText | undefined;
  /** For a text that `JSON.parse` accepts, until all its positions are known. */
  #outline: JsonSeeker | undefined;
  #lines: LineIndex | undefined;
  #match: KindMatch | null | undefined;
  #layout: Layout | undefined;
  #top: Cursor | undefined;
  #roots: readonly Cursor[] | undefined;

  /** @param configured what the configuration says about this file: its kind, and how names are spelled in it */
  constructor(file: string, text: string, version = 0, configured?: ConfiguredKind, intact?: IntactPart) {
    this.file = file;
    this.text = text;
    this.version = version;
    this.#configured = configured;
    if (intact) {
      ({ value: this.#spelled, parsed: this.#parsed, match: this.#match } = intact);
      this.#valid = false;
      this.#understand();
      this.incomplete = new IncompleteObject(valuesAlong(this.top, intact.object));
      this.#top = undefined;
    }
    this.memory = this.incomplete ? new PartialMemory(this.incomplete) : new Memory();
  }

  /** The version after some consecutive changes. */
  edited(changes: readonly TextChange[], version = this.version + 1): Document {
    return new Document(this.file, changed(this.text, changes), version, this.#configured);
  }

  get allowsComments(): boolean {
    return this.#isConfiguration || this.file.endsWith('.jsonc');
  }
  /** Determined without the text, because it decides how the text is read. */
  get #isConfiguration(): boolean {
    return (kindGiven(this.#configured) ?? kindByName(this.file)) === 'preflight-config';
  }
  /** Whether the text is JSON (`.jsonc`: with comments; a configuration: also with trailing commas). */
  get valid(): boolean {
    void this.value;
    return this.#valid!;
  }
  /** The value, in the specification's names; for a broken text, the result of a tolerant parse. */
  get value(): Json | undefined {
    if (this.#valid === undefined) {
      try {
        this.#spelled = JSON.parse(this.text.charCodeAt(0) === 0xfeff ? this.text.slice(1) : this.text) as Json;
        this.#valid = true;
        this.#outline = new JsonSeeker(this.text);
      } catch {
        const { nodes, problems } = this.parsed;
        this.#spelled = valueOf(nodes);
        this.#valid = this.allowsComments && problems.length === 0;
      }
      this.#understand();
    }
    return this.#value;
  }
  /** The value as the text spells it. */
  get spelled(): Json | undefined {
    void this.value;
    return this.#spelled;
  }
  /** What the configuration says about this file. */
  get given(): ConfiguredKind | undefined {
    return this.#configured;
  }
  /** How this file spells the platform's names, if differently from the specification. */
  get dialect(): Dialect | undefined {
    return this.#dialect;
  }
  #understand(): void {
    const spelled = (this.#value = this.#spelled),
      configuredNames = namesGiven(this.#configured);
    if (typeof spelled !== 'object' || spelled === null) return;
    const names = namesIn(this.text, configuredNames);
    // a value that was read earlier still needs its spelling
    if (names ?? configuredNames) this.#renamed ??= new Map();
    const keys = this.#renamed!;
    if (names) {
      const reading: Reading = {
        valid: this.#valid!,
        record: record => shallowSpecNames(record, names),
        key: key => names.inSpec(key) ?? key,
      };
      this.#match ??= kindOf(this.file, spelled, reading, kindGiven(this.#configured)) ?? null;
      if (!this.#match) return;
      const read = toSpecNames(spelled, layoutOf(this.#match.kind, spelled, reading).entry, names, keys);
      this.#value = read.value;
      if (read.first !== undefined || configuredNames) this.#dialect = { names, shows: read.first, keys };
    } else if (configuredNames) this.#dialect = { names: configuredNames, shows: undefined, keys };
  }
  /** Whether the value is what was meant: the text is JSON, or its mistakes leave no doubt how to read it. */
  get readable(): boolean {
    return this.valid || (this.value !== undefined && isCertain(this.parsed));
  }
  /**
   * This document, or the intact part of one that is not `readable`: without what can be read in more than one way.
   */
  get intactPart(): Document | undefined {
    return this.readable ? this : this.memory.remember(Document, 'intactPart', () => this.#readIntactPart());
  }
  #readIntactPart(): Document | undefined {
    const { spelled, match, parsed } = this,
      doubt = spelled !== undefined && match ? doubtIn(parsed) : undefined;
    return (
      doubt &&
      new Document(this.file, this.text, this.version, this.#configured, {
        value: certainValue(spelled!, doubt),
        object: doubt.object,
        parsed,
        match: match!,
      })
    );
  }
  /** Positions; built on demand. */
  get parsed(): ParsedText {
    this.#parsed ??= parseText(this.text, this.allowsComments, this.#isConfiguration);
    this.#outline = undefined;
    return this.#parsed;
  }
  /** The span of the value at a route, or of the nearest existing one around it; `undefined` in an empty text. */
  find(segments: readonly string[]): NodeExtent | undefined {
    // parsed as JSON, if it is
    void this.value;
    const extent = this.#parsed ? undefined : this.#outline?.find(segments);
    return extent ?? placeIn(this.parsed.nodes, segments);
  }
  get keyCount(): KeyCount {
    return this.memory.remember(countKeys, undefined, () => countKeys(this.value));
  }
  /** The most keys that a valid text can have as written, duplicates included. */
  get mostKeys(): number {
    return this.#parsed ? this.#parsed.nodes.keyCount : keysAtMost(this.text);
  }
  get lines(): LineIndex {
    return (this.#lines ??= new LineIndex(this.text));
  }

  get match(): KindMatch | undefined {
    if (this.#match === undefined)
      this.#match = kindOf(this.file, this.value, plainReading(this.valid), kindGiven(this.#configured)) ?? null;
    return this.#match ?? undefined;
  }
  /** The kind of the file; that of its records, unless it is a dump. */
  get kind(): Kind | undefined {
    return this.match?.kind;
  }
  get #laidOut(): Layout | undefined {
    if (!this.kind || this.value === undefined) return undefined;
    return (this.#layout ??= layoutOf(this.kind, this.value, plainReading(this.valid)));
  }
  /** The whole value: the only record, or what holds the records. */
  get top(): Cursor {
    if (this.#top) return this.#top;
    const whole = new Cursor(this, this.value, this.#laidOut?.entry ?? UNKNOWN, undefined, '');
    return (this.#top = this.incomplete ? new PartialCursor(whole, this.incomplete) : whole);
  }
  /** The records of the file: one, or the items of its lists. */
  get roots(): readonly Cursor[] {
    return (this.#roots ??= this.#recordsIn(() => true));
  }
  /** The records of some kinds. */
  rootsOf(...kinds: readonly Kind[]): readonly Cursor[] {
    if (this.kind === 'dump') return this.#recordsIn(kind => kinds.includes(kind));
    return this.kind && kinds.includes(this.kind) ? this.roots : none;
  }
  #recordsIn(isWanted: (kind: Kind) => boolean): readonly Cursor[] {
    if (!this.#laidOut) return none;
    if (!this.#laidOut.lists) return [this.top];
    return this.lists.flatMap(({ kind, at }) =>
      isWanted(kind) && isArray(at.value) ? (at.value as readonly Json[]).map((item, i) => at.child(i, item)) : [],
    );
  }
  /** The lists of records in the file. */
  get lists(): readonly { readonly kind: Kind; readonly at: Cursor }[] {
    const routes = this.#laidOut?.lists ?? none;
    return routes.map(({ kind, route }) => ({ kind, at: route.reduce((at, key) => at.get(key), this.top) }));
  }
  /** Where walks begin: at the records, and at what holds them. */
  get trees(): readonly Cursor[] {
    return this.#laidOut?.lists ? [this.top, ...this.roots] : this.roots;
  }
  /** The kinds of its records. */
  get kinds(): readonly Kind[] {
    if (this.kind === 'dump') return [...new Set(this.#laidOut?.lists?.map(({ kind }) => kind))];
    return this.kind ? [this.kind] : none;
  }
  /** The kind of the record around a place. */
  kindAt(place: Cursor): Kind | undefined {
    if (this.kind !== 'dump') return this.kind;
    let at = place;
    while (at.parent?.parent) at = at.parent;
    return this.#laidOut?.lists?.find(({ route }) => route[0] === at.key)?.kind;
  }
  /** The place at a pointer, present or not. */
  at(pointer: string): Cursor {
    return this.top.at(pointer as Pointer);
  }
}
const none: readonly never[] = [];
/** Another spelling of the platform's names, used by a file. */
export interface Dialect {
  readonly names: NamePairs;
  /** A dialect name that occurs in the text; absent if only the configuration says so. */
  readonly shows: string | undefined;
  /** For each object of the value in which keys were translated: its keys, mapped to their spelling in the text. */
  readonly keys: { get(value: object): ReadonlyMap<string, string> | undefined };
}
/** The intact part of a text. */
interface IntactPart {
  /** As the text spells it, without what is in doubt. */
  readonly value: Json;
  /** The route to the object that had the fields in doubt. */
  readonly object: readonly Segment[];
  readonly parsed: ParsedText;
  readonly match: KindMatch;
}

/** The values along a route, both ends included. */
function valuesAlong(from: Cursor, way: readonly Segment[]): Json[] {
  let at = from;
  return [at.value!, ...way.map(segment => (at = at.get(segment)).value!)];
}

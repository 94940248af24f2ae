import { Cursor } from './cursor.ts';
import { Guard } from './guard.ts';
import { isArray, type Json } from './json.ts';
import { Lineage, Memory } from './memory.ts';
import { kindOf, rootShapes, type Kind, type KindMatch } from './kinds.ts';
import { UNKNOWN, rootOf } from './shapes.ts';
import { changed, composed, trimmed, type Change, type TextChange } from './syntax/change.ts';
import { doubtIn, isCertain } from './syntax/doubt.ts';
import { LineIndex } from './syntax/lines.ts';
import { parseText, valueOf, type ParsedText } from './syntax/parse.ts';
import { spliced } from './syntax/splice.ts';

/**
 * One version of one file. Immutable; everything but the text is computed on first use, at most once.
 * `file` is relative to the workspace's root, with `/`.
 */
export class Document {
  readonly file: string;
  readonly version: number;
  #text: string | undefined;
  #source: TextSource | undefined;
  #memory = new Memory();
  /** Plain data that others have computed of this version: kept when all else is let go. */
  readonly facts = new Memory();
  #lineage: Lineage | undefined;
  readonly #kindGlob: Kind | undefined;
  #value: Json | undefined;
  #valid: boolean | undefined;
  #parsed: ParsedText | undefined;
  #lines: LineIndex | undefined;
  #match: KindMatch | null | undefined;
  #roots: readonly Cursor[] | undefined;
  /** An earlier version that was JSON, and what has changed since; let go when this one is read and is JSON too. */
  #base: { readonly document: Document; readonly change: Change } | undefined;

  /** @param kindGlob the kind that a glob of the configuration gives this file, if one does */
  constructor(
    file: string,
    text: string,
    version = 0,
    kindGlob?: Kind,
    { lineage, source }: { readonly lineage?: Lineage; readonly source?: TextSource } = {},
  ) {
    this.file = file;
    this.#text = text;
    this.#source = source;
    this.version = version;
    this.#kindGlob = kindGlob;
    this.#lineage = lineage;
  }

  /**
   * The version after some changes, made one after the other. It reads anew only what they touch, if this one or one
   * before it was read and is JSON.
   */
  edited(changes: readonly TextChange[], version = this.version + 1): Document {
    const { text, change } = changed(this.text, changes);
    const document = new Document(this.file, text, version, this.#kindGlob, { lineage: this.lineage });
    if (this.#lines) document.#lines = this.#lines.edited(change, text);
    if (this.#valid && (this.#parsed || text.length >= WORTH_POSITIONS)) document.#base = { document: this, change };
    else if (this.#base)
      document.#base = { document: this.#base.document, change: composed(this.#base.change, change) };
    return document;
  }

  /** What others have computed of the version before, if this one was made by `edited`. */
  get lineage(): Lineage {
    return (this.#lineage ??= new Lineage());
  }
  get text(): string {
    return (this.#text ??= this.#source!.read(this));
  }
  /** What others have computed of this version; it goes when the text is let go. */
  get memory(): Memory {
    return this.#memory;
  }
  /** Lets go of the text and of all that was read from it, if it can be had again. What is known of other files' concern stays. */
  release(): void {
    if (!this.#source) return;
    // found in the text
    void this.match;
    this.#text = this.#value = this.#valid = this.#parsed = this.#lines = this.#roots = this.#base = undefined;
    this.#memory = new Memory();
  }

  /** Holds on to the text from now on: somebody else says what it is, and the file may become another. */
  kept(): this {
    void this.text;
    this.#source = undefined;
    return this;
  }

  get allowsComments(): boolean {
    return /\.jsonc$|(^|\/)preflight\.config\.json$/.test(this.file);
  }
  /** Whether the text is JSON (for `.jsonc`: with comments). */
  get valid(): boolean {
    void this.value;
    return this.#valid!;
  }
  /** The value; of a broken text what a tolerant parse makes of it. */
  get value(): Json | undefined {
    if (this.#valid === undefined && !this.#splice()) {
      try {
        this.#value = JSON.parse(this.text.charCodeAt(0) === 0xfeff ? this.text.slice(1) : this.text) as Json;
        this.#valid = true;
      } catch {
        const { tape, problems } = this.#parse();
        this.#value = valueOf(tape);
        this.#valid = this.allowsComments && problems.length === 0;
      }
      if (this.#valid) this.#base = undefined;
    }
    return this.#value;
  }
  /** Reads the text from what was read of the base. */
  #splice(): boolean {
    if (!this.#base || this.#parsed) return false;
    const { document, change } = this.#base,
      {
        text,
        value,
        parsed: { tape },
      } = document;
    if (value === undefined) return false;
    const reading = spliced({ text, value, tape }, trimmed(change, text, this.text), this.text, this.allowsComments);
    if (!reading) return false;
    ({ value: this.#value, valid: this.#valid, parsed: this.#parsed } = reading);
    if (this.#valid) this.#base = undefined;
    return true;
  }
  /** Whether the value is what was meant: the text is JSON, or what is broken leaves no doubt how to read it. */
  get readable(): boolean {
    return this.valid || (this.value !== undefined && isCertain(this.parsed));
  }
  /** Of a text that is not `readable` what is certain all the same: the records, without what can be read in more than one way. */
  get certainPart(): CertainPart | undefined {
    return this.memory.remember(Document, 'certainPart', () => this.#certainPart());
  }
  #certainPart(): CertainPart | undefined {
    const { value, match, parsed } = this,
      doubt = value !== undefined && match ? doubtIn(parsed) : undefined;
    if (!doubt) return undefined;
    const guard = new Guard(),
      document = new Document(this.file, this.text, this.version, this.#kindGlob);
    document.#value = guard.around(value!, doubt);
    document.#valid = false;
    document.#parsed = parsed;
    document.#match = match;
    return { roots: document.roots, guard };
  }
  /** Positions; built when somebody asks. */
  get parsed(): ParsedText {
    return !this.#parsed && this.#valid === undefined && this.#splice() ? this.#parsed! : this.#parse();
  }
  #parse(): ParsedText {
    return (this.#parsed ??= parseText(this.text, this.allowsComments));
  }
  get lines(): LineIndex {
    return (this.#lines ??= new LineIndex(this.text));
  }

  get match(): KindMatch | undefined {
    if (this.#match === undefined) this.#match = kindOf(this.file, this, this.#kindGlob) ?? null;
    return this.#match ?? undefined;
  }
  get kind(): Kind | undefined {
    return this.match?.kind;
  }
  /** The records of the file: one, or each item of a list of them. */
  get roots(): readonly Cursor[] {
    if (this.#roots) return this.#roots;
    if (!this.kind || this.value === undefined) return (this.#roots = []);
    const { list, shape } = rootShapes(this.kind, this.value);
    if (!list || !isArray(this.value))
      return (this.#roots = [new Cursor(this, this.value, rootOf(shape(this.value)), undefined, '')]);
    const root = new Cursor(this, this.value, UNKNOWN, undefined, '');
    return (this.#roots = this.value.map((item, i) => new Cursor(this, item, rootOf(shape(item)), root, i)));
  }
  /** The place at a pointer, present or not. */
  at(pointer: string): Cursor {
    const { roots } = this;
    const segments = pointer === '' ? [] : pointer.slice(1).split('/');
    const top = roots[0];
    if (!top)
      return segments.reduce((c, s) => c.get(unescape(s)), new Cursor(this, this.value, UNKNOWN, undefined, ''));
    if (!top.parent) return segments.reduce((c, s) => c.get(unescape(s)), top);
    const item = roots[Number(segments[0])];
    return item
      ? segments.slice(1).reduce((c, s) => c.get(unescape(s)), item)
      : segments.reduce((c, s) => c.get(unescape(s)), top.parent);
  }
}
/** Where the text of a document can be had again. */
export interface TextSource {
  read(document: Document): string;
}
export interface CertainPart {
  readonly roots: readonly Cursor[];
  readonly guard: Guard;
}
/** From this length on it is worth to have positions only for the edits to come; a shorter text is parsed as fast. */
const WORTH_POSITIONS = 65_536;
const unescape = (token: string): string => token.replaceAll('~1', '/').replaceAll('~0', '~');

import { entryTexts, places, roots, type ShapeName } from '../generated/shapes.js';
import type { Json } from '../json/json.ts';

export type { ShapeName };
export type RecordKind =
  | 'agent'
  | 'agent-version'
  | 'llm'
  | 'llm-version'
  | 'conversation-flow'
  | 'conversation-flow-version'
  | 'flow-component'
  | 'node'
  | 'tool'
  | 'mcp'
  | 'state'
  | 'tag'
  | 'analysis-field'
  | 'phone-number';
export type Unit =
  | 'ms'
  | 's'
  | 'min'
  | 'days'
  | 'timestamp'
  | 'timestamp-ms'
  | 'timestamp-s'
  | 'ratio'
  | 'percent'
  | 'characters'
  | 'usd'
  | 'px'
  | 'count';
export type Format =
  | 'url'
  | 'websocket-url'
  | 'timezone'
  | 'locale'
  | 'phone-number'
  | 'email'
  | 'tool-name'
  | 'id'
  | 'voice-id'
  | 'sip-header'
  | 'json-path'
  | 'glob';
export interface AppliesWhen {
  readonly field?: string;
  readonly engine?: string;
  readonly parent?: boolean;
  readonly is?: readonly Json[];
  readonly not?: readonly Json[];
}
/** How the object of a deprecated field keeps it: in words, and what to set where. */
export interface ReplacedBeside {
  readonly words: string;
  readonly set: Readonly<Record<string, Json>>;
}

/** An announcement of the platform: since when requests with it are refused, and from when on what is kept is changed. */
interface Notice {
  readonly address: string;
  readonly refused: string;
  readonly migrated?: string;
  readonly successor?: string;
  /** What to use, in words. */
  readonly instead?: string;
}

/**
 * What the schemas say about a place, merged from all files that describe it. The keywords are explained in
 * schemas/README.md.
 */
export interface Marks {
  readonly default?: Json;
  readonly deprecated?: boolean;
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly not?: { readonly const: Json };
  readonly uniqueItems?: boolean;
  readonly 'x-noun'?: string;
  readonly 'x-not-shown'?: boolean;
  readonly 'x-shown-in-part'?: boolean;
  readonly 'x-stands-alone'?: boolean;
  readonly 'x-open'?: boolean;
  readonly 'x-shown-for'?: readonly string[];
  /** Since when the field is known, where the specification does not show it. */
  readonly 'x-since'?: string;
  /** The date of the field's removal. */
  readonly 'x-until'?: string;
  /** A removed field that existing files still have. */
  readonly 'x-still-in-files'?: boolean;
  /** How the platform has announced that the field goes. */
  readonly 'x-notice'?: Notice;
  /** The same for values; `as`: for this spelling of the value only. */
  readonly 'x-notices'?: Readonly<Record<string, Notice & { readonly as?: string }>>;
  /** The field that most likely took the place of one that is gone. */
  readonly 'x-successor'?: string;
  /** Values beside the specification's, and since when they are known. */
  readonly 'x-since-values'?: Readonly<Record<string, string>>;
  /** Values that are gone, and since when. */
  readonly 'x-until-values'?: Readonly<Record<string, string>>;
  /** Values that are gone → their successors. */
  readonly 'x-retired-values'?: Readonly<Record<string, string>>;
  readonly 'x-known-values'?: readonly string[];
  readonly 'x-known-range'?: readonly [number, number];
  readonly 'x-mistaken-names'?: readonly string[];
  /** Other names of values → the values. */
  readonly 'x-mistaken-values'?: Readonly<Record<string, string>>;
  /** Values that are judged in another spelling only. */
  readonly 'x-named-values'?: readonly string[];
  /** Former fields, and their replacements. */
  readonly 'x-removed-fields'?: Readonly<Record<string, string>>;
  /** Fields of other shapes that people write here, and what to use instead. */
  readonly 'x-foreign-fields'?: Readonly<Record<string, string>>;
  readonly 'x-expected'?: readonly string[];
  readonly 'x-expected-with'?: Readonly<Record<string, Readonly<Record<string, number | string | readonly string[]>>>>;
  readonly 'x-expected-once'?: readonly string[];
  readonly 'x-unit'?: Unit;
  readonly 'x-format'?: Format;
  readonly 'x-template'?: boolean | 'whole';
  /** Spoken literally: always, or if the sibling of this name is `static_text`. */
  readonly 'x-spoken'?: true | string;
  /** A text of several sentences that a model or caller gets, and what it is called. */
  readonly 'x-text'?: string;
  readonly 'x-secret'?: boolean;
  /** The form that a pattern requires, in words. */
  readonly 'x-form'?: string;
  readonly 'x-reference'?: { readonly to: RecordKind; readonly of?: string };
  readonly 'x-identifies'?: { readonly of: RecordKind };
  readonly 'x-identity'?: string;
  readonly 'x-set'?: boolean;
  readonly 'x-applies-when'?: AppliesWhen;
  readonly 'x-replaced-by'?: string;
  readonly 'x-replaced-beside'?: ReplacedBeside;
  /** Since when a field is deprecated. */
  readonly 'x-deprecated-since'?: string;
  readonly 'x-deprecated-values'?: Readonly<Record<string, Json>>;
  readonly 'x-response-only'?: boolean;
  readonly 'x-bookkeeping'?: boolean;
  /** A state that an operation of its own changes. */
  readonly 'x-state'?: boolean;
  /** Callers do not notice it in a conversation. */
  readonly 'x-unnoticed'?: boolean;
  readonly 'x-channel'?: 'voice' | 'chat';
  readonly 'x-nullable-removes'?: boolean;
  /** The platform's API refuses what the schema refuses, though the specification does not show it. */
  readonly 'x-refused'?: boolean;
  readonly 'x-refused-fields'?: readonly string[];
  /** Any other value is treated as the only allowed one. */
  readonly 'x-fixed'?: boolean;
  /** Keywords here that the specification does not state. */
  readonly 'x-unstated'?: readonly string[];
  readonly 'x-minimum-by'?: { readonly field: string; readonly values: Readonly<Record<string, number>> };
  /** Facts that individual rules read: providers, metrics, durations. */
  readonly [key: `x-${string}`]: unknown;
}
/** The description of a place, for hovers, completion and the generated pages. */
export interface ShapeDoc {
  readonly title?: string;
  readonly description?: string;
  readonly 'x-spec'?: string;
  readonly 'x-values'?: Readonly<Record<string, string>>;
  /** Values that it may have among others, which nothing judges. */
  readonly examples?: readonly Json[];
}
/** One kind of place. Numbers are indexes of entries in the same table. */
export interface ShapeEntry {
  readonly shapes?: readonly ShapeName[];
  readonly types?: readonly string[];
  readonly props?: Readonly<Record<string, number>>;
  readonly required?: readonly string[];
  readonly items?: number;
  readonly map?: number;
  /** What a map says about its keys. */
  readonly keys?: number;
  readonly closed?: boolean;
  readonly variants?: { readonly by: string; readonly of: Readonly<Record<string, number>> };
  /** For a record in a list: the entry that its contents decide. */
  readonly decide?: (record: Json) => number;
  readonly marks?: Marks;
}
/** A violation as ajv reports it; `schemaPath` begins with the name of the shape: `node#/required`. */
export interface Violation {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
}
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly Violation[] | null;
}

/** No schema describes this place. */
export const UNKNOWN = -1;
const nothing: ShapeEntry = {};
const noMarks: Marks = {};

type Variants = NonNullable<ShapeEntry['variants']>;
const entries: ShapeEntry[] = [];
// a separate list: entries differ in form, and this is read for every object of every document
const variantsOf: (Variants | ShapeEntry['decide'] | null)[] = [];

const made = new Map<string, number>();
const models: number[] = [];
/**
 * An entry beside those of the schemas: for a list of records, or for what contains one. It is made once for each key.
 * @param model the entry whose places and rules apply to it
 */
export function madeEntry(key: string, model: number, make: () => ShapeEntry): number {
  const ready = made.get(key);
  if (ready !== undefined) return ready;
  const entry = make(),
    id = entryTexts.length + models.length;
  models.push(model);
  entries[id] = entry;
  variantsOf[id] = entry.decide ?? null;
  made.set(key, id);
  return id;
}
const modelOf = (id: number): number => (id < entryTexts.length ? id : models[id - entryTexts.length]!);

/** Entries are parsed on first use: a run over agents needs a third of them, and startup has no time for the rest. */
function parsed(id: number): ShapeEntry {
  const text = entryTexts[id];
  if (text === undefined) return nothing;
  const entry = JSON.parse(text) as ShapeEntry;
  variantsOf[id] = entry.variants ?? null;
  return (entries[id] = entry);
}

export const entryCount = entryTexts.length;
export const entryOf = (id: number): ShapeEntry => (id < 0 ? nothing : (entries[id] ?? parsed(id)));
export const marksOf = (id: number): Marks => entryOf(id).marks ?? noMarks;
export const rootOf = (shape: ShapeName): number => roots[shape] ?? UNKNOWN;
export const shapeNames = Object.keys(roots) as ShapeName[];

const numbers = new Map(places.names.map((name, number) => [name, number]));
const reached: bigint[] = [];
/** @returns the number of a place name; names that occur in no schema have none */
export const nameNumber = (name: string): number | undefined => numbers.get(name);
/** The place names that apply to an entry. */
export const namesOf = (id: number): readonly number[] => places.lists[places.listOf[modelOf(id)] ?? -1] ?? [];
/** What can be reached from an entry, itself included, as one bit per number. */
export function reachOf(id: number): bigint {
  const set = places.setOf[modelOf(id)];
  return set === undefined ? 0n : (reached[set] ??= BigInt(`0x${places.sets[set]}`));
}

/** The entries that one entry leads to. */
export function childrenOf(id: number): number[] {
  const { props, items, map, variants } = entryOf(id);
  return [
    ...Object.values(props ?? {}),
    ...Object.values(variants?.of ?? {}),
    ...(items === undefined ? [] : [items]),
    ...(map === undefined ? [] : [map]),
  ];
}

/** The entry that describes this value: among variants, the one selected by its discriminating property. */
export function entryFor(id: number, value: Json | undefined): number {
  if (id < 0) return id;
  const own = variantsOf[id],
    variants = own === undefined ? parsed(id).variants : own;
  if (!variants) return id;
  if (typeof variants === 'function') return entryFor(variants(value ?? {}), value);
  if (typeof value !== 'object' || value === null) return id;
  const decider = (value as { readonly [key: string]: Json })[variants.by];
  return typeof decider === 'string' && Object.hasOwn(variants.of, decider) ? variants.of[decider]! : id;
}

const propertyEntries: (ReadonlyMap<string, number> | undefined)[] = [];
/** The entries of an object's known keys; a map, because it is searched for every key of every document. */
export function keysOf(id: number): ReadonlyMap<string, number> | undefined {
  const { props } = entryOf(id);
  return props && (propertyEntries[id] ??= new Map(Object.entries(props)));
}

/** The entry a key or index leads to, before variants are decided. */
export function childEntry(id: number, segment: string | number): number {
  const entry = entryOf(id);
  if (typeof segment === 'number') return entry.items ?? UNKNOWN;
  return keysOf(id)?.get(segment) ?? entry.map ?? UNKNOWN;
}

/** The keys that a new object is to have: those that only a certain value of a sibling asks for can wait for it. */
export function neededKeysOf(id: number): readonly string[] {
  const { required = [], marks: { 'x-expected': expected = [], 'x-expected-with': unless = {} } = {} } = entryOf(id);
  const isAsked = (key: string): boolean => Object.values(unless[key] ?? {}).every(held => typeof held !== 'string');
  return [...required, ...expected.filter(isAsked)];
}

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
/** The replacement of a deprecated field within its object: in words, and as values to set. */
export interface ReplacedBeside {
  readonly words: string;
  readonly set: Readonly<Record<string, Json>>;
}

/** An announcement of the platform, with the dates from which requests are refused and stored records are changed. */
interface Notice {
  readonly address: string;
  readonly refused: string;
  readonly migrated?: string;
  readonly successor?: string;
  /** The replacement, in words. */
  readonly instead?: string;
}

/**
 * The facts in the schemas about a place, merged from all schemas that describe it. schemas/README.md explains the
 * keywords.
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
  /** For a field outside the specification: the date since which it is known. */
  readonly 'x-since'?: string;
  /** The date of a field's removal. */
  readonly 'x-until'?: string;
  /** Whether existing files still have a removed field. */
  readonly 'x-still-in-files'?: boolean;
  /** The platform's announcement of a field's removal. */
  readonly 'x-notice'?: Notice;
  /** The announcements for values; `as`: only for this spelling of the value. */
  readonly 'x-notices'?: Readonly<Record<string, Notice & { readonly as?: string }>>;
  /** The field that most likely replaces a removed one. */
  readonly 'x-successor'?: string;
  /** Maps values that the specification lacks to the dates since which they are known. */
  readonly 'x-since-values'?: Readonly<Record<string, string>>;
  /** Removed values → the dates of their removal. */
  readonly 'x-until-values'?: Readonly<Record<string, string>>;
  /** Removed values → their successors. */
  readonly 'x-retired-values'?: Readonly<Record<string, string>>;
  readonly 'x-known-values'?: readonly string[];
  readonly 'x-known-range'?: readonly [number, number];
  readonly 'x-mistaken-names'?: readonly string[];
  /** Maps mistaken names of values to the values. */
  readonly 'x-mistaken-values'?: Readonly<Record<string, string>>;
  /** Values that are checked only in another spelling. */
  readonly 'x-named-values'?: readonly string[];
  /** Removed fields → their replacements. */
  readonly 'x-removed-fields'?: Readonly<Record<string, string>>;
  /** Fields of other shapes that people write here → what to use instead. */
  readonly 'x-foreign-fields'?: Readonly<Record<string, string>>;
  readonly 'x-expected'?: readonly string[];
  readonly 'x-expected-with'?: Readonly<Record<string, Readonly<Record<string, number | string | readonly string[]>>>>;
  readonly 'x-expected-once'?: readonly string[];
  readonly 'x-unit'?: Unit;
  readonly 'x-format'?: Format;
  readonly 'x-template'?: boolean | 'whole';
  /** The text is spoken literally: always, or if the sibling with this name is `static_text`. */
  readonly 'x-spoken'?: true | string;
  /** The name of a text of several sentences for a model or caller. */
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
  /** The date since which a field is deprecated. */
  readonly 'x-deprecated-since'?: string;
  readonly 'x-deprecated-values'?: Readonly<Record<string, Json>>;
  readonly 'x-response-only'?: boolean;
  readonly 'x-bookkeeping'?: boolean;
  /** Whether an operation of its own changes this state. */
  readonly 'x-state'?: boolean;
  /** Whether callers do not notice it in a conversation. */
  readonly 'x-unnoticed'?: boolean;
  readonly 'x-channel'?: 'voice' | 'chat';
  readonly 'x-nullable-removes'?: boolean;
  /** Whether the platform's API refuses what the schema refuses, although the specification does not show it. */
  readonly 'x-refused'?: boolean;
  readonly 'x-refused-fields'?: readonly string[];
  /** Whether the platform treats any other value as the only allowed one. */
  readonly 'x-fixed'?: boolean;
  /** Keywords here that the specification does not state. */
  readonly 'x-unstated'?: readonly string[];
  readonly 'x-minimum-by'?: { readonly field: string; readonly values: Readonly<Record<string, number>> };
  /** Facts for individual rules: providers, metrics, durations. */
  readonly [key: `x-${string}`]: unknown;
}
/** The description of a place, for hovers, completion and the generated pages. */
export interface ShapeDoc {
  readonly title?: string;
  readonly description?: string;
  readonly 'x-spec'?: string;
  readonly 'x-values'?: Readonly<Record<string, string>>;
  /** Examples of values; no rule checks a value against them. */
  readonly examples?: readonly Json[];
}
/** A kind of place. Numbers are indexes of entries in the same table. */
export interface ShapeEntry {
  readonly shapes?: readonly ShapeName[];
  readonly types?: readonly string[];
  readonly props?: Readonly<Record<string, number>>;
  readonly required?: readonly string[];
  readonly items?: number;
  readonly map?: number;
  /** The entry for the keys of a map. */
  readonly keys?: number;
  readonly closed?: boolean;
  readonly variants?: { readonly by: string; readonly of: Readonly<Record<string, number>> };
  /** For the items of a list of records: the entry of a record, by its contents. */
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

/** The entry of a place that no schema describes. */
export const UNKNOWN = -1;
const emptyEntry: ShapeEntry = {};
const noMarks: Marks = {};

type Variants = NonNullable<ShapeEntry['variants']>;
const entries: ShapeEntry[] = [];
// a list of its own, because it is read for every object, and entries have different hidden classes
const variantsOf: (Variants | ShapeEntry['decide'] | null)[] = [];

const ids = new Map<string, number>();
const models: number[] = [];
/**
 * An entry in addition to those of the schemas: for a list of records, or for what contains one. Made once per key.
 * @param model the entry whose places and rules apply to it
 */
export function addEntry(key: string, model: number, make: () => ShapeEntry): number {
  const ready = ids.get(key);
  if (ready !== undefined) return ready;
  const entry = make(),
    id = entryTexts.length + models.length;
  models.push(model);
  entries[id] = entry;
  variantsOf[id] = entry.decide ?? null;
  ids.set(key, id);
  return id;
}
const modelOf = (id: number): number => (id < entryTexts.length ? id : models[id - entryTexts.length]!);

/** An entry, parsed on first use, because a run over agents needs only a third of them. */
function parse(id: number): ShapeEntry {
  const text = entryTexts[id];
  if (text === undefined) return emptyEntry;
  const entry = JSON.parse(text) as ShapeEntry;
  variantsOf[id] = entry.variants ?? null;
  return (entries[id] = entry);
}

export const entryCount = entryTexts.length;
export const entryOf = (id: number): ShapeEntry => (id < 0 ? emptyEntry : (entries[id] ?? parse(id)));
export const marksOf = (id: number): Marks => entryOf(id).marks ?? noMarks;
export const rootOf = (shape: ShapeName): number => roots[shape] ?? UNKNOWN;
export const shapeNames = Object.keys(roots) as ShapeName[];

const numbers = new Map(places.names.map((name, number) => [name, number]));
const usedShapes: bigint[] = [];
/** The number of a place name; undefined for a name that occurs in no schema. */
export const nameNumber = (name: string): number | undefined => numbers.get(name);
/** The place names that apply to an entry. */
export const namesOf = (id: number): readonly number[] => places.lists[places.listOf[modelOf(id)] ?? -1] ?? [];
/** The place names of everything reachable from an entry, itself included, as one bit per number. */
export function reachOf(id: number): bigint {
  const set = places.setOf[modelOf(id)];
  return set === undefined ? 0n : (usedShapes[set] ??= BigInt(`0x${places.sets[set]}`));
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

/** The entry that describes a value: for variants, the variant that its discriminating property selects. */
export function entryFor(id: number, value: Json | undefined): number {
  if (id < 0) return id;
  const variantTable = variantsOf[id],
    variants = variantTable === undefined ? parse(id).variants : variantTable;
  if (!variants) return id;
  if (typeof variants === 'function') return entryFor(variants(value ?? {}), value);
  if (typeof value !== 'object' || value === null) return id;
  const decider = (value as { readonly [key: string]: Json })[variants.by];
  return typeof decider === 'string' && Object.hasOwn(variants.of, decider) ? variants.of[decider]! : id;
}

const propertyEntries: (ReadonlyMap<string, number> | undefined)[] = [];
/** The entries of an object's known keys; a map, because every key of every document is looked up. */
export function keysOf(id: number): ReadonlyMap<string, number> | undefined {
  const { props } = entryOf(id);
  return props && (propertyEntries[id] ??= new Map(Object.entries(props)));
}

/** The entry of a key or index, before variants are decided. */
export function childEntry(id: number, segment: string | number): number {
  const entry = entryOf(id);
  if (typeof segment === 'number') return entry.items ?? UNKNOWN;
  return keysOf(id)?.get(segment) ?? entry.map ?? UNKNOWN;
}

/** The keys that a new object must have, without those required only for a certain value of a sibling. */
export function neededKeysOf(id: number): readonly string[] {
  const { required = [], marks: { 'x-expected': expected = [], 'x-expected-with': unless = {} } = {} } = entryOf(id);
  const isAsked = (key: string): boolean => Object.values(unless[key] ?? {}).every(value => typeof value !== 'string');
  return [...required, ...expected.filter(isAsked)];
}

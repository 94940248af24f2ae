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
/** The replacement of a deprecated field by fields beside it: in words, and as values to set. */
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
  /** The replacement in words. */
  readonly instead?: string;
}

/**
 * The facts about a place in the schemas, merged from all schemas that describe it. schemas/README.md explains the
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
  /** The date since which a field outside the specification is known. */
  readonly 'x-since'?: string;
  /** The date of a field's removal. */
  readonly 'x-until'?: string;
  /** Whether a removed field still occurs in existing files. */
  readonly 'x-still-in-files'?: boolean;
  /** The announcement of the platform that a field is removed. */
  readonly 'x-notice'?: Notice;
  /** The announcements for values, by value. `as`: an announcement for only this spelling of the value. */
  readonly 'x-notices'?: Readonly<Record<string, Notice & { readonly as?: string }>>;
  /** The field that most likely replaces a removed field. */
  readonly 'x-successor'?: string;
  /** The dates since which values outside the specification are known, by value. */
  readonly 'x-since-values'?: Readonly<Record<string, string>>;
  /** The dates on which values were removed, by value. */
  readonly 'x-until-values'?: Readonly<Record<string, string>>;
  /** The successors of removed values, by value. */
  readonly 'x-retired-values'?: Readonly<Record<string, string>>;
  readonly 'x-known-values'?: readonly string[];
  readonly 'x-known-range'?: readonly [number, number];
  readonly 'x-mistaken-names'?: readonly string[];
  /** The values that are meant by mistaken names, by mistaken name. */
  readonly 'x-mistaken-values'?: Readonly<Record<string, string>>;
  /** Values that are checked only in another spelling. */
  readonly 'x-named-values'?: readonly string[];
  /** The replacements of removed fields, by field. */
  readonly 'x-removed-fields'?: Readonly<Record<string, string>>;
  /** The advice for fields of other shapes that people write in this one, by field. */
  readonly 'x-foreign-fields'?: Readonly<Record<string, string>>;
  readonly 'x-expected'?: readonly string[];
  readonly 'x-expected-with'?: Readonly<Record<string, Readonly<Record<string, number | string | readonly string[]>>>>;
  readonly 'x-expected-once'?: readonly string[];
  readonly 'x-unit'?: Unit;
  readonly 'x-format'?: Format;
  readonly 'x-template'?: boolean | 'whole';
  /** Whether the text is spoken literally: always, or if the sibling with this name is `static_text`. */
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
  /** Whether a separate operation changes this state. */
  readonly 'x-state'?: boolean;
  /** Whether callers do not notice the value in a conversation. */
  readonly 'x-unnoticed'?: boolean;
  readonly 'x-channel'?: 'voice' | 'chat';
  readonly 'x-nullable-removes'?: boolean;
  /**
   * Whether the API of the platform refuses the same values as the schema, although the specification does not show
   * it.
   */
  readonly 'x-refused'?: boolean;
  readonly 'x-refused-fields'?: readonly string[];
  /** Whether the platform treats any other value like the only allowed value. */
  readonly 'x-fixed'?: boolean;
  /** Keywords of this schema that the specification does not state. */
  readonly 'x-unstated'?: readonly string[];
  readonly 'x-minimum-by'?: { readonly field: string; readonly values: Readonly<Record<string, number>> };
  /** Facts for individual rules: providers, metrics, durations. */
  readonly [key: `x-${string}`]: unknown;
}
/** The description of a place for hovers, completion and the generated pages. */
export interface ShapeDoc {
  readonly title?: string;
  readonly description?: string;
  readonly 'x-spec'?: string;
  readonly 'x-values'?: Readonly<Record<string, string>>;
  /** Examples of values. No rule compares a value with them. */
  readonly examples?: readonly Json[];
}
/** A kind of place. A number in a field is the index of an entry in the same table. */
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
  /** For the items of a list of records: returns the entry of a record, depending on its contents. */
  readonly entryOfRecord?: (record: Json) => number;
  readonly marks?: Marks;
}
/** A violation as reported by ajv. `schemaPath` begins with the name of the shape: `node#/required`. */
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
export const UNKNOWN_ENTRY = -1;
const emptyEntry: ShapeEntry = {};
const noMarks: Marks = {};

type Variants = NonNullable<ShapeEntry['variants']>;
const entries: ShapeEntry[] = [];
// separate from the entries, because it is read for every object, and entries have different hidden classes
const variantsOf: (Variants | ShapeEntry['entryOfRecord'] | null)[] = [];

const ids = new Map<string, number>();
const models: number[] = [];
/**
 * Adds an entry to those of the schemas: for a list of records, or for a value that contains one. Each key is added
 * once.
 * @param model the entry whose places and rules apply to the new entry
 */
export function addEntry(key: string, model: number, make: () => ShapeEntry): number {
  const existingId = ids.get(key);
  if (existingId !== undefined) return existingId;
  const entry = make(),
    id = entryTexts.length + models.length;
  models.push(model);
  entries[id] = entry;
  variantsOf[id] = entry.entryOfRecord ?? null;
  ids.set(key, id);
  return id;
}
const modelOf = (id: number): number => (id < entryTexts.length ? id : models[id - entryTexts.length]!);

/** Parses an entry on first use, because a run over agents needs only a third of the entries. */
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
export const rootOf = (shape: ShapeName): number => roots[shape] ?? UNKNOWN_ENTRY;
export const shapeNames = Object.keys(roots) as ShapeName[];

const numbers = new Map(places.names.map((name, number) => [name, number]));
const usedShapes: bigint[] = [];
/** The number of a place name; undefined for a name that occurs in no schema. */
export const nameNumber = (name: string): number | undefined => numbers.get(name);
/** The place names that apply to an entry. */
export const namesOf = (id: number): readonly number[] => places.lists[places.listOf[modelOf(id)] ?? -1] ?? [];
/** The place names of all entries reachable from an entry, including its own, with one bit per number. */
export function reachOf(id: number): bigint {
  const set = places.setOf[modelOf(id)];
  return set === undefined ? 0n : (usedShapes[set] ??= BigInt(`0x${places.sets[set]}`));
}

/** The entries to which an entry refers directly. */
export function childrenOf(id: number): number[] {
  const { props, items, map, variants } = entryOf(id);
  return [
    ...Object.values(props ?? {}),
    ...Object.values(variants?.of ?? {}),
    ...(items === undefined ? [] : [items]),
    ...(map === undefined ? [] : [map]),
  ];
}

/**
 * The entry that describes a value. With variants, it is the entry of the variant that the discriminating property
 * selects.
 */
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
/** The entries of an object's known keys. The result is a map, because every key of every document is looked up. */
export function keysOf(id: number): ReadonlyMap<string, number> | undefined {
  const { props } = entryOf(id);
  return props && (propertyEntries[id] ??= new Map(Object.entries(props)));
}

/** The entry of a key or index, before a variant is selected. */
export function childEntry(id: number, segment: string | number): number {
  const entry = entryOf(id);
  if (typeof segment === 'number') return entry.items ?? UNKNOWN_ENTRY;
  return keysOf(id)?.get(segment) ?? entry.map ?? UNKNOWN_ENTRY;
}

/** The keys that a new object must have. Keys that are required only for a certain value of a sibling are left out. */
export function neededKeysOf(id: number): readonly string[] {
  const { required = [], marks: { 'x-expected': expected = [], 'x-expected-with': unless = {} } = {} } = entryOf(id);
  const isAsked = (key: string): boolean => Object.values(unless[key] ?? {}).every(value => typeof value !== 'string');
  return [...required, ...expected.filter(isAsked)];
}

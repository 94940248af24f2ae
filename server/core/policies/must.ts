import {
  canonical,
  equal,
  isArray,
  isObject,
  property,
  typeNames,
  type Json,
  type JsonObject,
  type JsonType,
} from '../json/json.ts';
import { about, estimatedTokens } from '../domain/tokens.ts';
import { unescape } from '../json/pointer.ts';
import { clipped, count, listed, show } from '../wording.ts';
import type { Pattern } from './pattern.ts';

/** A policy's demand on a value: the subset of JSON Schema that teams need, interpreted and never compiled. */
export interface Must {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Must>>;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** Lengths count characters, not UTF-16 units. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /** Estimated: no tokenizer is loaded where policies are checked. */
  readonly maxTokens?: number;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Must>>;
  readonly additionalProperties?: boolean;
  readonly items?: Must;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly not?: Must;
  readonly anyOf?: readonly Must[];
}

/** The first violated demand. */
interface Unmet {
  /** Keys and indexes from the checked value to the wrong one. */
  readonly path: readonly (string | number)[];
  /** Whether the key itself is forbidden, rather than its value. */
  readonly key: boolean;
  /** What was expected: `expected a string that matches "^https://"`. */
  readonly expected: string;
}

/** What a check needs besides the demand. */
interface MustCheck {
  /** The targets of the demand's references. */
  readonly root: Must;
  pattern(source: string): Pattern;
  /**
   * What the check may still cost, in demands evaluated; definitions that refer to each other twice would otherwise
   * never end. At zero or below, and only then, the answer is unknown.
   */
  left: number;
  /** The nesting depth of the current demand. */
  depth: number;
}

/** Anything nested deeper, in value or demand, is not checked: no text may overflow the stack. */
export const DEEPEST = 200;
/** How many characters or items cost as much as one demand. */
const PER_DEMAND = 32;
/** In characters: the rest of a longer expectation is not shown. */
const LONGEST = 300;

/** Charges for work that grows with a text or list. @returns whether it may be done */
function charge(judge: MustCheck, size: number): boolean {
  judge.left -= Math.floor(size / PER_DEMAND);
  return judge.left > 0;
}

/** The first violated demand, in the order listed here; `undefined` if all hold. */
export function unmet(value: Json, must: Must, judge: MustCheck, path: Unmet['path'] = []): Unmet | undefined {
  if (judge.depth > DEEPEST) judge.left = 0;
  if (judge.left-- <= 0) return undefined;
  judge.depth++;
  const failure = firstUnmet(value, must, judge, path);
  judge.depth--;
  return failure;
}

function firstUnmet(value: Json, must: Must, judge: MustCheck, path: Unmet['path']): Unmet | undefined {
  const target = must.$ref === undefined ? undefined : referenced(must.$ref, judge.root);
  return (
    (target && unmet(value, target, judge, path)) ??
    unmetByValue(value, must, judge, path) ??
    (typeof value === 'number' ? unmetByNumber(value, must, path) : undefined) ??
    (typeof value === 'string' ? unmetByString(value, must, judge, path) : undefined) ??
    (isArray(value) ? unmetByList(value, must, judge, path) : undefined) ??
    (isObject(value) ? unmetByObject(value, must, judge, path) : undefined) ??
    unmetByOthers(value, must, judge, path)
  );
}

const at = (path: Unmet['path'], expected: string, key = false): Unmet => ({
  path,
  key,
  expected: `expected ${expected}`,
});

function unmetByValue(value: Json, must: Must, judge: MustCheck, path: Unmet['path']): Unmet | undefined {
  const types = typeof must.type === 'string' ? [must.type] : must.type;
  if (types && !types.some(type => isOfType(value, type))) return at(path, listed(types.map(type => typeNames[type])));
  if (must.const !== undefined && !equal(value, must.const)) return at(path, show(must.const, 30));
  if (must.enum && charge(judge, must.enum.length) && !must.enum.some(one => equal(value, one)))
    return at(path, listed(must.enum.map(one => show(one, 30))));
  return undefined;
}

function isOfType(value: Json, type: JsonType): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
function unmetByNumber(value: number, must: Must, path: Unmet['path']): Unmet | undefined {
  if (must.minimum !== undefined && value < must.minimum) return at(path, `at least ${must.minimum}`);
  if (must.maximum !== undefined && value > must.maximum) return at(path, `at most ${must.maximum}`);
  if (must.exclusiveMinimum !== undefined && value <= must.exclusiveMinimum)
    return at(path, `more than ${must.exclusiveMinimum}`);
  if (must.exclusiveMaximum !== undefined && value >= must.exclusiveMaximum)
    return at(path, `less than ${must.exclusiveMaximum}`);
  return undefined;
}

function unmetByString(value: string, must: Must, judge: MustCheck, path: Unmet['path']): Unmet | undefined {
  const { minLength, maxLength, maxTokens, pattern } = must;
  if (!charge(judge, value.length)) return undefined;
  if (minLength !== undefined && lengthOf(value) < minLength)
    return at(path, `at least ${count(minLength, 'character')}`);
  if (maxLength !== undefined && lengthOf(value) > maxLength)
    return at(path, `at most ${count(maxLength, 'character')}`);
  if (maxTokens !== undefined && estimatedTokens(value) > maxTokens)
    return at(path, `at most ${count(maxTokens, 'token')} (it has ${about(estimatedTokens(value))})`);
  if (pattern === undefined) return undefined;
  const compiled = judge.pattern(pattern);
  // its automaton may look at every state for every character
  if (charge(judge, value.length * compiled.size) && !compiled.test(value))
    return at(path, `a string that matches ${show(pattern)}`);
  return undefined;
}
function lengthOf(text: string): number {
  let length = 0;
  for (const character of text) length += character.length > 0 ? 1 : 0;
  return length;
}

function unmetByList(value: readonly Json[], must: Must, judge: MustCheck, path: Unmet['path']): Unmet | undefined {
  const { minItems, maxItems, items } = must;
  if (minItems !== undefined && value.length < minItems) return at(path, `at least ${count(minItems, 'item')}`);
  if (maxItems !== undefined && value.length > maxItems) return at(path, `at most ${count(maxItems, 'item')}`);
  if (must.uniqueItems && charge(judge, sizeOf(value))) {
    const seen = new Set<string>();
    const repeated = value.findIndex(item => seen.size === seen.add(canonical(item)).size);
    if (repeated >= 0) return at([...path, repeated], 'every item only once');
  }
  if (items)
    for (const [i, item] of value.entries()) {
      const failure = unmet(item, items, judge, [...path, i]);
      if (failure) return failure;
    }
  return undefined;
}

function unmetByObject(value: JsonObject, must: Must, judge: MustCheck, path: Unmet['path']): Unmet | undefined {
  if (!charge(judge, must.required?.length ?? 0)) return undefined;
  const missing = must.required?.find(key => !Object.hasOwn(value, key));
  if (missing !== undefined) return at([...path, missing], `a property ${JSON.stringify(missing)}`);
  for (const key of Object.keys(value)) {
    const demand = ownOf(must.properties, key);
    if (demand === undefined && must.additionalProperties === false)
      return at([...path, key], `only ${listed(Object.keys(must.properties ?? {}), 'and') || 'an empty object'}`, true);
    const failure = demand && unmet(property(value, key)!, demand, judge, [...path, key]);
    if (failure) return failure;
  }
  return undefined;
}

function unmetByOthers(value: Json, must: Must, judge: MustCheck, path: Unmet['path']): Unmet | undefined {
  if (must.not && !unmet(value, must.not, judge, path)) return at(path, inverse(must.not));
  if (must.anyOf) {
    const failures = must.anyOf.map(one => unmet(value, one, judge, path));
    if (failures.every(one => one !== undefined))
      return at(
        path,
        clipped(failures.map(({ expected }) => expected.slice('expected '.length)).join(', or '), LONGEST),
      );
  }
  return undefined;
}

/** How many values a value holds, without recursion. */
function sizeOf(value: Json): number {
  let size = 0;
  for (const pending = [value]; pending.length > 0; size++) {
    const one = pending.pop()!;
    if (isArray(one)) for (const item of one) pending.push(item);
    else if (isObject(one)) for (const key of Object.keys(one)) pending.push(property(one, key)!);
    else if (typeof one === 'string') size += one.length;
  }
  return size;
}

function inverse(not: Must): string {
  if (not.const !== undefined) return `anything but ${show(not.const, 30)}`;
  if (not.enum) return `none of ${listed(not.enum.map(one => show(one, 30)))}`;
  if (not.pattern !== undefined) return `a string that does not match ${show(not.pattern)}`;
  if (not.required?.length === 1) return `no property ${JSON.stringify(not.required[0])}`;
  return 'what "not" describes to be absent';
}

const ownOf = (properties: Must['properties'], key: string): Must | undefined =>
  properties && Object.hasOwn(properties, key) ? properties[key] : undefined;

/**
 * The target of a `$ref`: `#` for the whole demand, `#/$defs/name` for one of its definitions; nothing else is allowed.
 */
export function referenced(ref: string, root: Must): Must | undefined {
  if (ref === '#') return root;
  const name = /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1];
  return name === undefined ? undefined : ownOf(root.$defs, unescape(name));
}

/** Demands inside a demand, with their place in it; `sameValue` if they apply to the same value. */
export function parts(
  must: Must,
): { readonly path: readonly string[]; readonly must: Must; readonly sameValue: boolean }[] {
  const deeper = (name: 'properties' | '$defs') =>
    Object.entries(must[name] ?? {}).map(([key, one]) => ({ path: [name, key], must: one, sameValue: false }));
  return [
    ...deeper('$defs'),
    ...deeper('properties'),
    ...(must.items ? [{ path: ['items'], must: must.items, sameValue: false }] : []),
    ...(must.not ? [{ path: ['not'], must: must.not, sameValue: true }] : []),
    ...(must.anyOf ?? []).map((one, i) => ({ path: ['anyOf', String(i)], must: one, sameValue: true })),
  ];
}

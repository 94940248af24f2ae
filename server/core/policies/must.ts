import {
  canonical,
  isEqual,
  isArray,
  isObject,
  property,
  typeNames,
  type Json,
  type JsonObject,
  type JsonType,
} from '../json/json.ts';
import { aboutTokens, estimatedTokens } from '../domain/tokens.ts';
import { unescape } from '../json/pointer.ts';
import { clipped, count, listed, show } from '../wording.ts';
import type { Pattern } from './pattern.ts';

/** A policy's demand on a value: a subset of JSON Schema, which is interpreted and never compiled. */
export interface Demand {
  readonly $ref?: string;
  readonly $defs?: Readonly<Record<string, Demand>>;
  readonly type?: JsonType | readonly JsonType[];
  readonly const?: Json;
  readonly enum?: readonly Json[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  /** The minimum length in characters, not in UTF-16 units. */
  readonly minLength?: number;
  readonly maxLength?: number;
  /**
   * The maximum number of tokens, which is compared with an estimate: no tokenizer is loaded where policies are
   * checked.
   */
  readonly maxTokens?: number;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Demand>>;
  readonly additionalProperties?: boolean;
  readonly items?: Demand;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly uniqueItems?: boolean;
  readonly not?: Demand;
  readonly anyOf?: readonly Demand[];
}

/** The first demand that a value does not meet. */
interface UnmetDemand {
  /** The keys and indexes from the checked value to the wrong value inside it. */
  readonly path: readonly (string | number)[];
  /** Whether the key itself is forbidden, and not just its value. */
  readonly key: boolean;
  /** The expectation in words: `expected a string that matches "^https://"`. */
  readonly expected: string;
}

/** The context of a check. */
interface MustCheck {
  /** The whole demand, in which references are resolved. */
  readonly root: Demand;
  pattern(source: string): Pattern;
  /**
   * The remaining budget, in evaluated demands. Without a budget, definitions that refer to each other twice would
   * never end. The answer is unknown exactly if this is zero or less.
   */
  remainingBudget: number;
  /** The nesting depth of the current demand. */
  depth: number;
}

/** The maximum nesting of values and demands that are checked, so that no text can overflow the stack. */
export const MAX_DEPTH = 200;
/** The number of characters or items that cost as much as one demand. */
const UNITS_PER_DEMAND = 32;
/** The maximum length of an expectation that is shown in full, in characters. */
const MAX_LENGTH = 300;

/**
 * Charges the budget for work that grows with a text or list.
 * @returns whether the budget allows the work
 */
function charge(check: MustCheck, size: number): boolean {
  check.remainingBudget -= Math.floor(size / UNITS_PER_DEMAND);
  return check.remainingBudget > 0;
}

/** The first demand that a value does not meet, in the order of this function; undefined if the value meets all. */
export function firstViolation(
  value: Json,
  demand: Demand,
  check: MustCheck,
  path: UnmetDemand['path'] = [],
): UnmetDemand | undefined {
  if (check.depth > MAX_DEPTH) check.remainingBudget = 0;
  if (check.remainingBudget-- <= 0) return undefined;
  check.depth++;
  const failure = firstUnmet(value, demand, check, path);
  check.depth--;
  return failure;
}

function firstUnmet(value: Json, demand: Demand, check: MustCheck, path: UnmetDemand['path']): UnmetDemand | undefined {
  const target = demand.$ref === undefined ? undefined : referenceTarget(demand.$ref, check.root);
  return (
    (target && firstViolation(value, target, check, path)) ??
    valueViolation(value, demand, check, path) ??
    (typeof value === 'number' ? numberViolation(value, demand, path) : undefined) ??
    (typeof value === 'string' ? stringViolation(value, demand, check, path) : undefined) ??
    (isArray(value) ? listViolation(value, demand, check, path) : undefined) ??
    (isObject(value) ? objectViolation(value, demand, check, path) : undefined) ??
    combinedViolation(value, demand, check, path)
  );
}

const violationAt = (path: UnmetDemand['path'], expected: string, key = false): UnmetDemand => ({
  path,
  key,
  expected: `expected ${expected}`,
});

function valueViolation(
  value: Json,
  demand: Demand,
  check: MustCheck,
  path: UnmetDemand['path'],
): UnmetDemand | undefined {
  const types = typeof demand.type === 'string' ? [demand.type] : demand.type;
  if (types && !types.some(type => isOfType(value, type)))
    return violationAt(path, listed(types.map(type => typeNames[type])));
  if (demand.const !== undefined && !isEqual(value, demand.const)) return violationAt(path, show(demand.const, 30));
  if (demand.enum && charge(check, demand.enum.length) && !demand.enum.some(item => isEqual(value, item)))
    return violationAt(path, listed(demand.enum.map(value => show(value, 30))));
  return undefined;
}

function isOfType(value: Json, type: JsonType): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return isArray(value);
  if (type === 'object') return isObject(value);
  return type === 'integer' ? Number.isInteger(value) : typeof value === type;
}
function numberViolation(value: number, demand: Demand, path: UnmetDemand['path']): UnmetDemand | undefined {
  if (demand.minimum !== undefined && value < demand.minimum) return violationAt(path, `at least ${demand.minimum}`);
  if (demand.maximum !== undefined && value > demand.maximum) return violationAt(path, `at most ${demand.maximum}`);
  if (demand.exclusiveMinimum !== undefined && value <= demand.exclusiveMinimum)
    return violationAt(path, `more than ${demand.exclusiveMinimum}`);
  if (demand.exclusiveMaximum !== undefined && value >= demand.exclusiveMaximum)
    return violationAt(path, `less than ${demand.exclusiveMaximum}`);
  return undefined;
}

function stringViolation(
  value: string,
  demand: Demand,
  check: MustCheck,
  path: UnmetDemand['path'],
): UnmetDemand | undefined {
  const { minLength, maxLength, maxTokens, pattern } = demand;
  if (!charge(check, value.length)) return undefined;
  if (minLength !== undefined && lengthOf(value) < minLength)
    return violationAt(path, `at least ${count(minLength, 'character')}`);
  if (maxLength !== undefined && lengthOf(value) > maxLength)
    return violationAt(path, `at most ${count(maxLength, 'character')}`);
  if (maxTokens !== undefined && estimatedTokens(value) > maxTokens)
    return violationAt(path, `at most ${count(maxTokens, 'token')} (it has ${aboutTokens(estimatedTokens(value))})`);
  if (pattern === undefined) return undefined;
  const regex = check.pattern(pattern);
  // the automaton may visit every state for every character
  if (charge(check, value.length * regex.size) && !regex.test(value))
    return violationAt(path, `a string that matches ${show(pattern)}`);
  return undefined;
}
function lengthOf(text: string): number {
  let length = 0;
  for (const character of text) length += character.length > 0 ? 1 : 0;
  return length;
}

function listViolation(
  value: readonly Json[],
  demand: Demand,
  check: MustCheck,
  path: UnmetDemand['path'],
): UnmetDemand | undefined {
  const { minItems, maxItems, items } = demand;
  if (minItems !== undefined && value.length < minItems)
    return violationAt(path, `at least ${count(minItems, 'item')}`);
  if (maxItems !== undefined && value.length > maxItems) return violationAt(path, `at most ${count(maxItems, 'item')}`);
  if (demand.uniqueItems && charge(check, sizeOf(value))) {
    const visited = new Set<string>();
    const repeatedIndex = value.findIndex(item => visited.size === visited.add(canonical(item)).size);
    if (repeatedIndex >= 0) return violationAt([...path, repeatedIndex], 'every item only once');
  }
  if (items)
    for (const [i, item] of value.entries()) {
      const failure = firstViolation(item, items, check, [...path, i]);
      if (failure) return failure;
    }
  return undefined;
}

function objectViolation(
  value: JsonObject,
  owner: Demand,
  check: MustCheck,
  path: UnmetDemand['path'],
): UnmetDemand | undefined {
  if (!charge(check, owner.required?.length ?? 0)) return undefined;
  const missing = owner.required?.find(key => !Object.hasOwn(value, key));
  if (missing !== undefined) return violationAt([...path, missing], `a property ${JSON.stringify(missing)}`);
  for (const key of Object.keys(value)) {
    const demand = ownProperty(owner.properties, key);
    if (demand === undefined && owner.additionalProperties === false)
      return violationAt(
        [...path, key],
        `only ${listed(Object.keys(owner.properties ?? {}), 'and') || 'an empty object'}`,
        true,
      );
    const failure = demand && firstViolation(property(value, key)!, demand, check, [...path, key]);
    if (failure) return failure;
  }
  return undefined;
}

function combinedViolation(
  value: Json,
  demand: Demand,
  check: MustCheck,
  path: UnmetDemand['path'],
): UnmetDemand | undefined {
  if (demand.not && !firstViolation(value, demand.not, check, path)) return violationAt(path, inverse(demand.not));
  if (demand.anyOf) {
    const failures = demand.anyOf.map(demand => firstViolation(value, demand, check, path));
    if (failures.every(failure => failure !== undefined))
      return violationAt(
        path,
        clipped(failures.map(({ expected }) => expected.slice('expected '.length)).join(', or '), MAX_LENGTH),
      );
  }
  return undefined;
}

/** The number of values in a value, including itself. It has no recursion. */
function sizeOf(value: Json): number {
  let size = 0;
  for (const pending = [value]; pending.length > 0; size++) {
    const value = pending.pop()!;
    if (isArray(value)) for (const item of value) pending.push(item);
    else if (isObject(value)) for (const key of Object.keys(value)) pending.push(property(value, key)!);
    else if (typeof value === 'string') size += value.length;
  }
  return size;
}

function inverse(invertedDemand: Demand): string {
  if (invertedDemand.const !== undefined) return `anything but ${show(invertedDemand.const, 30)}`;
  if (invertedDemand.enum) return `none of ${listed(invertedDemand.enum.map(value => show(value, 30)))}`;
  if (invertedDemand.pattern !== undefined) return `a string that does not match ${show(invertedDemand.pattern)}`;
  if (invertedDemand.required?.length === 1) return `no property ${JSON.stringify(invertedDemand.required[0])}`;
  return 'a value that "not" does not describe';
}

const ownProperty = (properties: Demand['properties'], key: string): Demand | undefined =>
  properties && Object.hasOwn(properties, key) ? properties[key] : undefined;

/**
 * The target of a `$ref`: `#` for the whole demand, `#/$defs/name` for one of its definitions; undefined for anything
 * else.
 */
export function referenceTarget(ref: string, root: Demand): Demand | undefined {
  if (ref === '#') return root;
  const name = /^#\/\$defs\/([^/]+)$/.exec(ref)?.[1];
  return name === undefined ? undefined : ownProperty(root.$defs, unescape(name));
}

/** The demands inside a demand, each with its place. `sameValue` if the inner demand applies to the same value. */
export function parts(
  demand: Demand,
): { readonly path: readonly string[]; readonly must: Demand; readonly sameValue: boolean }[] {
  const partsUnder = (name: 'properties' | '$defs') =>
    Object.entries(demand[name] ?? {}).map(([key, demand]) => ({ path: [name, key], must: demand, sameValue: false }));
  return [
    ...partsUnder('$defs'),
    ...partsUnder('properties'),
    ...(demand.items ? [{ path: ['items'], must: demand.items, sameValue: false }] : []),
    ...(demand.not ? [{ path: ['not'], must: demand.not, sameValue: true }] : []),
    ...(demand.anyOf ?? []).map((demand, i) => ({ path: ['anyOf', String(i)], must: demand, sameValue: true })),
  ];
}

import { isArray, type Json, type JsonObject } from '../json/json.ts';
import { entryOf } from './table.ts';

/** The types as bits. A whole number has the bit of integers, and the type `number` accepts both bits. */
const NULL = 1,
  BOOLEAN = 2,
  INTEGER = 4,
  FRACTION = 8,
  STRING = 16,
  LIST = 32,
  OBJECT = 64,
  ANY_TYPE = 127;
const bits: Readonly<Record<string, number>> = {
  null: NULL,
  boolean: BOOLEAN,
  integer: INTEGER,
  number: INTEGER | FRACTION,
  string: STRING,
  array: LIST,
  object: OBJECT,
};

/**
 * The constraints of the schemas on a value, from the shape table. They reject exactly the values that ajv rejects,
 * without an explanation. Absent bounds are NaN, so that every comparison with them is false.
 */
export interface Constraints {
  readonly types: number;
  /** Whether a scalar has constraints besides its type. */
  readonly hasFurther: boolean;
  readonly values: ReadonlySet<Json> | undefined;
  readonly forbiddenValue: Json | undefined;
  readonly minimum: number;
  readonly maximum: number;
  readonly exclusiveMinimum: number;
  readonly exclusiveMaximum: number;
  /** The minimum length in UTF-16 units, as ajv is configured to count. */
  readonly minLength: number;
  readonly maxLength: number;
  readonly pattern: RegExp | undefined;
  readonly minItems: number;
  readonly maxItems: number;
  readonly hasUniqueItems: boolean;
  readonly required: readonly string[];
  readonly isClosed: boolean;
  readonly keys: Constraints | undefined;
}
export type Scalar = string | number | boolean | null;

const cachedConstraints: (Constraints | null)[] = [];

/** The constraints of an entry on a value itself, not on its contents. Undefined if any value is accepted. */
export function constraintsOf(id: number): Constraints | undefined {
  if (id < 0) return undefined;
  const before = cachedConstraints[id];
  if (before !== undefined) return before ?? undefined;
  const constraints = readConstraints(id);
  cachedConstraints[id] = constraints ?? null;
  return constraints;
}

function readConstraints(id: number): Constraints | undefined {
  const { types, required = emptyList, closed = false, keys, marks = {} } = entryOf(id);
  const values = marks.enum ?? (marks.const === undefined ? undefined : [marks.const]),
    { pattern } = marks;
  const constraints: Constraints = {
    types: types ? types.reduce((sum, type) => sum | bits[type]!, 0) : ANY_TYPE,
    hasFurther: false,
    values: values && new Set(values),
    forbiddenValue: marks.not?.const,
    minimum: marks.minimum ?? NaN,
    maximum: marks.maximum ?? NaN,
    exclusiveMinimum: marks.exclusiveMinimum ?? NaN,
    exclusiveMaximum: marks.exclusiveMaximum ?? NaN,
    minLength: marks.minLength ?? NaN,
    maxLength: marks.maxLength ?? NaN,
    pattern: pattern === undefined ? undefined : new RegExp(pattern, 'u'),
    minItems: marks.minItems ?? NaN,
    maxItems: marks.maxItems ?? NaN,
    hasUniqueItems: marks.uniqueItems ?? false,
    required,
    isClosed: closed,
    keys: keys === undefined ? undefined : constraintsOf(keys),
  };
  const hasMore = constraintKeywords.some(keyword => marks[keyword] !== undefined);
  const hasConstraints = hasMore || required.length > 0 || closed || constraints.keys !== undefined;
  return hasConstraints || constraints.types !== ANY_TYPE ? { ...constraints, hasFurther: hasMore } : undefined;
}
const emptyList: readonly never[] = [];
const constraintKeywords = [
  'enum',
  'const',
  'not',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'minLength',
  'maxLength',
  'pattern',
  'minItems',
  'maxItems',
  'uniqueItems',
] as const;

export const fits = (constraints: Constraints, value: Scalar): boolean =>
  (constraints.types & typeOf(value)) !== 0 && (!constraints.hasFurther || fitsFurther(constraints, value));

function typeOf(value: Scalar): number {
  if (typeof value === 'string') return STRING;
  if (typeof value === 'number') return value % 1 ? FRACTION : INTEGER;
  return value === null ? NULL : BOOLEAN;
}

function fitsFurther(constraints: Constraints, value: Scalar): boolean {
  if (constraints.values && !constraints.values.has(value)) return false;
  if (value === constraints.forbiddenValue) return false;
  if (typeof value === 'number')
    return !(
      value < constraints.minimum ||
      value > constraints.maximum ||
      value <= constraints.exclusiveMinimum ||
      value >= constraints.exclusiveMaximum
    );
  if (typeof value !== 'string') return true;
  return (
    !(value.length < constraints.minLength || value.length > constraints.maxLength) &&
    (constraints.pattern?.test(value) ?? true)
  );
}

/** Whether a list satisfies constraints, without its items. */
function listFits(constraints: Constraints, list: readonly Json[]): boolean {
  if ((constraints.types & LIST) === 0 || constraints.values) return false;
  if (list.length < constraints.minItems || list.length > constraints.maxItems) return false;
  // the schemas require unique items only for strings; a list with other items is rejected anyway
  return !constraints.hasUniqueItems || new Set(list).size === list.length;
}

/** Whether an object satisfies constraints, without its values. */
function objectFits(constraints: Constraints, value: JsonObject): boolean {
  if ((constraints.types & OBJECT) === 0 || constraints.values) return false;
  for (const name of constraints.required) if (value[name] === undefined) return false;
  if (constraints.keys) for (const key in value) if (!fits(constraints.keys, key)) return false;
  return true;
}

/** Whether an object, list or null satisfies constraints; the contents are checked separately. */
export const holderFits = (constraints: Constraints, value: object): boolean =>
  isArray(value) ? listFits(constraints, value) : objectFits(constraints, value as JsonObject);

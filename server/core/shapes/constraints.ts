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
  ANY = 127;
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
  readonly further: boolean;
  readonly values: ReadonlySet<Json> | undefined;
  readonly not: Json | undefined;
  readonly least: number;
  readonly most: number;
  readonly above: number;
  readonly below: number;
  /** The minimum length in UTF-16 units, as ajv is configured to count. */
  readonly shortest: number;
  readonly longest: number;
  readonly pattern: RegExp | undefined;
  readonly fewest: number;
  readonly mostItems: number;
  readonly unique: boolean;
  readonly required: readonly string[];
  readonly closed: boolean;
  readonly keys: Constraints | undefined;
}
export type Scalar = string | number | boolean | null;

const cachedConstraints: (Constraints | null)[] = [];

/** The constraints of an entry on a value itself, not on its contents. Undefined if any value is accepted. */
export function constraintsOf(id: number): Constraints | undefined {
  if (id < 0) return undefined;
  const before = cachedConstraints[id];
  if (before !== undefined) return before ?? undefined;
  const constraints = read(id);
  cachedConstraints[id] = constraints ?? null;
  return constraints;
}

function read(id: number): Constraints | undefined {
  const { types, required = emptyList, closed = false, keys, marks = {} } = entryOf(id);
  const values = marks.enum ?? (marks.const === undefined ? undefined : [marks.const]),
    { pattern } = marks;
  const constraints: Constraints = {
    types: types ? types.reduce((sum, type) => sum | bits[type]!, 0) : ANY,
    further: false,
    values: values && new Set(values),
    not: marks.not?.const,
    least: marks.minimum ?? NaN,
    most: marks.maximum ?? NaN,
    above: marks.exclusiveMinimum ?? NaN,
    below: marks.exclusiveMaximum ?? NaN,
    shortest: marks.minLength ?? NaN,
    longest: marks.maxLength ?? NaN,
    pattern: pattern === undefined ? undefined : new RegExp(pattern, 'u'),
    fewest: marks.minItems ?? NaN,
    mostItems: marks.maxItems ?? NaN,
    unique: marks.uniqueItems ?? false,
    required,
    closed,
    keys: keys === undefined ? undefined : constraintsOf(keys),
  };
  const hasMore = constraintKeywords.some(keyword => marks[keyword] !== undefined);
  const hasConstraints = hasMore || required.length > 0 || closed || constraints.keys !== undefined;
  return hasConstraints || constraints.types !== ANY ? { ...constraints, further: hasMore } : undefined;
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
  (constraints.types & typeOf(value)) !== 0 && (!constraints.further || fitsFurther(constraints, value));

function typeOf(value: Scalar): number {
  if (typeof value === 'string') return STRING;
  if (typeof value === 'number') return value % 1 ? FRACTION : INTEGER;
  return value === null ? NULL : BOOLEAN;
}

function fitsFurther(constraints: Constraints, value: Scalar): boolean {
  if (constraints.values && !constraints.values.has(value)) return false;
  if (value === constraints.not) return false;
  if (typeof value === 'number')
    return !(
      value < constraints.least ||
      value > constraints.most ||
      value <= constraints.above ||
      value >= constraints.below
    );
  if (typeof value !== 'string') return true;
  return (
    !(value.length < constraints.shortest || value.length > constraints.longest) &&
    (constraints.pattern?.test(value) ?? true)
  );
}

/** Whether a list satisfies constraints, without its items. */
function listFits(constraints: Constraints, list: readonly Json[]): boolean {
  if ((constraints.types & LIST) === 0 || constraints.values) return false;
  if (list.length < constraints.fewest || list.length > constraints.mostItems) return false;
  // the schemas require unique items only for strings; a list with other items is rejected anyway
  return !constraints.unique || new Set(list).size === list.length;
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

import { Memory } from '../memory.ts';
import type { Cursor } from '../cursor.ts';
import { isArray, isObject, type Json } from '../json/json.ts';
import { childEntry, entryFor, entryOf, marksOf, rootOf, type Marks, type ShapeName } from '../shapes/table.ts';
import { nearest, show } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { masked } from '../secrets.ts';

/** A value for a message: what a schema calls a credential is never shown. */
export function showValueAt(node: Cursor): string {
  const secret = node.marks['x-secret'] === true || node.parent?.marks['x-secret'] === true;
  return secret && (typeof node.value === 'string' || typeof node.value === 'number')
    ? 'a redacted value'
    : show(typeof node.value === 'string' ? masked(node.value) : node.value);
}

/** The fields that contain a value, innermost first; list indices are not fields. */
function fieldsAround(node: Cursor): string[] {
  const names: string[] = [];
  for (let at: Cursor | undefined = node; at?.parent && names.length < 2; at = at.parent)
    if (!at.parent.isArray) names.push(at.key);
  return names;
}

/**
 * Values that the configuration adds to an enumeration: `knownValues` under the name of the field or, for `{ "value": …
 * }`, of the enclosing filter.
 */
export function addedValues(node: Cursor, { facts }: Pick<Workspace, 'facts'>): readonly string[] {
  const [field, around] = fieldsAround(node);
  const names = [field, field === 'value' ? around : undefined];
  return names.flatMap(name =>
    name !== undefined && Object.hasOwn(facts.knownValues, name) ? facts.knownValues[name]! : [],
  );
}

/** The key under which `knownValues` adds a value at this place. */
export function knownValuesKey(node: Cursor): string | undefined {
  const [field, around] = fieldsAround(node);
  return field === 'value' ? around : field;
}

/** What to write into the configuration if the platform has a value that is not known here. */
export function ifKnown(node: Cursor): string | undefined {
  const field = knownValuesKey(node);
  return typeof node.value !== 'string' ||
    node.value === '' ||
    field === undefined ||
    showValueAt(node) !== show(node.value)
    ? undefined
    : `if the platform has it: "knownValues": { ${JSON.stringify(field)}: [${JSON.stringify(node.value)}] }`;
}

/** The strings that an enumeration lists, closed or open. */
export function enumerated({ marks }: { readonly marks: Marks }): readonly string[] {
  const values = marks.enum ?? marks['x-known-values'] ?? (marks.const === undefined ? [] : [marks.const]);
  return [...new Set(values.filter(value => typeof value === 'string'))];
}

/** `one of "a", "b", "c"`, if they are few enough to read. */
export function oneOf(values: readonly string[], most = 20): string | undefined {
  if (values.length === 0 || values.length > most) return undefined;
  return values.length === 1
    ? `the only value is "${values[0]}"`
    : `one of ${values.map(value => `"${value}"`).join(', ')}`;
}

/** The value that was most likely meant. A different number is a different value, never a typo: `2h` is not `1h`. */
export function nearestValue(text: string, values: readonly string[]): string | undefined {
  const digits = (name: string): string => name.replace(/\D+/g, '');
  return nearest(
    text,
    values.filter(value => !/\d/.test(text) || digits(value) === digits(text)),
  );
}

/** The value that was most likely meant at a place: by another name that people give it, or a similar one. */
export function meantValue({ value, marks }: Cursor, values: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const names = Object.entries(marks['x-mistaken-values'] ?? {}),
    alias = names.find(([name]) => plain(name) === plain(value))?.[1];
  return alias ?? nearestValue(value, values);
}

/** Ignores case and separators: `Coffee Shop` and `coffee-shop` are the same name. */
export const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** Whether the string contains a dynamic variable, so that its value is not known before the call. */
export const hasVariable = (text: string): boolean => text.includes('{{');

const engines: readonly (readonly [ShapeName, string])[] = [
  ['service-llm-engine', 'in response_engine'],
  ['conversation-flow-engine', 'in response_engine'],
  ['custom-llm-engine', 'in response_engine'],
  ['llm', 'to the LLM engine'],
  ['conversation-flow', 'to the conversation flow'],
];

/**
 * Where a key belongs that is set on an agent although only its engine has the field: `to the LLM engine`.
 * @param type of the agent's engine, if known: engines name their tools and models differently
 */
export function engineOfKey(key: string, type?: Json): string | undefined {
  if (Object.hasOwn(entryOf(rootOf('agent-settings')).props ?? {}, key)) return undefined;
  const own = ({ 'service-llm': 'llm', 'conversation-flow': 'conversation-flow' } as const)[String(type)],
    ownName = own && (mistakenFor(rootOf(own), key) ?? marksOf(rootOf(own))['x-foreign-fields']?.[key]);
  if (ownName !== undefined) return `${engines.find(([shape]) => shape === own)![1]}, as ${ownName}`;
  const owners = engines
    .filter(([shape]) => Object.hasOwn(entryOf(rootOf(shape)).props ?? {}, key))
    .map(([, place]) => place);
  if (owners.includes('to the LLM engine') && owners.includes('to the conversation flow')) return 'to the engine';
  return owners[0];
}

/**
 * The keys of an object that its shape does not have. A leading underscore marks a user's note, if the object may have
 * other keys at all.
 */
export function unknownKeys(node: Cursor): string[] {
  const { value } = node;
  if (!node.isObject) return [];
  const { props, map, closed = false } = entryOf(fieldsEntry(node));
  if (!props || map !== undefined) return [];
  return Object.keys(value as object).filter(key => !Object.hasOwn(props, key) && (closed || !key.startsWith('_')));
}

/** Whether the shape has variants, and the value is none that they know. */
export const isUndecided = (node: Cursor): boolean =>
  entryOf(node.entry).variants !== undefined && entryFor(node.entry, node.value) === node.entry;

/** The variant that a mistyped name means, so that one typo does not hide the mistakes beside it. */
function meantVariant(node: Cursor): number | undefined {
  const { by, of } = entryOf(node.entry).variants ?? { by: '', of: {} };
  const variant = meantValue(node.get(by), Object.keys(of));
  return variant === undefined ? undefined : of[variant];
}

/** The entry that lists the fields of an object. */
const fieldsEntry = (node: Cursor): number => (isUndecided(node) ? meantVariant(node) : undefined) ?? node.entry;

/** Whether it is unknown which variant of its shape a value is, so that its keys cannot be checked. */
export const hasUnknownFields = (node: Cursor): boolean => isUndecided(node) && meantVariant(node) === undefined;

/** The field that people know by another name, `general_tools` for `tools` (`x-mistaken-names`). */
const mistakenFor = (entry: number, key: string): string | undefined =>
  Object.entries(entryOf(entry).props ?? {}).find(([, child]) =>
    marksOf(child)['x-mistaken-names']?.includes(key),
  )?.[0];

/** The known field that an unknown key was meant to be, if it is free and accepts such a value. */
export function meantField(node: Cursor, key: string): string | undefined {
  const { props = {} } = entryOf(fieldsEntry(node));
  const isFree = (name: string, isFor = takes): boolean =>
    !node.get(name).exists && isFor(props[name]!, node.peek(key)) && marksOf(props[name]!)['x-until'] === undefined;
  const mistaken = mistakenFor(node.entry, key);
  if (mistaken !== undefined && isFree(mistaken, takesType)) return mistaken;
  // names share words: `llm_config` is not a typo of `pii_config`
  const names = fieldNames(props);
  if (!isLikeOne(node, names, key)) return undefined;
  return nearest(
    key,
    names.filter(name => isFree(name)),
    4,
  );
}
/** The same keys are unknown in many objects of a file, and most are like no field. */
const isLikeOne = ({ document }: Cursor, names: readonly string[], key: string): boolean =>
  document.memory.remember(names, key, () => nearest(key, names, 4) !== undefined);
/** The schemas never change during a run. */
const memory = new Memory();
/** The same list each time, so that similar keys are searched in one index. */
const fieldNames = (props: object): readonly string[] => memory.remember(fieldNames, props, () => Object.keys(props));

/**
 * The free field whose name is all but the unknown key, though it does not accept such a value: hardly a coincidence,
 * unless another object around has the key itself.
 */
export function misspeltField(node: Cursor, key: string): string | undefined {
  const { props = {} } = entryOf(fieldsEntry(node)),
    names = fieldNames(props);
  // one slip, and in a long name two
  const near = isLikeOne(node, names, key) ? nearest(key, names, Math.min(8, Math.max(4, key.length))) : undefined;
  const isFree = near !== undefined && !node.get(near).exists && marksOf(props[near]!)['x-until'] === undefined;
  return isFree && ownerOf(node, key) === undefined ? near : undefined;
}

/**
 * Where an unknown key is a field, in words: `in` the one child object, or `beside` this one in the object around it.
 * None if several have such a field. A single word says little on its own.
 */
export function ownerOf(node: Cursor, key: string): string | undefined {
  const value = node.peek(key);
  const has = (entry: number): boolean => {
    const { props = {}, variants } = entryOf(entry);
    return Object.hasOwn(props, key) ? takesType(props[key]!, value) : Object.values(variants?.of ?? {}).some(has);
  };
  const owners = [...variantsAround(node), fieldsEntry(node)]
    .flatMap(variant => Object.entries(entryOf(variant).props ?? {}))
    .filter(([name, entry]) => has(entryFor(entry, node.peek(name))))
    .map(([name]) => `in ${name}`)
    .filter((place, i, all) => all.indexOf(place) === i);
  const field = node.parent?.isArray ? node.parent : node;
  if (field.parent && has(field.parent.entry)) owners.push(`beside ${field.key}`);
  return owners.length === 1 ? owners[0] : undefined;
}

/** Fields of this object that stand one level too deep, in an unknown field of it. One word on its own says little. */
export function fieldsWithin(node: Cursor, key: string): readonly string[] {
  const inner = node.peek(key),
    { props = {} } = entryOf(fieldsEntry(node));
  if (!isObject(inner)) return [];
  const names = Object.keys(inner).filter(
    name => Object.hasOwn(props, name) && !node.get(name).exists && takesType(props[name]!, inner[name]),
  );
  return names.length > 1 || names.some(name => typeof inner[name] === 'object' || name.includes('_')) ? names : [];
}

function takesType(entry: number, value: Json | undefined): boolean {
  const { types } = entryOf(entry);
  if (!types || value === undefined) return true;
  if (value === null) return types.includes('null');
  if (isArray(value)) return types.includes('array');
  return types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'));
}

/** Whether a field may have been meant for a value: its type and, where values are listed, one of them or a slip of one. */
export function takes(entry: number, value: Json | undefined): boolean {
  const { items, marks = {} } = entryOf(entry);
  if (!takesType(entry, value)) return false;
  if (isArray(value) && items !== undefined) return value.length === 0 || value.some(item => takes(items, item));
  return typeof value !== 'string' || isListed(value, marks);
}

function isListed(value: string, marks: Marks): boolean {
  const values = [
    ...enumerated({ marks }),
    ...Object.keys({ ...marks['x-deprecated-values'], ...marks['x-until-values'] }),
  ];
  return values.length === 0 || values.includes(value) || nearestValue(value, values) !== undefined;
}

/** Required fields that are missing, each with the unknown key in its place: `id` with `node_id`. */
export function standIns(node: Cursor): ReadonlyMap<string, string> {
  const keys = new Map<string, string>(),
    missing = (entryOf(node.entry).required ?? []).filter(name => !node.get(name).exists);
  if (missing.length === 0) return keys;
  const isSure = !hasUnknownFields(node);
  for (const key of unknownKeys(node)) {
    const field = isSure ? meantField(node, key) : mistakenFor(node.entry, key);
    if (field !== undefined && missing.includes(field)) keys.set(field, key);
  }
  return new Map(missing.filter(name => keys.has(name)).map(name => [name, keys.get(name)!]));
}

/** Whether another variant of the same shape has a field of this name: on a tool of that kind it is not a typo. */
export const isOfOtherVariant = (node: Cursor, key: string): boolean =>
  variantsAround(node).some(entry => Object.hasOwn(entryOf(entry).props ?? {}, key));

/** The variants of the shape at a place. */
function variantsAround({ parent, segment }: Cursor): readonly number[] {
  if (!parent) return [];
  const { variants } = entryOf(childEntry(parent.entry, parent.isArray ? Number(segment) : segment));
  return Object.values(variants?.of ?? {});
}

import { Memory } from '../memory.ts';
import type { Cursor } from '../cursor.ts';
import { isArray, isObject, type Json } from '../json/json.ts';
import { childEntry, entryFor, entryOf, marksOf, rootOf, type Marks, type ShapeName } from '../shapes/table.ts';
import { nearest, show } from '../wording.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { maskSecrets } from '../secrets.ts';

/** A value as text for a message; a value that its schema marks as a credential is redacted. */
export function showValueAt(node: Cursor): string {
  const secret = node.marks['x-secret'] === true || node.parent?.marks['x-secret'] === true;
  return secret && (typeof node.value === 'string' || typeof node.value === 'number')
    ? 'a redacted value'
    : show(typeof node.value === 'string' ? maskSecrets(node.value) : node.value);
}

/** The fields that contain a value, innermost first; list indices are not fields. */
function fieldsAround(node: Cursor): string[] {
  const names: string[] = [];
  for (let cursor: Cursor | undefined = node; cursor?.parent && names.length < 2; cursor = cursor.parent)
    if (!cursor.parent.isArray) names.push(cursor.key);
  return names;
}

/**
 * The values that the configuration adds to an enumeration. `knownValues` lists them by field; for `{ "value": … }` in
 * a filter, the filter is the field.
 */
export function addedValues(node: Cursor, { facts }: Pick<Workspace, 'facts'>): readonly string[] {
  const [field, parentName] = fieldsAround(node);
  const names = [field, field === 'value' ? parentName : undefined];
  return names.flatMap(name =>
    name !== undefined && Object.hasOwn(facts.knownValues, name) ? facts.knownValues[name]! : [],
  );
}

/** The key under which `knownValues` adds a value at this place. */
export function knownValuesKey(node: Cursor): string | undefined {
  const [field, parentName] = fieldsAround(node);
  return field === 'value' ? parentName : field;
}

/**
 * The advice to add an unknown value to the configuration if the platform has it; undefined for a value in the
 * configuration.
 */
export function configurationAdvice(node: Cursor): string | undefined {
  const field = knownValuesKey(node);
  return typeof node.value !== 'string' ||
    node.value === '' ||
    field === undefined ||
    node.within('preflight-config') ||
    showValueAt(node) !== show(node.value)
    ? undefined
    : `if the platform has it: "knownValues": { ${JSON.stringify(field)}: [${JSON.stringify(node.value)}] }`;
}

/** The strings that an enumeration lists. The enumeration may also allow other strings. */
export function enumValuesOf({ marks }: { readonly marks: Marks }): readonly string[] {
  const values = marks.enum ?? marks['x-known-values'] ?? (marks.const === undefined ? [] : [marks.const]);
  return [...new Set(values.filter(value => typeof value === 'string'))];
}

/** The allowed values in words: `one of "a", "b", "c"`; undefined for more than `maximum` values. */
export function valuesInWords(values: readonly string[], maximum = 20): string | undefined {
  if (values.length === 0 || values.length > maximum) return undefined;
  return values.length === 1
    ? `the only value is "${values[0]}"`
    : `one of ${values.map(value => `"${value}"`).join(', ')}`;
}

/**
 * The value with the most similar spelling. A value with a different number is never returned: `2h` is no typo of
 * `1h`.
 */
export function nearestValue(text: string, values: readonly string[]): string | undefined {
  const digits = (name: string): string => name.replace(/\D+/g, '');
  return nearest(
    text,
    values.filter(value => !/\d/.test(text) || digits(value) === digits(text)),
  );
}

/**
 * The value most likely meant at a place: a value for which the written name is a common mistake, or a value with a
 * similar spelling.
 */
export function intendedValue({ value, marks }: Cursor, values: readonly string[]): string | undefined {
  if (typeof value !== 'string') return undefined;
  const names = Object.entries(marks['x-mistaken-values'] ?? {}),
    alias = names.find(([name]) => plainName(name) === plainName(value))?.[1];
  return alias ?? nearestValue(value, values);
}

/** A name without case and separators: `coffeeshop` for `Coffee Shop` and `coffee-shop`. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[\s_-]+/g, '');

/** Whether a string contains a dynamic variable, so that its value is unknown before the call. */
export const hasVariable = (text: string): boolean => text.includes('{{');

const engines: readonly (readonly [ShapeName, string])[] = [
  ['service-llm-engine', 'in response_engine'],
  ['conversation-flow-engine', 'in response_engine'],
  ['custom-llm-engine', 'in response_engine'],
  ['llm', 'to the LLM engine'],
  ['conversation-flow', 'to the conversation flow'],
];

/**
 * The engine to which a key on an agent belongs, in words: `to the LLM engine`; undefined if it is not a key of
 * engines.
 * @param type the type of the agent's engine, if known: engines of different types use different names for tools and
 * models
 */
export function engineOfKey(key: string, type?: Json): string | undefined {
  if (Object.hasOwn(entryOf(rootOf('agent-settings')).props ?? {}, key)) return undefined;
  const engineShape = ({ 'service-llm': 'llm', 'conversation-flow': 'conversation-flow' } as const)[String(type)],
    ownName =
      engineShape &&
      (fieldForMistakenName(rootOf(engineShape), key) ?? marksOf(rootOf(engineShape))['x-foreign-fields']?.[key]);
  if (ownName !== undefined) return `${engines.find(([shape]) => shape === engineShape)![1]}, as ${ownName}`;
  const owners = engines
    .filter(([shape]) => Object.hasOwn(entryOf(rootOf(shape)).props ?? {}, key))
    .map(([, place]) => place);
  if (owners.includes('to the LLM engine') && owners.includes('to the conversation flow')) return 'to the engine';
  return owners[0];
}

/**
 * The keys of an object that its shape does not define. Users' notes are left out: keys with a leading underscore in
 * an object that allows other keys.
 */
export function unknownKeys(node: Cursor): string[] {
  const { value } = node;
  if (!node.isObject) return [];
  const { props, map, closed = false } = entryOf(fieldsEntry(node));
  if (!props || map !== undefined) return [];
  return Object.keys(value as object).filter(key => !Object.hasOwn(props, key) && (closed || !key.startsWith('_')));
}

/** Whether the shape has variants, and the value matches none of them. */
export const isUndecided = (node: Cursor): boolean =>
  entryOf(node.entry).variants !== undefined && entryFor(node.entry, node.value) === node.entry;

/**
 * The entry of the variant that a misspelled type most likely means. Other mistakes of the object are then still
 * found.
 */
function meantVariant(node: Cursor): number | undefined {
  const { by, of } = entryOf(node.entry).variants ?? { by: '', of: {} };
  const variant = intendedValue(node.get(by), Object.keys(of));
  return variant === undefined ? undefined : of[variant];
}

/** The schema entry that defines the fields of an object. */
const fieldsEntry = (node: Cursor): number => (isUndecided(node) ? meantVariant(node) : undefined) ?? node.entry;

/** Whether the variant of an object is unknown even with typos corrected, so that its keys cannot be checked. */
export const hasUnknownFields = (node: Cursor): boolean => isUndecided(node) && meantVariant(node) === undefined;

/** The field for which a key is a common mistaken name (`x-mistaken-names`): `general_tools` for `tools`. */
const fieldForMistakenName = (entry: number, key: string): string | undefined =>
  Object.entries(entryOf(entry).props ?? {}).find(([, child]) =>
    marksOf(child)['x-mistaken-names']?.includes(key),
  )?.[0];

/** The field most likely meant by an unknown key; the object lacks this field, and the field accepts the value. */
export function meantField(node: Cursor, key: string): string | undefined {
  const { props = {} } = entryOf(fieldsEntry(node));
  const isFree = (name: string, isFor = mayAccept): boolean =>
    !node.get(name).exists && isFor(props[name]!, node.peek(key)) && marksOf(props[name]!)['x-until'] === undefined;
  const mistake = fieldForMistakenName(node.entry, key);
  if (mistake !== undefined && isFree(mistake, takesType)) return mistake;
  // a name that only shares a word with a field is no typo: `llm_config` is not `pii_config`
  const names = fieldNames(props);
  if (!resemblesName(node, names, key)) return undefined;
  return nearest(
    key,
    names.filter(name => isFree(name)),
    4,
  );
}
/** Whether a key resembles one of the names. Cached, because a file may have the same unknown key in many objects. */
const resemblesName = ({ document }: Cursor, names: readonly string[], key: string): boolean =>
  document.memory.remember(names, key, () => nearest(key, names, 4) !== undefined);
/** Results that hold for the whole run, because the schemas never change. */
const memory = new Memory();
/** The names of fields. The list is cached, so that similar names are always searched in the same index. */
const fieldNames = (props: object): readonly string[] => memory.remember(fieldNames, props, () => Object.keys(props));

/**
 * The absent field with nearly the same name as an unknown key, even if it does not accept the value. Such similarity
 * is no coincidence, unless an enclosing object has a field with this key.
 */
export function misspelledField(node: Cursor, key: string): string | undefined {
  const { props = {} } = entryOf(fieldsEntry(node)),
    names = fieldNames(props);
  // one edit is allowed, or two in a long name
  const similarName = resemblesName(node, names, key)
    ? nearest(key, names, Math.min(8, Math.max(4, key.length)))
    : undefined;
  const isFree =
    similarName !== undefined && !node.get(similarName).exists && marksOf(props[similarName]!)['x-until'] === undefined;
  return isFree && ownerOf(node, key) === undefined ? similarName : undefined;
}

/**
 * The object to which an unknown key belongs: `in` the only child object with such a field, or `beside` this object.
 * Undefined if several objects have such a field, or if the key is a single word, which is weak evidence.
 */
export function ownerOf(node: Cursor, key: string): string | undefined {
  const value = node.peek(key);
  const hasKey = (entry: number): boolean => {
    const { props = {}, variants } = entryOf(entry);
    return Object.hasOwn(props, key) ? takesType(props[key]!, value) : Object.values(variants?.of ?? {}).some(hasKey);
  };
  const owners = [...variantsAround(node), fieldsEntry(node)]
    .flatMap(variant => Object.entries(entryOf(variant).props ?? {}))
    .filter(([name, entry]) => hasKey(entryFor(entry, node.peek(name))))
    .map(([name]) => `in ${name}`)
    .filter((place, i, names) => names.indexOf(place) === i);
  const field = node.parent?.isArray ? node.parent : node;
  if (field.parent && hasKey(field.parent.entry)) owners.push(`beside ${field.key}`);
  return owners.length === 1 ? owners[0] : undefined;
}

/**
 * The fields of an object that were written one level too deep, inside its unknown field `key`. A single field with a
 * name of one word does not count.
 */
export function fieldsWithin(node: Cursor, key: string): readonly string[] {
  const innerValue = node.peek(key),
    { props = {} } = entryOf(fieldsEntry(node));
  if (!isObject(innerValue)) return [];
  const names = Object.keys(innerValue).filter(
    name => Object.hasOwn(props, name) && !node.get(name).exists && takesType(props[name]!, innerValue[name]),
  );
  return names.length > 1 || names.some(name => typeof innerValue[name] === 'object' || name.includes('_'))
    ? names
    : [];
}

function takesType(entry: number, value: Json | undefined): boolean {
  const { types } = entryOf(entry);
  if (!types || value === undefined) return true;
  if (value === null) return types.includes('null');
  if (isArray(value)) return types.includes('array');
  return types.includes(typeof value) || (typeof value === 'number' && types.includes('integer'));
}

/**
 * Whether a field may accept a value: the type fits and, for an enumeration, the value is listed or a typo of a listed
 * one.
 */
export function mayAccept(entry: number, value: Json | undefined): boolean {
  const { items, marks = {} } = entryOf(entry);
  if (!takesType(entry, value)) return false;
  if (isArray(value) && items !== undefined) return value.length === 0 || value.some(item => mayAccept(items, item));
  return typeof value !== 'string' || isListed(value, marks);
}

function isListed(value: string, marks: Marks): boolean {
  const values = [
    ...enumValuesOf({ marks }),
    ...Object.keys({ ...marks['x-deprecated-values'], ...marks['x-until-values'] }),
  ];
  return values.length === 0 || values.includes(value) || nearestValue(value, values) !== undefined;
}

/** The missing required fields, each with the unknown key that was written in its place: `id` → `node_id`. */
export function misnamedFields(node: Cursor): ReadonlyMap<string, string> {
  const keys = new Map<string, string>(),
    missingNames = (entryOf(node.entry).required ?? []).filter(name => !node.get(name).exists);
  if (missingNames.length === 0) return keys;
  const isSure = !hasUnknownFields(node);
  for (const key of unknownKeys(node)) {
    const field = isSure ? meantField(node, key) : fieldForMistakenName(node.entry, key);
    if (field !== undefined && missingNames.includes(field)) keys.set(field, key);
  }
  return new Map(missingNames.filter(name => keys.has(name)).map(name => [name, keys.get(name)!]));
}

/** Whether another variant of the shape has a field of this name, so that the name is no typo. */
export const isFieldOfOtherVariant = (node: Cursor, key: string): boolean =>
  variantsAround(node).some(entry => Object.hasOwn(entryOf(entry).props ?? {}, key));

/** The schema entries of the variants of the shape at a place. */
function variantsAround({ parent, segment }: Cursor): readonly number[] {
  if (!parent) return [];
  const { variants } = entryOf(childEntry(parent.entry, parent.isArray ? Number(segment) : segment));
  return Object.values(variants?.of ?? {});
}

/**
 * An item of a list in words, if the noun of its shape does not contain its type: `a yes-or-no analysis field
 * (variables[2], type "boolean")`. For any other value, the noun alone.
 * @param noun the noun of the shape, with its article
 */
export function itemInWords(noun: string, item: Cursor): string {
  const type = item.peek('type');
  if (item.parent?.isArray !== true || typeof type !== 'string' || noun.includes(type.replaceAll('_', ' ')))
    return noun;
  const name = item.get('name').string() || item.get('id').string();
  return `${noun} (${name ? show(name) : item.label}, type ${show(type)})`;
}

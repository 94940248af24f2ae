import { isArray, isObject, property, type Json, type JsonObject } from './json/json.ts';
import { join, type Pointer } from './json/pointer.ts';
import { kindNames, kinds, nestedEngines, type Kind, type KindDefinition } from './kinds.ts';
import { lazy } from './memory.ts';
import { entryOf, marksOf, rootOf } from './shapes/table.ts';

/** How to read a file whose kind is not yet known. */
export interface ReadingMode {
  readonly valid: boolean;
  /**
   * Returns a record with the names of the specification; only the names that the recognition needs are translated.
   */
  readonly record: (value: Json) => Json;
  readonly key: (key: string) => string;
}
const identity = <T>(value: T): T => value;
export const plainReading = (valid: boolean): ReadingMode => ({ valid, record: identity, key: identity });

/** The maximum number of items of a list that are checked. */
const SAMPLE_SIZE = 20;
/**
 * The kind of the records in a list: the kind of the recognized items, if these are at least half of the checked
 * items.
 */
export function kindOfItems(items: readonly Json[], readingMode: ReadingMode): Kind | undefined {
  const sample = items.slice(0, SAMPLE_SIZE).map(readingMode.record);
  // some records of another tool may have only keys of the platform
  if (sample.some(item => isObject(item) && looksForeign(item))) return undefined;
  const kinds = sample.flatMap(item => (isObject(item) && kindOfRecord(item, readingMode.valid)) || []);
  if (kinds.length === 0) return isListOfTools(sample, readingMode) ? 'tools' : undefined;
  return kinds.length * 2 >= sample.length && new Set(kinds).size === 1 ? kinds[0] : undefined;
}

const toolTypes = lazy(() => new Set(marksOf(entryOf(rootOf('tool')).props!['type']!)['x-known-values']));
/**
 * Whether a list contains tools. Tools without `type` are accepted only with a further tool field, because a list of
 * bookmarks also has names and URLs.
 */
function isListOfTools(sample: readonly Json[], { key }: ReadingMode): boolean {
  const isTool = (item: Json): boolean => {
    const type = property(item, 'type');
    if (typeof property(item, 'name') !== 'string') return false;
    if (type === undefined || type === 'custom') return typeof property(item, 'url') === 'string';
    return typeof type === 'string' && type.includes('_') && toolTypes().has(key(type));
  };
  const isDistinctive = (item: Json): boolean =>
    property(item, 'type') !== undefined ||
    property(item, 'speak_during_execution') !== undefined ||
    isObject(property(item, 'parameters'));
  return sample.every(isTool) && sample.some(isDistinctive);
}

/**
 * The kind of a record by its keys. A broken text needs no more keys than valid JSON, because in a truncated export
 * only the engine may be left.
 */
export const kindOfRecord = (value: JsonObject, valid: boolean): Kind | undefined =>
  kindOfObject(value) ?? (!valid && isCutExport(value) ? 'agent' : undefined);
const isCutExport = (value: JsonObject): boolean =>
  nestedEngines().some(([key]) => {
    const engine = value[key];
    return isObject(engine) && ['llm', 'conversation-flow'].includes(kindOfObject(engine) ?? '');
  });

/** Kinds whose single record is recognized by its content. */
const recordKinds = kindNames.filter(kind => kind !== 'tools');
const rootKeys = lazy(
  () =>
    Object.fromEntries(
      recordKinds.map(kind => [
        kind,
        new Map(kinds[kind].shapes.flatMap(shape => Object.entries(entryOf(rootOf(shape)).props ?? {}))),
      ]),
    ) as unknown as Record<Kind, ReadonlyMap<string, number>>,
);
/**
 * Whether only one kind has a key. All kinds of files about an agent count as one. A key of a single word is never
 * distinctive: `type`, `tags` and `language` occur in any JSON.
 */
const distinctive = (kind: Kind, key: string): boolean =>
  key.includes('_') &&
  rootKeys()[kind].has(key) &&
  recordKinds.every(
    otherKind => otherKind === kind || otherKind === 'agent-override' || !rootKeys()[otherKind].has(key),
  );
/**
 * Whether a key belongs to the content of a record. Ids, names and times do not, because notes of a deployment contain
 * them, too.
 */
function isContent(kind: Kind, key: string): boolean {
  const marks = marksOf(rootKeys()[kind].get(key)!);
  const { 'x-identifies': identifies, 'x-bookkeeping': isBookkeeping, 'x-format': format = '' } = marks;
  return identifies === undefined && isBookkeeping !== true && !['id', 'voice-id', 'phone-number'].includes(format);
}

function kindOfObject(value: JsonObject): Kind | undefined {
  if (looksForeign(value)) return undefined;
  const keys = Object.keys(value);
  if (
    isObject(value['agent']) &&
    (isObject(value['conversation_flow']) || isObject(value['llm'])) &&
    kindOfObject(value['agent']) === 'agent'
  )
    return 'agent';
  const summary = rootKeys()['agent-versions'];
  if (
    ['version', 'is_published', 'last_modification_timestamp'].every(key => keys.includes(key)) &&
    keys.every(key => key === 'agent_id' || summary.has(key))
  )
    return 'agent-versions';
  const scores = recordKinds.flatMap(kind => {
    const { requiredKey }: KindDefinition = kinds[kind];
    if (requiredKey !== undefined && !Object.hasOwn(value, requiredKey)) return [];
    const ownKeys = keys.filter(key => rootKeys()[kind].has(key)),
      ownCount = ownKeys.length;
    const isDistinctive = kinds[kind].keySets.some(group => group.every(key => Object.hasOwn(value, key)));
    const isHalf =
      ownCount * 2 >= keys.length &&
      ownKeys.some(key => distinctive(kind, key)) &&
      ownKeys.some(key => isContent(kind, key));
    return isDistinctive || isHalf ? [{ kind, own: ownCount }] : [];
  });
  const bestKind = scores.sort((a, b) => b.own - a.own)[0];
  if (bestKind) return bestKind.kind;
  if (runsEngine(value)) return 'agent';
  return isFlow(value) ? 'flow-component' : undefined;
}

const engines = lazy(() => marksOf(entryOf(rootOf('response-engine')).props!['type']!)['x-known-values']!);
/** Whether a value has an engine and is no test case, so that it is an agent. */
function runsEngine(value: JsonObject): boolean {
  const engine = value['response_engine'];
  if (!isObject(engine)) return false;
  const isNamed = ['llm_id', 'conversation_flow_id', 'llm_websocket_url'].some(key => typeof engine[key] === 'string');
  const type = engine['type'];
  return (
    typeof type === 'string' &&
    (isNamed || engines().includes(type)) &&
    Object.keys(value).every(key => rootKeys().agent.has(key) || !rootKeys()['test-case'].has(key))
  );
}

/**
 * Whether a value is a flow or component. A request for a component may have only `name` and `nodes`, so the nodes are
 * checked.
 */
function isFlow(value: JsonObject): boolean {
  const nodes = value['nodes'];
  return (
    typeof value['name'] === 'string' &&
    isArray(nodes) &&
    nodes.length > 0 &&
    nodes.every(
      node => isObject(node) && typeof property(node, 'id') === 'string' && typeof property(node, 'type') === 'string',
    ) &&
    nodes.some(node => Object.hasOwn(node as object, 'instruction') || Object.hasOwn(node as object, 'edges'))
  );
}

/**
 * Whether a value is a file of another tool that has some keys of the platform: a workflow of n8n or Make, a JSON
 * Schema, an OpenAPI file, a call record, a unit test.
 */
export function looksForeign(value: JsonObject): boolean {
  if (
    Object.hasOwn(value, 'openapi') ||
    Object.hasOwn(value, 'swagger') ||
    typeof value['$id'] === 'string' ||
    (isObject(value['properties']) && value['type'] === 'object')
  )
    return true;
  if (typeof value['$schema'] === 'string' && value['$schema'].includes('json-schema.org')) return true;
  if (Object.hasOwn(value, 'call_id') && (Object.hasOwn(value, 'transcript') || Object.hasOwn(value, 'call_status')))
    return true;
  if (value['type'] === 'unit' && ['includes', 'excludes', 'patterns'].some(key => isArray(value[key]))) return true;
  const nodes = value['nodes'] ?? value['flow'];
  if (Object.hasOwn(value, 'connections') && nodes !== undefined) return true;
  return (
    isArray(nodes) &&
    nodes.some(
      node =>
        isObject(node) &&
        (Object.hasOwn(node, 'typeVersion') || (Object.hasOwn(node, 'parameters') && isArray(node['position']))),
    )
  );
}

/**
 * The kind that a skipped file resembles most, by keys that only this kind has. It explains to users why the file is
 * skipped.
 */
export function resemblance(
  root: Json | undefined,
): { readonly kind: Kind; readonly keys: readonly string[] } | undefined {
  const record = isArray(root) ? root[0] : root;
  if (!isObject(record) || looksForeign(record)) return undefined;
  const scores = recordKinds
    .map(kind => ({ kind, keys: Object.keys(record).filter(key => distinctive(kind, key)) }))
    .sort((a, b) => b.keys.length - a.keys.length);
  return scores[0] && scores[0].keys.length > 0 ? scores[0] : undefined;
}

/** The nouns for records that a file may contain, and the fields that such a record must have. */
const nouns: { readonly [K in Kind]?: string } = {
  agent: 'agents',
  llm: 'LLM engines',
  'conversation-flow': 'conversation flows',
  'flow-component': 'components',
  'phone-number': 'phone numbers',
};
const sign = /"(?:response_engine|general_prompt|start_node_id|inbound_agents|conversation_flow_component_id)"/;
/** The maximum number of values that are searched. */
const MAX_SEARCHED_VALUES = 500;
/** Records inside a file of unknown kind: their noun, and the place of the first record. */
export interface ContainedRecords {
  readonly noun: string;
  readonly pointer: Pointer;
}
export function recordsInside(text: string, root: Json | undefined): ContainedRecords | undefined {
  if (!sign.test(text)) return undefined;
  const pending: [value: Json | undefined, pointer: Pointer][] = [[root, '']];
  for (const [value, pointer] of pending) {
    if (isObject(value)) {
      if (looksForeign(value)) continue;
      const kind = pointer === '' ? undefined : kindOfObject(value),
        noun = kind && nouns[kind];
      if (noun !== undefined) return { noun, pointer };
    }
    if (typeof value === 'object' && value !== null && pending.length < MAX_SEARCHED_VALUES)
      for (const [key, innerValue] of Object.entries(value))
        if (typeof innerValue === 'object') pending.push([innerValue as Json, join(pointer, key)]);
  }
  return undefined;
}

import { isArray, isObject, property, type Json, type JsonObject } from './json/json.ts';
import { isChatAgent, kindByName, kinds, type Kind, type KindMatch } from './kinds.ts';
import { lazy } from './memory.ts';
import { kindOfItems, kindOfRecord, looksForeign, type ReadingMode } from './recognition.ts';
import { entryFor, entryOf, addEntry, marksOf, rootOf, UNKNOWN_ENTRY, type ShapeName } from './shapes/table.ts';

/** The kind of a file: by the globs of the configuration, otherwise by the suffix, otherwise by the content. */
export function kindOf(
  file: string,
  value: Json | undefined,
  readingMode: ReadingMode,
  glob?: Kind,
): KindMatch | undefined {
  if (glob) return { kind: glob, by: 'configuration' };
  const nameKind = kindByName(file);
  // three operations list agents, and people confuse the suffixes of their responses, so the content decides
  if (nameKind) {
    const kind =
      (agentLists.has(nameKind) ? agentsIn(listIn(value)?.[0]) : undefined) ?? otherKind(value, nameKind, readingMode);
    return kind && kind !== nameKind ? { kind, by: 'content' } : { kind: nameKind, by: 'name' };
  }
  const kind = kindByContent(value, readingMode);
  return kind && { kind, by: 'content' };
}

/** The keys that tell an agent and the two kinds of engine from each other. */
const tellingKeys: { readonly [K in Kind]?: readonly string[] } = {
  agent: ['agent', 'agent_id', 'agent_name', 'response_engine', 'voice_id', 'conversationFlow', 'serviceLlmData'],
  llm: ['llm', 'llm_id', 'general_prompt', 'general_tools', 'states'],
  'conversation-flow': ['conversation_flow', 'conversation_flow_id', 'global_prompt', 'nodes', 'start_node_id'],
};
/**
 * The kind of a record that was saved under the suffix of another kind: it has several telling keys of its own kind,
 * and none of the kind that its name says.
 */
function otherKind(value: Json | undefined, nameKind: Kind, { record, valid }: ReadingMode): Kind | undefined {
  const keysOfName = tellingKeys[nameKind],
    content = isObject(value) && keysOfName ? record(value) : undefined;
  if (!isObject(content) || keysOfName!.some(key => Object.hasOwn(content, key))) return undefined;
  const kind = kindOfRecord(content, valid),
    ownKeys = (kind && tellingKeys[kind]) ?? [];
  return ownKeys.filter(key => Object.hasOwn(content, key)).length > 1 ? kind : undefined;
}

const agentLists: ReadonlySet<Kind> = new Set<Kind>(['agent', 'agent-list', 'agent-versions']);
/** The kind of a list of agents, versions or items, according to one item; undefined if the item does not show it. */
function agentsIn(item: Json | undefined): Kind | undefined {
  if (has(item, 'response_engine')) return 'agent';
  if (has(item, 'tags') && has(item, 'channel')) return 'agent-list';
  return has(item, 'version') && has(item, 'is_published') && !has(item, 'voice_id') ? 'agent-versions' : undefined;
}
/** The list in a value that is a list or a page of a list; undefined for any other value. */
const listIn = (value: Json | undefined): readonly Json[] | undefined =>
  [value, property(value, page.key)].find(isArray);

function kindByContent(value: Json | undefined, readingMode: ReadingMode): Kind | undefined {
  if (isArray(value)) return kindOfItems(value, readingMode);
  if (!isObject(value)) return undefined;
  const record = readingMode.record(value) as JsonObject,
    ownKind = kindOfRecord(record, readingMode.valid);
  if (ownKind || looksForeign(record)) return ownKind;
  const list = value[page.key];
  if (isArray(list)) return kindOfItems(list, readingMode);
  for (const [kind, { key }] of Object.entries(envelopes) as [Kind, Envelope][]) {
    const list = value[key];
    if (isArray(list) && kindOfItems(list, readingMode) === kind) return kind;
  }
  return layoutOfDump(value, readingMode).lists!.length > 0 ? 'dump' : undefined;
}

/** The places of the records in a file. */
export interface Layout {
  /** The entry of the shape table for the whole value. */
  readonly entry: number;
  /** The lists of records; undefined if the value is a single record. */
  readonly lists: readonly RecordList[] | undefined;
}
interface RecordList {
  readonly kind: Kind;
  /** The route from the top of the file. */
  readonly route: readonly string[];
}

/** Whether a value is only the body of an error response of the API. */
export const isErrorBody = (value: Json | undefined): boolean =>
  isObject(value) &&
  value['status'] === 'error' &&
  typeof value['message'] === 'string' &&
  Object.keys(value).length === 2;

/**
 * The layout of a file: one record, a list of records, or an object with one list (a page of the API, the versions of
 * an agent) or several lists (a dump). An error response that was saved in place of a record contains no record.
 */
export function layoutOf(kind: Kind, value: Json, readingMode: ReadingMode): Layout {
  if (kind !== 'preflight-config' && isErrorBody(value)) return { entry: rootOf('error-body'), lists: [] };
  if (isArray(value) && kind !== 'agent-weights' && kind !== 'preflight-config')
    return { entry: listEntry(kind), lists: [{ kind, route: [] }] };
  if (isObject(value)) {
    if (kind === 'dump') return layoutOfDump(value, readingMode);
    const envelope = [page, envelopes[kind]].find(envelope => envelope && isArray(value[envelope.key]));
    if (envelope) return { entry: envelopeEntry(envelope, kind), lists: [{ kind, route: [envelope.key] }] };
  }
  return { entry: recordEntry(kind, readingMode.record(value)), lists: undefined };
}

interface Envelope {
  readonly shape: ShapeName;
  /** The name of the field that contains the records. */
  readonly key: string;
}
/** One page of a list, as the API returns it. */
const page: Envelope = { shape: 'paginated-response', key: 'items' };
/** The other objects that contain a list of one kind. */
const envelopes: { readonly [K in Kind]?: Envelope } = {
  'agent-versions': { shape: 'agent-versions', key: 'versions' },
  tools: { shape: 'tool-list', key: 'tools' },
};

/** The layout of a dump. Each field with records is a list or a page. */
function layoutOfDump(dump: JsonObject, readingMode: ReadingMode): Layout {
  const lists: RecordList[] = [];
  const props: Record<string, number> = {};
  for (const key of Object.keys(dump)) {
    const name = readingMode.key(key);
    if (!dumpKeys().has(name)) continue;
    const records = dump[key]!,
      pageItems = isObject(records) ? records[page.key] : undefined,
      isPaged = isArray(pageItems);
    const list = isPaged ? pageItems : records,
      kind = isArray(list) ? kindOfItems(list, readingMode) : undefined;
    if (!kind || kind === 'tools') continue;
    lists.push({ kind, route: isPaged ? [name, page.key] : [name] });
    props[name] = isPaged ? envelopeEntry(page, kind) : listEntry(kind);
  }
  const base = rootOf('dump'),
    entries = Object.entries(props).sort(([a], [b]) => (a < b ? -1 : 1));
  const entry = addEntry(`dump ${JSON.stringify(entries)}`, base, () => ({
    ...entryOf(base),
    props: { ...entryOf(base).props, ...props },
  }));
  return { entry, lists };
}
const dumpKeys = lazy(() => new Set(Object.keys(entryOf(rootOf('dump')).props ?? {})));

const envelopeEntry = ({ shape, key }: Envelope, kind: Kind): number =>
  addEntry(`${shape} of ${kind}`, rootOf(shape), () => {
    const entry = entryOf(rootOf(shape));
    return { ...entry, props: { ...entry.props, [key]: listEntry(kind) } };
  });
const listEntry = (kind: Kind): number =>
  addEntry(`list of ${kind}`, UNKNOWN_ENTRY, () => ({
    items: addEntry(`item of ${kind}`, UNKNOWN_ENTRY, () => ({ entryOfRecord: record => recordEntry(kind, record) })),
    marks: identityOf(kind),
  }));
/** Whether the items of a list with this entry are records of the file. */
export const isListOfRecords = (entry: number): boolean =>
  entryOf(entryOf(entry).items ?? UNKNOWN_ENTRY).entryOfRecord !== undefined;

function identityOf(kind: Kind): { readonly 'x-identity'?: string } {
  const { props = {} } = entryOf(rootOf(kinds[kind].shapes[0]));
  const key = Object.keys(props).find(name => marksOf(props[name]!)['x-identifies'] !== undefined);
  return key === undefined ? {} : { 'x-identity': key };
}

const has = (value: Json | undefined, ...keys: string[]): boolean =>
  isObject(value) && keys.some(key => Object.hasOwn(value, key));

/** The entry of the shape table for a record. */
function recordEntry(kind: Kind, record: Json): number {
  const tool = rootOf('tool');
  // in a team's own list, a tool with a URL and no type is a custom tool
  if (kind === 'tools' && has(record, 'url') && !has(record, 'type')) return entryFor(tool, { type: 'custom' });
  return rootOf(shapeOf(kind, record));
}

function shapeOf(kind: Kind, record: Json): ShapeName {
  switch (kind) {
    case 'agent':
      return agentShape(record);
    case 'agent-weights':
      return isArray(record) ? 'agent-weights' : 'agent-weight';
    case 'flow-component':
      return has(record, 'conversation_flow_component_id', 'user_modified_timestamp', 'linked_conversation_flow_ids')
        ? 'flow-component-response'
        : 'flow-component';
    case 'alert-rule':
      return has(record, 'alert_rule_id', 'org_id', 'active', 'user_modified_timestamp')
        ? 'alert-rule-response'
        : 'alert-rule';
    case 'batch-call':
      return has(record, 'batch_call_id', 'total_task_count', 'scheduled_timestamp') && !has(record, 'tasks')
        ? 'batch-call-response'
        : 'batch-call';
    default:
      return kinds[kind].shapes[0];
  }
}

function agentShape(record: Json): ShapeName {
  if (isObject(property(record, 'agent')) && !has(record, 'response_engine')) return 'agent-export';
  if (!has(record, 'last_modification_timestamp')) return 'agent-settings';
  return isChatAgent(record) ? 'chat-agent' : 'agent';
}

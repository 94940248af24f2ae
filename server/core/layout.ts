import { isArray, isObject, property, type Json, type JsonObject } from './json/json.ts';
import { isChatAgent, kindByName, kinds, type Kind, type KindMatch } from './kinds.ts';
import { lazy } from './lazy.ts';
import { kindOfItems, kindOfRecord, looksForeign, type Reading } from './recognition.ts';
import { entryFor, entryOf, madeEntry, marksOf, rootOf, UNKNOWN, type ShapeName } from './shapes/table.ts';

/** By the configuration's globs, otherwise by the file name's suffix, otherwise by content. */
export function kindOf(file: string, value: Json | undefined, reading: Reading, glob?: Kind): KindMatch | undefined {
  if (glob) return { kind: glob, by: 'configuration' };
  const named = kindByName(file);
  // three operations list agents, and people confuse the names of their answers
  if (named) {
    const kind = agentLists.has(named) ? agentsIn(listIn(value)?.[0]) : undefined;
    return kind && kind !== named ? { kind, by: 'content' } : { kind: named, by: 'name' };
  }
  const kind = kindByContent(value, reading);
  return kind && { kind, by: 'content' };
}

const agentLists: ReadonlySet<Kind> = new Set<Kind>(['agent', 'agent-list', 'agent-versions']);
/** Which of these lists it is, if one of its items shows it. */
function agentsIn(item: Json | undefined): Kind | undefined {
  if (has(item, 'response_engine')) return 'agent';
  if (has(item, 'tags') && has(item, 'channel')) return 'agent-list';
  return has(item, 'version') && has(item, 'is_published') && !has(item, 'voice_id') ? 'agent-versions' : undefined;
}
/** The list in a value that is one, or a page of one. */
const listIn = (value: Json | undefined): readonly Json[] | undefined =>
  [value, property(value, page.key)].find(isArray);

function kindByContent(value: Json | undefined, reading: Reading): Kind | undefined {
  if (isArray(value)) return kindOfItems(value, reading);
  if (!isObject(value)) return undefined;
  const record = reading.record(value) as JsonObject,
    own = kindOfRecord(record, reading.valid);
  if (own || looksForeign(record)) return own;
  const list = value[page.key];
  if (isArray(list)) return kindOfItems(list, reading);
  for (const [kind, { key }] of Object.entries(envelopes) as [Kind, Envelope][]) {
    const held = value[key];
    if (isArray(held) && kindOfItems(held, reading) === kind) return kind;
  }
  return layoutOfDump(value, reading).lists!.length > 0 ? 'dump' : undefined;
}

/** Where the records of a file are. */
export interface Layout {
  /** What the shape table says about the whole value. */
  readonly entry: number;
  /** The lists of records; `undefined` if the value is one record. */
  readonly lists: readonly RecordList[] | undefined;
}
interface RecordList {
  readonly kind: Kind;
  /** From the top of the file. */
  readonly route: readonly string[];
}

/**
 * A list of records, an object of the shape table that holds one (a page of the API, the versions of an agent) or
 * several (a dump), or one record.
 */
export function layoutOf(kind: Kind, value: Json, reading: Reading): Layout {
  if (isArray(value) && kind !== 'agent-weights' && kind !== 'preflight-config')
    return { entry: listEntry(kind), lists: [{ kind, route: [] }] };
  if (isObject(value)) {
    if (kind === 'dump') return layoutOfDump(value, reading);
    const envelope = [page, envelopes[kind]].find(one => one && isArray(value[one.key]));
    if (envelope) return { entry: envelopeEntry(envelope, kind), lists: [{ kind, route: [envelope.key] }] };
  }
  return { entry: recordEntry(kind, reading.record(value)), lists: undefined };
}

interface Envelope {
  readonly shape: ShapeName;
  /** The field with the records. */
  readonly key: string;
}
/** One answer of an operation that lists. */
const page: Envelope = { shape: 'paginated-response', key: 'items' };
/** Other objects that hold a list of one kind. */
const envelopes: { readonly [K in Kind]?: Envelope } = {
  'agent-versions': { shape: 'agent-versions', key: 'versions' },
  tools: { shape: 'tool-list', key: 'tools' },
};

/** The fields of a dump that hold records, and which: each is a list, or a page. */
function layoutOfDump(dump: JsonObject, reading: Reading): Layout {
  const lists: RecordList[] = [];
  const props: Record<string, number> = {};
  for (const key of Object.keys(dump)) {
    const name = reading.key(key);
    if (!dumpKeys().has(name)) continue;
    const held = dump[key]!,
      paged = isObject(held) ? held[page.key] : undefined,
      isPaged = isArray(paged);
    const list = isPaged ? paged : held,
      kind = isArray(list) ? kindOfItems(list, reading) : undefined;
    if (!kind || kind === 'tools') continue;
    lists.push({ kind, route: isPaged ? [name, page.key] : [name] });
    props[name] = isPaged ? envelopeEntry(page, kind) : listEntry(kind);
  }
  const base = rootOf('dump'),
    sorted = Object.entries(props).sort(([a], [b]) => (a < b ? -1 : 1));
  const entry = madeEntry(`dump ${JSON.stringify(sorted)}`, base, () => ({
    ...entryOf(base),
    props: { ...entryOf(base).props, ...props },
  }));
  return { entry, lists };
}
const dumpKeys = lazy(() => new Set(Object.keys(entryOf(rootOf('dump')).props ?? {})));

const envelopeEntry = ({ shape, key }: Envelope, kind: Kind): number =>
  madeEntry(`${shape} of ${kind}`, rootOf(shape), () => {
    const entry = entryOf(rootOf(shape));
    return { ...entry, props: { ...entry.props, [key]: listEntry(kind) } };
  });
const listEntry = (kind: Kind): number =>
  madeEntry(`list of ${kind}`, UNKNOWN, () => ({
    items: madeEntry(`item of ${kind}`, UNKNOWN, () => ({ decide: record => recordEntry(kind, record) })),
    marks: identityOf(kind),
  }));
/** Whether the items of this entry are records of the file. */
export const isListOfRecords = (entry: number): boolean =>
  entryOf(entryOf(entry).items ?? UNKNOWN).decide !== undefined;

function identityOf(kind: Kind): { readonly 'x-identity'?: string } {
  const { props = {} } = entryOf(rootOf(kinds[kind].shapes[0]));
  const key = Object.keys(props).find(name => marksOf(props[name]!)['x-identifies'] !== undefined);
  return key === undefined ? {} : { 'x-identity': key };
}

const has = (value: Json | undefined, ...keys: string[]): boolean =>
  isObject(value) && keys.some(key => Object.hasOwn(value, key));

/** What the shape table says about a record. */
function recordEntry(kind: Kind, record: Json): number {
  const tool = rootOf('tool');
  // in a list of a team's own, a tool with an address is a custom one
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

import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { Dispatch } from '../../core/dispatch.ts';
import type { PlaceSelector } from '../../core/shapes/at.ts';
import type { ShapeName } from '../../core/shapes/table.ts';
import { clipped, count } from '../../core/wording.ts';
import { flowOf } from '../../core/domain/flows.ts';
import { conditionInShort } from '../../simulator/flow-graph.ts';
import { stateOf } from '../published.ts';

/** The kinds of outline entries, as nouns. */
export type OutlineKind =
  | 'agent'
  | 'version'
  | 'tag'
  | 'tags'
  | 'engine'
  | 'voice'
  | 'webhook'
  | 'flow'
  | 'component'
  | 'node'
  | 'edge'
  | 'state'
  | 'text'
  | 'tool'
  | 'MCP server'
  | 'analysis'
  | 'analysis field'
  | 'phone number'
  | 'arms'
  | 'arm'
  | 'batch call'
  | 'task'
  | 'alert rule'
  | 'alert incident'
  | 'test case'
  | 'mock'
  | 'record'
  | 'more';
/** An entry of the outline, before its place in the text is known. */
export interface OutlineEntry {
  readonly kind: OutlineKind;
  readonly name: string;
  readonly detail: string;
  readonly cursor: Cursor;
  /** The field that contains the name of the entry, or the entry itself. */
  readonly nameCursor: Cursor;
  /** The last field of an entry that consists of several consecutive fields. */
  readonly end?: Cursor;
  readonly children: OutlineEntry[];
}

interface Appearance {
  readonly kind: OutlineKind;
  readonly names: readonly string[];
  /** Returns the title in place of the first name. */
  title?(cursor: Cursor): string;
  /** The name of the group for the items of this list; lists without it are not groups. */
  readonly group?: string;
  detail?(cursor: Cursor): readonly (string | undefined)[];
}

function text(cursor: Cursor, key: string): string | undefined {
  const value = cursor.peek(key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
}
const version = (cursor: Cursor): string | undefined => text(cursor, 'version') && `version ${text(cursor, 'version')}`;
const state = (cursor: Cursor): string | undefined => stateOf(cursor.peek('is_published')) || undefined;
function reference(cursor: Cursor, agent: string, field: string): string | undefined {
  const id = text(cursor, agent),
    target = text(cursor, field);
  return id && (target === undefined ? id : `${id}@${target}`);
}
const type = (cursor: Cursor): string | undefined => text(cursor, 'type')?.replaceAll('_', ' ');
const target = (cursor: Cursor): string | undefined => reference(cursor, 'agent_id', 'agent_version');

const agents = (cursor: Cursor): readonly string[] => [count(cursor.items().length, 'agent')];

/** How places of each shape are shown. If a place has several shapes, the first entry of this list applies. */
const appearances: readonly (readonly [ShapeName | PlaceSelector, Appearance])[] = [
  [
    'agent-settings',
    {
      kind: 'agent',
      names: ['agent_name', 'agent_id'],
      detail: cursor => [version(cursor), state(cursor), text(cursor, 'version_title')],
    },
  ],
  [
    'response-engine',
    {
      kind: 'engine',
      names: ['llm_id', 'conversation_flow_id'],
      detail: cursor => [type(cursor), version(cursor)],
    },
  ],
  [
    { 'agent-settings': '/assigned_tags' },
    { kind: 'tags', names: [], group: 'tags', detail: cursor => cursor.items().map(tag => tag.string()) },
  ],
  [
    { 'agent-settings': ['/post_call_analysis_data', '/post_chat_analysis_data'] },
    { kind: 'analysis', names: [], group: 'analysis', detail: cursor => [count(cursor.items().length, 'field')] },
  ],
  [
    'agent-list-item',
    { kind: 'agent', names: ['agent_name', 'agent_id'], detail: cursor => [text(cursor, 'channel')] },
  ],
  ['root-tag-state', { kind: 'tag', names: [], detail: cursor => [version(cursor) ?? 'unassigned'] }],
  [
    'agent-version-summary',
    { kind: 'version', names: ['version'], detail: cursor => [state(cursor), text(cursor, 'version_title')] },
  ],
  [
    'llm',
    {
      kind: 'engine',
      names: ['llm_id'],
      detail: cursor => [version(cursor), text(cursor, 'model') ?? text(cursor, 's2s_model')],
    },
  ],
  ['conversation-flow', { kind: 'flow', names: ['conversation_flow_id'], detail: cursor => [version(cursor)] }],
  ['flow-component', { kind: 'component', names: ['name', 'conversation_flow_component_id'] }],
  [
    'node',
    {
      kind: 'node',
      names: ['name', 'id'],
      detail: cursor => [text(cursor, 'name') && text(cursor, 'id'), type(cursor), target(cursor)],
    },
  ],
  ['edge', { kind: 'edge', names: ['destination_node_id'], title: edgeTitle }],
  [
    { llm: ['/begin_message', '/general_prompt'], 'conversation-flow': '/global_prompt' },
    { kind: 'text', names: [], detail: cursor => [count(cursor.string()?.length ?? 0, 'character')] },
  ],
  ['llm-state', { kind: 'state', names: ['name'] }],
  ['llm-state-edge', { kind: 'edge', names: ['destination_state_name'], title: edgeTitle }],
  ['tool', { kind: 'tool', names: ['name', 'tool_id'], detail: cursor => [type(cursor), target(cursor)] }],
  ['mcp-server', { kind: 'MCP server', names: ['name', 'id'] }],
  ['post-call-analysis-item', { kind: 'analysis field', names: ['name'], detail: cursor => [text(cursor, 'type')] }],
  ['post-chat-analysis-item', { kind: 'analysis field', names: ['name'], detail: cursor => [text(cursor, 'type')] }],
  ['phone-number', { kind: 'phone number', names: ['phone_number'], detail: cursor => [text(cursor, 'nickname')] }],
  [{ 'phone-number': '/inbound_agents' }, { kind: 'arms', names: [], group: 'inbound', detail: agents }],
  [{ 'phone-number': '/outbound_agents' }, { kind: 'arms', names: [], group: 'outbound', detail: agents }],
  [{ 'phone-number': '/inbound_sms_agents' }, { kind: 'arms', names: [], group: 'inbound SMS', detail: agents }],
  [{ 'phone-number': '/outbound_sms_agents' }, { kind: 'arms', names: [], group: 'outbound SMS', detail: agents }],
  [
    'agent-weight',
    { kind: 'arm', names: ['agent_id'], detail: cursor => [text(cursor, 'agent_version'), share(cursor)] },
  ],
  [
    'batch-call',
    { kind: 'batch call', names: ['name', 'batch_call_id'], detail: cursor => [text(cursor, 'from_number')] },
  ],
  [
    'batch-call-response',
    { kind: 'batch call', names: ['name', 'batch_call_id'], detail: cursor => [text(cursor, 'from_number')] },
  ],
  [
    'batch-call-task',
    {
      kind: 'task',
      names: ['to_number'],
      detail: cursor => [reference(cursor, 'override_agent_id', 'override_agent_version')],
    },
  ],
  ['alert-incident', { kind: 'alert incident', names: ['name', 'alert_incident_id'], detail: condition }],
  ['alert-rule', { kind: 'alert rule', names: ['name'], detail: condition }],
  ['test-case-definition', { kind: 'test case', names: ['name'] }],
  ['tool-mock', { kind: 'mock', names: ['tool_name'] }],
];

/** The title of an edge, for example `→ Billing: asks about an invoice`; nobody recognizes an edge by its id. */
function edgeTitle(edge: Cursor): string {
  const destination = text(edge, 'destination_node_id') ?? text(edge, 'destination_state_name'),
    field = edge.key.replace(/_edge$/, ''),
    condition = text(edge, 'description') ?? conditionInShort(edge);
  const words = condition === field ? field.replaceAll('_', ' ') : condition.trim().replace(/\s+/g, ' ');
  return [
    destination === undefined ? 'no destination' : `→ ${nameOfNode(edge, destination)}`,
    ...(['', 'edge'].includes(words) ? [] : [clipped(words, 50)]),
  ].join(': ');
}
function nameOfNode(edge: Cursor, id: string): string {
  let flow = edge.parent;
  while (flow && !flow.is('conversation-flow') && !flow.is('flow-component')) flow = flow.parent;
  if (!flow) return id;
  const { nodes, list } = flowOf(flow),
    index = nodes.get(id);
  return (index !== undefined && text(flow.get(list).get(index), 'name')) || id;
}
function share(arm: Cursor): string | undefined {
  const weight = arm.get('weight').number();
  return weight === undefined ? undefined : `${Number((weight * 100).toFixed(2))} %`;
}
function condition(alert: Cursor): readonly (string | undefined)[] {
  const parts = ['metric_type', 'comparator', 'threshold_value'].map(key => text(alert, key));
  return [parts.every(part => part !== undefined) ? parts.join(' ') : parts[0]];
}

const dispatch = new Dispatch<Appearance>(
  appearances.map(([place, appearance]) => [typeof place === 'string' ? { [place]: '' } : place, appearance]),
);

/** The maximum number of entries in an outline; the others are counted. */
const MAX_ENTRIES = 5000;

/** The outline entries of a document in document order, each within its container. Cached with the document. */
export function outlineOf(document: Document): readonly OutlineEntry[] {
  return document.memory.remember(outlineOf, undefined, () => document.roots.flatMap(readEntries));
}

function readEntries(root: Cursor): OutlineEntry[] {
  const top: OutlineEntry[] = [],
    entries = new Map<Cursor, OutlineEntry>();
  const leftovers = new Map<
    OutlineEntry | undefined,
    { readonly at: Cursor; readonly kind: OutlineKind; moreCount: number }
  >();
  dispatch.walk(root, (appearance, cursor) => {
    if (entries.has(cursor) || !hasEntry(appearance, cursor)) return;
    let holder = cursor.parent;
    while (holder && !entries.has(holder)) holder = holder.parent;
    const parent = holder && entries.get(holder);
    if (entries.size >= MAX_ENTRIES) {
      const leftover = leftovers.get(parent);
      if (leftover) leftover.moreCount++;
      else leftovers.set(parent, { at: cursor, kind: appearance.kind, moreCount: 1 });
      return;
    }
    const entry = entryOf(appearance, cursor);
    entries.set(cursor, entry);
    (parent?.children ?? top).push(entry);
    if (cursor.is('agent-settings')) entry.children.push(...settingsOf(cursor));
  });
  const bareEntry = (kind: OutlineKind, name: string, cursor: Cursor): OutlineEntry => ({
    kind,
    name,
    detail: '',
    cursor,
    nameCursor: cursor,
    children: [],
  });
  for (const [parent, { at, kind, moreCount }] of leftovers)
    (parent?.children ?? top).push(bareEntry('more', count(moreCount, `more ${kind}`), at));
  return top.length > 0 || root.value === undefined ? top : [bareEntry('record', root.recordKind ?? '', root)];
}

function hasEntry({ kind, group }: Appearance, cursor: Cursor): boolean {
  if (kind === 'text') return cursor.string() !== undefined;
  return group === undefined ? cursor.isObject : cursor.items().length > 0;
}

/** Groups of agent settings, by the field that names the group. */
const settings = [
  { kind: 'voice', field: 'voice_id', details: ['voice_id', 'voice_model'], isOne: /^(fallback_)?voice_/ },
  { kind: 'webhook', field: 'webhook_url', details: ['webhook_url'], isOne: /^webhook_/ },
] as const;

/** The groups of settings of an agent, each with the consecutive fields that belong to it. */
function settingsOf(agent: Cursor): OutlineEntry[] {
  const fields = agent.entries();
  return settings.flatMap(({ kind, field, details, isOne }): OutlineEntry[] => {
    const firstIndex = fields.findIndex(({ key }) => key === field);
    if (firstIndex < 0) return [];
    const after = fields.findIndex(({ key }, i) => i > firstIndex && !isOne.test(key));
    const detail = details.flatMap(key => text(agent, key) ?? []).join(', ');
    const cursor = fields[(after < 0 ? fields.length : after) - 1]!;
    return [
      {
        kind,
        name: kind,
        detail,
        cursor: fields[firstIndex]!,
        nameCursor: fields[firstIndex]!,
        end: cursor,
        children: [],
      },
    ];
  });
}

function entryOf({ kind, names, title, group, detail }: Appearance, cursor: Cursor): OutlineEntry {
  const key = names.find(name => text(cursor, name) !== undefined);
  const ownKey = cursor.parent && !cursor.parent.isArray ? cursor.key : undefined;
  const defaultName = ownKey ?? (cursor.parent ? `${kind} ${Number(cursor.segment) + 1}` : kind);
  const name = title?.(cursor) ?? (key === undefined ? (group ?? defaultName) : text(cursor, key)!);
  const details = (detail?.(cursor) ?? []).filter(part => part !== undefined).join(', ');
  return {
    kind,
    name,
    detail: details,
    cursor,
    nameCursor: key === undefined ? cursor : cursor.get(key),
    children: [],
  };
}

import type { Cursor } from '../../core/cursor.ts';
import type { Document } from '../../core/document.ts';
import { Dispatch } from '../../core/dispatch.ts';
import type { PlaceSelector } from '../../core/shapes/at.ts';
import type { ShapeName } from '../../core/shapes/table.ts';
import { clipped, count } from '../../core/wording.ts';
import { flowOf } from '../../core/domain/flows.ts';
import { conditionInShort } from '../../simulator/flow-graph.ts';
import { stateOf } from '../version-words.ts';

/** What an outline calls the things in it. */
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
/** One thing in a document, before its place in the text is known. */
export interface OutlineEntry {
  readonly kind: OutlineKind;
  readonly name: string;
  readonly detail: string;
  readonly at: Cursor;
  /** The field with its name, or its own key. */
  readonly named: Cursor;
  /** The last of its fields, if it consists of several in a row. */
  readonly until?: Cursor;
  readonly children: OutlineEntry[];
}

interface Look {
  readonly kind: OutlineKind;
  readonly names: readonly string[];
  /** In place of the first of the names. */
  title?(at: Cursor): string;
  /** The group name of a list's items; other lists are not groups. */
  readonly group?: string;
  detail?(at: Cursor): readonly (string | undefined)[];
}

function text(at: Cursor, key: string): string | undefined {
  const value = at.peek(key);
  return typeof value === 'string' || typeof value === 'number' ? String(value) || undefined : undefined;
}
const version = (at: Cursor): string | undefined => text(at, 'version') && `version ${text(at, 'version')}`;
const state = (at: Cursor): string | undefined => stateOf(at.peek('is_published')) || undefined;
function reference(at: Cursor, agent: string, field: string): string | undefined {
  const id = text(at, agent),
    of = text(at, field);
  return id && (of === undefined ? id : `${id}@${of}`);
}
const words = (at: Cursor, key: string): string | undefined => text(at, key)?.replaceAll('_', ' ');
const target = (at: Cursor): string | undefined => reference(at, 'agent_id', 'agent_version');

const agents = (at: Cursor): readonly string[] => [count(at.items().length, 'agent')];

/** How each shape is shown. If a place has several shapes, the first one here counts. */
const looks: readonly (readonly [ShapeName | PlaceSelector, Look])[] = [
  [
    'agent-settings',
    {
      kind: 'agent',
      names: ['agent_name', 'agent_id'],
      detail: at => [version(at), state(at), text(at, 'version_title')],
    },
  ],
  [
    'response-engine',
    {
      kind: 'engine',
      names: ['llm_id', 'conversation_flow_id'],
      detail: at => [words(at, 'type'), version(at)],
    },
  ],
  [
    { 'agent-settings': '/assigned_tags' },
    { kind: 'tags', names: [], group: 'tags', detail: at => at.items().map(tag => tag.string()) },
  ],
  [
    { 'agent-settings': ['/post_call_analysis_data', '/post_chat_analysis_data'] },
    { kind: 'analysis', names: [], group: 'analysis', detail: at => [count(at.items().length, 'field')] },
  ],
  ['agent-list-item', { kind: 'agent', names: ['agent_name', 'agent_id'], detail: at => [text(at, 'channel')] }],
  ['root-tag-state', { kind: 'tag', names: [], detail: at => [version(at) ?? 'unassigned'] }],
  [
    'agent-version-summary',
    { kind: 'version', names: ['version'], detail: at => [state(at), text(at, 'version_title')] },
  ],
  [
    'llm',
    { kind: 'engine', names: ['llm_id'], detail: at => [version(at), text(at, 'model') ?? text(at, 's2s_model')] },
  ],
  ['conversation-flow', { kind: 'flow', names: ['conversation_flow_id'], detail: at => [version(at)] }],
  ['flow-component', { kind: 'component', names: ['name', 'conversation_flow_component_id'] }],
  [
    'node',
    {
      kind: 'node',
      names: ['name', 'id'],
      detail: at => [text(at, 'name') && text(at, 'id'), words(at, 'type'), target(at)],
    },
  ],
  ['edge', { kind: 'edge', names: ['destination_node_id'], title: edgeTitle }],
  [
    { llm: ['/begin_message', '/general_prompt'], 'conversation-flow': '/global_prompt' },
    { kind: 'text', names: [], detail: at => [count(at.string()?.length ?? 0, 'character')] },
  ],
  ['llm-state', { kind: 'state', names: ['name'] }],
  ['llm-state-edge', { kind: 'edge', names: ['destination_state_name'], title: edgeTitle }],
  ['tool', { kind: 'tool', names: ['name', 'tool_id'], detail: at => [words(at, 'type'), target(at)] }],
  ['mcp-server', { kind: 'MCP server', names: ['name', 'id'] }],
  ['post-call-analysis-item', { kind: 'analysis field', names: ['name'], detail: at => [text(at, 'type')] }],
  ['post-chat-analysis-item', { kind: 'analysis field', names: ['name'], detail: at => [text(at, 'type')] }],
  ['phone-number', { kind: 'phone number', names: ['phone_number'], detail: at => [text(at, 'nickname')] }],
  [{ 'phone-number': '/inbound_agents' }, { kind: 'arms', names: [], group: 'inbound', detail: agents }],
  [{ 'phone-number': '/outbound_agents' }, { kind: 'arms', names: [], group: 'outbound', detail: agents }],
  [{ 'phone-number': '/inbound_sms_agents' }, { kind: 'arms', names: [], group: 'inbound SMS', detail: agents }],
  [{ 'phone-number': '/outbound_sms_agents' }, { kind: 'arms', names: [], group: 'outbound SMS', detail: agents }],
  ['agent-weight', { kind: 'arm', names: ['agent_id'], detail: at => [text(at, 'agent_version'), share(at)] }],
  ['batch-call', { kind: 'batch call', names: ['name', 'batch_call_id'], detail: at => [text(at, 'from_number')] }],
  [
    'batch-call-response',
    { kind: 'batch call', names: ['name', 'batch_call_id'], detail: at => [text(at, 'from_number')] },
  ],
  [
    'batch-call-task',
    {
      kind: 'task',
      names: ['to_number'],
      detail: at => [reference(at, 'override_agent_id', 'override_agent_version')],
    },
  ],
  ['alert-incident', { kind: 'alert incident', names: ['name', 'alert_incident_id'], detail: condition }],
  ['alert-rule', { kind: 'alert rule', names: ['name'], detail: condition }],
  ['test-case-definition', { kind: 'test case', names: ['name'] }],
  ['tool-mock', { kind: 'mock', names: ['tool_name'] }],
];

/** `→ Billing: asks about an invoice`, because nobody knows an edge by its id. */
function edgeTitle(edge: Cursor): string {
  const to = text(edge, 'destination_node_id') ?? text(edge, 'destination_state_name'),
    field = edge.key.replace(/_edge$/, ''),
    condition = text(edge, 'description') ?? conditionInShort(edge);
  const words = condition === field ? field.replaceAll('_', ' ') : condition.trim().replace(/\s+/g, ' ');
  return [
    to === undefined ? 'no destination' : `→ ${nameOfNode(edge, to)}`,
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

const dispatch = new Dispatch<Look>(looks.map(([at, look]) => [typeof at === 'string' ? { [at]: '' } : at, look]));

/** As many entries as an outline shows; the rest is counted. */
const MOST = 5000;

/** The things in a document in document order, each within its container. Cached with the document. */
export function outlineOf(document: Document): readonly OutlineEntry[] {
  return document.memory.remember(outlineOf, undefined, () => document.roots.flatMap(read));
}

function read(root: Cursor): OutlineEntry[] {
  const top: OutlineEntry[] = [],
    entries = new Map<Cursor, OutlineEntry>();
  const left = new Map<OutlineEntry | undefined, { readonly at: Cursor; readonly kind: OutlineKind; more: number }>();
  dispatch.walk(root, (look, at) => {
    if (entries.has(at) || !isThere(look, at)) return;
    let holder = at.parent;
    while (holder && !entries.has(holder)) holder = holder.parent;
    const parent = holder && entries.get(holder);
    if (entries.size >= MOST) {
      const rest = left.get(parent);
      if (rest) rest.more++;
      else left.set(parent, { at, kind: look.kind, more: 1 });
      return;
    }
    const entry = entryOf(look, at);
    entries.set(at, entry);
    (parent?.children ?? top).push(entry);
    if (at.is('agent-settings')) entry.children.push(...settingsOf(at));
  });
  const bareEntry = (kind: OutlineKind, name: string, at: Cursor): OutlineEntry => ({
    kind,
    name,
    detail: '',
    at,
    named: at,
    children: [],
  });
  for (const [parent, { at, kind, more }] of left)
    (parent?.children ?? top).push(bareEntry('more', count(more, `more ${kind}`), at));
  return top.length > 0 || root.value === undefined ? top : [bareEntry('record', root.recordKind ?? '', root)];
}

function isThere({ kind, group }: Look, at: Cursor): boolean {
  if (kind === 'text') return at.string() !== undefined;
  return group === undefined ? at.isObject : at.items().length > 0;
}

/** Settings of an agent that belong together, by the most telling field. */
const settings = [
  { kind: 'voice', field: 'voice_id', details: ['voice_id', 'voice_model'], isOne: /^(fallback_)?voice_/ },
  { kind: 'webhook', field: 'webhook_url', details: ['webhook_url'], isOne: /^webhook_/ },
] as const;

/** Each with the fields that follow it and belong to it. */
function settingsOf(agent: Cursor): OutlineEntry[] {
  const fields = agent.entries();
  return settings.flatMap(({ kind, field, details, isOne }): OutlineEntry[] => {
    const first = fields.findIndex(({ key }) => key === field);
    if (first < 0) return [];
    const after = fields.findIndex(({ key }, i) => i > first && !isOne.test(key));
    const detail = details.flatMap(key => text(agent, key) ?? []).join(', ');
    const until = fields[(after < 0 ? fields.length : after) - 1]!;
    return [{ kind, name: kind, detail, at: fields[first]!, named: fields[first]!, until, children: [] }];
  });
}

function entryOf({ kind, names, title, group, detail }: Look, at: Cursor): OutlineEntry {
  const key = names.find(name => text(at, name) !== undefined);
  const own = at.parent && !at.parent.isArray ? at.key : undefined;
  const unnamed = own ?? (at.parent ? `${kind} ${Number(at.segment) + 1}` : kind);
  const name = title?.(at) ?? (key === undefined ? (group ?? unnamed) : text(at, key)!);
  const details = (detail?.(at) ?? []).filter(part => part !== undefined).join(', ');
  return { kind, name, detail: details, at, named: key === undefined ? at : at.get(key), children: [] };
}

import { isArray, isObject, property, type Json, type JsonObject } from './json/json.ts';
import type { NamePairs } from './dialects/names.ts';
import { isConfigurationFile } from './settings-files.ts';
import { lazy } from './lazy.ts';
import { entryOf, marksOf, rootOf, type ShapeName } from './shapes/table.ts';

/** How a kind of file is recognized: by the suffix `.<kind>.json`, and by its telling keys (every key of one group). */
interface KindDefinition {
  readonly shapes: readonly [ShapeName, ...ShapeName[]];
  readonly telling: readonly (readonly string[])[];
  /** Without this key it is of another kind, or not a platform file: call records name agents and versions too. */
  readonly needs?: string;
}

export const kinds = {
  agent: {
    shapes: ['agent-settings', 'agent', 'chat-agent', 'agent-export'],
    telling: [
      ['response_engine', 'voice_id'],
      ['response_engine', 'agent_name'],
      ['response_engine', 'channel'],
      ['response_engine', 'language'],
    ],
  },
  'agent-list': {
    shapes: ['agent-list-item', 'agent-list'],
    telling: [
      ['agent_id', 'tags', 'channel'],
      ['agent_id', 'agent_name', 'user_modified_timestamp'],
    ],
  },
  'agent-versions': { shapes: ['agent-version-summary', 'agent-versions'], telling: [] },
  'agent-weights': { shapes: ['agent-weights', 'agent-weight'], telling: [['agent_id', 'weight']], needs: 'weight' },
  'create-agent-version': { shapes: ['create-agent-version-request'], telling: [] },
  'publish-agent-version': { shapes: ['publish-agent-version-request'], telling: [] },
  'agent-override': { shapes: ['agent-override'], telling: [] },
  'agent-list-filter': { shapes: ['agent-list-filter'], telling: [] },
  'flow-component': {
    shapes: ['flow-component', 'flow-component-response'],
    telling: [['conversation_flow_component_id'], ['linked_conversation_flow_ids']],
  },
  'conversation-flow': {
    shapes: ['conversation-flow'],
    telling: [
      ['nodes', 'start_node_id', 'start_speaker'],
      ['nodes', 'global_prompt'],
      ['nodes', 'model_choice'],
      ['global_prompt', 'start_node_id'],
    ],
  },
  llm: {
    shapes: ['llm'],
    telling: [
      ['general_prompt', 'general_tools'],
      ['general_prompt', 'model'],
      ['general_prompt', 's2s_model'],
      ['llm_id', 'general_prompt'],
      ['general_prompt', 'begin_message'],
    ],
  },
  'alert-incident': {
    shapes: ['alert-incident'],
    telling: [['alert_incident_id'], ['triggered_timestamp', 'metric_type']],
  },
  'alert-rule': {
    shapes: ['alert-rule', 'alert-rule-response'],
    telling: [
      ['metric_type', 'threshold_value'],
      ['metric_type', 'comparator'],
    ],
  },
  'batch-call': {
    shapes: ['batch-call', 'batch-call-response'],
    telling: [
      ['from_number', 'tasks'],
      ['batch_call_id', 'total_task_count'],
    ],
  },
  'phone-number': {
    shapes: ['phone-number'],
    telling: [
      ['phone_number', 'inbound_agents'],
      ['phone_number', 'outbound_agents'],
    ],
  },
  'test-case': {
    shapes: ['test-case-definition'],
    telling: [
      ['user_prompt', 'metrics', 'response_engine'],
      ['metrics', 'response_engine'],
    ],
  },
  'average-metric': { shapes: ['average-metric'], telling: [['time_averages', 'overall_average']] },
  'agent-naturalness': {
    shapes: ['agent-naturalness'],
    telling: [['natural_utterance_count', 'total_utterance_count']],
  },
  'asr-routing': { shapes: ['asr-routing'], telling: [] },
  'preflight-config': { shapes: ['preflight-config'], telling: [] },
} as const satisfies Record<string, KindDefinition>;

export type Kind = keyof typeof kinds;
/** The kinds of the platform's files: all except the configuration, which is recognized by name alone. */
export const kindNames: readonly Kind[] = (Object.keys(kinds) as Kind[]).filter(kind => kind !== 'preflight-config');
export const isKind = (name: string): name is Kind => (kindNames as readonly string[]).includes(name);
/** What a configuration says about a file: its kind, and how the platform's names are spelled in it. */
export type ConfiguredKind = Kind | { readonly kind: Kind | undefined; readonly names: NamePairs };
/** The same object for the same kind and names, so that a comparison shows whether anything has changed. */
export function given(kind: Kind | undefined, names: NamePairs | undefined): ConfiguredKind | undefined {
  if (!names) return kind;
  let known = givenKinds.get(names);
  if (!known) givenKinds.set(names, (known = new Map<Kind | undefined, ConfiguredKind>()));
  let both = known.get(kind);
  if (!both) known.set(kind, (both = { kind, names }));
  return both;
}
const givenKinds = new Map<NamePairs, Map<Kind | undefined, ConfiguredKind>>();
export const kindGiven = (given: ConfiguredKind | undefined): Kind | undefined =>
  typeof given === 'object' ? given.kind : given;
export const namesGiven = (given: ConfiguredKind | undefined): NamePairs | undefined =>
  typeof given === 'object' ? given.names : undefined;

export interface KindMatch {
  readonly kind: Kind;
  readonly by: 'configuration' | 'name' | 'content';
}

/** What detection reads of a document. */
interface Readable {
  readonly text: string;
  readonly valid: boolean;
  readonly value: Json | undefined;
}

const suffix = /\.([a-z-]+)\.jsonc?$/i;

/** By the configuration's globs, otherwise by the file name's suffix, otherwise by content. */
export function kindOf(file: string, document: Readable, glob?: Kind): KindMatch | undefined {
  if (glob) return { kind: glob, by: 'configuration' };
  const named = kindByName(file);
  if (named) return { kind: named, by: 'name' };
  const kind = kindByContent(document);
  return kind && { kind, by: 'content' };
}

export function kindByName(file: string): Kind | undefined {
  if (isConfigurationFile(file)) return 'preflight-config';
  const name = suffix.exec(file)?.[1]?.toLowerCase();
  return name !== undefined && isKind(name) ? name : undefined;
}

function kindByContent(document: Readable): Kind | undefined {
  const { value } = document;
  if (isArray(value)) {
    const found = new Set(
      value.slice(0, 20).map(item => (isObject(item) ? kindOfRecord(item, document.valid) : undefined)),
    );
    const [kind] = found;
    return found.size === 1 ? kind : undefined;
  }
  return isObject(value) ? kindOfRecord(value, document.valid) : undefined;
}

/** Where an agent's file may contain its engine: the fields with an engine's shape in the schemas. */
export const nestedEngines = lazy(() => [
  ...new Map(
    (['agent-settings', 'agent-export'] as const)
      .flatMap(shape => Object.entries(entryOf(rootOf(shape)).props ?? {}))
      .flatMap(([key, entry]) =>
        (['conversation-flow', 'llm'] as const).flatMap(kind =>
          entryOf(entry).shapes?.includes(kind) ? [[key, kind] as const] : [],
        ),
      ),
  ),
]);

/**
 * A text that is not JSON needs no more telling keys than one that is; of a truncated export only the engine may be
 * left.
 */
const kindOfRecord = (value: JsonObject, valid: boolean): Kind | undefined =>
  kindOfObject(value) ?? (!valid && isCutExport(value) ? 'agent' : undefined);
const isCutExport = (value: JsonObject): boolean =>
  nestedEngines().some(([key]) => {
    const engine = value[key];
    return isObject(engine) && ['llm', 'conversation-flow'].includes(kindOfObject(engine) ?? '');
  });

const rootKeys = lazy(
  () =>
    Object.fromEntries(
      kindNames.map(kind => [
        kind,
        new Set(kinds[kind].shapes.flatMap(shape => Object.keys(entryOf(rootOf(shape)).props ?? {}))),
      ]),
    ) as unknown as Record<Kind, ReadonlySet<string>>,
);
/**
 * Keys that only one kind has; the agent's own files count as one. A key of a single word proves nothing: `type`,
 * `tags`, `language` and the like occur in any JSON.
 */
const distinctive = (kind: Kind, key: string): boolean =>
  key.includes('_') &&
  rootKeys()[kind].has(key) &&
  kindNames.every(other => other === kind || other === 'agent-override' || !rootKeys()[other].has(key));

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
    keys.every(key => summary.has(key))
  )
    return 'agent-versions';
  const scored = kindNames.flatMap(kind => {
    const { needs }: KindDefinition = kinds[kind];
    if (needs !== undefined && !Object.hasOwn(value, needs)) return [];
    const own = keys.filter(key => rootKeys()[kind].has(key)).length;
    const told = kinds[kind].telling.some(group => group.every(key => Object.hasOwn(value, key)));
    const half = own * 2 >= keys.length && keys.some(key => distinctive(kind, key));
    return told || half ? [{ kind, own }] : [];
  });
  const best = scored.sort((a, b) => b.own - a.own)[0];
  if (best) return best.kind;
  if (runsEngine(value)) return 'agent';
  return isFlow(value) ? 'flow-component' : undefined;
}

const engines = lazy(() => marksOf(entryOf(rootOf('response-engine')).props!['type']!)['x-known-values']!);
/** Anything with an engine is an agent, except a test case. */
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

/** A component's minimal request has only `name` and `nodes`, so its nodes have to identify it. */
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
 * Files of other tools that share some of the platform's keys: workflows of n8n and Make, JSON Schemas and OpenAPI
 * files, call records.
 */
function looksForeign(value: JsonObject): boolean {
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

const has = (value: Json, ...keys: string[]): boolean => isObject(value) && keys.some(key => Object.hasOwn(value, key));
const chatOnly = ['end_chat_after_silence_ms', 'auto_close_message', 'post_chat_analysis_data'];

/** By `channel`; without it, by a field that only chat agents have, or, if there is no voice, by a chat event. */
export function isChatAgent(value: Json | undefined): boolean {
  const channel = property(value, 'channel');
  if (channel !== undefined) return channel === 'chat';
  if (!isObject(value)) return false;
  const events = value['webhook_events'];
  return (
    has(value, ...chatOnly) ||
    (!value['voice_id'] &&
      isArray(events) &&
      events.some(event => typeof event === 'string' && event.startsWith('chat_')))
  );
}

/** The shape of a file's root, and whether an array at the root is a list of it. */
export function rootShapes(
  kind: Kind,
  root: Json,
): { readonly list: boolean; readonly shape: (record: Json) => ShapeName } {
  const single = (shape: ShapeName) => ({ list: isArray(root), shape: () => shape });
  switch (kind) {
    case 'agent':
      return { list: isArray(root), shape: agentShape };
    case 'agent-list':
      return isArray(root)
        ? single('agent-list-item')
        : { list: false, shape: record => (has(record, 'items') ? 'agent-list' : 'agent-list-item') };
    case 'agent-versions':
      return isArray(root)
        ? single('agent-version-summary')
        : { list: false, shape: record => (has(record, 'versions') ? 'agent-versions' : 'agent-version-summary') };
    case 'agent-weights':
      return isArray(root) ? { list: false, shape: () => 'agent-weights' } : single('agent-weight');
    case 'flow-component':
      return {
        list: isArray(root),
        shape: record =>
          has(record, 'conversation_flow_component_id', 'user_modified_timestamp', 'linked_conversation_flow_ids')
            ? 'flow-component-response'
            : 'flow-component',
      };
    case 'alert-rule':
      return {
        list: isArray(root),
        shape: record =>
          has(record, 'alert_rule_id', 'org_id', 'active', 'user_modified_timestamp')
            ? 'alert-rule-response'
            : 'alert-rule',
      };
    case 'batch-call':
      return {
        list: isArray(root),
        shape: record =>
          has(record, 'batch_call_id', 'total_task_count', 'scheduled_timestamp') && !has(record, 'tasks')
            ? 'batch-call-response'
            : 'batch-call',
      };
    case 'preflight-config':
      return { list: false, shape: () => 'preflight-config' };
    default:
      return single(kinds[kind].shapes[0]);
  }
}

function agentShape(record: Json): ShapeName {
  if (isObject(property(record, 'agent')) && !has(record, 'response_engine')) return 'agent-export';
  if (!has(record, 'last_modification_timestamp')) return 'agent-settings';
  return isChatAgent(record) ? 'chat-agent' : 'agent';
}

/**
 * The kind that a skipped file resembles most, by keys that only this kind has; for people who wonder why it is
 * skipped.
 */
export function resemblance(
  root: Json | undefined,
): { readonly kind: Kind; readonly keys: readonly string[] } | undefined {
  const record = isArray(root) ? root[0] : root;
  if (!isObject(record) || looksForeign(record)) return undefined;
  const scored = kindNames
    .map(kind => ({ kind, keys: Object.keys(record).filter(key => distinctive(kind, key)) }))
    .sort((a, b) => b.keys.length - a.keys.length);
  return scored[0] && scored[0].keys.length > 0 ? scored[0] : undefined;
}

import type { NamePairs } from './dialects/names.ts';
import { isArray, isObject, property, type Json } from './json/json.ts';
import { lazy } from './memory.ts';
import { isConfigurationFile } from './settings-files.ts';
import { entryOf, rootOf, type ShapeName } from './shapes/table.ts';

/** The signs of a kind of file: the suffix `.<kind>.json`, and groups of keys. All keys of one group are needed. */
export interface KindDefinition {
  readonly shapes: readonly [ShapeName, ...ShapeName[]];
  readonly keySets: readonly (readonly string[])[];
  /**
   * A key that every record of this kind has: other records, such as those of calls, also name agents and versions.
   */
  readonly requiredKey?: string;
}

export const kinds = {
  agent: {
    shapes: ['agent-settings', 'agent', 'chat-agent', 'agent-export'],
    keySets: [
      ['response_engine', 'voice_id'],
      ['response_engine', 'agent_name'],
      ['response_engine', 'channel'],
      ['response_engine', 'language'],
    ],
  },
  'agent-list': {
    shapes: ['agent-list-item'],
    keySets: [
      ['agent_id', 'tags', 'channel'],
      ['agent_id', 'agent_name', 'user_modified_timestamp'],
    ],
  },
  'agent-versions': { shapes: ['agent-version-summary'], keySets: [] },
  'agent-weights': {
    shapes: ['agent-weights', 'agent-weight'],
    keySets: [['agent_id', 'weight']],
    requiredKey: 'weight',
  },
  'create-agent-version': { shapes: ['create-agent-version-request'], keySets: [] },
  'publish-agent-version': { shapes: ['publish-agent-version-request'], keySets: [] },
  'agent-override': { shapes: ['agent-override'], keySets: [] },
  'agent-list-filter': { shapes: ['agent-list-filter'], keySets: [] },
  'flow-component': {
    shapes: ['flow-component', 'flow-component-response'],
    keySets: [['conversation_flow_component_id', 'nodes'], ['linked_conversation_flow_ids']],
  },
  'conversation-flow': {
    shapes: ['conversation-flow'],
    keySets: [
      ['nodes', 'start_node_id', 'start_speaker'],
      ['nodes', 'global_prompt'],
      ['nodes', 'model_choice'],
      ['global_prompt', 'start_node_id'],
    ],
  },
  llm: {
    shapes: ['llm'],
    keySets: [
      ['general_prompt', 'general_tools'],
      ['general_prompt', 'model'],
      ['general_prompt', 's2s_model'],
      ['llm_id', 'general_prompt'],
      ['general_prompt', 'begin_message'],
    ],
  },
  'alert-incident': {
    shapes: ['alert-incident'],
    keySets: [['alert_incident_id'], ['triggered_timestamp', 'metric_type']],
  },
  'alert-rule': {
    shapes: ['alert-rule', 'alert-rule-response'],
    keySets: [
      ['metric_type', 'threshold_value'],
      ['metric_type', 'comparator'],
    ],
  },
  'batch-call': {
    shapes: ['batch-call', 'batch-call-response'],
    keySets: [
      ['from_number', 'tasks'],
      ['batch_call_id', 'total_task_count'],
    ],
  },
  'phone-number': {
    shapes: ['phone-number'],
    keySets: [
      ['phone_number', 'inbound_agents'],
      ['phone_number', 'outbound_agents'],
    ],
  },
  'test-case': {
    shapes: ['test-case-definition'],
    keySets: [
      ['user_prompt', 'metrics', 'response_engine'],
      ['metrics', 'response_engine'],
    ],
  },
  'average-metric': { shapes: ['average-metric'], keySets: [['time_averages', 'overall_average']] },
  'agent-naturalness': {
    shapes: ['agent-naturalness'],
    keySets: [['natural_utterance_count', 'total_utterance_count']],
  },
  'asr-routing': { shapes: ['asr-routing'], keySets: [] },
  tools: { shapes: ['tool'], keySets: [] },
  dump: { shapes: ['dump'], keySets: [] },
  'preflight-config': { shapes: ['preflight-config'], keySets: [] },
} as const satisfies Record<string, KindDefinition>;

export type Kind = keyof typeof kinds;
/**
 * The kinds of the platform's records: all kinds except the configuration, which is recognized by its name alone, and
 * the dump, which is recognized by its records.
 */
export const kindNames: readonly Kind[] = (Object.keys(kinds) as Kind[]).filter(
  kind => kind !== 'preflight-config' && kind !== 'dump',
);
export const isKind = (name: string): name is Kind => (kindNames as readonly string[]).includes(name);
/** The kind, or the kind and the names, that a configuration assigns to a file. */
export type ConfiguredKind = Kind | { readonly kind: Kind | undefined; readonly names: NamePairs };
/**
 * Returns a `ConfiguredKind`. It is always the same object for the same kind and names, so that `===` can compare
 * them.
 */
export function configuredKind(kind: Kind | undefined, names: NamePairs | undefined): ConfiguredKind | undefined {
  if (!names) return kind;
  let cachedKinds = configuredKinds.get(names);
  if (!cachedKinds) configuredKinds.set(names, (cachedKinds = new Map<Kind | undefined, ConfiguredKind>()));
  let mergedKind = cachedKinds.get(kind);
  if (!mergedKind) cachedKinds.set(kind, (mergedKind = { kind, names }));
  return mergedKind;
}
const configuredKinds = new Map<NamePairs, Map<Kind | undefined, ConfiguredKind>>();
export const configuredKindOf = (configuredKind: ConfiguredKind | undefined): Kind | undefined =>
  typeof configuredKind === 'object' ? configuredKind.kind : configuredKind;
export const configuredNamesOf = (configuredKind: ConfiguredKind | undefined): NamePairs | undefined =>
  typeof configuredKind === 'object' ? configuredKind.names : undefined;

export interface KindMatch {
  readonly kind: Kind;
  readonly by: 'configuration' | 'name' | 'content';
}

const suffix = /\.([a-z-]+)\.jsonc?$/i;

/** The kind of a file by its suffix; undefined for an unknown suffix. */
export function kindByName(file: string): Kind | undefined {
  if (isConfigurationFile(file)) return 'preflight-config';
  const name = suffix.exec(file)?.[1]?.toLowerCase();
  return name !== undefined && isKind(name) ? name : undefined;
}

/** The fields of an agent that may contain its engine: those that have the shape of an engine in the schemas. */
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

const chatOnly = ['end_chat_after_silence_ms', 'auto_close_message', 'post_chat_analysis_data'];

/**
 * Whether an agent is a chat agent: by its `channel`; without a channel, by a field that only chat agents have or, if
 * there is no voice, by a chat event.
 */
export function isChatAgent(value: Json | undefined): boolean {
  const channel = property(value, 'channel');
  if (channel !== undefined) return channel === 'chat';
  if (!isObject(value)) return false;
  const events = value['webhook_events'];
  return (
    chatOnly.some(key => Object.hasOwn(value, key)) ||
    (!value['voice_id'] &&
      isArray(events) &&
      events.some(event => typeof event === 'string' && event.startsWith('chat_')))
  );
}

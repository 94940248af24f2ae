import type { Cursor } from '../core/cursor.ts';
import type { Document } from '../core/document.ts';
import { isArray, type JsonObject } from '../core/json/json.ts';
import type { Kind } from '../core/kinds.ts';
import { childEntry, entryOf, rootOf, type ShapeName } from '../core/shapes/table.ts';
import { type RecordWithId, recordsOf } from '../core/workspace/records.ts';

/** A type of record on the platform. */
export interface ResourceType {
  /** The name of the type in paths: `create-<name>`. */
  readonly name: string;
  readonly kind: Kind;
  /** The shape of requests; `response` is the shape of answers. */
  readonly request: ShapeName;
  readonly response: ShapeName;
  readonly id: string;
  /** The prefix of generated ids. */
  readonly prefix: string;
  /** The name of the field that a search matches. */
  readonly title: string;
  /** The name of the field with the time of the last change. */
  readonly modifiedField: string | undefined;
  /** The fields that the platform sets on a new record, beside the id. */
  initialFields(now: number, body: JsonObject): JsonObject;
  /** Fields of the answer that are not stored, because they follow from other records. */
  deriveFields?(record: Cursor, linkedIds: (component: string) => readonly string[]): JsonObject;
  /** Whether a query requests a record in a list. */
  isListed?(record: Cursor, query: JsonObject): boolean;
  /** The names of the fields that no answer contains. */
  readonly hiddenFields?: readonly string[];
  /** Whether several versions of a record are kept. */
  readonly isVersioned?: boolean;
  /** Whether the client chooses the id, not the platform. */
  readonly isNamed?: boolean;
  /** The name of the type in messages, if different from `name`. */
  readonly noun?: string;
  /** The name of the type in the public client. */
  readonly alias?: string;
}

const type = (type: ResourceType): ResourceType => type;

export const components = type({
  name: 'conversation-flow-component',
  kind: 'flow-component',
  request: 'flow-component',
  response: 'flow-component-response',
  id: 'conversation_flow_component_id',
  prefix: 'conversation_flow_component_',
  title: 'name',
  modifiedField: 'user_modified_timestamp',
  initialFields: time => ({ user_modified_timestamp: time }),
  deriveFields: (record, linkedIds) => ({
    linked_conversation_flow_ids: linkedIds(record.get('conversation_flow_component_id').string()!),
  }),
});
export const testCases = type({
  name: 'test-case-definition',
  kind: 'test-case',
  request: 'test-case-definition',
  response: 'test-case-definition',
  id: 'test_case_definition_id',
  prefix: 'test_case_',
  title: 'name',
  modifiedField: 'user_modified_timestamp',
  initialFields: time => ({ type: 'simulation', creation_timestamp: time, user_modified_timestamp: time }),
  isListed: (test, query) =>
    ['llm_id', 'conversation_flow_id'].every(
      key => query[key] === undefined || query[key] === test.get('response_engine').get(key).value,
    ),
});
export const llms = type({
  name: 'service-llm',
  noun: 'LLM engine',
  alias: 'retell-llm',
  kind: 'llm',
  request: 'llm',
  response: 'llm',
  id: 'llm_id',
  prefix: 'llm_',
  title: 'llm_id',
  modifiedField: 'last_modification_timestamp',
  isVersioned: true,
  initialFields: time => ({ version: 0, is_published: false, last_modification_timestamp: time }),
});
export const flows = type({
  name: 'conversation-flow',
  kind: 'conversation-flow',
  request: 'conversation-flow',
  response: 'conversation-flow',
  id: 'conversation_flow_id',
  prefix: 'conversation_flow_',
  title: 'conversation_flow_id',
  modifiedField: 'last_modification_timestamp',
  isVersioned: true,
  initialFields: time => ({ version: 0, is_published: false, last_modification_timestamp: time }),
});
export const phoneNumbers = type({
  name: 'phone-number',
  kind: 'phone-number',
  request: 'phone-number',
  response: 'phone-number',
  id: 'phone_number',
  prefix: '',
  isNamed: true,
  title: 'nickname',
  modifiedField: undefined,
  initialFields: () => ({}),
});
/** The time in seconds since the epoch, as in alert rules and incidents. Spec: Alert rule, alert incident */
export const unixTime = (ms: number): number => Math.floor(ms / 1000);

export const alertRules = type({
  name: 'alert-rule',
  kind: 'alert-rule',
  request: 'alert-rule',
  response: 'alert-rule-response',
  id: 'alert_rule_id',
  prefix: 'alert_rule_',
  title: 'name',
  modifiedField: 'user_modified_timestamp',
  initialFields: time => ({ active: true, user_modified_timestamp: unixTime(time) }),
});
export const alertIncidents = type({
  name: 'alert-incident',
  kind: 'alert-incident',
  request: 'alert-incident',
  response: 'alert-incident',
  id: 'alert_incident_id',
  prefix: 'alert_incident_',
  title: 'name',
  modifiedField: 'triggered_timestamp',
  initialFields: () => ({}),
});
export const batchCalls = type({
  name: 'batch-call',
  kind: 'batch-call',
  request: 'batch-call',
  response: 'batch-call-response',
  id: 'batch_call_id',
  prefix: 'batch_call_',
  title: 'name',
  modifiedField: 'scheduled_timestamp',
  initialFields: (time, { trigger_timestamp, tasks }) => ({
    scheduled_timestamp: unixTime(typeof trigger_timestamp === 'number' ? trigger_timestamp : time),
    total_task_count: isArray(tasks) ? tasks.length : 0,
  }),
  deriveFields: batch => ({ name: batch.get('name').string() ?? '' }),
  hiddenFields: ['tasks', 'trigger_timestamp', 'reserved_concurrency'],
});

/** The types of record except agents, whose versions are handled separately. */
export const resourceTypes = [
  components,
  testCases,
  llms,
  flows,
  phoneNumbers,
  batchCalls,
  alertRules,
  alertIncidents,
] as const;

/** A record of a type, with its place and its version. */
export interface HeldResource extends RecordWithId {
  readonly version: number | undefined;
}

/** The records of a type in a file. A record without an id is skipped, because the request for it was not sent yet. */
export function resourcesIn(document: Document, { kind, id: key }: ResourceType): readonly HeldResource[] {
  // the export of an agent also contains its engine
  if (kind === 'llm' || kind === 'conversation-flow')
    return recordsOf(document).engines.filter(engine => engine.kind === kind);
  return document.memory.remember(resourcesIn, key, () =>
    document.rootsOf(kind).flatMap(root => {
      const id = root.peek(key);
      if (typeof id !== 'string' || id === '') return [];
      return [{ id, file: document.file, pointer: root.pointer, version: undefined }];
    }),
  );
}

/** A flow that runs a shared component. */
export interface Link {
  /** The id of the component. */
  readonly id: string;
  readonly file: string;
  readonly flow: string;
}
export const linksIn = (document: Document): readonly Link[] => {
  const { file } = document,
    { engines, contents } = recordsOf(document);
  return engines.flatMap(({ id: flow, pointer }) =>
    contents
      .filter(content => content.pointer === pointer)
      .flatMap(({ components }) => components.map(id => ({ id, file, flow }))),
  );
};

/** The record in the form of an answer, without nulls that the shape of the answer excludes. */
export const shownRecord = (
  record: Cursor,
  { hiddenFields, deriveFields, response }: ResourceType,
  linkedIds: (component: string) => readonly string[],
): JsonObject => ({
  ...Object.fromEntries(
    Object.entries(record.value as JsonObject).filter(
      ([key, value]) =>
        !hiddenFields?.includes(key) &&
        (value !== null || entryOf(childEntry(rootOf(response), key)).types?.includes('null') !== false),
    ),
  ),
  ...deriveFields?.(record, linkedIds),
});

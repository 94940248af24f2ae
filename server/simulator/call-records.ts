import type { Cursor } from '../core/cursor.ts';
import { isArray, isObject, property, type Json } from '../core/json/json.ts';

/** The types of field values, by the type of the field. */
interface ValueByType {
  readonly text: string;
  readonly number: number;
  readonly whole: number;
  readonly flag: boolean;
  readonly tags: readonly string[];
  readonly channel: 'voice' | 'chat';
  readonly map: Readonly<Record<string, Json>>;
}
/** The types of the fields of a record, without its time. */
export const recordFields = {
  channel: 'channel',
  agent_id: 'text',
  agent_version: 'whole',
  /** The tags of the agent during the conversation. */
  tags: 'tags',
  disconnection_reason: 'text',
  successful: 'flag',
  sentiment: 'text',
  /** The milliseconds that custom functions took to answer, averaged over the record. */
  latency: 'number',
  /** The cost in US dollars. */
  cost: 'number',
  status_code: 'whole',
  /** The number of custom functions that failed. */
  failed_functions: 'whole',
  transfer_failed: 'flag',
  qa_passed: 'flag',
  cohort_id: 'text',
  /** The duration in milliseconds. */
  duration: 'number',
  custom_analysis_data: 'map',
} as const satisfies Record<string, keyof ValueByType>;
export type RecordField = keyof typeof recordFields;
/**
 * One event: a call, a chat, or an API request (an event with `status_code`). Only `timestamp` (milliseconds since the
 * epoch) and `channel` are required; a metric or filter ignores records without the field that it needs. In CSV,
 * `tags` are separated by `|` or spaces, and an analysis field is a column `custom_analysis_data.NAME`.
 */
export type CallRecord = { readonly timestamp: number; readonly channel: ValueByType['channel'] } & {
  readonly [Field in RecordField]?: ValueByType[(typeof recordFields)[Field]];
};

const expectations: Readonly<Record<keyof ValueByType, string>> = {
  text: 'a string',
  number: 'a number that is not negative',
  whole: 'an integer from 0',
  flag: 'a boolean',
  tags: 'a list of tags',
  channel: 'voice or chat',
  map: 'an object',
};

/**
 * Reads one field as written in CSV or JSON.
 * @returns the value, or what was expected instead
 */
export function fieldOf(name: RecordField, value: Json): { readonly value: Json } | { readonly expected: string } {
  const readValue = reading(recordFields[name], value);
  return readValue === undefined ? { expected: expectations[recordFields[name]] } : { value: readValue };
}

function reading(type: keyof ValueByType, value: Json): Json | undefined {
  switch (type) {
    case 'text':
      return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
    case 'number':
    case 'whole': {
      const number = numberOf(value);
      return number !== undefined && number >= 0 && (type === 'number' || Number.isSafeInteger(number))
        ? number
        : undefined;
    }
    case 'flag':
      if (typeof value === 'boolean') return value;
      return typeof value === 'string' && /^(true|false)$/i.test(value) ? value.toLowerCase() === 'true' : undefined;
    case 'tags':
      if (typeof value === 'string') return value.split(/[|\s]+/).filter(Boolean);
      return isArray(value) && value.every(tag => typeof tag === 'string') ? value : undefined;
    case 'channel':
      return value === 'voice' || value === 'chat' ? value : undefined;
    case 'map':
      return isObject(value) ? value : undefined;
  }
}

/**
 * The value of a number, or of a string that contains only a number; undefined for other values, and for numbers with
 * spaces, separators or units.
 */
export function numberOf(value: Json | undefined): number | undefined {
  const isNumber =
    typeof value === 'number' || (typeof value === 'string' && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(value));
  return isNumber && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

/** Fields of a call or chat in the platform's answers. They contain no latencies and no tags. */
const platformFields = {
  timestamp: ['start_timestamp'],
  agent_id: ['agent_id'],
  agent_version: ['agent_version'],
  disconnection_reason: ['disconnection_reason'],
  successful: ['call_analysis/call_successful', 'chat_analysis/chat_successful'],
  sentiment: ['call_analysis/user_sentiment', 'chat_analysis/user_sentiment'],
  duration: ['duration_ms'],
  custom_analysis_data: ['call_analysis/custom_analysis_data', 'chat_analysis/custom_analysis_data'],
} as const satisfies Partial<Record<RecordField | 'timestamp', readonly string[]>>;

/** The fields of a call or chat as the platform returns it; undefined for any other record. */
export function fieldsOfCall(record: Json): Readonly<Record<string, Json>> | undefined {
  const isChat = typeof property(record, 'chat_id') === 'string';
  if (!isObject(record) || property(record, 'timestamp') !== undefined) return undefined;
  if (!isChat && typeof property(record, 'call_id') !== 'string') return undefined;
  const valueAt = (path: string): Json | undefined =>
    path.split('/').reduce<Json | undefined>((value, key) => property(value, key), record);
  const cents = numberOf(valueAt('call_cost/combined_cost') ?? valueAt('chat_cost/combined_cost'));
  const fields = Object.entries(platformFields).flatMap(([name, paths]) => {
    const value = paths.map(valueAt).find(value => value !== undefined && value !== null);
    return value === undefined ? [] : [[name, value] as const];
  });
  return {
    channel: isChat ? 'chat' : 'voice',
    ...Object.fromEntries(fields),
    ...(cents !== undefined && { cost: cents / 100 }),
  };
}

/** A condition of an alert filter, and the field that a record needs for it. */
interface Condition {
  readonly field: RecordField;
  isMet(record: CallRecord): boolean;
}

/**
 * Selects records by an alert filter: every condition must hold, and for agents, one match is enough. Conditions that
 * the metric does not support have no effect. Spec: Alert filter; operators: domain.
 * @param supportedFields the kinds of condition that the metric supports
 */
export function filterOf(
  filter: Cursor,
  supportedFields: readonly string[],
): {
  matches(record: CallRecord): boolean;
  readonly fields: readonly RecordField[];
  readonly ignoredFields: readonly string[];
} {
  const conditions: Condition[] = [];
  const ignoredKeys = filter
    .entries()
    .filter(({ key, isNull }) => !isNull && !supportedFields.includes(replacements[key] ?? key))
    .map(({ key }) => key);
  const fieldOf = (key: string): Cursor | undefined => {
    const current = filter.get(key),
      olderName = Object.keys(replacements).find(name => replacements[name] === key);
    const isGiven = current.exists && !current.isNull;
    const cursor = isGiven || olderName === undefined ? current : filter.get(olderName);
    return cursor.exists && !cursor.isNull && supportedFields.includes(key) ? cursor : undefined;
  };
  const agents = fieldOf('agent')?.items() ?? [];
  if (agents.length > 0)
    conditions.push({ field: 'agent_id', isMet: record => agents.some(agent => agentMatches(agent, record)) });
  const addList = (key: string, field: RecordField, listFrom: (record: CallRecord) => readonly Json[]): void => {
    const cursor = fieldOf(key);
    const values = cursor && valuesOf(cursor.isObject ? cursor.get('value').value : cursor.value);
    if (values)
      conditions.push({ field, isMet: record => listFrom(record).some(value => values.includes(String(value))) });
  };
  addList('agent_tag', 'tags', record => record.tags ?? []);
  addList('disconnection_reason', 'disconnection_reason', record =>
    record.disconnection_reason === undefined ? [] : [record.disconnection_reason],
  );
  addList('status_code', 'status_code', record => (record.status_code === undefined ? [] : [record.status_code]));
  const cohort = fieldOf('cohort_id');
  if (cohort) conditions.push({ field: 'cohort_id', isMet: record => fieldMatches(cohort, record.cohort_id) });
  for (const custom of fieldOf('custom_analysis_data')?.items() ?? []) {
    const key = custom.get('key').string();
    if (key !== undefined)
      conditions.push({
        field: 'custom_analysis_data',
        isMet: ({ custom_analysis_data: data }) => fieldMatches(custom, data && property(data, key)),
      });
  }
  return {
    matches: record => conditions.every(condition => condition.isMet(record)),
    fields: [...new Set(conditions.map(({ field }) => field))],
    ignoredFields: ignoredKeys,
  };
}

const replacements: Readonly<Record<string, string>> = {
  disconnection_reasons: 'disconnection_reason',
  error_code: 'status_code',
};
const valuesOf = (value: Json | undefined): string[] | undefined =>
  value === undefined || value === null ? undefined : (isArray(value) ? value : [value]).map(String);

export function agentMatches(agent: Cursor, record: Pick<CallRecord, 'agent_id' | 'agent_version'>): boolean {
  const versions = valuesOf(agent.get('version').value);
  return (
    record.agent_id === agent.get('agent_id').value &&
    (versions === undefined ||
      versions.length === 0 ||
      (record.agent_version !== undefined && versions.includes(String(record.agent_version))))
  );
}

const numberTests = new Map<unknown, (number: number, operand: number) => boolean>([
  ['eq', (number, operand) => number === operand],
  ['ne', (number, operand) => number !== operand],
  ['gt', (number, operand) => number > operand],
  ['ge', (number, operand) => number >= operand],
  ['lt', (number, operand) => number < operand],
  ['le', (number, operand) => number <= operand],
]);
const textTests = new Map<unknown, (text: string, operand: string) => boolean>([
  ['eq', (text, operand) => text === operand],
  ['ne', (text, operand) => text !== operand],
  ['sw', (text, operand) => text.startsWith(operand)],
  ['ew', (text, operand) => text.endsWith(operand)],
  ['co', (text, operand) => text.includes(operand)],
]);

/** Whether a value satisfies a condition on its field. A condition with an unknown operator is never satisfied. */
export function fieldMatches(filter: Cursor, value: Json | undefined): boolean {
  const op = filter.get('op').value,
    expectedValue = filter.get('value').value;
  const isMissing = value === undefined || value === null;
  switch (filter.get('type').value) {
    case 'present':
      return op === 'np' ? isMissing : op === 'pr' && !isMissing;
    case 'boolean':
      return !isMissing && String(value).toLowerCase() === String(expectedValue);
    case 'enum':
      return !isMissing && (valuesOf(expectedValue) ?? []).includes(String(value));
    case 'range': {
      const [lower, upper] = isArray(expectedValue) ? expectedValue.map(numberOf) : [],
        number = numberOf(value);
      return lower !== undefined && upper !== undefined && number !== undefined && lower <= number && number <= upper;
    }
    case 'number': {
      const a = numberOf(value),
        b = numberOf(expectedValue);
      if (a === undefined || b === undefined) return false;
      return numberTests.get(op)?.(a, b) ?? false;
    }
    default: {
      if (isMissing || typeof expectedValue !== 'string') return false;
      return textTests.get(op)?.(String(value), expectedValue) ?? false;
    }
  }
}

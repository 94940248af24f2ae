import type { AccountRecord } from '../../compare/drift-records.ts';
import { withoutRepeats, type DriftedRecord } from '../../compare/drift.ts';
import type { Cursor } from '../../core/cursor.ts';
import { publishedAround } from '../../core/domain/published.ts';
import { clipped } from '../../core/wording.ts';
import { ApiError } from '../errors.ts';
import { changedFields, newFields, type Field } from './fields.ts';
import { methodOf, typeOf, type Phase, type Planning, type Task } from './planning.ts';

/** The phase that creates records of a kind. */
export const creationPhase = ({ kind }: AccountRecord): Phase => creationPhases[kind] ?? 'rest';
const creationPhases: { readonly [kind in AccountRecord['kind']]?: Phase } = {
  'flow-component': 'component',
  llm: 'engine',
  'conversation-flow': 'engine',
  agent: 'agent',
  'phone-number': 'number',
};

/** Tasks that create new records and update differing records. */
export function tasksOfRecords(records: readonly DriftedRecord[], planning: Planning): Task[] {
  const repeats = new Set(
    withoutRepeats(planning.target).repeatedRecords.flatMap(({ record, duplicates: copies }) => [record, ...copies]),
  );
  return records.flatMap(({ status, fileRecord: inFiles, accountRecord: inAccount }): Task[] => {
    if (!inFiles || inFiles.isEvidence || status === 'same') return [];
    const label = planning.labelOf(inFiles),
      isEngine = inFiles.kind === 'llm' || inFiles.kind === 'conversation-flow';
    if (repeats.has(inFiles)) planning.refuse(inFiles, `${label} is in several files with different contents`);
    else if (isEngine && inFiles.id === '' && planning.target.document(inFiles.file)!.rootsOf('agent').length > 0)
      planning.refuse(inFiles, `${label}: its engine has no id to which the agent could refer`);
    else if (inAccount && inFiles.id === '')
      planning.refuse(inFiles, `${label} has no id, so its record in the account is not known`);
    else if (!inAccount && planning.goal.undoes)
      planning.refuse(inFiles, `${label} is gone; a new record would have another id`);
    else {
      const phase = creationPhase(inFiles),
        changePhase = phase === 'number' || phase === 'rest' ? phase : 'contents';
      const creation: Task = {
          phase,
          record: inFiles,
          run: isLast => (phase === 'agent' ? createAgent : createOther)(inFiles, planning, isLast),
        },
        change: Task = { phase: changePhase, record: inFiles, run: isLast => update(inFiles, planning, isLast) },
        tasks = inFiles.id === '' ? [creation] : [creation, change];
      return inAccount ? [change] : tasks;
    }
    return [];
  });
}

/**
 * Creates any record except an agent.
 * @throws ApiError
 */
function createOther(record: AccountRecord, planning: Planning, isLast: boolean): void {
  const givenType = typeOf(record),
    cursor = planning.target.at(record),
    key = givenType.isNamed ? undefined : givenType.id;
  // a second file may contain the record that was just created
  if (record.id !== '' && planning.recordOf(record)) return;
  if (record.id !== '' && planning.account.find(givenType, record.id).length > 0)
    throw new ApiError(404, 'no request can create a version of an engine, which comes with a version of its agent');
  if (givenType.isVersioned && (record.version ?? 0) > 0)
    throw new ApiError(400, 'the first version of an engine is 0');
  const type = cursor.get('phone_number_type').string();
  if (givenType.kind === 'phone-number' && type !== undefined && type !== 'custom')
    throw new ApiError(400, `a number of type ${clipped(type)} has to be bought, and no request can do that`);
  const fields = newFields(cursor, key),
    send = (fields: readonly Field[]): void => planning.send(`create-${givenType.name}`, record, { fields, key }),
    refusal = planning.refusalOf(() => send(fields));
  // if two records refer to each other, one record is created without the reference, and an update adds the reference
  const isInCircle =
    isLast && record.id !== '' && refusal !== undefined && planning.blockerOf(refusal, record) !== undefined;
  if (refusal && !(isInCircle && sentWithout(fields, send, planning))) throw refusal;
  reportAssignedId(record, planning, key);
}

/**
 * Creates an agent or its next version.
 * @throws ApiError
 */
function createAgent(record: AccountRecord, planning: Planning): void {
  const cursor = planning.target.at(record),
    { id, version } = record,
    agent = id === '' ? undefined : planning.account.workspace.agent(id),
    numbers = [...(agent?.versions.keys() ?? [])],
    next = Math.max(-1, ...numbers) + 1;
  const hasRecord = (number: number | undefined): boolean => agent?.recordPlace(number ?? NaN) !== undefined;
  if (hasRecord(version)) return;
  if (id !== '' && version !== undefined && version !== next)
    throw new ApiError(409, `the platform gives its next version the number ${next}, not ${version}`);
  if (!agent) {
    const fields = newFields(cursor, 'agent_id', 'channel');
    planning.send(`create-${agentPath(cursor, planning)}`, record, { fields, key: 'agent_id' });
    reportAssignedId(record, planning, 'agent_id');
    return;
  }
  const baseVersion = cursor.get('base_version').integer(),
    value = hasRecord(baseVersion) ? baseVersion : numbers.findLast(hasRecord);
  if (value === undefined) throw new ApiError(404, 'no file has a version from which it could be created');
  const fields = [{ key: 'base_version', value, at: undefined }];
  planning.send('create-agent-version', record, { params: { agent_id: id }, fields });
}

function reportAssignedId(record: AccountRecord, planning: Planning, key: string | undefined): void {
  const cursor = key === undefined ? undefined : planning.target.at(record).get(key);
  if (cursor?.string()) planning.refuse(cursor, `${key}: ${ASSIGNED_ID_REASON}; replace this id by the assigned id`);
}
export const ASSIGNED_ID_REASON = 'the platform assigns another id';

/** The part of a path that depends on the channel of an agent. */
export function agentPath(cursor: Cursor, { target }: Planning): 'agent' | 'chat-agent' {
  const channel = cursor.get('channel').string() ?? target.agent(cursor.get('agent_id').string() ?? '')?.channel,
    isChat = channel === undefined ? cursor.get('end_chat_after_silence_ms').exists : channel === 'chat';
  return isChat ? 'chat-agent' : 'agent';
}

/**
 * Updates a record in the account.
 * @throws ApiError
 */
function update(record: AccountRecord, planning: Planning, isLast: boolean): void {
  const { account, target } = planning,
    cursor = planning.recordOf(record),
    fileRecord = target.at(record);
  if (!cursor) throw new ApiError(404, 'it cannot be created');
  const { fields, unsetFields } = changedFields(fileRecord, cursor),
    label = planning.labelOf(record);
  for (const field of unsetFields) planning.refuse(field, `${field.key}: no request can remove it from ${label}`);
  if (fields.length === 0) return;
  if (publishedAround(cursor, account.workspace)) {
    for (const { key } of fields)
      planning.refuse(fileRecord.get(key), `${key}: ${label} is published and cannot be changed`);
    return;
  }
  const type = record.kind === 'agent' ? undefined : typeOf(record),
    operation = `update-${type?.name ?? agentPath(fileRecord, planning)}`,
    version = !type || type.isVersioned ? cursor.get('version').integer() : undefined,
    params = { [type?.id ?? 'agent_id']: record.id },
    // PUT replaces the whole record, so the request must contain all fields
    isWhole = methodOf(operation) === 'PUT';
  const send = (fields: readonly Field[]): void =>
    planning.send(operation, record, { params, version, fields: isWhole ? newFields(fileRecord, type?.id) : fields });
  const refusal = planning.refusalOf(() => send(fields));
  if (!refusal) return;
  const wrongField = isLast && fields.length > 1 ? sentWithout(fields, send, planning) : undefined;
  if (!wrongField) throw refusal;
  planning.refuse(fileRecord.get(wrongField.key), planning.inWords(refusal));
}

/**
 * Sends all fields except the field that is refused.
 * @returns the refused field, if the other fields are accepted
 */
const sentWithout = (
  fields: readonly Field[],
  send: (fields: readonly Field[]) => void,
  planning: Planning,
): Field | undefined =>
  fields.find(field => !planning.refusalOf(() => send(fields.filter(otherField => otherField !== field))));

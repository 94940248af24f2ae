import { driftBetween, type DriftedRecord } from '../../compare/drift.ts';
import { accountRecords, type AccountRecord } from '../../compare/drift-records.ts';
import { driftValues, type DriftValue } from '../../compare/drift-values.ts';
import type { Cursor } from '../../core/cursor.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { join } from '../../core/json/pointer.ts';
import { type Place, engineReference } from '../../core/workspace/records.ts';
import { ApiError } from '../errors.ts';
import { isAround, phases, Planning, typeOf, type RequestPlan, type Task, type Goal } from './planning.ts';
import { agentPath, creationPhase, tasksOfRecords, ASSIGNED_ID_REASON } from './record-tasks.ts';
import { isEqual } from '../../core/json/json.ts';
import { clipped } from '../../core/wording.ts';
import type { Agent, AgentTag } from '../../core/workspace/agents.ts';
import type { Field } from './fields.ts';

/**
 * The requests that make an account equal to the files. Each request is tried in a stand-in of the account, so that
 * refused requests are left out and the others are in an order that the platform accepts. Remaining differences are
 * reported as not done.
 */
export function planRequests(goal: Goal): RequestPlan {
  const planning = new Planning(goal),
    records = driftOf(planning);
  planning.remainingTasks = [
    ...tasksOfRecords(records, planning),
    ...[...planning.target.agents.values()].flatMap(agent => tasksOfAgent(agent, planning)),
    ...tasksOfGone(records, planning),
  ];
  for (const phase of phases)
    while (isOneDone(planning, phase, false) || (partialPhases.includes(phase) && isOneDone(planning, phase, true)));
  for (const { record: accountRecord, run } of planning.remainingTasks) {
    const refusal = planning.refusalOf(() => run(false)),
      { file, pointer } = accountRecord;
    // a refusal that follows from another refusal is not reported
    if (!refusal || planning.obstacles.some(obstacle => obstacle.file === file && obstacle.pointer === pointer))
      continue;
    const blocker = planning.blockerOf(refusal, accountRecord),
      reason = blocker
        ? `it refers to ${planning.labelOf(blocker)}, which cannot be created`
        : planning.inWords(refusal);
    planning.refuse(accountRecord, `${planning.labelOf(accountRecord)}: ${reason}`);
  }
  for (const record of driftOf(planning)) reportRemaining(withCreated(record, planning), planning);
  return planning;
}

const driftOf = ({ target, account }: Planning): readonly DriftedRecord[] =>
  driftBetween({ filesWorkspace: target, accountWorkspace: account.workspace, base: undefined }, { byName: false })
    .records;

/**
 * The phases after which records may be created without some fields, if no other task is possible: before the tasks
 * that need all records, and at the end.
 */
const partialPhases: readonly Task['phase'][] = ['agent', 'rest'];

/**
 * Tries the tasks of a phase and of the phases before. A task that has to wait for another task is tried again in a
 * later round.
 * @returns whether a task succeeded
 */
function isOneDone(planning: Planning, phase: Task['phase'], isLast: boolean): boolean {
  const orderOf = (task: Task): number => phases.indexOf(task.phase),
    dueTasks = planning.remainingTasks
      .filter(task => orderOf(task) <= phases.indexOf(phase))
      .sort((a, b) => orderOf(a) - orderOf(b));
  let isDone = false;
  for (const task of dueTasks) {
    if (planning.refusalOf(() => task.run(isLast))) continue;
    planning.remainingTasks = planning.remainingTasks.filter(otherTask => otherTask !== task);
    isDone = true;
    // after a task that ran as the last resort, the tasks that became possible are tried first
    if (isLast) break;
  }
  return isDone;
}

/** Tasks that remove the records missing from the files. A record is removed before the records to which it refers. */
function tasksOfGone(records: readonly DriftedRecord[], planning: Planning): readonly Task[] {
  const { target, account } = planning,
    keyOf = ({ kind, id }: AccountRecord): string => `${kind} ${id}`,
    keysHere = new Set(accountRecords(target).map(keyOf)),
    removals = records.flatMap(({ fileRecord, accountRecord }) =>
      !fileRecord && accountRecord && !accountRecord.isEvidence ? [accountRecord] : [],
    );
  const tasks = [...groupsOf(removals, keyOf).values()].flatMap(records => {
    const [{ id, kind }] = records as [AccountRecord],
      type = kind === 'agent' ? undefined : typeOf({ kind }),
      path = type?.name ?? agentPath(account.cursorAt(records[0]!), planning),
      params = { [type?.id ?? 'agent_id']: id },
      isHere = keysHere.has(`${kind} ${id}`);
    return (isHere || id === '' ? records : [{ ...records[0]!, version: undefined }]).flatMap(record => {
      const subject = { ...record, ...placeBefore(record, planning) };
      const run = (): void => {
        const user = userOf(id, planning);
        if (user)
          throw new ApiError(409, `${planning.labelOf(user)} still refers to this record, and cannot be changed`);
        if (!isHere) planning.send(`delete-${path}`, subject, { params });
        else if (type) throw new ApiError(404, 'no request removes one version of an engine');
        else planning.send('delete-agent-version', subject, { params, version: subject.version });
      };
      const recordName = planning.labelOf(subject);
      if (id !== '') return planning.deletion({ phase: 'gone', record: subject, run }, recordName);
      planning.refuse(subject, `${recordName} had no id, so its record in the account is not known`);
      return [];
    });
  });
  const order = ({ record }: Task): number => phases.indexOf(creationPhase(record));
  return tasks.sort((a, b) => order(b) - order(a));
}

/** A record of the account that still refers to a removed record. */
function userOf(id: string, planning: Planning): AccountRecord | undefined {
  const quotedId = JSON.stringify(id);
  const isNamed = (cursor: Cursor | undefined): boolean =>
    cursor !== undefined && cursor.document.text.includes(quotedId) && JSON.stringify(cursor.value).includes(quotedId);
  return accountRecords(planning.target).find(
    record =>
      record.id !== id &&
      !record.isEvidence &&
      isNamed(planning.recordOf(record)) &&
      !isNamed(planning.target.at(record)),
  );
}

/** The place in the files of a record that an undone request created. */
function placeBefore({ kind, id, version }: AccountRecord, { goal: { undoes } }: Planning): Place | undefined {
  const request = undoes?.requests.find(
    ({ record, answer }) =>
      record.kind === kind && (answer?.id ?? record.id) === id && (version ?? record.version) === record.version,
  );
  return request && { file: request.record.file, pointer: request.record.pointer };
}

/** Pairs a record without an id with the record that was created from it. */
function withCreated(record: DriftedRecord, planning: Planning): DriftedRecord {
  const { fileRecord } = record,
    isSameRecord = (record: AccountRecord): boolean => isAround(record, fileRecord!) && isAround(fileRecord!, record),
    request = fileRecord?.id === '' ? planning.requests.find(({ record }) => isSameRecord(record)) : undefined,
    cursor = request?.answer && planning.recordOf({ ...request.record, id: request.answer.id });
  if (!fileRecord || !cursor) return record;
  const values = driftValues({ base: undefined, fileRecord: planning.target.at(fileRecord), accountRecord: cursor });
  return { ...record, status: values.length > 0 ? 'different' : 'same', values };
}

/** Reports the differences that remain after all requests. */
function reportRemaining({ fileRecord, status, values }: DriftedRecord, planning: Planning): void {
  if (!fileRecord || status === 'same') return;
  const { target } = planning,
    recordLabel = planning.labelOf(fileRecord),
    agent = fileRecord.kind.startsWith('agent') ? target.agent(fileRecord.id) : undefined;
  if (fileRecord.kind === 'agent-list' && agent && agent.records.length > 0) {
    for (const { pointer } of values)
      if (isAround({ ...fileRecord, pointer: join(fileRecord.pointer, 'tags') }, { ...fileRecord, pointer }))
        planning.refuseOnce(
          { ...fileRecord, pointer },
          `no request can change this field of the tags of ${recordLabel}`,
        );
  } else if (fileRecord.isEvidence) {
    if (!agent?.recordPlace(fileRecord.version ?? NaN))
      planning.refuseOnce(fileRecord, `${recordLabel}: no file has its contents`);
  } else if (status === 'here-only') planning.refuseOnce(fileRecord, `${recordLabel}: no request can create it`);
  else
    for (const value of values)
      if (!isRepetition(value, fileRecord.kind === 'agent' && agent?.tagsComplete === true))
        planning.refuseOnce(
          { ...fileRecord, pointer: value.pointer },
          `no request can change this field of ${recordLabel}`,
        );
}

/**
 * Whether a difference repeats another one: a tag is defined in an agent list and in a record, and a missing channel
 * follows from the operation.
 */
const isRepetition = ({ fileValue, accountValue }: DriftValue, isListed: boolean): boolean =>
  (isListed && (fileValue ?? accountValue)!.key === 'assigned_tags') || (!fileValue && accountValue!.key === 'channel');

const recordAt = ({ file, pointer }: Place, id: string, version?: number): AccountRecord => ({
  kind: 'agent',
  id,
  version,
  file,
  pointer,
  name: undefined,
  isEvidence: false,
});

/** The tasks that publish versions of an agent and move its tags. */
function tasksOfAgent(agent: Agent, planning: Planning): Task[] {
  const { account, goal } = planning;
  if (goal.undoes && !account.workspace.agent(agent.id)) return [];
  return [...publishing(agent, planning), ...tagging(agent, planning)];
}

function publishing(agent: Agent, planning: Planning): Task[] {
  const { account, target } = planning,
    { id } = agent;
  return [...agent.versions.values()].flatMap(({ version, isPublished, places }): Task[] => {
    const isPublishedThere = (): boolean | undefined => account.workspace.agent(id)?.versions.get(version)?.isPublished;
    const place = agent.recordPlace(version) ?? places[0]!,
      record = recordAt(place, id, version);
    if (isPublished === false && isPublishedThere() === true)
      planning.refuse(
        target.at(place).get('is_published'),
        `${planning.labelOf(record)} is published and cannot be unpublished`,
      );
    if (isPublished !== true || isPublishedThere() === true) return [];
    const run = (): void => {
      if (isPublishedThere() === undefined) throw new ApiError(404, 'no file has its contents');
      if (!isReady(place, planning))
        throw new ApiError(409, 'it is not published, because not all of its changes can be sent');
      const fields = [{ key: 'version', value: version, at: undefined }];
      planning.send('publish-agent-version', record, { params: { agent_id: id }, fields });
    };
    return [{ phase: 'publish', record, run }];
  });
}

/** Whether a version and its engine in the account are equal to the records in the files. */
function isReady(place: Place, { target, obstacles, remainingTasks }: Planning): boolean {
  const engine = engineReference(target.at(place)),
    engines = engine ? (target.tables.engines(engine.kind).get(engine.id) ?? []) : [],
    versions = engines.filter(({ version }) => engine!.version === null || engine!.version === version);
  return [place, ...versions].every(
    place =>
      !obstacles.some(
        otherObstacle => isAround(place, otherObstacle) && !otherObstacle.text.includes(ASSIGNED_ID_REASON),
      ) &&
      !remainingTasks.some(
        ({ phase, record }) => phase !== 'publish' && isAround(place, record) && isAround(record, place),
      ),
  );
}

function tagging(agent: Agent, planning: Planning): Task[] {
  const { account, goal } = planning,
    { id } = agent;
  const tagsThere = (): Agent['tags'] | undefined => account.workspace.agent(id)?.tags;
  const set = [...agent.tags.values()].map((tag): Task => {
    const record = recordAt(tag.place, id),
      params = { agent_id: id, tag: tag.name };
    const run = (): void => {
      const before = tagsThere()?.get(tag.name),
        fields = fieldsOf(tag, before);
      if (!before || fields.length > 0) planning.send('assign-agent-tag', record, { params, fields });
    };
    return { phase: 'tag', record, run };
  });
  // only an agent list proves that there are no further tags
  const isComplete = agent.tagsComplete || goal.undoes !== undefined,
    extraTags = isComplete ? [...(tagsThere()?.values() ?? [])].filter(({ name }) => !agent.tags.has(name)) : [];
  return [
    ...set,
    ...extraTags.flatMap(({ name, place }) => {
      const record = recordAt(place, id),
        run = (): void => planning.send('delete-agent-tag', record, { params: { agent_id: id, tag: name } });
      return planning.deletion({ phase: 'gone', record, run }, `tag ${clipped(name)} of ${planning.labelOf(record)}`);
    }),
  ];
}

/** The fields of a tag that a request must contain. @throws ApiError */
function fieldsOf({ name, version, variables, source }: AgentTag, before: AgentTag | undefined): Field[] {
  const fields: Field[] = [],
    cursor = source.get('dynamic_variables');
  if (typeof version === 'number' && before?.version !== version)
    fields.push({ key: 'version', value: version, at: undefined });
  else if (before && before.version !== version)
    throw new ApiError(409, `no request can remove the version of tag ${clipped(name)}`);
  if (!isEqual(before?.variables ?? {}, variables ?? {}))
    fields.push({ key: cursor.key, value: variables ?? {}, at: cursor.exists ? cursor : undefined });
  return fields;
}

import { driftBetween, type DriftedRecord } from '../../compare/drift.ts';
import { accountRecords, type AccountRecord } from '../../compare/drift-records.ts';
import { driftValues, type DriftValue } from '../../compare/drift-values.ts';
import type { Cursor } from '../../core/cursor.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { join } from '../../core/json/pointer.ts';
import type { Place } from '../../core/workspace/records.ts';
import { ApiError } from '../errors.ts';
import { tasksOfAgent } from './agent-tasks.ts';
import { isAround, phases, Planning, typeOf, type RequestPlan, type Task, type Goal } from './planning.ts';
import { agentPath, creationPhase, tasksOfRecords } from './record-tasks.ts';

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
  for (const { record: about, run } of planning.remainingTasks) {
    const refusal = planning.refusalOf(() => run(false)),
      { file, pointer } = about;
    // a refusal that follows from another refusal is not reported
    if (!refusal || planning.obstacles.some(obstacle => obstacle.file === file && obstacle.pointer === pointer))
      continue;
    const blocker = planning.blockerOf(refusal, about),
      reason = blocker
        ? `it refers to ${planning.labelOf(blocker)}, which cannot be created`
        : planning.inWords(refusal);
    planning.refuse(about, `${planning.labelOf(about)}: ${reason}`);
  }
  for (const record of driftOf(planning)) reportRemaining(withCreated(record, planning), planning);
  return planning;
}

const driftOf = ({ target, account }: Planning): readonly DriftedRecord[] =>
  driftBetween({ here: target, there: account.workspace, base: undefined }, { byName: false }).records;

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
    removals = records.flatMap(({ here, there }) => (!here && there && !there.isEvidence ? [there] : []));
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
  const { here } = record,
    isSameRecord = (record: AccountRecord): boolean => isAround(record, here!) && isAround(here!, record),
    request = here?.id === '' ? planning.requests.find(({ record }) => isSameRecord(record)) : undefined,
    cursor = request?.answer && planning.recordOf({ ...request.record, id: request.answer.id });
  if (!here || !cursor) return record;
  const values = driftValues({ base: undefined, here: planning.target.at(here), there: cursor });
  return { ...record, status: values.length > 0 ? 'different' : 'same', values };
}

/** Reports the differences that remain after all requests. */
function reportRemaining({ here, status, values }: DriftedRecord, planning: Planning): void {
  if (!here || status === 'same') return;
  const { target } = planning,
    recordLabel = planning.labelOf(here),
    agent = here.kind.startsWith('agent') ? target.agent(here.id) : undefined;
  if (here.kind === 'agent-list' && agent && agent.records.length > 0) {
    for (const { pointer } of values)
      if (isAround({ ...here, pointer: join(here.pointer, 'tags') }, { ...here, pointer }))
        planning.refuseOnce({ ...here, pointer }, `no request can change this field of the tags of ${recordLabel}`);
  } else if (here.isEvidence) {
    if (!agent?.recordPlace(here.version ?? NaN)) planning.refuseOnce(here, `${recordLabel}: no file has its contents`);
  } else if (status === 'here-only') planning.refuseOnce(here, `${recordLabel}: no request can create it`);
  else
    for (const value of values)
      if (!isRepetition(value, here.kind === 'agent' && agent?.tagsComplete === true))
        planning.refuseOnce({ ...here, pointer: value.pointer }, `no request can change this field of ${recordLabel}`);
}

/**
 * Whether a difference repeats another one: a tag is defined in an agent list and in a record, and a missing channel
 * follows from the operation.
 */
const isRepetition = ({ here, there }: DriftValue, isListed: boolean): boolean =>
  (isListed && (here ?? there)!.key === 'assigned_tags') || (!here && there!.key === 'channel');

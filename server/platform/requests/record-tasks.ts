import type { AccountRecord } from '../../compare/drift-records.ts';
import { withoutRepeats, type DriftedRecord } from '../../compare/drift.ts';
import type { Cursor } from '../../core/cursor.ts';
import { publishedAround } from '../../core/domain/published.ts';
import { clipped } from '../../core/wording.ts';
import { ApiError } from '../errors.ts';
import { changedFields, newFields, type Field } from './fields.ts';
import { methodOf, typeOf, type Phase, type Planning, type Task } from './planning.ts';

/** When a record of a kind is made. */
export const makingPhase = ({ kind }: AccountRecord): Phase => making[kind] ?? 'rest';
const making: { readonly [kind in AccountRecord['kind']]?: Phase } = {
  'flow-component': 'component',
  llm: 'engine',
  'conversation-flow': 'engine',
  agent: 'agent',
  'phone-number': 'number',
};

/** Tasks that create new records and update those that differ. */
export function tasksOfRecords(records: readonly DriftedRecord[], planning: Planning): Task[] {
  const repeats = new Set(
    withoutRepeats(planning.to).repeated.flatMap(({ record, duplicates: others }) => [record, ...others]),
  );
  return records.flatMap(({ status, here, there }): Task[] => {
    if (!here || here.isEvidence || status === 'same') return [];
    const called = planning.called(here),
      isEngine = here.kind === 'llm' || here.kind === 'conversation-flow';
    if (repeats.has(here)) planning.refuse(here, `${called} is in several files, which do not say the same`);
    else if (isEngine && here.id === '' && planning.to.document(here.file)!.rootsOf('agent').length > 0)
      planning.refuse(here, `${called}: its engine has no id, by which the agent could name it`);
    else if (there && here.id === '')
      planning.refuse(here, `${called} has no id, so which record of the account it is, is not known`);
    else if (!there && planning.goal.undoes)
      planning.refuse(here, `${called} is gone; made anew, it would be another one with another id`);
    else {
      const phase = makingPhase(here),
        changing = phase === 'number' || phase === 'rest' ? phase : 'contents';
      const make: Task = {
          phase,
          about: here,
          run: isLast => (phase === 'agent' ? makeAgent : makeOther)(here, planning, isLast),
        },
        change: Task = { phase: changing, about: here, run: isLast => update(here, planning, isLast) },
        tasks = here.id === '' ? [make] : [make, change];
      return there ? [change] : tasks;
    }
    return [];
  });
}

/** @throws ApiError */
function makeOther(one: AccountRecord, planning: Planning, isLast: boolean): void {
  const of = typeOf(one),
    at = planning.to.at(one),
    key = of.named ? undefined : of.id;
  // a second file with the record that was just made
  if (one.id !== '' && planning.recordOf(one)) return;
  if (one.id !== '' && planning.account.find(of, one.id).length > 0)
    throw new ApiError(404, 'no request makes a version of an engine, which comes with a version of its agent');
  if (of.versioned && (one.version ?? 0) > 0) throw new ApiError(400, 'the first version of an engine is 0');
  const type = at.get('phone_number_type').string();
  if (of.kind === 'phone-number' && type !== undefined && type !== 'custom')
    throw new ApiError(400, `a number of type ${clipped(type)} is bought, and no request here does that`);
  const fields = newFields(at, key),
    send = (some: readonly Field[]): void => planning.send(`create-${of.name}`, one, { fields: some, key }),
    refusal = planning.refusalOf(() => send(fields));
  // if records name each other, one is made without the name, which an update adds
  const isInCircle = isLast && one.id !== '' && refusal !== undefined && planning.blockerOf(refusal, one) !== undefined;
  if (refusal && !(isInCircle && sentWithout(fields, send, planning))) throw refusal;
  tellAssigned(one, planning, key);
}

/** @throws ApiError */
function makeAgent(one: AccountRecord, planning: Planning): void {
  const at = planning.to.at(one),
    { id, version } = one,
    agent = id === '' ? undefined : planning.account.workspace.agent(id),
    numbers = [...(agent?.versions.keys() ?? [])],
    next = Math.max(-1, ...numbers) + 1;
  const has = (number: number | undefined): boolean => agent?.recordPlace(number ?? NaN) !== undefined;
  if (has(version)) return;
  if (id !== '' && version !== undefined && version !== next)
    throw new ApiError(409, `the platform gives its next version the number ${next}, not ${version}`);
  if (!agent) {
    const fields = newFields(at, 'agent_id', 'channel');
    planning.send(`create-${agentPath(at, planning)}`, one, { fields, key: 'agent_id' });
    tellAssigned(one, planning, 'agent_id');
    return;
  }
  const own = at.get('base_version').integer(),
    value = has(own) ? own : numbers.findLast(has);
  if (value === undefined) throw new ApiError(404, 'no file has a version that it could be made from');
  const fields = [{ key: 'base_version', value, at: undefined }];
  planning.send('create-agent-version', one, { params: { agent_id: id }, fields });
}

function tellAssigned(one: AccountRecord, planning: Planning, key: string | undefined): void {
  const at = key === undefined ? undefined : planning.to.at(one).get(key);
  if (at?.string()) planning.refuse(at, `${key}: ${ASSIGNED}; replace this one by what it answers`);
}
export const ASSIGNED = 'the platform assigns another id';

/** Voice and chat agents have paths of their own. */
export function agentPath(at: Cursor, { to }: Planning): 'agent' | 'chat-agent' {
  const channel = at.get('channel').string() ?? to.agent(at.get('agent_id').string() ?? '')?.channel,
    isChat = channel === undefined ? at.get('end_chat_after_silence_ms').exists : channel === 'chat';
  return isChat ? 'chat-agent' : 'agent';
}

/** @throws ApiError */
function update(one: AccountRecord, planning: Planning, isLast: boolean): void {
  const { account, to } = planning,
    there = planning.recordOf(one),
    here = to.at(one);
  if (!there) throw new ApiError(404, 'it cannot be made');
  const { fields, unset } = changedFields(here, there),
    called = planning.called(one);
  for (const at of unset) planning.refuse(at, `${at.key}: no request removes it from ${called}`);
  if (fields.length === 0) return;
  if (publishedAround(there, account.workspace)) {
    for (const { key } of fields)
      planning.refuse(here.get(key), `${key}: ${called} is published and cannot be changed`);
    return;
  }
  const of = one.kind === 'agent' ? undefined : typeOf(one),
    operation = `update-${of?.name ?? agentPath(here, planning)}`,
    version = !of || of.versioned ? there.get('version').integer() : undefined,
    params = { [of?.id ?? 'agent_id']: one.id },
    // a request that replaces the whole record must contain all fields
    isWhole = methodOf(operation) === 'PUT';
  const send = (some: readonly Field[]): void =>
    planning.send(operation, one, { params, version, fields: isWhole ? newFields(here, of?.id) : some });
  const refusal = planning.refusalOf(() => send(fields));
  if (!refusal) return;
  const wrong = isLast && fields.length > 1 ? sentWithout(fields, send, planning) : undefined;
  if (!wrong) throw refusal;
  planning.refuse(here.get(wrong.key), planning.inWords(refusal));
}

/** Sends all fields but the one because of which all are refused. @returns that, if the others are not */
const sentWithout = (
  fields: readonly Field[],
  send: (some: readonly Field[]) => void,
  planning: Planning,
): Field | undefined => fields.find(field => !planning.refusalOf(() => send(fields.filter(other => other !== field))));

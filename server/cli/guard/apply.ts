import { resolve } from 'node:path';
import { didYouMeanId } from '../../core/domain/ids.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { isArray, isObject, parseJson, property, type JsonObject } from '../../core/json/json.ts';
import type { Agent } from '../../core/workspace/agents.ts';
import { placeOf, type Place } from '../../core/workspace/records.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { clipped, listed } from '../../core/wording.ts';
import { Account } from '../../platform/account.ts';
import { namesOfDialect, namesOfRequest } from '../../platform/dialect.ts';
import { ApiError } from '../../platform/errors.ts';
import { operations } from '../../platform/operations.ts';
import { applyEdits, type PlanEdit } from '../../simulator/edits.ts';
import type { State } from '../../state/open.ts';
import { bytesOf } from '../../state/text.ts';
import type { GuardedCall } from './calls.ts';

/** A workspace before and after the calls. */
export interface Subject {
  readonly state: State;
  workspace: Workspace;
  /** The places of records that are published: agents and their engines and components. */
  readonly publications: Place[];
  /** The files whose records are updated. */
  readonly updates: Set<string>;
}
type Outcome = { readonly reason: string } | { readonly doubt: string } | undefined;

/**
 * Applies a call to the workspace that has the record.
 * @returns the reason to block the call, or the reason why it cannot be applied
 */
export function apply(call: GuardedCall, subjects: readonly Subject[]): Outcome {
  const { operation, id } = call,
    values = valuesOf(call);
  if (!values) return { doubt: `${operation.name} ${clipped(id)}: its body cannot be read` };
  const subjectOf = (agent: string) => subjects.find(({ workspace }) => workspace.agent(agent));
  const isAgents = operation.id === 'agent_id',
    stranger = (isAgents ? [id] : agentsIn(values)).find(agent => !subjectOf(agent));
  if (stranger !== undefined) return unknownAgent(stranger, operation.name, subjects);
  const fullCall = { ...call, values };
  return isAgents ? applyToAgent(fullCall, subjectOf(id)!) : applyAsPlatform(fullCall, subjects);
}

/** The ids of the agents in the arms of a number. */
const agentsIn = (values: JsonObject): string[] =>
  Object.entries(values).flatMap(([key, arms]) =>
    /^(?:in|out)bound_/.test(key) && isArray(arms)
      ? arms.flatMap(arm => property(arm, 'agent_id') ?? []).filter(id => typeof id === 'string')
      : [],
  );

function unknownAgent(id: string, name: string, subjects: readonly Subject[]): Outcome {
  const ids = subjects.flatMap(({ workspace }) => [...workspace.agents.keys()]);
  if (ids.length === 0) return { doubt: `there are no agents in this workspace, so ${clipped(id)} is not known` };
  const suggestion = didYouMeanId(id, ids),
    names = listed(ids.sort(), 'and', 5);
  return {
    reason: `${name}: no agent ${clipped(id)} in this repository${suggestion || `; its agents are ${names}`}`,
  };
}

function applyToAgent(call: GuardedCall, subject: Subject): Outcome {
  const { operation, id, values } = call,
    agent = subject.workspace.agent(id)!,
    version = values['version'] === undefined ? undefined : Number(values['version']);
  const edit = { agentId: id, text: `${operation.name} ${clipped(id)}` };
  if (operation.effect === 'publish')
    return applyEdit({ ...edit, kind: 'publish', version: version ?? newestOf(agent) }, subject);
  const tag = String(values['tag'] ?? values['tag_name'] ?? '');
  if (operation.effect === 'untag') return applyEdit({ ...edit, kind: 'untag', tag }, subject);
  if (operation.effect !== 'tag' || values['dynamic_variables'] !== undefined) return applyAsPlatform(call, [subject]);
  if (version === undefined || tag === '') return { doubt: `${edit.text}: the tag or its version is missing` };
  return applyEdit({ ...edit, kind: 'tag', tag, version }, subject);
}

/**
 * The number of the newest draft, or of the newest version without drafts. It is published by operations that name no
 * version.
 */
const newestOf = ({ versions }: Agent): number => {
  const allVersions = [...versions.values()],
    drafts = allVersions.filter(({ isPublished }) => isPublished !== true);
  return Math.max(0, ...(drafts.length > 0 ? drafts : allVersions).map(({ version }) => version));
};

/** Applies a publication or a change of a tag, like `plan --publish` and `plan --tag`. */
function applyEdit(edit: PlanEdit, subject: Subject): Outcome {
  if ('version' in edit && !Number.isSafeInteger(edit.version))
    return { doubt: `${edit.text}: the version is not a number` };
  const { workspace, outcomes } = applyEdits(subject.workspace, [edit]),
    [{ isImpossible, isDoubtful, outcome, because }] = outcomes as [(typeof outcomes)[number]];
  const answer = `${edit.text}: ${because}`;
  if (isDoubtful || (isImpossible && outcome === 'missing')) return { reason: answer };
  if (isImpossible || outcome === 'unknowable') return { doubt: answer };
  subject.workspace = workspace;
  const place = edit.kind === 'publish' ? workspace.agent(edit.agentId)?.recordPlace(edit.version) : undefined,
    engine = place && workspace.engineOf(workspace.at(place));
  if (place) subject.publications.push(place, ...(engine ? [placeOf(engine)] : []));
  return undefined;
}

/**
 * Applies a call like the stand-in, but without its refusals, because the resulting state is judged. Only the update of
 * a published version is refused.
 */
function applyAsPlatform(call: GuardedCall, subjects: readonly Subject[]): Outcome {
  const { operation: guardedOperation, id, values } = call,
    path = (operation: (typeof operations)[number]) =>
      [operation.path, ...(operation.aliases ?? [])].find(alias => alias.split('/')[1] === guardedOperation.name);
  const operation = operations.find(path);
  if (!operation) return { doubt: `${guardedOperation.name} is not a known operation` };
  const { version, tag_name, tag = tag_name, [guardedOperation.id]: _, ...body } = values;
  let reason = '';
  for (const subject of subjects) {
    const { workspace, state } = subject,
      { configuration } = state,
      account = new Account(workspace, { rules: new RuleSet([]), configuration, baseline: undefined, isStrict: false });
    try {
      operation.run({
        account,
        ...namesOfRequest(
          operation,
          path(operation)!,
          guardedOperation.effect === 'tag' && version !== undefined ? { ...body, version: Number(version) } : body,
          undefined,
          namesOfDialect(account.names),
        ),
        params: { [guardedOperation.id]: id, ...(tag !== undefined && { tag: String(tag) }) },
        query: version === undefined ? {} : { version: String(version) },
        now: () => 0,
        newId: prefix => `${prefix}new`,
        notify: () => {},
      });
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      reason = error.message;
      // the newest version in the files may not be the newest on the platform, so only a named version is certain
      if (error.statusCode === 409 && version !== undefined && guardedOperation.effect === 'update')
        return { reason: `${guardedOperation.name} ${clipped(id)}: ${reason}` };
      continue;
    }
    subject.workspace = account.workspace;
    if (guardedOperation.effect === 'update')
      for (const { file } of account.workspace.documents)
        if (account.workspace.document(file) !== workspace.document(file)) subject.updates.add(file);
    return undefined;
  }
  return { doubt: `${guardedOperation.name} ${clipped(id)}: ${reason.split('\n')[0]!}` };
}

/** The arguments of a call, including those in its file; undefined if the file cannot be read. */
function valuesOf({ values, file, cwd }: GuardedCall): JsonObject | undefined {
  if (file === undefined) return values;
  const body = parseJson(bytesOf(resolve(cwd, file), {})?.toString() ?? '');
  return isObject(body) ? { ...body, ...values } : undefined;
}

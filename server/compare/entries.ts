import { agentName } from '../core/workspace/names.ts';
import type { Cursor } from '../core/cursor.ts';
import { isFinished } from '../core/domain/phone-numbers.ts';
import { agentOfTask, reasonForUnknownAgent } from '../core/domain/tasks.ts';
import { destinationOf, listsIn, type UndrawableList, type WeightList } from '../core/domain/weight-lists.ts';
import { withoutError, sumOf } from '../core/domain/weights.ts';
import { refusalOf } from '../core/workspace/assumptions.ts';
import { resolutionOf } from '../core/index/agent-references.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { columns, comparePlaces, keyOf } from '../core/workspace/tables.ts';
import { placeId, placeOf, type Place } from '../core/workspace/records.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { clipped, compareTexts, show } from '../core/wording.ts';

/** An entry by which callers reach agents: a direction of a phone number, a live tag, or a batch of calls. */
export interface Entry extends Place {
  readonly kind: 'number' | 'tag' | 'batch';
  /** A key that is equal for an entry in both states, even if its record has moved. */
  readonly key: string;
  /** The entry in words: `inbound calls of +14155550100`, `tag prod of Front desk`, `calls of batch "Spring"`. */
  readonly text: string;
  /** The arms, at least one; the shares add up to 1. Equal arms are merged at the position of the first. */
  readonly arms: readonly EntryArm[];
  /** The sum of the weights, of which the shares are parts; undefined if it is 1. */
  readonly sum: number | undefined;
}

/** A share of an entry's callers, and the version that answers these callers. */
export interface EntryArm {
  /** The id of the agent; null if the agent is unknown. */
  readonly agentId: string | null;
  /** The agent's name. */
  readonly name: string;
  /** The version; null if it is unknown or missing, for the reason in `because`. */
  readonly version: number | null;
  /** The reference as written; null if absent. */
  readonly reference: string | number | null;
  /** The tag whose variables apply; null if no tag applies. */
  readonly variablesFrom: string | null;
  readonly share: number;
  readonly because: string | null;
  readonly resolution: Resolution | undefined;
  /**
   * The key of the destination of these callers: equal for one version, or one unresolved reference, in both states.
   */
  readonly to: string;
}

const directions: Readonly<Record<string, string>> = {
  inbound_agents: 'inbound calls',
  outbound_agents: 'outbound calls',
  inbound_sms_agents: 'inbound texts',
  outbound_sms_agents: 'outbound texts',
};
const kinds = ['number', 'tag', 'batch'] as const;

/** What the agent of an entry does with its calls: `answers`, `makes`, `sends`. */
export function callVerbOf({ kind, key }: Pick<Entry, 'kind' | 'key'>): string {
  if (/ outbound_sms_agents( \d+)?$/.test(key)) return 'sends';
  return kind === 'batch' || / outbound_agents( \d+)?$/.test(key) ? 'makes' : 'answers';
}

/** The phone number and the field of an entry's key; the number is undefined for a tag or a batch. */
export function directionIn(key: string): { readonly number: string | undefined; readonly field: string } {
  const [, number, field = ''] = /^number (.*) (\w+_agents)(?: \d+)?$/.exec(key) ?? [];
  return { number, field };
}

/** Whether a file contains an entry, or a phone number that no agent answers yet. */
export const hasEntries = (file: string, workspace: Workspace): boolean =>
  (workspace.records(file)?.phoneNumbers.length ?? 0) > 0 || entriesOf(workspace).some(entry => entry.file === file);

/**
 * The entries of a workspace: numbers, then tags, then batches, each in the order of their places. A list that is
 * null, absent or empty is no entry. Cached with the workspace.
 * @param today `YYYY-MM-DD`, UTC; a batch whose calls were all due earlier is finished and therefore no entry
 */
export const entriesOf = (workspace: Workspace, today: string = workspace.facts.today): readonly Entry[] =>
  workspace.memory.remember(entriesOf, today, () => {
    const entries = [...numbersIn(workspace), ...liveTagsIn(workspace), ...batchesIn(workspace, today)].sort(
      (a, b) => kinds.indexOf(a.kind) - kinds.indexOf(b.kind) || comparePlaces(a, b) || compareTexts(a.key, b.key),
    );
    // a phone number in several files makes several entries, because each file may be the valid one
    const counts = new Map<string, number>();
    return entries.map(entry => {
      const times = (counts.get(entry.key) ?? 0) + 1;
      counts.set(entry.key, times);
      return times === 1 ? entry : { ...entry, key: `${entry.key} ${times}` };
    });
  });

const numbersIn = (workspace: Workspace): Entry[] =>
  rootsOf('phone-number', workspace).flatMap(root => entriesOfNumber(root, workspace));

/**
 * The directions of one phone number.
 * @param root the root of the record of the number
 */
export function entriesOfNumber(root: Cursor, workspace: Workspace): Entry[] {
  return listsIn([root], workspace).flatMap((list): Entry[] => {
    const cursor = list.at.within('agent-weights') ?? list.at,
      { key: field } = cursor;
    if (!cursor.parent) return [];
    const number = root.get('phone_number').string() || placeOf(root).file,
      text = `${directions[field] ?? field} of ${clipped(number)}`;
    const key = `number ${number} ${field}`,
      weights = withoutRefused(list, cursor, workspace, callVerbOf({ kind: 'number', key })),
      arms =
        'reason' in weights
          ? [unknownArm(1, weights.reason, JSON.stringify(cursor.value))]
          : weights.arms.map(({ resolution, expected }) => resolvedArm(resolution, expected, workspace)),
      sum = 'reason' in weights || weights.assumptions.length === 0 ? undefined : weights.sum;
    return entry('number', key, text, placeOf(cursor), arms, sum);
  });
}

/**
 * The weight list, or the reason why no agent can be drawn from it: the configuration switches off one of its
 * assumptions.
 */
function withoutRefused(
  list: WeightList | UndrawableList,
  cursor: Cursor,
  { facts }: Workspace,
  verb: string,
): WeightList | UndrawableList {
  const refusal = 'reason' in list ? undefined : refusalOf(list.assumptions, facts.refusedAssumptions);
  return refusal === undefined ? list : { at: cursor, reason: `who ${verb} them ${refusal}` };
}

const liveTagsIn = (workspace: Workspace): Entry[] =>
  [...workspace.tables.agents.keys()].flatMap(id => liveTagsOf(id, workspace));

function liveTagsOf(id: string, workspace: Workspace): Entry[] {
  const tags = workspace.agent(id)?.tags;
  return workspace.facts.liveTags.flatMap(tag => {
    const state = tags?.get(tag);
    if (!state) return [];
    return entry('tag', `tag ${tag} of ${id}`, `tag ${clipped(tag)} of ${agentName(id, workspace)}`, state.place, [
      resolvedArm(workspace.resolve(id, tag), 1, workspace),
    ]);
  });
}

/** For each version of an agent that callers reach directly, the sum of its shares of live tags and numbers. */
export const sharesOfVersions = (id: string, workspace: Workspace): ReadonlyMap<number, number> =>
  workspace.memory.remember(sharesOfVersions, id, () => {
    const lists = (workspace.table(columns.arms).get(id) ?? []).flatMap(
        arm => workspace.at(arm).within('phone-number') ?? [],
      ),
      numbers = [...new Map(lists.map(root => [keyOf(root), root])).values()],
      shares = new Map<number, number>();
    for (const { arms } of [...numbers.flatMap(root => entriesOfNumber(root, workspace)), ...liveTagsOf(id, workspace)])
      for (const { agentId, version, share } of arms)
        if (agentId === id && version !== null) shares.set(version, (shares.get(version) ?? 0) + share);
    return shares;
  });

function batchesIn(workspace: Workspace, today: string): Entry[] {
  return rootsOf('batch-call', workspace).flatMap(batch => {
    const tasks = batch.get('tasks').items();
    if (tasks.length === 0 || isFinished(batch, today)) return [];
    const place = placeOf(batch),
      name = batch.get('name').string(),
      id = batch.get('batch_call_id').string();
    const arms = tasks.map(task => taskArm(task, 1 / tasks.length, workspace)),
      text = `calls of batch ${name ? show(name) : clipped(id || place.file)}`;
    return entry('batch', `batch ${id || placeId(place)}`, text, place, arms);
  });
}

function taskArm(task: Cursor, share: number, workspace: Workspace): EntryArm {
  const caller = agentOfTask(task, workspace);
  if (!caller) {
    const reason = reasonForUnknownAgent(task, workspace);
    return unknownArm(share, reason, reason);
  }
  const { agentId, reference, from } = caller;
  const fromNumber = from === 'number' ? (task.within('batch-call')?.get('from_number').string() ?? null) : null;
  return resolvedArm(resolutionOf({ agentId, reference, fromNumber }, workspace), share, workspace);
}

const rootsOf = (kind: 'phone-number' | 'batch-call', workspace: Workspace): readonly Cursor[] =>
  workspace.roots(kind).filter(root => root.is(kind));

const unknownArm = (share: number, reason: string, text: string): EntryArm => ({
  agentId: null,
  name: 'an unknown agent',
  version: null,
  reference: null,
  variablesFrom: null,
  share,
  because: reason,
  resolution: undefined,
  to: `? ${text}`,
});

function resolvedArm(resolution: Resolution, share: number, workspace: Workspace): EntryArm {
  const { agentId, reference, version, variablesFrom, because } = resolution;
  return {
    agentId,
    name: agentName(agentId, workspace),
    version,
    reference,
    variablesFrom,
    share,
    because: version === null ? because : null,
    resolution,
    to: destinationOf({ agentId, reference, resolution }),
  };
}

/** Returns the entry with equal arms merged, so that a batch of 50,000 tasks has a few arms; empty without any arm. */
function entry(
  kind: Entry['kind'],
  key: string,
  text: string,
  { file, pointer }: Place,
  allArms: readonly EntryArm[],
  sum?: number,
): Entry[] {
  if (allArms.length === 0) return [];
  const armGroups = groupsOf(allArms, ({ to, reference, variablesFrom }) =>
    JSON.stringify([to, reference, variablesFrom]),
  );
  const arms = [...armGroups.values()].map(arms => ({
    ...arms[0],
    share: withoutError(sumOf(arms.map(({ share }) => share))),
  }));
  return [{ kind, key, text, file, pointer, arms, sum }];
}

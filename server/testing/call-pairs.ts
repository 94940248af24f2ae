import fc from 'fast-check';
import { Document } from '../core/document.ts';
import { expect } from 'vitest';
import { changesBetween } from '../compare/changes.ts';
import { entryOf } from '../compare/callers.ts';
import { Workspace } from '../core/workspace/workspace.ts';

/*
 * A second, naive computation of the results of `compare/callers.ts`. It models workspaces with agents, numbers and
 * batches, and enumerates the calls in two of them to find the version that answers each call.
 */

type Reference = string | number | null;
/** An arm of a weight list: an agent, a reference to one of its versions, and the weight in parts. */
type ModelArm = readonly [agent: string, reference: Reference, parts: number];
type Tags = Readonly<Record<string, number | null>>;
interface CallModel {
  readonly agents: Readonly<Record<string, { readonly versions: readonly number[]; readonly tags: Tags }>>;
  /** The arms of each phone number and direction; null if the direction has no list. */
  readonly numbers: Readonly<Record<string, Readonly<Record<string, readonly ModelArm[] | null>>>>;
  readonly batches: Readonly<Record<string, readonly (readonly [agent: string, reference: Reference])[]>>;
}

const directions = {
  inbound_agents: 'inbound calls',
  outbound_agents: 'outbound calls',
  inbound_sms_agents: 'inbound texts',
} as const;
const agent = fc.constantFrom('desk', 'night', 'nobody'),
  reference = fc.constantFrom<Reference>('prod', 'beta', 'canary', 'latest', null, 0, 1, 2, 7);
const arms = fc.array(fc.tuple(agent, reference, fc.integer({ min: 1, max: 6 })), { maxLength: 5 });
const versions = fc.subarray([0, 1, 2, 3], { minLength: 1 });
const agentRecord = versions.chain(versionNumbers =>
  fc.record({
    versions: fc.constant(versionNumbers),
    tags: fc.dictionary(
      fc.constantFrom('prod', 'beta', 'canary'),
      fc.constantFrom<number | null>(...versionNumbers, null),
    ),
  }),
);
const optional = <T>(of: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> => fc.option(of, { nil: undefined, freq: 4 });
const definedMembers = <T>(members: Readonly<Record<string, T | undefined>>): Record<string, T> =>
  Object.fromEntries(Object.entries(members).filter((one): one is [string, T] => one[1] !== undefined));
const lists = fc
  .record({
    inbound_agents: optional(arms),
    outbound_agents: fc.option(arms),
    inbound_sms_agents: optional(arms),
  })
  .map(definedMembers<readonly ModelArm[] | null>);
const model: fc.Arbitrary<CallModel> = fc.record({
  agents: fc.record({ desk: agentRecord, night: optional(agentRecord) }).map(definedMembers),
  numbers: fc.record({ '+14155550100': lists, '+14155550101': optional(lists) }).map(definedMembers),
  batches: fc
    .record({ Spring: optional(fc.array(fc.tuple(agent, reference), { minLength: 1, maxLength: 6 })) })
    .map(definedMembers),
});

/** Returns a model with the same shares of calls, in which each arm is split in two and the order is reversed. */
const rewrittenModel = (model: CallModel, by: number): CallModel => ({
  ...model,
  numbers: Object.fromEntries(
    Object.entries(model.numbers).map(([number, armLists]) => [
      number,
      Object.fromEntries(
        Object.entries(armLists).map(([direction, arms]) => [
          direction,
          arms &&
            arms
              .flatMap(([id, ref, parts]): ModelArm[] => [
                [id, ref, parts * by],
                [id, ref, parts],
              ])
              .toReversed(),
        ]),
      ),
    ]),
  ),
});

/**
 * Generates pairs of models: unrelated, with only the agents or only the numbers changed, or with equal shares written
 * differently.
 */
const pairs: fc.Arbitrary<readonly [CallModel, CallModel]> = fc.oneof(
  fc.tuple(model, model),
  fc.tuple(model, model).map(([model, otherModel]) => [model, { ...model, agents: otherModel.agents }] as const),
  fc.tuple(model, model).map(([model, otherModel]) => [model, { ...model, numbers: otherModel.numbers }] as const),
  fc.tuple(model, fc.integer({ min: 1, max: 3 })).map(([model, by]) => [model, rewrittenModel(model, by)] as const),
);

/** Builds the workspace of a model. Weights are written as fractions of 1, such as 0.3333333333333333. */
function filesOf({ agents, numbers, batches }: CallModel): Workspace {
  const file = (name: string, value: unknown): Document => new Document(name, JSON.stringify(value));
  const items = Object.entries(agents).map(([id, { tags }]) => ({
    agent_id: id,
    channel: 'voice',
    user_modified_timestamp: 1,
    tags: Object.fromEntries(
      Object.entries(tags).map(([tag, version]) => [tag, version === null ? {} : { version, dynamic_variables: {} }]),
    ),
  }));
  const armsOf = (arms: readonly ModelArm[] | null) => {
    const sum = arms?.reduce((total, arm) => total + arm[2], 0) ?? 0,
      // lists with an odd number of parts get weights that do not add up to 1
      of = sum % 2 === 0 ? sum : 40;
    return (
      arms?.map(([agent_id, agent_version, parts]) => ({
        agent_id,
        ...(agent_version !== null && { agent_version }),
        weight: parts / of,
      })) ?? null
    );
  };
  return new Workspace(
    [
      file('agents.agent-list.json', items),
      ...Object.entries(agents).map(([id, versions]) =>
        file(
          `${id}.agent-versions.json`,
          versions.versions.map(version => ({ version, is_published: true })),
        ),
      ),
      ...Object.entries(batches).map(([name, tasks]) =>
        file(`${name}.batch-call.json`, {
          name,
          from_number: '+14155550199',
          tasks: tasks.map(([id, version], i) => ({
            to_number: `+141555502${10 + i}`,
            override_agent_id: id,
            ...(version !== null && { override_agent_version: version }),
          })),
        }),
      ),
      ...Object.entries(numbers).map(([phone_number, armLists], i) =>
        file(`n${i}.phone-number.json`, {
          phone_number,
          ...Object.fromEntries(Object.entries(armLists).map(([direction, arms]) => [direction, armsOf(arms)])),
        }),
      ),
    ].sort((a, b) => (a.file < b.file ? -1 : 1)),
  );
}

/** The agent version that answers a call, or the unresolved reference. */
function answerTo([id, ref]: readonly [string, Reference, ...unknown[]], { agents }: CallModel): string {
  const agent = agents[id],
    text = ref ?? 'latest',
    unresolved = `${id}@${text}`;
  if (!agent) return unresolved;
  const latest = Math.max(...agent.versions);
  if (text === 'latest') return `${id} ${latest}`;
  if (typeof text === 'number') return agent.versions.includes(text) ? `${id} ${text}` : unresolved;
  return text in agent.tags ? `${id} ${agent.tags[text] ?? latest}` : unresolved;
}

/** The answers to the calls of each entry, one call for each part of its weight list. */
function callsOf(model: CallModel): Map<string, string[]> {
  const answers = new Map<string, string[]>();
  for (const [number, arms] of Object.entries(model.numbers))
    for (const [direction, list] of Object.entries(arms))
      if (list && list.length > 0)
        answers.set(
          `${directions[direction as keyof typeof directions]} of ${number}`,
          list.flatMap(arm => Array<string>(arm[2]).fill(answerTo(arm, model))),
        );
  for (const [id, { tags }] of Object.entries(model.agents))
    if ('prod' in tags) answers.set(`tag prod of ${id}`, [answerTo([id, 'prod'], model)]);
  for (const [name, tasks] of Object.entries(model.batches))
    answers.set(
      `calls of batch "${name}"`,
      tasks.map(task => answerTo(task, model)),
    );
  return answers;
}

/**
 * The share of the calls of each entry whose answer changes, as a fraction; null for a new entry. Both states get
 * equally many calls, and as many calls as possible keep their answer.
 */
function movedCalls(before: CallModel, after: CallModel): Map<string, readonly [moved: number, of: number] | null> {
  const [former, current] = [callsOf(before), callsOf(after)];
  return new Map(
    [...new Set([...former.keys(), ...current.keys()])].map(entry => {
      const [formerAnswers, currentAnswers] = [former.get(entry), current.get(entry)];
      if (!formerAnswers) return [entry, null];
      if (!currentAnswers) return [entry, [1, 1]];
      const calls = formerAnswers.length * currentAnswers.length,
        remainingAnswers = new Map<string, number>();
      for (let i = 0; i < calls; i++)
        remainingAnswers.set(
          currentAnswers[i % currentAnswers.length]!,
          (remainingAnswers.get(currentAnswers[i % currentAnswers.length]!) ?? 0) + 1,
        );
      let share = 0;
      for (let i = 0; i < calls; i++) {
        const answer = formerAnswers[i % formerAnswers.length]!,
          rest = remainingAnswers.get(answer) ?? 0;
        if (rest > 0) remainingAnswers.set(answer, rest - 1);
        else share++;
      }
      return [entry, [share, calls]];
    }),
  );
}

/** Asserts that both computations agree on `numRuns` random pairs of models. */
export const agreesOn = (numRuns: number): void =>
  fc.assert(
    fc.property(pairs, ([model, otherModel]) => {
      const { callers } = changesBetween({ workspace: filesOf(model) }, { workspace: filesOf(otherModel) });
      const byName = new Map(callers.map(change => [entryOf(change).text, change.movedShare]));
      for (const [entry, count] of movedCalls(model, otherModel)) {
        const share = byName.get(entry);
        if (count === null) expect([entry, share]).toEqual([entry, null]);
        else expect(Math.abs((share ?? 0) - count[0] / count[1]), entry).toBeLessThan(1e-9);
        if (count !== null) expect(share, entry).not.toBe(null);
        byName.delete(entry);
      }
      expect([...byName]).toEqual([]);
      for (const { before, after } of callers)
        for (const side of [before, after])
          if (side) expect(side.arms.reduce((sum, arm) => sum + arm.share, 0)).toBeCloseTo(1, 9);
    }),
    { numRuns },
  );

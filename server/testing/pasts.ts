import fc from 'fast-check';
import { expect } from 'vitest';
import { Document } from '../core/document.ts';
import { isSuperseded } from '../core/index/superseded.ts';
import { Workspace } from '../core/workspace/workspace.ts';

/*
 * A second, naive computation of the results of `core/index/superseded.ts`: it models workspaces with old versions,
 * and applies the definition of superseded versions directly.
 */

type Reference = string | number | null;
interface Named {
  readonly agent: string;
  readonly reference: Reference;
}
interface Version {
  readonly isPublished: boolean | undefined;
  readonly modified: number;
  readonly assigned: readonly string[] | undefined;
  /** The version of the engine; `nested` if the engine is in the file of the agent; null if it is not given. */
  readonly engine: number | 'nested' | null;
  readonly swaps: readonly Named[];
}
interface PastModel {
  readonly agents: Readonly<
    Record<
      string,
      {
        readonly versions: Readonly<Record<string, Version>>;
        readonly tags: Readonly<Record<string, number | null>> | undefined;
      }
    >
  >;
  /** The agents to which each version of the engine of an agent swaps. */
  readonly engines: Readonly<Record<string, Readonly<Record<string, readonly Named[]>>>>;
  readonly arms: readonly Named[];
  readonly weights: readonly Named[];
  readonly tasks: readonly Named[];
}

const ids = ['desk', 'night', 'billing'] as const,
  numbers = [0, 1, 2, 3, 4];
const agentReference: fc.Arbitrary<Named> = fc.record({
  agent: fc.constantFrom(...ids),
  reference: fc.constantFrom<Reference>(0, 1, 2, 3, 'prod', 'beta', 'latest', 'latest_published', null),
});
const fewReferences = fc.array(agentReference, { maxLength: 1 });
const version: fc.Arbitrary<Version> = fc.record({
  isPublished: fc.constantFrom(true, true, true, true, true, false, undefined),
  modified: fc.constantFrom(1, 2, 3, 4, 5, 6, 7, 8),
  assigned: fc.constantFrom(undefined, undefined, [], ['beta']),
  engine: fc.constantFrom<Version['engine']>(0, 1, 2, 'nested', null),
  swaps: fewReferences,
});
const dictionary = <T>(
  keys: readonly (string | number)[],
  values: fc.Arbitrary<T>,
  maximum?: number,
): fc.Arbitrary<Record<string, T>> =>
  fc.dictionary(fc.constantFrom(...keys.map(String)), values, maximum === undefined ? {} : { maxKeys: maximum });
const pasts: fc.Arbitrary<PastModel> = fc.record({
  agents: dictionary(
    ids,
    fc.record({
      versions: dictionary(numbers, version),
      tags: fc.option(dictionary(['prod', 'beta'], fc.constantFrom(0, 1, 2, 3, 4, null)), { nil: undefined }),
    }),
  ),
  engines: dictionary(ids, dictionary([0, 1, 2], fewReferences)),
  arms: fewReferences,
  weights: fewReferences,
  tasks: fewReferences,
});

const swapsOf = (references: readonly Named[]): object[] =>
  references.map(({ agent, reference }, i) => ({
    type: 'agent_swap',
    name: `swap_${i}`,
    agent_id: agent,
    ...(reference !== null && { agent_version: reference }),
    post_call_analysis_setting: 'both_agents',
  }));
const weightsOf = (references: readonly Named[]): object[] =>
  references.map(({ agent, reference }) => ({
    agent_id: agent,
    ...(reference !== null && { agent_version: reference }),
    weight: 1,
  }));

function workspaceOf({ agents, engines, arms, weights, tasks }: PastModel): Workspace {
  const files: Record<string, unknown> = {
    'a.phone-number.json': { phone_number: '+14155550100', inbound_agents: weightsOf(arms) },
    'a.agent-weights.json': weightsOf(weights),
    'a.batch-call.json': {
      from_number: '+14155550101',
      tasks: tasks.map(({ agent, reference }) => ({
        to_number: '+14155550102',
        override_agent_id: agent,
        ...(reference !== null && { override_agent_version: reference }),
      })),
    },
  };
  for (const [id, { versions, tags }] of Object.entries(agents)) {
    if (tags)
      files[`${id}.agent-list.json`] = [
        {
          agent_id: id,
          tags: Object.fromEntries(
            Object.entries(tags).map(([tag, version]) => [tag, version === null ? {} : { version }]),
          ),
        },
      ];
    for (const [number, { isPublished, modified, assigned, engine, swaps }] of Object.entries(versions))
      files[`${id}-${number}.agent.json`] = {
        agent_id: id,
        version: Number(number),
        is_published: isPublished,
        last_modification_timestamp: modified,
        assigned_tags: assigned,
        response_engine: {
          type: 'retell-llm',
          llm_id: engine === 'nested' ? `own_${id}_${number}` : `llm_${id}`,
          ...(typeof engine === 'number' && { version: engine }),
        },
        ...(engine === 'nested' && { retellLlmData: { general_prompt: 'Hi.', general_tools: swapsOf(swaps) } }),
      };
  }
  for (const [id, versions] of Object.entries(engines))
    for (const [number, swaps] of Object.entries(versions))
      files[`${id}-${number}.llm.json`] = {
        llm_id: `llm_${id}`,
        version: Number(number),
        general_tools: swapsOf(swaps),
      };
  return new Workspace(
    Object.entries(files)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, value]) => new Document(file, JSON.stringify(value))),
  );
}

/** The files of all superseded versions, and of the engines that only superseded versions run. */
function supersededIn(model: PastModel, workspace: Workspace): string[] {
  const { agents, engines } = model;
  const pool = Object.entries(agents).flatMap(([id, { versions }]) =>
    Object.entries(versions).map(([number, version]) => ({
      id,
      number: Number(number),
      ...version,
      key: `${id}-${number}.agent.json`,
    })),
  );
  const engineOf = (id: string, { engine }: Version): string | undefined => {
    const versionNumbers = Object.keys(engines[id] ?? {}).map(Number);
    if (engine === 'nested' || versionNumbers.length === 0) return undefined;
    const number = engine ?? Math.max(...versionNumbers);
    return versionNumbers.includes(number) ? `${id}-${number}.llm.json` : undefined;
  };
  const runners = (file: string): string[] => pool.filter(one => engineOf(one.id, one) === file).map(({ key }) => key);
  // each reference with the files of the agent versions that run it; none if no agent runs the swap
  const references: [Named, string[]][] = [
    ...[...model.arms, ...model.weights, ...model.tasks].map((one): [Named, string[]] => [one, []]),
    ...pool.flatMap(({ engine, swaps, key }) =>
      engine === 'nested' ? swaps.map((swap): [Named, string[]] => [swap, [key]]) : [],
    ),
    ...Object.entries(engines).flatMap(([id, versions]) =>
      Object.entries(versions).flatMap(([number, swaps]) =>
        swaps.map((swap): [Named, string[]] => [swap, runners(`${id}-${number}.llm.json`)]),
      ),
    ),
  ];
  const selects = ({ agent, reference }: Named, id: string, number: number): boolean => {
    if (agent !== id) return false;
    const { outcome, version, candidates } = workspace.resolve(agent, reference);
    return outcome === 'unknowable' ? (candidates?.includes(number) ?? true) : version === number;
  };
  let supersededFiles = new Set(
    pool
      .filter(({ id, number, isPublished, assigned }) => {
        const newest = workspace.resolve(id, 'latest_published').version,
          latest = Math.max(...pool.filter(one => one.id === id).map(one => one.number)),
          { tags, versions } = agents[id]!;
        const hasUnknownTags =
          assigned === undefined && Object.values(versions).some(version => version.assigned !== undefined);
        const isTagged = tags ? Object.values(tags).includes(number) : hasUnknownTags || (assigned ?? []).length > 0;
        return isPublished === true && newest !== null && newest !== number && latest !== number && !isTagged;
      })
      .map(({ key }) => key),
  );
  for (let before = -1; before !== supersededFiles.size;) {
    before = supersededFiles.size;
    const isPast = (makers: readonly string[]): boolean =>
      makers.length > 0 && makers.every(maker => supersededFiles.has(maker));
    supersededFiles = new Set(
      pool
        .filter(
          ({ id, number, key }) =>
            supersededFiles.has(key) &&
            !references.some(([one, makers]) => selects(one, id, number) && !isPast(makers)),
        )
        .map(({ key }) => key),
    );
  }
  const engineFiles = Object.entries(engines)
    .flatMap(([id, versions]) => Object.keys(versions).map(number => `${id}-${number}.llm.json`))
    .filter(file => runners(file).length > 0 && runners(file).every(one => supersededFiles.has(one)));
  return [...supersededFiles, ...engineFiles].sort();
}

/**
 * Asserts that both computations agree.
 * @returns the total number of superseded files
 */
export function agreesOnPasts(runs: number, seed?: number): number {
  let count = 0;
  fc.assert(
    fc.property(pasts, model => {
      const workspace = workspaceOf(model);
      const answer = workspace.documents.flatMap(({ file }) =>
        isSuperseded({ file, pointer: '' }, workspace) ? file : [],
      );
      expect(answer).toEqual(supersededIn(model, workspace));
      count += answer.length;
    }),
    { numRuns: runs, ...(seed !== undefined && { seed }) },
  );
  return count;
}

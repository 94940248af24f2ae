import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listsIn, type WeightList } from '../core/domain/weight-lists.ts';
import { Document } from '../core/document.ts';
import { workspaceOf } from '../testing/fixture.ts';
import { tasksOf, variablesOf } from './batch.ts';
import { callId, fraction } from './draw.ts';
import { drawList, movesBetween } from './weights.ts';

/*
 * Second, naive computations: of weights with exact fractions, and of the variables of a batch by reading every
 * source.
 */

const versions = { prod: 1, beta: 2 } as const,
  selected = { ...versions, latest: 2, latest_published: 2 } as const,
  texts = { 1: ['a', 'b', 'c'], 2: ['c', 'd', 'a'] } as const;
type Values = Readonly<Record<string, string>>;
const worldOf = (tags: Readonly<Record<keyof typeof versions, Values>>, defaults: Readonly<Record<1 | 2, Values>>) =>
  workspaceOf(
    [
      [
        'agents.agent-list.json',
        [
          {
            agent_id: 'x',
            agent_name: 'X',
            channel: 'voice',
            user_modified_timestamp: 1,
            tags: Object.fromEntries(
              (['prod', 'beta'] as const).map(tag => [tag, { version: versions[tag], dynamic_variables: tags[tag] }]),
            ),
          },
        ],
      ],
      [
        'x.agent-versions.json',
        [1, 2].map(version => ({ version, is_published: true, last_modification_timestamp: version })),
      ],
      ...([1, 2] as const).flatMap(
        version =>
          [
            [
              `v${version}.agent.json`,
              {
                agent_id: 'x',
                version,
                is_published: true,
                voice_id: '11labs-Myra',
                response_engine: { type: 'service-llm', llm_id: `llm_${version}` },
              },
            ],
            [
              `${version}.llm.json`,
              {
                llm_id: `llm_${version}`,
                model: 'gpt-4.1',
                default_dynamic_variables: defaults[version],
                general_prompt: texts[version].map(name => `{{${name}}}`).join(' '),
              },
            ],
          ] as const,
      ),
      [
        'n.phone-number.json',
        { phone_number: '+14155550100', outbound_agents: [{ agent_id: 'x', agent_version: 'prod', weight: 1 }] },
      ],
    ]
      .map(([file, value]) => `-- ${file as string} --\n${JSON.stringify(value)}\n`)
      .join(''),
  );

test('drawn arms, moved calls and the minimum moved share agree with exact arithmetic', () => {
  const world = worldOf({ prod: {}, beta: {} }, { 1: {}, 2: {} });
  const listOf = (arms: unknown): WeightList =>
    listsIn(new Document('w.agent-weights.json', JSON.stringify(arms)).roots, world)[0] as WeightList;
  const arm = fc.record({
    agent_id: fc.constantFrom('x', 'y', 'z'),
    agent_version: fc.constantFrom(1, 2, 'prod', 'beta'),
    millionths: fc.integer({ min: 1, max: 3_000_000 }),
  });
  const arms = fc.array(arm, { minLength: 1, maxLength: 8 });
  type Arms = readonly { agent_id: string; agent_version: string | number; millionths: number }[];
  const total = (list: Arms): bigint => list.reduce((sum, { millionths }) => sum + BigInt(millionths), 0n);
  const armOf = (list: Arms, at: number): number => {
    let end = 0n;
    return list.findIndex(
      ({ millionths }) => BigInt(at * 2 ** 53) * total(list) < (end += BigInt(millionths)) * 2n ** 53n,
    );
  };
  const nameOf = ({ agent_id: id, agent_version: version }: Arms[number]): string =>
    `${id}@${id === 'x' && typeof version === 'string' ? versions[version as 'prod'] : version}`;
  const written = (list: Arms): WeightList =>
    listOf(list.map(({ millionths, ...one }) => ({ ...one, weight: millionths / 1e6 })));
  const shares = (list: Arms, factor: bigint): Map<string, bigint> => {
    const byName = new Map<string, bigint>();
    for (const arm of list) byName.set(nameOf(arm), (byName.get(nameOf(arm)) ?? 0n) + BigInt(arm.millionths) * factor);
    return byName;
  };
  fc.assert(
    fc.property(arms, arms, fc.string(), (before, after, seed) => {
      const calls = 200,
        fractions = Array.from({ length: calls }, (_, i) => fraction(seed, callId(i)));
      const counts = before.map((_, i) => fractions.filter(at => armOf(before, at) === i).length);
      expect(drawList(written(before), calls, seed).arms.map(arm => arm.calls)).toEqual(counts);
      const moves = movesBetween(written(before), written(after), calls, seed);
      const nameAt = (list: Arms, at: number): string => nameOf(list[armOf(list, at)]!);
      expect(moves.moved).toBe(fractions.filter(at => nameAt(before, at) !== nameAt(after, at)).length);
      // if the denominator is the product of both totals, every loss is an integer
      const [former, current] = [shares(before, total(after)), shares(after, total(before))];
      const least = [...former].reduce(
        (sum, [name, share]) => sum + (share > (current.get(name) ?? 0n) ? share - (current.get(name) ?? 0n) : 0n),
        0n,
      );
      expect(moves.least_share).toBeCloseTo(Number((least * 10n ** 9n) / (total(before) * total(after))) / 1e9, 5);
    }),
    { numRuns: 2000 },
  );
});

test('each task of a batch has the expected version, and each variable its source', () => {
  const values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom('1', '2'), {
    maxKeys: 3,
    noNullPrototype: true,
  });
  const task = fc.record({
    reference: fc.constantFrom<keyof typeof selected | 1 | 2 | undefined>(
      undefined,
      'prod',
      'beta',
      1,
      2,
      'latest',
      'latest_published',
    ),
    call: values,
  });
  let unsetCount = 0;
  fc.assert(
    fc.property(
      fc.record({ prod: values, beta: values }),
      fc.record({ 1: values, 2: values }),
      fc.array(task, { minLength: 1, maxLength: 5 }),
      (tags, defaults, request) => {
        const batch = new Document(
          'b.batch-call.json',
          JSON.stringify({
            from_number: '+14155550100',
            tasks: request.map(({ reference, call }) => ({
              to_number: '+12137774445',
              service_llm_dynamic_variables: call,
              ...(reference !== undefined && { override_agent_id: 'x', override_agent_version: reference }),
            })),
          }),
        );
        const taskCalls = tasksOf(batch.roots[0]!, worldOf(tags, defaults).withDocument(batch));
        expect(taskCalls.map(call => call.resolution!.version)).toEqual(
          request.map(({ reference = 'prod' }) => (typeof reference === 'number' ? reference : selected[reference])),
        );
        for (const [i, { call }] of request.entries()) {
          const version = taskCalls[i]!.resolution!.version as 1 | 2,
            tag = version === 1 ? 'prod' : 'beta';
          const sources = [
            ['call', call],
            ['tag', tags[tag]],
            ['engine default', defaults[version]],
          ] as const;
          const expected = ['a', 'b', 'c', 'd'].flatMap(name => {
            const source = sources.find(([, values]) => name in values);
            return source ? [{ name, value: source[1][name]!, source: source[0] }] : [];
          });
          expect(variablesOf(taskCalls[i]!)).toEqual(expected);
          const missing = texts[version].filter(name => !expected.some(variable => variable.name === name)).toSorted();
          unsetCount += missing.length;
          expect(taskCalls[i]!.unsetNames).toEqual(missing);
        }
      },
    ),
    { numRuns: 1000 },
  );
  expect(unsetCount).toBeGreaterThan(500);
});

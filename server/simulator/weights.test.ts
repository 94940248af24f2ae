import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { workspaceOf } from '../testing/fixture.ts';
import { filterAgents } from './subjects/agent-list-filter.ts';
import { routeCall, routeCalls, routingOf } from './subjects/asr-routing.ts';
import { callId } from './draw.ts';
import { outageOf } from './subjects/outage.ts';
import { destinationOf, listsIn, type WeightList } from '../core/domain/weight-lists.ts';
import { drawCall, drawList, movesBetween } from './weights.ts';

const world = workspaceOf(`
-- a.agent-list.json --
[{ "agent_id": "a", "agent_name": "A", "channel": "voice", "user_modified_timestamp": 1,
  "tags": { "prod": { "version": 1 }, "beta": { "version": 2 } } }]
-- a.agent-versions.json --
[{ "version": 1, "is_published": true, "last_modification_timestamp": 1 },
  { "version": 2, "is_published": false, "last_modification_timestamp": 2 }]
`);
const listOf = (arms: unknown): WeightList => {
  const [list] = listsIn(new Document('w.agent-weights.json', JSON.stringify(arms)).roots, world);
  if (!list || 'reason' in list) throw new Error(list?.reason);
  return list;
};
const arm = fc.record({
  agent_id: fc.constantFrom('a', 'b'),
  agent_version: fc.constantFrom('prod', 'beta', 1, 2, 'latest', 'latest_published', 9),
  weight: fc.integer({ min: 1, max: 1000 }).map(n => n / 1000),
});
const arms = fc.array(arm, { minLength: 1, maxLength: 6 });

test('counts add up, arms of one version are added up, and a call gets the same arm in a single draw', () => {
  fc.assert(
    fc.property(arms, fc.string(), fc.integer({ min: 1, max: 400 }), (input, seed, calls) => {
      const list = listOf(input),
        drawnList = drawList(list, calls, seed);
      expect(drawnList.arms.reduce((sum, arm) => sum + arm.calls, 0)).toBe(calls);
      expect(drawnList.versions.reduce((sum, version) => sum + version.calls, 0)).toBe(calls);
      expect(list.arms.reduce((sum, arm) => sum + arm.expected, 0)).toBeCloseTo(1, 9);
      const countsByArm = new Map<unknown, number>();
      for (let i = 0; i < calls; i++) {
        const { at } = drawCall(list, callId(i), seed)!;
        countsByArm.set(at.pointer, (countsByArm.get(at.pointer) ?? 0) + 1);
      }
      for (const drawnArm of drawnList.arms) expect(countsByArm.get(drawnArm.arm.at.pointer) ?? 0).toBe(drawnArm.calls);
      const armAt = (pointer: string) => list.arms.find(({ at }) => at.pointer === pointer)!;
      const names = drawnList.versions.map(version => destinationOf(armAt(version.arms[0]!)));
      expect(new Set(names).size).toBe(names.length);
      for (const version of drawnList.versions)
        for (const pointer of version.arms) expect(armAt(pointer).resolution.version).toBe(version.agent_version);
    }),
    { numRuns: 60 },
  );
});

test('the number of moved callers equals the moves of single calls: it is 0 for equal weights, and the same in the other direction', () => {
  fc.assert(
    fc.property(arms, arms, fc.string(), (formerArms, currentArms, seed) => {
      const before = listOf(formerArms),
        after = listOf(currentArms),
        calls = 300,
        moves = movesBetween(before, after, calls, seed);
      let moved = 0;
      for (let i = 0; i < calls; i++)
        if (destinationOf(drawCall(before, callId(i), seed)!) !== destinationOf(drawCall(after, callId(i), seed)!))
          moved++;
      expect([moves.moved, moves.moves.reduce((sum, move) => sum + move.calls, 0)]).toEqual([moved, moved]);
      expect(movesBetween(after, before, calls, seed).moved).toBe(moved);
      expect(movesBetween(before, before, calls, seed)).toMatchObject({ moved: 0, least_share: 0, moves: [] });
      // every draw moves at least the minimum share, with a tolerance of six standard errors
      expect(moves.share).toBeGreaterThanOrEqual(moves.least_share - 6 * Math.sqrt(0.25 / calls));
    }),
    { numRuns: 60 },
  );
});

test('weights that do not add up to 1 are scaled, by assumption', () => {
  const doubled = listOf([
      { agent_id: 'a', agent_version: 1, weight: 1.4 },
      { agent_id: 'a', agent_version: 2, weight: 0.6 },
    ]),
    normal = listOf([
      { agent_id: 'a', agent_version: 1, weight: 0.7 },
      { agent_id: 'a', agent_version: 2, weight: 0.3 },
    ]);
  expect([doubled.assumptions, normal.assumptions]).toEqual([['weights-in-proportion'], []]);
  expect(drawList(doubled, 5000, 'x').arms.map(arm => arm.calls)).toEqual(
    drawList(normal, 5000, 'x').arms.map(arm => arm.calls),
  );
  expect(listOf(Array.from({ length: 10 }, () => ({ agent_id: 'a', weight: 0.1 }))).assumptions).toEqual([]);
});

test('the share of a call in an ASR split depends only on the id of that call', () => {
  const routing = routingOf(
    new Document(
      'r.asr-routing.json',
      '{"provider": "azure", "endpointing_ms": 300, "split": [' +
        '{"provider": "azure", "endpointing_ms": 300, "fraction": 0.6}, ' +
        '{"provider": "soniox", "endpointing_ms": 500, "fraction": 0.4}, ' +
        '{"provider": "deepgram", "endpointing_ms": 10, "fraction": 0}]}',
    ).roots[0]!,
  );
  if ('reason' in routing) throw new Error(routing.reason);
  const counts = new Map<string, number>();
  for (let i = 0; i < 2000; i++) {
    const { provider } = routeCall(routing, callId(i), 's');
    counts.set(provider, (counts.get(provider) ?? 0) + 1);
  }
  expect(routeCalls(routing, 2000, 's').map(({ provider, calls }) => [provider, calls])).toEqual([
    ['azure', counts.get('azure')],
    ['soniox', counts.get('soniox')],
    ['deepgram', 0],
  ]);
});

test('no file makes a simulation throw', () => {
  const values = fc.oneof(
    fc.jsonValue(),
    fc.array(
      fc.record(
        { agent_id: fc.jsonValue(), agent_version: fc.jsonValue(), weight: fc.jsonValue() },
        { requiredKeys: [] },
      ),
    ),
    fc.record(
      {
        inbound_agents: fc.jsonValue(),
        voice_id: fc.jsonValue(),
        fallback_voice_ids: fc.jsonValue(),
        split: fc.jsonValue(),
        query: fc.jsonValue(),
        channel: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );
  fc.assert(
    fc.property(values, value => {
      const roots = (kind: string) => new Document(`x.${kind}.json`, JSON.stringify(value)).roots;
      for (const kind of ['agent-weights', 'phone-number'])
        for (const list of listsIn(roots(kind), world)) if (!('reason' in list)) drawList(list, 5, 's');
      for (const root of roots('asr-routing')) {
        const routing = routingOf(root);
        if (!('reason' in routing)) routeCalls(routing, 5, 's');
      }
      for (const root of roots('agent')) outageOf(root, new Set(['cartesia']), new Workspace([]));
      for (const root of roots('agent-list-filter')) filterAgents(root, world);
    }),
    { numRuns: 400 },
  );
});

import { describe, expect, test } from 'vitest';
import type { Json } from '../core/json/json.ts';
import { driftOf, expectAsNaive, flow, leavesOf } from '../testing/three-way.ts';

test.each([1, 2, 3])('three states are compared as leaf by leaf, in 200 random changes (%i)', part => {
  for (let seed = part * 1000; seed < part * 1000 + 200; seed++) expectAsNaive(seed);
});

describe('one value', () => {
  test('that changes is one difference, at its pointer', () => {
    for (const [way, leaf] of leavesOf(flow as unknown as Json)) {
      if (/(^|\/)(id|name|type|version|conversation_flow_id)$/.test(way) || typeof leaf !== 'string') continue;
      const text = JSON.stringify(flow),
        there = text.replace(JSON.stringify(leaf), JSON.stringify(`${leaf}!`));
      const { values, status } = driftOf('a.conversation-flow.json', undefined, text, there);
      expect([way, status, values.length]).toEqual([way, 'different', 1]);
      expect(values[0]!.here!.value).toBe(leaf);
    }
  });
  test('that the platform lacks is not kept, one that it has as a default is no difference', () => {
    const { global_prompt: _, ...without } = flow;
    expect(driftOf('a.conversation-flow.json', flow, flow, without).values).toMatchObject([
      { pointer: '/global_prompt', side: 'not-kept', there: undefined },
    ]);
    const agent = { agent_id: 'agent_a', version: 0, voice_id: '11labs-Myra', language: 'en-US' },
      { language: __, ...bare } = agent;
    expect(driftOf('a.agent.json', agent, agent, bare).status).toBe('same');
    expect(driftOf('a.agent.json', { ...agent, language: 'de-DE' }, { ...agent, language: 'de-DE' }, bare).status).toBe(
      'different',
    );
  });
  test('of the platform alone is no difference, but whether it is published', () => {
    const there = { ...flow, last_modification_timestamp: 5, is_published: true };
    expect(driftOf('a.conversation-flow.json', undefined, flow, there).status).toBe('same');
    expect(
      driftOf('a.conversation-flow.json', undefined, { ...flow, is_published: false }, there).values,
    ).toMatchObject([{ pointer: '/is_published' }]);
  });
  test('that both changed alike is no difference; differently, it is a conflict', () => {
    const [a, b] = ['One', 'Two'].map(text => ({ ...flow, global_prompt: text }));
    expect(driftOf('a.conversation-flow.json', flow, a, a).status).toBe('same');
    expect(driftOf('a.conversation-flow.json', flow, a, b)).toMatchObject({
      status: 'conflict',
      values: [{ pointer: '/global_prompt', side: 'both' }],
    });
  });
  test('in what the other side removed is a conflict at the outer place', () => {
    const here = { ...flow, nodes: flow.nodes.slice(1) },
      there = { ...flow, nodes: flow.nodes.map(node => ({ ...node, name: `${node.name}!` })) };
    const { values } = driftOf('a.conversation-flow.json', flow, here, there);
    expect(values.map(({ pointer, side }) => [pointer, side])).toEqual([
      ['/nodes/0', 'both'],
      ['/nodes/0/name', 'there'],
      ['/nodes/1/name', 'there'],
    ]);
  });
});

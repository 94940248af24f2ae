import { describe, expect, test } from 'vitest';
import type { Json } from '../core/json/json.ts';
import { stablePointer } from '../core/configuration/stable-pointer.ts';
import { Random } from '../testing/fuzz/random.ts';
import { changedCopy, driftOf, leavesOf, naiveSides } from '../testing/three-way.ts';
import type { DriftValue } from './drift-values.ts';

const flow = {
  conversation_flow_id: 'conversation_flow_1',
  version: 0,
  global_prompt: 'Be kind.',
  start_node_id: 'hello',
  kb_config: { filter_score: 0.4 },
  nodes: [
    {
      id: 'hello',
      type: 'conversation',
      name: 'Hello',
      instruction: { type: 'prompt', text: 'Greet.' },
      edges: [
        { id: 'e1', destination_node_id: 'bye', transition_condition: { type: 'prompt', prompt: 'Done' } },
        { id: 'e2', destination_node_id: 'more', transition_condition: { type: 'prompt', prompt: 'More' } },
      ],
    },
    { id: 'more', type: 'conversation', name: 'More', instruction: { type: 'prompt', text: 'Ask.' }, edges: [] },
    { id: 'bye', type: 'end', name: 'Bye' },
  ],
  tools: [
    { type: 'custom', name: 'a', url: 'https://a.example', headers: { accept: 'x' } },
    { type: 'end_call', name: 'b', description: 'Ends.' },
  ],
};
// what decides the shape, and what says which record or item it is
const kept = new Set(['conversation_flow_id', 'version', 'type', 'id', 'name', 'nodes', 'tools', 'instruction']);

/** The way of a value as the naive comparison spells it. */
function wayOf({ here, there, base }: DriftValue): string {
  const at = (here ?? there ?? base)!;
  return stablePointer(at.document, at.pointer).replace(/\[(?:id|name)=([^\]]*)\]/g, '/$1');
}

function compareOnce(seed: number): void {
  const random = new Random(seed),
    here = changedCopy(flow, random, random.upTo(5), kept),
    there = changedCopy(flow, random, random.upTo(5), kept);
  const expected = naiveSides(flow, here, there),
    { values } = driftOf('a.conversation-flow.json', flow, here, there);
  const covered = new Set<string>();
  for (const value of values) {
    const way = wayOf(value);
    const inner = [...expected].filter(([one]) => one === way || one.startsWith(`${way}/`));
    for (const [one] of inner) covered.add(one);
    // a value that both changed is shown as a whole, though only one of them changed some of it
    const isTouched = (one: Json): boolean =>
      [...naiveSides(flow, one, flow).keys()].some(leaf => leaf === way || leaf.startsWith(`${way}/`));
    if (value.side === 'both') expect([seed, way, [here, there].map(isTouched)]).toEqual([seed, way, [true, true]]);
    else expect([seed, way, [...new Set(inner.map(([, side]) => side))]]).toEqual([seed, way, [value.side]]);
  }
  expect([seed, [...expected.keys()].filter(way => !covered.has(way))]).toEqual([seed, []]);
}

test.each([1, 2, 3])('three states are compared as leaf by leaf, in 200 random changes (%i)', part => {
  for (let seed = part * 1000; seed < part * 1000 + 200; seed++) compareOnce(seed);
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

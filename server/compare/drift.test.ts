import { describe, expect, test } from 'vitest';
import type { Json } from '../core/json/json.ts';
import { driftOf, expectAsNaive, flow, leavesOf } from '../testing/three-way.ts';

test.each([1, 2, 3])(
  'the drift between three states equals a comparison leaf by leaf, for 200 random changes (%i)',
  part => {
    for (let seed = part * 1000; seed < part * 1000 + 200; seed++) expectAsNaive(seed);
  },
);

const engine = {
  llm_id: 'llm_a',
  version: 0,
  general_tools: [
    { type: 'end_call', name: 'bye', description: 'Ends.' },
    { type: 'custom', name: 'check_slots', description: 'Looks.', url: 'https://a.example' },
  ],
  starting_state: 'ask',
  states: [
    { name: 'first', state_prompt: 'Greet.', edges: [{ destination_state_name: 'ask', description: 'Then.' }] },
    { name: 'ask', state_prompt: 'Ask.', edges: [{ destination_state_name: 'ask', description: 'Again.' }] },
  ],
};

describe('one value', () => {
  test('that changes is one difference, at its pointer', () => {
    for (const [path, leaf] of leavesOf(flow as unknown as Json)) {
      if (/(^|\/)(id|name|type|version|conversation_flow_id)$/.test(path) || typeof leaf !== 'string') continue;
      const text = JSON.stringify(flow),
        there = text.replace(JSON.stringify(leaf), JSON.stringify(`${leaf}!`));
      const { values, status } = driftOf('a.conversation-flow.json', undefined, text, there);
      expect([path, status, values.length]).toEqual([path, 'different', 1]);
      expect(values[0]!.fileValue!.value).toBe(leaf);
    }
  });
  test('that the platform lacks is not kept, but a value equal to its default is no difference', () => {
    const { global_prompt: _, ...without } = flow;
    expect(driftOf('a.conversation-flow.json', flow, flow, without).values).toMatchObject([
      { pointer: '/global_prompt', side: 'not-kept', accountValue: undefined },
    ]);
    const agent = { agent_id: 'agent_a', version: 0, voice_id: '11labs-Myra', language: 'en-US' },
      { language: __, ...bare } = agent;
    expect(driftOf('a.agent.json', agent, agent, bare).status).toBe('same');
    expect(driftOf('a.agent.json', { ...agent, language: 'de-DE' }, { ...agent, language: 'de-DE' }, bare).status).toBe(
      'different',
    );
  });
  test('that only the platform has is no difference, except the published state', () => {
    const there = { ...flow, last_modification_timestamp: 5, is_published: true };
    expect(driftOf('a.conversation-flow.json', undefined, flow, there).status).toBe('same');
    expect(
      driftOf('a.conversation-flow.json', undefined, { ...flow, is_published: false }, there).values,
    ).toMatchObject([{ pointer: '/is_published' }]);
  });
  test('that both sides changed is no difference if the new values are equal, and otherwise a conflict', () => {
    const [a, b] = ['One', 'Two'].map(text => ({ ...flow, global_prompt: text }));
    expect(driftOf('a.conversation-flow.json', flow, a, a).status).toBe('same');
    expect(driftOf('a.conversation-flow.json', flow, a, b)).toMatchObject({
      status: 'conflict',
      values: [{ pointer: '/global_prompt', side: 'both' }],
    });
  });
  test('that is an item with only a new name is one difference, at the name', () => {
    const { general_tools: tools, states } = engine,
      named = (name: string, at = 1) => ({ ...engine, general_tools: tools.with(at, { ...tools[at]!, name }) });
    const valuesOf = (here: unknown, there: unknown, base: unknown = engine) =>
      driftOf('a.llm.json', base, here, there).values.map(
        difference =>
          `${difference.pointer} ${difference.side} ${String(difference.fileValue?.value)} → ${String(difference.accountValue?.value)}`,
      );
    for (const base of [engine, undefined])
      expect(valuesOf(engine, named('get_slots'), base)).toEqual([
        '/general_tools/1/name there check_slots → get_slots',
      ]);
    // the platform adds defaults and changes the order
    const there = { ...engine, general_tools: [{ ...tools[1]!, name: 'get', speak_during_execution: null }, tools[0]] };
    expect(valuesOf(engine, there)).toEqual(['/general_tools/1/name there check_slots → get']);
    expect(valuesOf(named('get_slots'), engine)).toEqual(['/general_tools/1/name here get_slots → check_slots']);
    expect(valuesOf(named('a'), named('b'))).toEqual(['/general_tools/1/name both a → b']);
    expect(valuesOf(named('a'), named('a'))).toEqual([]);
    // the item is also matched if one side changed another of its values
    const withOtherUrl = { ...engine, general_tools: [tools[0], { ...tools[1]!, url: 'https://b.example' }] };
    expect(valuesOf(withOtherUrl, named('a'))).toEqual([
      '/general_tools/1/url here https://b.example → https://a.example',
      '/general_tools/1/name there check_slots → a',
    ]);
    const further = { ...engine, general_tools: [tools[0], { ...tools[1]!, name: 'a', url: 'https://b.example' }] };
    expect(valuesOf(further, named('a'))).toEqual(['/general_tools/1/url here https://b.example → https://a.example']);
    // without a match, one item is removed and one added
    expect(valuesOf(engine, further)).toEqual([
      '/general_tools/1 not-kept [object Object] → undefined',
      '/general_tools/1 there undefined → [object Object]',
    ]);
    // the new name is the name of another item on the other side
    expect(valuesOf(named('a', 0), named('a'))).toEqual([
      '/general_tools/0 here undefined → [object Object]',
      '/general_tools/0/type both end_call → custom',
      '/general_tools/0/description both Ends. → Looks.',
      '/general_tools/0/url there undefined → https://a.example',
      '/general_tools/1 not-kept [object Object] → undefined',
    ]);
    const renamed = JSON.parse(
      JSON.stringify({ states, starting_state: 'ask' }).replaceAll('"ask"', '"listen"'),
    ) as object;
    expect(valuesOf(engine, { ...engine, ...renamed }).sort()).toEqual([
      '/starting_state there ask → listen',
      '/states/0/edges/0/destination_state_name there ask → listen',
      '/states/1/edges/0/destination_state_name there ask → listen',
      '/states/1/name there ask → listen',
    ]);
  });
  test('that is the id of a node differs at the id and at the references to the node', () => {
    const there = JSON.parse(JSON.stringify(flow).replaceAll('"more"', '"node-9"')) as unknown;
    expect(
      driftOf('a.conversation-flow.json', flow, flow, there)
        .values.map(({ pointer, side }) => [pointer, side])
        .sort(),
    ).toEqual([
      ['/nodes/0/edges/1/destination_node_id', 'there'],
      ['/nodes/1/id', 'there'],
    ]);
    const tools = flow.tools.map((tool, i) => ({ ...tool, tool_id: `tool_${i}` })),
      renamedTools = [{ ...tools[0]!, name: 'look', url: 'https://b.example' }, tools[1]];
    expect(
      driftOf('a.conversation-flow.json', undefined, { ...flow, tools }, { ...flow, tools: renamedTools }).values.map(
        ({ pointer, side }) => [pointer, side],
      ),
    ).toEqual([
      ['/tools/0/name', 'there'],
      ['/tools/0/url', 'there'],
    ]);
  });
  test('inside a value that the other side removed is a conflict at the outer place', () => {
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

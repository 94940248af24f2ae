import { describe, expect, test } from 'vitest';
import { contextAt } from '../../testing/caret.ts';
import { panelText } from '../../testing/panel-text.ts';
import { textOf, h } from '../../view/element.ts';
import { headingOf } from '../../view/panel-answer.ts';
import { viewElements } from '../../view/html.ts';
import { promptAt, type PromptOptions } from './index.ts';

const record = `-- desk.agent.json --
{ "agent_id": "agent_desk", "agent_name": "Desk", "version": 2, "is_published": true,
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow" } }
`;
const flow = (caret: string): string =>
  `-- f.conversation-flow.json --
{ "conversation_flow_id": "flow", "global_prompt": "You are {{clinic}}, {{direction}}.", "start_node_id": "a",
  "default_dynamic_variables": { "clinic": "Any" },
  "nodes": [
    { "id": "a", "type": "conversation", "name": "Greet", "instruction": { "type": "static_text", "text": "Hi {{who}}!" },
      "edges": [{ "id": "e", "destination_node_id": "b", "transition_condition": { "type": "prompt", "prompt": "Greeted" } }] },
    { "id": "b", "type": "conversation", "name": "Verify", "instruction": { "type": "prompt", "text": "Verify {{pin}}." } }
  ] }
`.replace(caret, `▮${caret}`);
const otherFiles = `-- v1.agent.json --
{ "agent_id": "agent_desk", "version": 1 }
-- all.agent-list.json --
[{ "agent_id": "agent_desk", "tags": {
  "prod": { "version": 2, "dynamic_variables": { "clinic": "North" } },
  "night": { "version": 2, "dynamic_variables": { "clinic": "Night" } },
  "old": { "version": 1, "dynamic_variables": { "clinic": "Old" } } } }]
-- n.phone-number.json --
{ "phone_number": "+14155550100", "outbound_agents": [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }] }
-- t.test-case.json --
{ "name": "Asks", "user_prompt": "Ask.", "metrics": ["It asks"],
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow" },
  "dynamic_variables": { "who": "Ada", "clinic": "Test" } }
`;
const wordsOf = (text: string, options?: PromptOptions): string => {
  const { blocks } = promptAt(contextAt(text), options);
  return textOf(
    h('div', {}, ...viewElements(blocks.filter(block => !('key' in block && block.key === 'assumptions')))),
  );
};
const currentOf = (text: string, options?: PromptOptions): readonly string[] =>
  promptAt(contextAt(text), options).blocks.flatMap(block =>
    block.is === 'section' && block.isCurrent ? block.key : [],
  );
const allFiles = record + flow('Greeted') + otherFiles;
const chooseNode = (text: string, start: string): string => {
  const { choices = [] } = promptAt(contextAt(text));
  return choices[0]!.options.find(({ label }) => label.startsWith(start))!.value;
};

test('a prompt states the effect of several unset variables in one sentence', () => {
  const two = wordsOf(record + flow('Greeted').replaceAll('{{who}}', '{{who}} {{where}}'));
  expect(two).toContain('Unset: {{where}} and {{who}}; unless the call sets them, they stay placeholders.');
});

test('a prompt shows the request of the node at the cursor, with its values, unset variables and examples', () => {
  expect(wordsOf(record + flow('Greeted'))).toMatchInlineSnapshot(`
    "Desk v2, node "Greet"
    A request has 16 tokens before a word is spoken, counted with o200k_base.
    Unset: {{who}}; unless the call sets it, it stays a placeholder.
    The values of the tag are not known.
    prompt, 8 tokens
    f.conversation-flow.json:1
    You are Any, inbound.
    static text of node Greet, 5 tokens
    f.conversation-flow.json:4
    Hi {{who}} unset!
    edge to Verify, 3 tokens
    f.conversation-flow.json:5
    Greeted"
  `);
});

describe('the prompt for a caller', () => {
  const promptOf = (options?: PromptOptions): string => /You are .*/.exec(wordsOf(allFiles, options))![0];
  test('can be that of a tag, a number or a test case', () => {
    expect(promptOf()).toBe('You are Any, inbound.');
    expect(promptOf({ as: 'tag night' })).toBe('You are Night, inbound.');
    expect(promptOf({ as: chooseNode(allFiles, 'outbound') })).toBe('You are North, outbound.');
    expect(promptOf({ as: chooseNode(allFiles, 'test case') })).toBe('You are Test, inbound.');
    expect(promptOf({ as: 'gone' })).toBe('You are Any, inbound.');
  });
  test('uses given values before all others', () => {
    expect(promptOf({ as: 'tag prod', given: 'clinic=A=B; who=Ada' })).toBe('You are A=B, inbound.');
    expect(promptOf({ given: 'clinic=[{"a": "x; b=1"}; who=Ada' })).toBe('You are [{"a": "x, inbound.');
    expect(promptOf({ given: 'clinic={"a": "x; b=1"}; who=Ada' })).toBe('You are {"a": "x; b=1"}, inbound.');
    expect(promptOf({ given: 'none; clinic=1; who=' })).toBe('You are 1, inbound.');
    expect(wordsOf(allFiles, { given: 'wo=Ada' })).toContain('no text contains {{wo}}; did you mean "who"?');
  });
  test('says if a tag selects a version without an engine', () =>
    expect(wordsOf(allFiles, { as: 'tag old' })).toMatch(
      /selects version 1, whose engine is not .*; this is the text of version 2 with the values of tag old[^]*are Old/,
    ));
  describe('by a tag of another version', () => {
    const earlier = (engine: string): string =>
      allFiles.replace(
        '"version": 1 }',
        `"version": 1, "response_engine": { "type": "conversation-flow", "conversation_flow_id": "${engine}" } }`,
      );
    const old = `-- o.conversation-flow.json --
{ "conversation_flow_id": "old", "global_prompt": "You were {{clinic}}.", "start_node_id": "a",
  "nodes": [
    { "id": "a", "type": "conversation", "name": "Greet", "instruction": { "type": "prompt", "text": "Hello." } }] }
`;
    test('has the text of that version', () => {
      const words = wordsOf(earlier('old') + old, { as: 'tag old' });
      expect(words).toMatch(/^Desk@old \(version 1\), node "Greet"\n/);
      expect(words).toContain('tag old selects version 1, whose text is shown instead of the text of version 2');
      expect(words).toContain('You were Old.');
      expect(words).not.toContain('You are');
    });
    test('begins at the first node of that version if it lacks the node at the cursor', () =>
      expect(
        wordsOf((earlier('old') + old).replace('▮', '').replace('Verify {', '▮Verify {'), { as: 'tag old' }),
      ).toMatch(/node "Greet"[^]*node "Verify" is not in it/));
    test('has no note if that version runs the same engine', () => {
      const words = wordsOf(earlier('flow'), { as: 'tag old' });
      expect(words).toMatch(/^Desk@old \(version 1\)[^]*You are Old/);
      expect(words).not.toContain('selects');
    });
  });
  test('can be that of other agents on the engine, if their tags select it', () => {
    const night = `-- night.agent.json --
{ "agent_id": "agent_night", "agent_name": "Night", "version": 0,
  "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow" } }
-- night.agent-list.json --
[{ "agent_id": "agent_night", "tags": { "prod": { "version": 0, "dynamic_variables": { "clinic": "Moon" } },
  "gone": { "version": 7 } } }]
`;
    const { choices } = promptAt(contextAt(allFiles + night));
    expect(choices![0]!.options.map(({ label }) => label)).toContain('tag prod of Night');
    expect(choices![0]!.options.map(({ label }) => label)).not.toContain('tag gone of Night');
    expect(wordsOf(allFiles + night, { as: chooseNode(allFiles + night, 'tag prod of Night') })).toMatch(
      /^Night@prod[^]*You are Moon/,
    );
  });
  test('has a name for each caller', () =>
    expect(
      promptAt(contextAt(allFiles)).choices!.map(({ label, options }) => [
        label,
        ...options.map(option => option.label),
      ]),
    ).toMatchInlineSnapshot(`
      [
        [
          "As",
          "Desk v2",
          "tag prod",
          "tag night",
          "tag old",
          "outbound_agents of +14155550100",
          "test case Asks",
        ],
        [
          "Node",
          "at the cursor",
          "Greet",
          "Verify",
        ],
      ]
    `));
});

test('two arms of one list have different labels if they select different versions', () => {
  const twice = otherFiles.replace(
    /"weight": 1 \}/,
    '$&, { "agent_id": "agent_desk", "agent_version": "night", "weight": 1 }',
  );
  const { choices } = promptAt(contextAt(record + flow('Greeted') + twice));
  expect(choices![0]!.options.map(({ label }) => label).filter(label => label.startsWith('outbound'))).toEqual([
    'outbound_agents of +14155550100, Desk@prod',
    'outbound_agents of +14155550100, Desk@night',
  ]);
});

test('a chosen node stays selected until the engine no longer has it', () => {
  expect(wordsOf(record + flow('Greeted'), { turn: 'b' })).toContain('Verify {{pin}} unset.');
  expect(wordsOf(record + flow('Greeted'), { turn: 'z' })).toContain('Hi {{who}} unset!');
  expect(wordsOf(record + flow('Verify {'))).toContain('Verify {{pin}} unset.');
});

test('the cursor can be in a number, a tag, a test case, or an unused engine', () => {
  const fixture = (caret: string): string =>
    (record + flow('nothing') + otherFiles).replace('▮', '').replace(caret, `▮${caret}`);
  expect(wordsOf(fixture('agent_id": "agent_desk", "agent_version'))).toContain('You are North, outbound.');
  expect(wordsOf(fixture('North'))).toContain('You are North, inbound.');
  expect(wordsOf(fixture('Asks'))).toContain('You are Test, inbound.');
  const ownWords = wordsOf(flow('Greeted'));
  expect(ownWords).toContain('You are Any, inbound.');
  expect(ownWords.replace(/\s+/g, ' ')).toMatch(
    /no agent in this workspace runs this engine, so what tags and calls set is not known/i,
  );
  expect(ownWords).not.toContain('component');
});

test('a missing prompt is explained', () => {
  const custom = record.replace('"conversation-flow", "conversation_flow_id": "flow"', '"custom-llm"');
  expect(promptAt(contextAt(custom.replace('Desk', '▮Desk'))).words).toBe('Desk v2: the engine is your own server');
  expect(promptAt(contextAt('-- a.alert-rule.json --\n{ "name": "▮x" }')).words).toMatch(/^a.alert-rule.json: /);
});

test('the heading of a prompt names its version and node', () =>
  expect(headingOf(promptAt(contextAt(record + flow('Greeted'))))).toBe('Desk v2, node "Greet"'));

test('the part of the request at the cursor is unfolded, and the other parts are folded', () => {
  const { blocks } = promptAt(contextAt(record + flow('Greeted')));
  expect(blocks.flatMap(block => (block.is === 'section' ? `${block.key} ${block.open}` : []))).toEqual([
    'part-0 false',
    'part-1 true',
    'part-2 true',
    'assumptions false',
  ]);
  expect(currentOf(record + flow('Greeted'))).toEqual(['part-2']);
  expect(currentOf(record + flow('You are'))).toEqual(['part-0']);
  expect(currentOf(record + flow('You are'), { turn: 'b' })).toEqual(['part-1']);
  expect(panelText(blocks, contextAt(record + flow('Greeted')).workspace)).toContain('tokens');
});

test('the prompt of an engine without agents does not mention shared components', () => {
  const llm = '-- l.llm.json --\n{ "llm_id": "llm_a", "version": 0, "general_prompt": "▮Hi {{who}}" }\n';
  expect(wordsOf(llm)).not.toContain('shared component');
  expect(wordsOf(flow('Hi'))).not.toContain('shared component');
});

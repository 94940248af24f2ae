import { describe, expect, test } from 'vitest';
import { actionsIn, outcomeOf, titles } from '../../testing/actions-at.ts';

const desk = `-- desk-2.agent.json --
{ "agent_id": "agent_desk", "version": 2, "is_published": true, "assigned_tags": ["prod"], "agent_name": "Desk",
  "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://a.test" }, "voice_id": "11labs-Lily" }
-- desk-3.agent.json --
{ "agent_id": "agent_desk", "version": 3, "is_published": false, "assigned_tags": [], "agent_name": "Desk",
  "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://a.test" }, "voice_id": "11labs-Lily" }
`;
const refactorings = (fixture: string): string[] =>
  titles(fixture, { onlyKinds: ['refactor'] }).map(title => title.replace(/^refactor\./, ''));

describe('a reference to a version', () => {
  const arm = (members: string): string =>
    `${desk}-- w.agent-weights.json --\n[\n  { "agent_id": "agent_desk", ${members}"weight": 1 }\n]\n`;
  test('by a tag can be pinned to its number', () => {
    expect(refactorings(arm('"agent_version": "pr▮od", '))).toEqual([
      'rewrite: Pin to version 2, which "prod" selects',
    ]);
    expect(outcomeOf(arm('"agent_version": "pr▮od", '), 'Pin to version 2, which "prod" selects')).toBe(
      '\n-- w.agent-weights.json --\n[\n  { "agent_id": "agent_desk", "agent_version": 2, "weight": 1 }\n]\n',
    );
  });
  test('that is left out can be pinned in the settings of the agent', () =>
    expect(
      outcomeOf(
        `${desk}-- w.agent-weights.json --\n[{ "agent_id": "agent▮_desk", "weight": 1 }]\n`,
        'Pin to version 3, which no version selects',
      ),
    ).toContain('[{ "agent_id": "agent_desk", "weight": 1, "agent_version": 3 }]'));
  test('by a number can be replaced by a tag, and the title says which version latest would select instead', () => {
    expect(refactorings(arm('"agent_version": ▮2, '))).toEqual([
      'rewrite: Use "prod", which selects version 2',
      'rewrite: Use "latest_published", which selects version 2',
      'rewrite: Use "latest", which selects version 3 (draft) in place of 2',
    ]);
    expect(outcomeOf(arm('"agent_version": ▮2, '), 'Use "prod", which selects version 2')).toContain(
      '"agent_version": "prod"',
    );
  });
  test('can be pinned and then restored, which leaves the text unchanged', () => {
    const pinnedText = outcomeOf(arm('"agent_version": "lat▮est", '), 'Pin to version 3, which "latest" selects');
    expect(pinnedText).toContain('"agent_version": 3');
    expect(refactorings(arm('"agent_version": ▮3, '))).toEqual(['rewrite: Use "latest", which selects version 3']);
  });
  test('that selects nothing, is in a filter or is a base version cannot be rewritten', () => {
    expect(refactorings(arm('"agent_version": "be▮ta", '))).toEqual([]);
    expect(
      refactorings(
        `${desk}-- a.alert-rule.json --\n{ "filter": { "agent": [{ "agent_id": "agent_desk", "version": [▮2] }] } }`,
      ),
    ).toEqual([]);
    expect(refactorings(desk.replace('"version": 3,', '"version": 3, "base_version": ▮2,'))).toEqual([]);
  });
});

describe('words of a prompt', () => {
  const engine = (prompt: string, fields = ''): string =>
    `-- desk.llm.json --\n{\n  "llm_id": "llm_desk",\n  "general_prompt": "${prompt}"${fields}\n}\n`;
  test('of an agent can become a variable of its engine, in another file', () => {
    const text = outcomeOf(
      `-- a.agent.json --
{ "agent_id": "agent_a", "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }, "voice_id": "11labs-Lily",
  "voicemail_message": "Please call ▮the desk▮ back." }
${engine('Hello')}`,
      'Extract into variable {{the_desk}}',
    );
    expect(text).toContain('"Please call {{‹the_desk›}} back."');
    expect(text).toContain('-- desk.llm.json --');
    expect(text).toContain('"the_desk": "the desk"');
  });
  test.each([
    ['empty', engine('Hello ▮there')],
    ['within braces', engine('Hello {{▮name▮}}')],
    ['partly within braces', engine('Hello ▮{{name}} there▮')],
    ['split at an escape', engine('Hello \\▮nthere▮')],
    ['partly outside of the string', engine('Hello ▮there').replace('"\n}', '"▮\n}')],
    ['in a text without variables', engine('Hi').replace('llm_desk', '▮llm▮_desk')],
    ['in a broken file', engine('Hello ▮there▮').replace('{\n', '{,\n')],
  ])('that are %s cannot become a variable', (_, fixture) => expect(refactorings(fixture)).toEqual([]));
});

describe('an else edge', () => {
  const flow = (node: string): string => `-- f.conversation-flow.json --
{
  "start_node_id": "a",
  "nodes": [
    ${node},
    { "id": "b", "type": "end" }
  ]
}
`;
  test.each([
    '{ "id": "a", "type": "branch", ▮"else_edge": { "id": "x", "destination_node_id": "b" } }',
    '{ "id": "a", "type": "conversation", ▮"always_edge": { "id": "x", "destination_node_id": "b" } }',
    '{ "id": "a", "type": "e▮nd" }',
  ])('is not added to %s', node => expect(refactorings(flow(node))).toEqual([]));
});

describe('an export', () => {
  const bundle = (engine: string, agentEngine = '"conversation_flow_id": "flow_1"'): string => `-- export.agent.json --
{
  "agent_id": "agent_a",▮
  "response_engine": { "type": "conversation-flow", ${agentEngine} },
  "voice_id": "11labs-Lily",
  "conversationFlow": ${engine}
}
`;
  test('gives an engine without an id the id that the agent names', () =>
    expect(outcomeOf(bundle('{ "nodes": [] }'), 'Split into agent and conversation flow files')).toContain(
      '{"conversation_flow_id": "flow_1", "nodes": [] }',
    ));
  test('that wraps the agent is split, and the agent stays in its file', () => {
    const text = outcomeOf(
      `-- desk.agent.json --
{
  "agent": {
    "agent_id": "agent_a",▮
    "response_engine": { "type": "service-llm", "llm_id": "llm_1" },
    "voice_id": "11labs-Lily"
  },
  "llm": { "llm_id": "llm_1", "general_prompt": "Hi" }
}
`,
      'Split into agent and llm files',
    );
    expect(text).toBe(`
-- desk.llm.json --
{ "llm_id": "llm_1", "general_prompt": "Hi" }
-- desk.agent.json --
{
  "agent_id": "agent_a",
  "response_engine": { "type": "service-llm", "llm_id": "llm_1" },
  "voice_id": "11labs-Lily"
}
`);
  });
  test('is split at its own fields, and not at the contents of its engine', () => {
    const titlesAt = (place: string): readonly string[] =>
      refactorings(
        bundle('{ "nodes": [], "global_prompt": "Hi" }').replace('▮', '').replace(place, `▮${place}`),
      ).filter(title => title.startsWith('move: Split'));
    for (const place of ['{\n', '"agent_id"', '"11labs-Lily"', '"conversationFlow"'])
      expect(titlesAt(place), place).toEqual(['move: Split into agent and conversation flow files']);
    for (const place of ['"flow_1"', '"nodes"', 'Hi']) expect(titlesAt(place), place).toEqual([]);
  });
  test('is split without overwriting a file', () => {
    const fixture = `${bundle('{ "nodes": [] }')}-- export.conversation-flow.json --\n{ "nodes": [] }\n`;
    expect(outcomeOf(fixture, 'Split into agent and conversation flow files')).toContain(
      '-- export-2.conversation-flow.json --',
    );
    const { actions } = actionsIn(bundle('{ "nodes": [] }'), {
      isTaken: file => file === 'export.conversation-flow.json',
    });
    const moveAction = actions.find(({ kind }) => kind === 'refactor.move')!;
    expect(moveAction.edits.map(({ file }) => file)).toEqual(['export-2.conversation-flow.json', 'export.agent.json']);
  });
  test('is not split if its parts would no longer find each other, with the reason', () => {
    expect(refactorings(bundle('{ "conversation_flow_id": "flow_2", "nodes": [] }'))).toEqual([
      'move: Split into agent and conversation flow files – the agent runs on flow_1, and the engine in the file is flow_2',
    ]);
    expect(refactorings(bundle('{ "nodes": [] }', '"version": 1'))).toEqual([
      'move: Split into agent and conversation flow files – ' +
        'neither the agent nor its engine has a conversation_flow_id to link the two',
    ]);
  });
});

test('no refactoring is offered in an untrusted workspace, or if only fixes are requested', () => {
  const fixture = `${desk}-- w.agent-weights.json --\n[{ "agent_id": "agent_desk", "agent_version": ▮2, "weight": 1 }]`;
  expect(titles(fixture, { onlyKinds: ['refactor'], isTrusted: false })).toEqual([]);
  expect(titles(fixture, { onlyKinds: ['quickfix'] })).toEqual([]);
  expect(titles(fixture, { onlyKinds: ['refactor.extract'] })).toEqual([]);
  expect(titles(fixture, { onlyKinds: ['refactor.rewrite'] })).toHaveLength(3);
});

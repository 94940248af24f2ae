import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import type { Json } from '../core/json/json.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { contentsOf, type ContentsOption } from './contents.ts';

const list = (tags: Json): Json => [
  { agent_id: 'desk', agent_name: 'Desk', channel: 'voice', user_modified_timestamp: 1, tags },
];
const agent = {
  agent_id: 'desk',
  version: 2,
  agent_name: 'Desk',
  is_published: true,
  last_modification_timestamp: 5,
  voice_id: '11labs-A',
  fallback_voice_ids: ['cartesia-B', 'openai-C'],
  response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow', version: 1 },
};
const tool = {
  type: 'custom',
  name: 'look_up',
  description: 'Looks the caller up.',
  url: 'https://crm.example.com/look-up',
  headers: { Authorization: 'Bearer 8f3kd9sl2mx7' },
};
const flow = {
  conversation_flow_id: 'flow',
  version: 1,
  global_prompt: 'You are at the desk.\nBe kind.',
  start_node_id: 'greet',
  tools: [tool],
  nodes: [
    { id: 'greet', type: 'conversation', instruction: { type: 'prompt', text: 'Greet.' }, display_position: { x: 1 } },
    { id: 'verify', type: 'component', component_id: 'who', component_type: 'shared' },
    { id: 'bye', type: 'end' },
  ],
};
const component = {
  conversation_flow_component_id: 'who',
  name: 'Who is it',
  nodes: [{ id: 'ask', type: 'conversation', instruction: { type: 'prompt', text: 'Who is it?' } }],
};

interface Files {
  readonly [file: string]: unknown;
}
const clinic: Files = {
  'list.agent-list.json': list({ prod: { version: 2, dynamic_variables: {} } }),
  'desk.agent.json': agent,
  'flow.conversation-flow.json': flow,
  'who.flow-component.json': component,
};
const workspaceOf = (files: Files): Workspace =>
  new Workspace(Object.entries(files).map(([file, value]) => new Document(file, JSON.stringify(value))));
const groups = (current: Files, which: ContentsOption = 'live', former: Files = clinic) =>
  contentsOf(workspaceOf(former), workspaceOf(current), which);
/** The changed values, each as `file#pointer: before → after`. */
const linesOf = (current: Files, which?: ContentsOption, former?: Files): string[] =>
  groups(current, which, former).flatMap(({ changes }) =>
    changes.map(({ file, pointer, before, after }) => `${file}#${pointer}: ${wordsOf(before)} → ${wordsOf(after)}`),
  );
const wordsOf = (value: Json | undefined): string => JSON.stringify(value) ?? 'nothing';
const withAgent = (fields: object): Files => ({ ...clinic, 'desk.agent.json': { ...agent, ...fields } });
const withFlow = (fields: object): Files => ({ ...clinic, 'flow.conversation-flow.json': { ...flow, ...fields } });

test('the deleted record of a live version is reported if its summary stays', () => {
  const { 'desk.agent.json': _gone, ...rest } = clinic;
  const summary = { 'desk.agent-versions.json': [{ version: 2, is_published: true, last_modification_timestamp: 5 }] };
  expect(groups({ ...rest, ...summary }, 'live', { ...clinic, ...summary })).toMatchObject([
    { version: 2, name: 'Desk', changes: [{ file: 'desk.agent.json', pointer: '', after: undefined, hidden: false }] },
  ]);
  // without the summary, only the broken references show that the version is gone
  expect(linesOf(rest)).toEqual([]);
});

test('nothing is reported about a record in an unreadable file', () => {
  const cutText = JSON.stringify(flow).slice(0, -20),
    files = workspaceOf(clinic).documents.map(document =>
      document.file === 'flow.conversation-flow.json' ? new Document(document.file, cutText) : document,
    );
  expect(contentsOf(workspaceOf(clinic), new Workspace(files), 'all')).toEqual([]);
});

test('a changed value in the same live version is reported with both values', () => {
  expect(
    linesOf(withAgent({ voice_id: '11labs-Zed', voice_speed: 1.2, fallback_voice_ids: ['openai-C', 'cartesia-B'] })),
  ).toEqual([
    'desk.agent.json#/voice_id: "11labs-A" → "11labs-Zed"',
    'desk.agent.json#/fallback_voice_ids: ["cartesia-B","openai-C"] → ["openai-C","cartesia-B"]',
    'desk.agent.json#/voice_speed: nothing → 1.2',
  ]);
});

test('the report contains the affected versions, and the path to each version', () => {
  const [group] = groups(withAgent({ voice_id: '11labs-Zed' }));
  expect(group!.liveVersions).toEqual([
    {
      agent_id: 'desk',
      agent_version: 2,
      through: [{ text: 'tag prod of Desk', file: 'list.agent-list.json', pointer: '/0/tags/prod' }],
    },
  ]);
});

describe('contents behind a live version', () => {
  test('include its engine', () => {
    expect(linesOf(withFlow({ global_prompt: 'You are at the desk.' }))).toEqual([
      'flow.conversation-flow.json#/global_prompt: "You are at the desk.\\nBe kind." → "You are at the desk."',
    ]);
  });
  test('include the components of its engine', () => {
    const nodes = [{ id: 'ask', type: 'conversation', instruction: { type: 'prompt', text: 'Your name?' } }];
    expect(linesOf({ ...clinic, 'who.flow-component.json': { ...component, nodes } })).toEqual([
      'who.flow-component.json#/nodes/0/instruction/text: "Who is it?" → "Your name?"',
    ]);
  });
  test('include a nested engine once', () => {
    const holding = (text: string): Files => ({
      ...clinic,
      'desk.agent.json': { ...agent, conversationFlow: { ...flow, global_prompt: text } },
    });
    expect(linesOf(holding('Now.'), 'all', holding('Then.'))).toEqual([
      'desk.agent.json#/conversationFlow/global_prompt: "Then." → "Now."',
    ]);
  });
  test('include a newer version of the engine, if the agent names no version', () => {
    const former: Files = {
      ...clinic,
      'desk.agent.json': { ...agent, response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow' } },
    };
    const current = { ...former, 'second.conversation-flow.json': { ...flow, version: 2, global_prompt: 'New.' } };
    expect(linesOf(current, 'live', former)).toEqual([
      'second.conversation-flow.json#/global_prompt: "You are at the desk.\\nBe kind." → "New."',
    ]);
  });
});

test('an engine shared by two live versions is listed once, before the contents of a single version', () => {
  const withTwoVersions: Files = {
    ...clinic,
    'night.agent.json': { ...agent, agent_id: 'night' },
    'n.phone-number.json': {
      phone_number: '+14155550100',
      inbound_agents: [{ agent_id: 'night', agent_version: 2, weight: 1 }],
    },
  };
  const current = {
    ...withTwoVersions,
    'desk.agent.json': { ...agent, volume: 2 },
    'flow.conversation-flow.json': { ...flow, model_temperature: 0.5 },
  };
  expect(linesOf(current, 'live', withTwoVersions)).toEqual([
    'flow.conversation-flow.json#/model_temperature: nothing → 0.5',
    'desk.agent.json#/volume: nothing → 2',
  ]);
  expect(groups(current, 'live', withTwoVersions)[0]!.liveVersions.map(({ agent_id }) => agent_id)).toEqual([
    'desk',
    'night',
  ]);
});

describe('contents do not change by', () => {
  test.each<[string, Files]>([
    [
      'titles, descriptions, tags, times and states',
      withAgent({
        agent_name: 'Front desk',
        version_title: 'x',
        version_description: 'y',
        assigned_tags: ['prod'],
        last_modification_timestamp: 6,
        base_version: 1,
        is_published: false,
      }),
    ],
    ['the order of keys', { ...clinic, 'desk.agent.json': Object.fromEntries(Object.entries(agent).reverse()) }],
    [
      'defaults that appear',
      withAgent({ voice_speed: 1, language: 'en-US', webhook_events: ['call_started', 'call_ended', 'call_analyzed'] }),
    ],
    [
      'null, an empty list and an empty object in place of nothing',
      withAgent({ webhook_url: null, boosted_keywords: [], user_dtmf_options: {} }),
    ],
    ["a note of one's own", withAgent({ _owner: 'team desk' })],
    [
      'where nodes stand, on the canvas and in the list',
      withFlow({
        nodes: flow.nodes.map(node => ({ ...node, display_position: { x: 9 }, name: 'N' })).reverse(),
        notes: [{ id: 'n', content: 'x' }],
      }),
    ],
    [
      'a file that was moved',
      {
        'list.agent-list.json': clinic['list.agent-list.json'],
        'x/desk.agent.json': agent,
        'flow.conversation-flow.json': flow,
        'who.flow-component.json': component,
      },
    ],
  ])('%s', (_, current) => {
    expect(linesOf(current, 'all')).toEqual([]);
    expect(linesOf(clinic, 'all', current)).toEqual([]);
  });
  test('an edit of a version that serves nobody, unless all contents are requested', () => {
    const draft = { ...agent, version: 3, is_published: false };
    const former = { ...clinic, 'draft.agent.json': draft },
      current = { ...former, 'draft.agent.json': { ...draft, volume: 2 } };
    expect(linesOf(current, 'live', former)).toEqual([]);
    expect(linesOf(current, 'none', former)).toEqual([]);
    expect(linesOf(current, 'all', former)).toEqual(['draft.agent.json#/volume: nothing → 2']);
  });
  test('an edit of a version that the same change makes live; only the reference changes', () => {
    const draft = { ...agent, version: 3, is_published: false };
    const former = { ...clinic, 'draft.agent.json': draft };
    const current = {
      ...former,
      'draft.agent.json': { ...draft, volume: 2 },
      'list.agent-list.json': list({ prod: { version: 3, dynamic_variables: {} } }),
    };
    expect(linesOf(current, 'live', former)).toEqual([]);
  });
});

test('items are matched by their identity, in any order', () => {
  const { nodes } = flow;
  const moved = [
    nodes[2],
    { ...nodes[0], instruction: { type: 'prompt', text: 'Hello.' } },
    { id: 'sms', type: 'end' },
  ];
  expect(linesOf(withFlow({ nodes: moved }))).toEqual([
    'flow.conversation-flow.json#/nodes/1/instruction/text: "Greet." → "Hello."',
    `flow.conversation-flow.json#/nodes/1: ${JSON.stringify(nodes[1])} → nothing`,
    'flow.conversation-flow.json#/nodes/2: nothing → {"id":"sms","type":"end"}',
  ]);
});

describe('changed credentials', () => {
  const withHeader = (value: string): Files => withFlow({ tools: [{ ...tool, headers: { Authorization: value } }] });
  test('are hidden, and the change is reported', () => {
    const [{ changes } = { changes: [] }] = groups(withHeader('Bearer 1aaaa2bbbb3cc'));
    expect(changes).toEqual([
      {
        file: 'flow.conversation-flow.json',
        pointer: '/tools/0/headers/Authorization',
        at: '/tools[name=look_up]/headers/Authorization',
        area: 'tools',
        before: '(not shown)',
        after: '(not shown)',
        hidden: true,
      },
    ]);
  });
  test('are hidden within an item or a text as well', () => {
    expect(JSON.stringify(groups(withFlow({ tools: [] })))).not.toContain('8f3kd9sl2mx7');
    const text = 'Call https://x.example.com/?api_key=8f3kd9sl2mx7 first.';
    expect(JSON.stringify(groups(withFlow({ global_prompt: text })))).not.toContain('8f3kd9sl2mx7');
  });
});

describe('the compared contents of agents whose liveness is unknown', () => {
  const exportWith = (prompt: string, fields: object = {}): object => ({
    ...agent,
    agent_id: '',
    version: undefined,
    conversationFlow: { ...flow, conversation_flow_id: 'held', global_prompt: prompt },
    ...fields,
  });
  const linesOf = (current: Files, former: Files): string[] =>
    groups(current, 'live', former).flatMap(group =>
      group.changes.map(
        ({ file, pointer }) => `${group.name} ${file}#${pointer} ${group.unclearReason} ${group.isLive}`,
      ),
    );
  test('include agents without an id, with their engine', () =>
    expect(
      linesOf(
        { ...clinic, 'x/Desk (2).json': exportWith('Now.', { volume: 2 }) },
        { ...clinic, 'x/Desk (2).json': exportWith('Then.') },
      ),
    ).toEqual([
      'Desk x/Desk (2).json#/conversationFlow/global_prompt no agent_id false',
      'Desk x/Desk (2).json#/volume no agent_id false',
    ]));
  test('include an engine beside the agent with another id', () => {
    const wrapped = (id: string, prompt: string): Files => ({
      'w.json': {
        agent: { ...agent, agent_id: '' },
        conversation_flow: { ...flow, conversation_flow_id: id, global_prompt: prompt },
      },
    });
    expect(linesOf(wrapped('b', 'Now.'), wrapped('a', 'Then.')).join()).toMatch(
      /w.json#\/conversation_flow\/global_prompt/,
    );
  });
  test('include a renamed file, matched by name', () => {
    const former = { ...clinic, 'old.json': exportWith('Then.') };
    expect(linesOf({ ...clinic, 'new.json': exportWith('Now.') }, former)).toEqual([
      'Desk new.json#/conversationFlow/global_prompt no agent_id false',
    ]);
    // two records with the same name cannot be distinguished
    expect(linesOf({ ...clinic, 'new.json': exportWith('Now.'), 'b.json': exportWith('B.') }, former)).toEqual([
      'Desk old.json# no agent_id false',
    ]);
  });
  test('include agents with an id and no version', () => {
    const settings = (voice: string): Files => ({
      ...clinic,
      's.agent.json': { ...agent, version: undefined, voice_id: voice },
    });
    expect(linesOf(settings('11labs-B'), settings('11labs-A'))).toEqual([
      'Desk s.agent.json#/voice_id no version false',
    ]);
  });
  test('include everything if nothing is live and no file has a number', () => {
    const { 'list.agent-list.json': _, ...nothing } = clinic;
    const current = { ...nothing, 'flow.conversation-flow.json': { ...flow, model_temperature: 0.5 } };
    expect(linesOf(current, nothing)).toEqual([
      'flow of Desk flow.conversation-flow.json#/model_temperature no live tag and no number false',
    ]);
    expect(linesOf({ ...current, 'list.agent-list.json': list({ qa: { version: 2 } }) }, nothing)).toHaveLength(1);
  });
  test('include an engine without an id in a file of its own', () => {
    const filesWith = (prompt: string): Files => ({
      ...clinic,
      'x.json': { start_node_id: 'a', global_prompt: prompt },
    });
    expect(linesOf(filesWith('Now.'), filesWith('Then.'))).toEqual(['undefined x.json#/global_prompt no id false']);
  });
  test('exclude harmless edits: reformatted text, and an explicit default', () => {
    const former = { ...clinic, 'x.json': exportWith('Same.') };
    expect(
      linesOf({ ...clinic, 'x.json': Object.fromEntries(Object.entries(exportWith('Same.')).reverse()) }, former),
    ).toEqual([]);
    expect(linesOf({ ...clinic, 'x.json': exportWith('Same.', { voice_speed: 1, agent_name: 'D' }) }, former)).toEqual(
      [],
    );
    expect(linesOf({ ...clinic, 'y.json': exportWith('Same.') }, former)).toEqual([]);
  });
});

test('a value removed from a moved live file is reported', () => {
  const { 'desk.agent.json': _, ...rest } = clinic;
  const { fallback_voice_ids: __, ...fewer } = agent;
  expect(groups({ ...rest, 'x/desk.agent.json': fewer })).toMatchObject([
    { changes: [{ file: 'x/desk.agent.json', pointer: '/fallback_voice_ids', area: 'settings' }] },
  ]);
});

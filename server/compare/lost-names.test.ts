import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import type { WorkspaceSettings } from '../core/workspace/workspace-settings.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { judge, readAssertion, type Assertion } from './assertions.ts';
import { changesBetween } from './changes.ts';
import { lostNameInWords } from './lost-names.ts';

interface Files {
  readonly [file: string]: object;
}
const stateOf = (files: Files, facts: Partial<WorkspaceSettings> = {}): Workspace =>
  new Workspace(
    Object.entries(files).map(([file, value]) => new Document(file, JSON.stringify(value))),
    facts,
  );
function lostNames(former: Files, current: Files, facts: Partial<WorkspaceSettings> = {}): string[] {
  const [before, after] = [stateOf(former, facts), stateOf(current, facts)];
  return changesBetween({ workspace: before }, { workspace: after }).lostNames.map(
    name => `${name.file}#${name.pointer} ${lostNameInWords(name, after)}${name.accepted ? ' (accepted)' : ''}`,
  );
}

const tool = (name: string, fields: object = {}) => ({
  type: 'custom',
  name,
  url: `https://api.example.com/x`,
  ...fields,
});
const llm = (prompt: string, tools: readonly object[], fields: object = {}): Files => ({
  'desk.llm.json': { llm_id: 'llm_desk', general_prompt: prompt, general_tools: tools, ...fields },
});

describe('tools, states and nodes', () => {
  const says = 'Then call confirm_visit.';
  const place = 'desk.llm.json#/general_prompt general_prompt still names "confirm_visit", a tool that this change';
  test('a renamed tool', () =>
    expect(lostNames(llm(says, [tool('confirm_visit')]), llm(says, [tool('confirm_appointment')]))).toEqual([
      `${place} renamed to "confirm_appointment"`,
    ]));
  test('a renamed tool that keeps its old name as its tool_id', () => {
    const toolsOf = (name: string) => [tool(name, { tool_id: 'confirm_visit' })];
    expect(lostNames(llm(says, toolsOf('confirm_visit')), llm(says, toolsOf('confirm_appointment')))).toEqual([
      `${place} renamed to "confirm_appointment"`,
    ]);
  });
  test('a removed tool, and one that another text names', () =>
    expect(lostNames(llm(says, [tool('confirm_visit')]), llm(says, []))).toEqual([`${place} removed`]));
  test('a text that the change corrects, too', () =>
    expect(lostNames(llm(says, [tool('confirm_visit')]), llm('Then call it.', []))).toEqual([]));
  test('a name that is part of another name', () =>
    expect(lostNames(llm('Call confirm_visits.', [tool('confirm_visit')]), llm('Call confirm_visits.', []))).toEqual(
      [],
    ));
  test('an ordinary word, unless the text calls or quotes it', () => {
    const former = [tool('booking')];
    expect(lostNames(llm('The booking is done.', former), llm('The booking is done.', []))).toEqual([]);
    expect(lostNames(llm('Use "booking" then.', former), llm('Use "booking" then.', []))).toHaveLength(1);
  });
  test('a state', () => {
    const states = (name: string) => ({ states: [{ name, state_prompt: 'Ask.' }], starting_state: name });
    const text = 'Go on to collect_details first.';
    expect(lostNames(llm(text, [], states('collect_details')), llm(text, [], states('gather_details')))).toEqual([
      'desk.llm.json#/general_prompt general_prompt still names "collect_details", a state that this change renamed to "gather_details"',
    ]);
  });
  test('a node and a tool of a flow within an export without ids', () => {
    const agent = (node: string, name: string): Files => ({
      'export.json': {
        agent_id: '',
        agent_name: 'Desk',
        voice_id: '11labs-A',
        channel: 'voice',
        response_engine: { type: 'conversation-flow' },
        conversationFlow: {
          start_node_id: 'n1',
          global_prompt: 'Transition to the node "Close Call". Use get_slots.',
          nodes: [{ id: 'n1', name: node, type: 'end' }],
          tools: [{ ...tool(name), tool_id: 't1' }],
        },
      },
    });
    expect(lostNames(agent('Close Call', 'get_slots'), agent('Finish', 'find_slots'))).toEqual([
      'export.json#/conversationFlow/global_prompt global_prompt still names "get_slots", a tool that this change renamed to "find_slots"',
      'export.json#/conversationFlow/global_prompt global_prompt still names "Close Call", a node that this change renamed to "Finish"',
    ]);
  });
  test('a local component and one of its own file', () => {
    const flow = (prompt: string, local: string, shared: string): Files => ({
      'desk.conversation-flow.json': {
        conversation_flow_id: 'flow_desk',
        start_node_id: 'n1',
        global_prompt: prompt,
        nodes: [
          { id: 'n1', type: 'component', component_id: 'c1', component_type: 'local' },
          { id: 'n2', type: 'component', component_id: 'comp_2', component_type: 'shared' },
        ],
        components: [{ conversation_flow_component_id: 'c1', name: local, nodes: [] }],
      },
      'pay.flow-component.json': { conversation_flow_component_id: 'comp_2', name: shared, nodes: [] },
    });
    const text = 'Start "Verification", then proceed to Payment. Verification and Payment are quick.';
    const place = 'desk.conversation-flow.json#/global_prompt global_prompt still names';
    expect(lostNames(flow(text, 'Verification', 'Payment'), flow(text, 'Identity', 'Card payment'))).toEqual([
      `${place} "Verification", a component that this change renamed to "Identity"`,
      `${place} "Payment", a component that this change renamed to "Card payment"`,
    ]);
    const prose = 'Verification and Payment are quick.';
    expect(lostNames(flow(prose, 'Verification', 'Payment'), flow(prose, 'Identity', 'Card payment'))).toEqual([]);
  });
  describe('the agent that an engine hands over to', () => {
    const swap = { ...tool('to_billing'), type: 'agent_swap', agent_id: 'agent_billing' };
    const files = (prompt: string, name: string | undefined, tools: readonly object[] = [swap]): Files => ({
      ...llm(prompt, tools),
      ...(name !== undefined && {
        'billing.agent.json': {
          agent_id: 'agent_billing',
          agent_name: name,
          version: 0,
          voice_id: '11labs-A',
          response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://api.example.com' },
        },
      }),
    });
    const renameFindings = (prompt: string, name?: string, tools?: readonly object[]): string[] =>
      lostNames(files(prompt, 'Billing Desk', tools), files(prompt, name, tools));
    const still = 'desk.llm.json#/general_prompt general_prompt still names "Billing Desk", an agent that this change';
    test.each([
      'Then transfer to "Billing Desk".',
      'Transfer the caller to Billing Desk.',
      'Hand the call over to the agent Billing Desk now.',
      'Swap to `Billing Desk`',
    ])('%s', prompt => expect(renameFindings(prompt, 'Invoices')).toEqual([`${still} renamed to "Invoices"`]));
    test('it is removed', () => expect(renameFindings('Transfer to "Billing Desk".')).toEqual([`${still} removed`]));
    test.each([
      ['in prose', 'The Billing Desk is open. If they ask to transfer money, go. Ask Billing Desk.', undefined],
      ['as a part of another name', 'Transfer to Billing Desks.', undefined],
      ['of an agent that the engine does not hand over to', 'Transfer to "Billing Desk".', []],
      ['that a tool has as well', 'Transfer to "Billing Desk".', [swap, tool('Billing Desk')]],
    ])('not a name %s', (_, prompt, tools) => expect(renameFindings(prompt, 'Invoices', tools)).toEqual([]));
    test('no finding for a name that another agent has now', () => {
      const other = { 'new.agent.json': { ...files('', 'Billing Desk')['billing.agent.json'], agent_id: 'agent_new' } };
      const says = 'Transfer to "Billing Desk".';
      expect(lostNames(files(says, 'Billing Desk'), { ...files(says, 'Invoices'), ...other })).toEqual([]);
    });
    test('in the description of the tool', () => {
      const tools = [{ ...swap, description: 'Use to transfer to "Billing Desk"' }];
      const place = 'desk.llm.json#/general_tools/0/description description';
      expect(renameFindings('Be kind.', 'Invoices', tools)).toEqual([
        `${place} still names "Billing Desk", an agent that this change renamed to "Invoices"`,
      ]);
    });
  });
  test('no finding for an accepted loss', () => {
    const accept = [{ reference: 'tool confirm_visit', reason: 'the backend takes both', until: undefined }];
    expect(lostNames(llm(says, [tool('confirm_visit')]), llm(says, []), { accept } as never)).toEqual([
      `${place} removed (accepted)`,
    ]);
  });
});

describe('variables', () => {
  const says = 'You owe {{balance}}.';
  const sets = tool('get_balance', { response_variables: { balance: '$.sum' } });
  const place = 'desk.llm.json#/general_prompt {{balance}} was set by';
  test('nothing sets it any more', () =>
    expect(lostNames(llm(says, [sets]), llm(says, [tool('get_balance')]))).toEqual([
      `${place} get_balance; nothing sets it now`,
    ]));
  test('the tool sets it by another name', () => {
    const renamedTool = tool('get_balance', { response_variables: { account_balance: '$.sum' } });
    expect(lostNames(llm(says, [sets]), llm(says, [renamedTool]))).toEqual([
      `${place} get_balance; that sets {{account_balance}} now`,
    ]);
  });
  test('no finding in a renamed file', () => {
    const movedFiles: Files = { 'moved.llm.json': llm(says, [sets])['desk.llm.json']! };
    expect(lostNames(llm(says, [sets]), movedFiles)).toEqual([]);
  });
  test('that another version of the same engine or export still sets', () => {
    const renamedTool = tool('get_balance', { response_variables: { account_balance: '$.sum' } }),
      version = (number: number, tools: readonly object[], file = 'v') => ({
        [`${file}${number}.llm.json`]: {
          llm_id: 'llm_desk',
          version: number,
          general_prompt: says,
          general_tools: tools,
        },
      });
    const first = version(0, [sets]),
      agents = Object.fromEntries(
        [0, 1].map(number => [
          `a${number}.agent.json`,
          {
            agent_id: 'desk',
            version: number,
            response_engine: { type: 'service-llm', llm_id: 'llm_desk', version: number },
          },
        ]),
      );
    expect(
      lostNames({ ...agents, ...first, ...version(1, [sets]) }, { ...agents, ...first, ...version(1, [renamedTool]) }),
    ).toEqual(['v1.llm.json#/general_prompt {{balance}} was set by get_balance; that sets {{account_balance}} now']);
    const exported = (number: number, tools: readonly object[]) => ({
      [`e${number}.json`]: {
        agent_id: 'desk',
        version: number,
        voice_id: '11labs-Adrian',
        response_engine: { type: 'service-llm' },
        serviceLlmData: { general_prompt: says, general_tools: tools },
      },
    });
    expect(
      lostNames(
        { ...exported(0, [sets]), ...exported(1, [sets]) },
        { ...exported(0, [sets]), ...exported(1, [renamedTool]) },
      ),
    ).toHaveLength(1);
  });
  test('only a default remains, which existed before', () => {
    const defaults = { default_dynamic_variables: { balance: '0' } };
    expect(lostNames(llm(says, [sets], defaults), llm(says, [tool('get_balance')], defaults))).toEqual([
      `${place} get_balance; only its default is left`,
    ]);
  });
  test('no finding if another tool, a default or a webhook sets it in the same change', () => {
    expect(lostNames(llm(says, [sets]), llm(says, [{ ...sets, name: 'get_account' }]))).toEqual([]);
    expect(lostNames(llm(says, [sets]), llm(says, [], { default_dynamic_variables: { balance: '0' } }))).toEqual([]);
    const number = (url: string | null): Files => ({
      'main.phone-number.json': { phone_number: '+14155550100', inbound_webhook_url: url },
    });
    const hook = number('https://api.example.com/in');
    expect(lostNames({ ...llm(says, [sets]), ...number(null) }, { ...llm(says, []), ...hook })).toEqual([]);
    expect(lostNames({ ...llm(says, [sets]), ...hook }, { ...llm(says, []), ...hook })).toHaveLength(1);
  });
  test('a tag loses it', () => {
    const agent: Files = {
      'desk.agent.json': {
        agent_id: 'desk',
        version: 0,
        voice_id: '11labs-A',
        response_engine: { type: 'service-llm', llm_id: 'llm_desk' },
      },
    };
    const list = (values: object): Files => ({
      'all.agent-list.json': [
        {
          agent_id: 'desk',
          agent_name: 'Desk',
          channel: 'voice',
          user_modified_timestamp: 1,
          tags: { prod: { version: 0, dynamic_variables: values } },
        },
      ],
    });
    const base = { ...agent, ...llm(says, []) };
    expect(lostNames({ ...base, ...list({ balance: '7' }) }, { ...base, ...list({}) })).toEqual([
      `${place} tag prod; nothing sets it now`,
    ]);
  });
});

test('the assertion "no breaks" fails', () => {
  const [before, after] = [
    stateOf(llm('Call confirm_visit.', [tool('confirm_visit')])),
    stateOf(llm('Call confirm_visit.', [])),
  ];
  const plan = changesBetween({ workspace: before }, { workspace: after });
  expect(judge(readAssertion('no breaks') as Assertion, [{ before, after, plan }])).toMatchObject({
    holds: false,
    because: 'general_prompt still names "confirm_visit", a tool that this change removed',
  });
});

test('a variable that only other agents with the same component still have', () => {
  const agent = (id: string): object => ({
    agent_id: id,
    version: 0,
    voice_id: '11labs-Adrian',
    response_engine: { type: 'conversation-flow', conversation_flow_id: `flow_${id}`, version: 0 },
  });
  const flow = (id: string): object => ({
    conversation_flow_id: `flow_${id}`,
    version: 0,
    global_prompt: 'Call {{on_call_number}}.',
    nodes: [{ id: 'a', type: 'component', component_type: 'shared', component_id: 'component_shared', edges: [] }],
  });
  const list = (harbor: object): Files => ({
    'team.agent-list.json': ['elm', 'harbor'].map(id => ({
      agent_id: id,
      tags: {
        prod: { version: 0, dynamic_variables: { city: 'Oslo', ...(id === 'elm' ? { on_call_number: '1' } : harbor) } },
      },
    })),
  });
  const files: Files = {
    'elm.agent.json': agent('elm'),
    'harbor.agent.json': agent('harbor'),
    'elm.conversation-flow.json': flow('elm'),
    'harbor.conversation-flow.json': flow('harbor'),
    's.flow-component.json': { conversation_flow_component_id: 'component_shared', nodes: [] },
  };
  expect(lostNames({ ...files, ...list({ on_call_number: '2' }) }, { ...files, ...list({}) })).toEqual([
    'harbor.conversation-flow.json#/global_prompt {{on_call_number}} was set by tag prod; nothing sets it now',
  ]);
});

import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { RuleSet } from '../core/engine/lint.ts';
import type { Finding } from '../core/finding.ts';
import type { WorkspaceSettings } from '../core/workspace/workspace-settings.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { judge, readAssertion, type Assertion } from './assertions.ts';
import { changesBetween } from './changes.ts';
import { besideLostNames } from './lost-findings.ts';
import { lostNameInWords } from './lost-names.ts';

interface Files {
  readonly [file: string]: object;
}
const stateOf = (files: Files, facts: Partial<WorkspaceSettings> = {}): Workspace =>
  new Workspace(
    Object.entries(files).map(([file, value]) => new Document(file, JSON.stringify(value))),
    facts,
  );
function linesOf(former: Files, current: Files, facts: Partial<WorkspaceSettings> = {}): string[] {
  const [before, after] = [stateOf(former, facts), stateOf(current, facts)];
  return changesBetween({ workspace: before }, { workspace: after }).lostNames.map(
    lostName =>
      `${lostName.file}#${lostName.pointer} ${lostNameInWords(lostName, after)}${lostName.acceptance ? ' (accepted)' : ''}`,
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

describe('a tool, state or node that a text still names is reported', () => {
  const promptText = 'Then call confirm_visit.';
  const place = 'desk.llm.json#/general_prompt general_prompt still names "confirm_visit", a tool that this change';
  test('if it was renamed', () =>
    expect(linesOf(llm(promptText, [tool('confirm_visit')]), llm(promptText, [tool('confirm_appointment')]))).toEqual([
      `${place} renamed to "confirm_appointment"`,
    ]));
  test('if the text is the description of a parameter', () => {
    const properties = { is_sure: { type: 'boolean', description: 'true only if confirm_visit returned true' } },
      states = [
        { name: 'ask', edges: [{ destination_state_name: 'ask', parameters: { type: 'object', properties } }] },
      ],
      filesWith = (name: string) =>
        llm('Ask.', [tool(name, { parameters: { type: 'object', properties } })], { states });
    expect(
      linesOf(filesWith('confirm_visit'), filesWith('confirm_appointment')).map(words => words.split(' ', 1)[0]),
    ).toEqual([
      'desk.llm.json#/general_tools/0/parameters/properties/is_sure/description',
      'desk.llm.json#/states/0/edges/0/parameters/properties/is_sure/description',
    ]);
  });
  test('if it was renamed and keeps its old name as its tool_id', () => {
    const toolsWith = (name: string) => [tool(name, { tool_id: 'confirm_visit' })];
    expect(
      linesOf(llm(promptText, toolsWith('confirm_visit')), llm(promptText, toolsWith('confirm_appointment'))),
    ).toEqual([`${place} renamed to "confirm_appointment"`]);
  });
  test('if it was removed', () =>
    expect(linesOf(llm(promptText, [tool('confirm_visit')]), llm(promptText, []))).toEqual([`${place} removed`]));
  test('unless the change corrected the text as well', () =>
    expect(linesOf(llm(promptText, [tool('confirm_visit')]), llm('Then call it.', []))).toEqual([]));
  test('unless the name is only a part of another name in the text', () =>
    expect(linesOf(llm('Call confirm_visits.', [tool('confirm_visit')]), llm('Call confirm_visits.', []))).toEqual([]));
  test('unless it is an ordinary word that the text neither calls nor quotes', () => {
    const former = [tool('booking')];
    expect(linesOf(llm('The booking is done.', former), llm('The booking is done.', []))).toEqual([]);
    expect(linesOf(llm('Use "booking" then.', former), llm('Use "booking" then.', []))).toHaveLength(1);
  });
  test('if it is a state', () => {
    const states = (name: string) => ({ states: [{ name, state_prompt: 'Ask.' }], starting_state: name });
    const text = 'Go on to collect_details first.';
    expect(linesOf(llm(text, [], states('collect_details')), llm(text, [], states('gather_details')))).toEqual([
      'desk.llm.json#/general_prompt general_prompt still names "collect_details", a state that this change renamed to "gather_details"',
    ]);
  });
  test('if it is in a flow within an export without ids', () => {
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
    expect(linesOf(agent('Close Call', 'get_slots'), agent('Finish', 'find_slots'))).toEqual([
      'export.json#/conversationFlow/global_prompt global_prompt still names "get_slots", a tool that this change renamed to "find_slots"',
      'export.json#/conversationFlow/global_prompt global_prompt still names "Close Call", a node that this change renamed to "Finish"',
    ]);
  });
  test('if it is a local component, or a shared component in another file', () => {
    const flow = (prompt: string, localName: string, sharedName: string): Files => ({
      'desk.conversation-flow.json': {
        conversation_flow_id: 'flow_desk',
        start_node_id: 'n1',
        global_prompt: prompt,
        nodes: [
          { id: 'n1', type: 'component', component_id: 'c1', component_type: 'local' },
          { id: 'n2', type: 'component', component_id: 'comp_2', component_type: 'shared' },
        ],
        components: [{ conversation_flow_component_id: 'c1', name: localName, nodes: [] }],
      },
      'pay.flow-component.json': { conversation_flow_component_id: 'comp_2', name: sharedName, nodes: [] },
    });
    const promptText = 'Start "Verification", then proceed to Payment. Verification and Payment are quick.';
    const prefix = 'desk.conversation-flow.json#/global_prompt global_prompt still names';
    expect(linesOf(flow(promptText, 'Verification', 'Payment'), flow(promptText, 'Identity', 'Card payment'))).toEqual([
      `${prefix} "Verification", a component that this change renamed to "Identity"`,
      `${prefix} "Payment", a component that this change renamed to "Card payment"`,
    ]);
    const prose = 'Verification and Payment are quick.';
    expect(linesOf(flow(prose, 'Verification', 'Payment'), flow(prose, 'Identity', 'Card payment'))).toEqual([]);
  });
  describe('and an agent to which a tool hands over is reported, too,', () => {
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
    const renamed = (prompt: string, name?: string, tools?: readonly object[]): string[] =>
      linesOf(files(prompt, 'Billing Desk', tools), files(prompt, name, tools));
    const prefix = 'desk.llm.json#/general_prompt general_prompt still names "Billing Desk", an agent that this change';
    test.each([
      'Then transfer to "Billing Desk".',
      'Transfer the caller to Billing Desk.',
      'Hand the call over to the agent Billing Desk now.',
      'Swap to `Billing Desk`',
    ])('if the prompt names it like this: %s', prompt =>
      expect(renamed(prompt, 'Invoices')).toEqual([`${prefix} renamed to "Invoices"`]),
    );
    test('if it was removed', () => expect(renamed('Transfer to "Billing Desk".')).toEqual([`${prefix} removed`]));
    test.each([
      ['in prose', 'The Billing Desk is open. If they ask to transfer money, go. Ask Billing Desk.', undefined],
      ['as a part of another name', 'Transfer to Billing Desks.', undefined],
      ['of an agent that the engine does not hand over to', 'Transfer to "Billing Desk".', []],
      ['that a tool has as well', 'Transfer to "Billing Desk".', [swap, tool('Billing Desk')]],
    ])('unless the text does not name this agent: %s', (_, prompt, tools) =>
      expect(renamed(prompt, 'Invoices', tools)).toEqual([]),
    );
    test('unless another agent has the name now', () => {
      const namesake = {
        'new.agent.json': { ...files('', 'Billing Desk')['billing.agent.json'], agent_id: 'agent_new' },
      };
      const prompt = 'Transfer to "Billing Desk".';
      expect(linesOf(files(prompt, 'Billing Desk'), { ...files(prompt, 'Invoices'), ...namesake })).toEqual([]);
    });
    test('if the text is the description of the tool', () => {
      const tools = [{ ...swap, description: 'Use to transfer to "Billing Desk"' }];
      const place = 'desk.llm.json#/general_tools/0/description description';
      expect(renamed('Be kind.', 'Invoices', tools)).toEqual([
        `${place} still names "Billing Desk", an agent that this change renamed to "Invoices"`,
      ]);
    });
  });
  test('unless the configuration accepts the loss', () => {
    const accept = [{ reference: 'tool confirm_visit', reason: 'the backend takes both', until: undefined }];
    expect(linesOf(llm(promptText, [tool('confirm_visit')]), llm(promptText, []), { accept } as never)).toEqual([
      `${place} removed (accepted)`,
    ]);
  });
});

describe('a variable that a text still uses is reported', () => {
  const prompt = 'You owe {{balance}}.';
  const sets = tool('get_balance', { response_variables: { balance: '$.sum' } });
  const place = 'desk.llm.json#/general_prompt {{balance}} was set by';
  test('if nothing sets it any more', () =>
    expect(linesOf(llm(prompt, [sets]), llm(prompt, [tool('get_balance')]))).toEqual([
      `${place} get_balance; nothing sets it now`,
    ]));
  test('if the tool sets it under another name now', () => {
    const renamed = tool('get_balance', { response_variables: { account_balance: '$.sum' } });
    expect(linesOf(llm(prompt, [sets]), llm(prompt, [renamed]))).toEqual([
      `${place} get_balance, which sets {{account_balance}} now`,
    ]);
  });
  test('unless an agent that hands over sets it now', () => {
    const agent = (id: string) => ({
      [`${id}.agent.json`]: { agent_id: id, version: 0, response_engine: { type: 'service-llm', llm_id: `llm_${id}` } },
    });
    const swap = { type: 'agent_swap', name: 'to_desk', agent_id: 'desk', post_call_analysis_setting: 'both_agents' };
    const door = (tools: readonly object[]) => ({ 'door.llm.json': { llm_id: 'llm_door', general_tools: tools } });
    const agents = { ...agent('desk'), ...agent('door') },
      former = { ...agents, ...door([swap]), ...llm(prompt, [sets]) };
    expect(linesOf(former, { ...agents, ...door([swap, sets]), ...llm(prompt, []) })).toEqual([]);
    expect(linesOf(former, { ...agents, ...door([sets]), ...llm(prompt, []) })).toHaveLength(1);
  });
  test('unless only the name of the file changed', () => {
    const moved: Files = { 'moved.llm.json': llm(prompt, [sets])['desk.llm.json']! };
    expect(linesOf(llm(prompt, [sets]), moved)).toEqual([]);
  });
  test('unless another version of the same engine or export still sets it', () => {
    const renamed = tool('get_balance', { response_variables: { account_balance: '$.sum' } }),
      version = (number: number, tools: readonly object[], file = 'v') => ({
        [`${file}${number}.llm.json`]: {
          llm_id: 'llm_desk',
          version: number,
          general_prompt: prompt,
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
      linesOf({ ...agents, ...first, ...version(1, [sets]) }, { ...agents, ...first, ...version(1, [renamed]) }),
    ).toEqual(['v1.llm.json#/general_prompt {{balance}} was set by get_balance, which sets {{account_balance}} now']);
    const exported = (number: number, tools: readonly object[]) => ({
      [`e${number}.json`]: {
        agent_id: 'desk',
        version: number,
        voice_id: '11labs-Adrian',
        response_engine: { type: 'service-llm' },
        serviceLlmData: { general_prompt: prompt, general_tools: tools },
      },
    });
    expect(
      linesOf(
        { ...exported(0, [sets]), ...exported(1, [sets]) },
        { ...exported(0, [sets]), ...exported(1, [renamed]) },
      ),
    ).toHaveLength(1);
  });
  test('if only the former default is left', () => {
    const defaults = { default_dynamic_variables: { balance: '0' } };
    expect(linesOf(llm(prompt, [sets], defaults), llm(prompt, [tool('get_balance')], defaults))).toEqual([
      `${place} get_balance; only its default is left`,
    ]);
  });
  test('unless another tool, a default, or a webhook sets it in the same change', () => {
    expect(linesOf(llm(prompt, [sets]), llm(prompt, [{ ...sets, name: 'get_account' }]))).toEqual([]);
    expect(linesOf(llm(prompt, [sets]), llm(prompt, [], { default_dynamic_variables: { balance: '0' } }))).toEqual([]);
    const number = (url: string | null): Files => ({
      'main.phone-number.json': { phone_number: '+14155550100', inbound_webhook_url: url },
    });
    const hook = number('https://api.example.com/in');
    expect(linesOf({ ...llm(prompt, [sets]), ...number(null) }, { ...llm(prompt, []), ...hook })).toEqual([]);
    expect(linesOf({ ...llm(prompt, [sets]), ...hook }, { ...llm(prompt, []), ...hook })).toHaveLength(1);
  });
  test('if a tag no longer sets it', () => {
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
    const base = { ...agent, ...llm(prompt, []) };
    expect(linesOf({ ...base, ...list({ balance: '7' }) }, { ...base, ...list({}) })).toEqual([
      `${place} tag prod; nothing sets it now`,
    ]);
  });
});

test('the assertion "no breaks" fails for a lost name', () => {
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

test('a variable is lost for an agent if only other agents with the same component still set it', () => {
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
  const formerFiles: Files = {
    'elm.agent.json': agent('elm'),
    'harbor.agent.json': agent('harbor'),
    'elm.conversation-flow.json': flow('elm'),
    'harbor.conversation-flow.json': flow('harbor'),
    's.flow-component.json': { conversation_flow_component_id: 'component_shared', nodes: [] },
  };
  expect(linesOf({ ...formerFiles, ...list({ on_call_number: '2' }) }, { ...formerFiles, ...list({}) })).toEqual([
    'harbor.conversation-flow.json#/global_prompt {{on_call_number}} was set by tag prod; nothing sets it now',
  ]);
});

test('a finding about several names is kept although one of the names is lost, whatever its message', () => {
  const finding = (rule: string, fields: Partial<Finding>): Finding => ({
    rule,
    severity: 'warning',
    file: 'a.json',
    target: { within: '/general_prompt', start: 4, end: 8 },
    message: '{{city}}, {{hour}} and {{day}}',
    related: [],
    ...fields,
  });
  const loss = finding('lost-name', {}),
    answerOf = (findings: readonly Finding[]) => besideLostNames(findings, [loss], RuleSet.of(rules));
  const severalNames = finding('unset-variable', { subjects: 2, message: 'no value for 2 variables' });
  expect(answerOf([severalNames])).toEqual([severalNames]);
  expect(answerOf([finding('unset-variable', {})])).toEqual([]);
});

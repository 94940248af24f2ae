import { describe, expect, test } from 'vitest';
import type { Json } from '../core/json/json.ts';
import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { lostReach } from './lost-findings.ts';
import { reachBetween } from './reach.ts';
import { reachInWords } from './reach-changes.ts';

type Files = Record<string, Json | string>;
const node = (id: string, type: string, fields: object = {}) => ({ id, type, name: id.toUpperCase(), ...fields });
const to = (...ids: string[]) => ({ edges: ids.map(id => ({ id: `to-${id}`, destination_node_id: id })) });

/**
 * The files of a phone number whose agent runs a flow: greet → verify (a component) → balance → pay. The agent can
 * hand over to an engine with states.
 */
const base = (): Files => ({
  'main.phone-number.json': {
    phone_number: '+14155550101',
    inbound_agents: [{ agent_id: 'agent_billing', agent_version: 1, weight: 1 }],
  },
  'team.agent-list.json': [
    { agent_id: 'agent_billing', agent_name: 'Billing', tags: { prod: { version: 1 } } },
    { agent_id: 'agent_desk', agent_name: 'Desk', tags: {} },
  ],
  'billing.agent.json': {
    agent_id: 'agent_billing',
    version: 1,
    response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_billing' },
  },
  'billing.conversation-flow.json': {
    conversation_flow_id: 'flow_billing',
    start_node_id: 'greet',
    tools: [
      { type: 'custom', tool_id: 't1', name: 'read_balance' },
      { type: 'custom', tool_id: 't2', name: 'plan' },
    ],
    nodes: [
      node('greet', 'conversation', to('verify', 'hand')),
      node('verify', 'component', { component_id: 'component_verify', ...to('balance') }),
      node('balance', 'function', { tool_id: 't1', ...to('pay') }),
      node('pay', 'subagent', { tool_ids: ['t2'], else_edge: { id: 'done', destination_node_id: 'bye' } }),
      node('hand', 'agent_swap', { agent_id: 'agent_desk', agent_version: 0 }),
      node('person', 'transfer_call', {
        global_node_setting: { condition: 'Asks for a person' },
        transfer_destination: { type: 'predefined', number: '+14155550110' },
        transfer_option: {
          type: 'agentic_warm_transfer',
          agentic_transfer_config: { transfer_agent: { agent_id: 'agent_desk', agent_version: 0 } },
        },
      }),
      node('bye', 'end'),
    ],
  },
  'verify.flow-component.json': {
    conversation_flow_component_id: 'component_verify',
    name: 'Verify',
    start_node_id: 'ask',
    tools: [{ type: 'custom', tool_id: 't1', name: 'find_account' }],
    nodes: [node('ask', 'conversation', to('look')), node('look', 'function', { tool_id: 't1' }), node('out', 'end')],
  },
  'desk.agent.json': {
    agent_id: 'agent_desk',
    version: 0,
    response_engine: { type: 'service-llm', llm_id: 'llm_desk' },
  },
  'desk.llm.json': {
    llm_id: 'llm_desk',
    general_tools: [{ type: 'end_call', name: 'end_call' }],
    starting_state: 'welcome',
    states: [
      { name: 'welcome', edges: [{ destination_state_name: 'booking' }] },
      { name: 'booking', tools: [{ type: 'custom', name: 'book' }] },
    ],
  },
});

const workspaceOf = (files: Files, facts: ConstructorParameters<typeof Workspace>[1] = {}): Workspace =>
  new Workspace(
    Object.entries(files)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([file, value]) => new Document(file, typeof value === 'string' ? value : JSON.stringify(value))),
    facts,
  );
/** The changes in words, one line for each thing: the sentence, the former path and the cause. */
function linesOf(change: (files: Files) => void, from: (files: Files) => void = () => {}, facts = {}): string[] {
  const before = base(),
    after = base();
  from(before);
  from(after);
  change(after);
  return reachBetween(workspaceOf(before), workspaceOf(after, facts))
    .groups()
    .map(group => {
      const { cause, acceptance: accepted, formerWay: steps } = group.first;
      const place = cause && ` [${cause.text}: ${cause.file}#${cause.pointer}]`;
      const path = steps.length > 0 ? ` | ${steps.join(' → ')}` : '';
      return `${reachInWords(group)}${path}${place ?? ''}${accepted ? ' accepted' : ''}`;
    });
}
type Flow = { nodes: Record<string, any>[]; tools: object[]; start_node_id?: string | null };
const flowIn = (files: Files): Flow => files['billing.conversation-flow.json'] as unknown as Flow;
const nodeIn = (files: Files, id: string): Record<string, any> => flowIn(files).nodes.find(node => node['id'] === id)!;
const states = (files: Files): Record<string, any>[] => (files['desk.llm.json'] as any).states;

const callers = 'callers of +14155550101 (also tag prod of Billing)';
const row = (thingText: string, path: string, cause: string): string =>
  `${callers} can no longer reach ${thingText} | ${path} [${cause}]`;
const flowFile = 'billing.conversation-flow.json';

describe('a cut-off thing is reported with the former path to it and the change', () => {
  test('if an edge was deleted', () =>
    expect(linesOf(files => (nodeIn(files, 'verify')['edges'] = []))).toEqual([
      row('tool read_balance', 'GREET → VERIFY → BALANCE', `edge "to-balance" was deleted: ${flowFile}#/nodes/1/edges`),
      row('tool plan', 'GREET → VERIFY → BALANCE → PAY', `edge "to-balance" was deleted: ${flowFile}#/nodes/1/edges`),
      row(
        'end of the call',
        'GREET → VERIFY → BALANCE → PAY → BYE',
        `edge "to-balance" was deleted: ${flowFile}#/nodes/1/edges`,
      ),
    ]));
  test('and the finding names the node that had the edge, and the thing', () => {
    const after = base();
    nodeIn(after, 'verify')['edges'] = [];
    const state = workspaceOf(after),
      [first] = lostReach(reachBetween(workspaceOf(base()), state), state, () => undefined);
    expect(first!.related).toEqual([
      { file: flowFile, target: '/nodes/1', message: 'edge "to-balance" was deleted' },
      { file: flowFile, target: '/tools/0', message: 'tool read_balance' },
    ]);
  });
  test('if an edge has a different destination, or no destination', () => {
    const edge = `${flowFile}#/nodes/2/edges/0/destination_node_id`;
    expect(linesOf(files => (nodeIn(files, 'balance')['edges'][0].destination_node_id = 'bye'))).toEqual([
      row('tool plan', 'GREET → VERIFY → BALANCE → PAY', `edge "to-pay" now leads to node "bye": ${edge}`),
    ]);
    expect(linesOf(files => (nodeIn(files, 'balance')['edges'][0].destination_node_id = null))[0]).toContain(
      `[edge "to-pay" now has no destination: ${edge}]`,
    );
  });
  test('if a single edge was deleted', () =>
    expect(linesOf(files => delete nodeIn(files, 'pay')['else_edge'])).toEqual([
      row(
        'end of the call',
        'GREET → VERIFY → BALANCE → PAY → BYE',
        `edge "done" was deleted: ${flowFile}#/nodes/3/else_edge`,
      ),
    ]));
  test('if a node on the path was deleted', () =>
    expect(linesOf(files => (flowIn(files).nodes = flowIn(files).nodes.filter(({ id }) => id !== 'balance')))).toEqual([
      row(
        'tool read_balance',
        'GREET → VERIFY → BALANCE',
        `node "balance" was deleted: ${flowFile}#/nodes/1/edges/0/destination_node_id`,
      ),
      expect.stringContaining('can no longer reach tool plan'),
      expect.stringContaining('can no longer reach end of the call'),
    ]));
  test('if the start changed, or a node is no longer global', () => {
    const start = linesOf(files => (flowIn(files).start_node_id = 'balance'));
    expect(start[0]).toBe(
      row('component Verify', 'GREET → VERIFY', `start_node_id is now "balance": ${flowFile}#/start_node_id`),
    );
    expect(start.map(line => line.split(' | ')[0])).toEqual([
      `${callers} can no longer reach component Verify`,
      `${callers} can no longer reach swap to Desk (HAND)`,
      `${callers} can no longer reach tool find_account`,
      `${callers} can no longer reach end of the call with Desk`,
      `${callers} can no longer reach state "welcome"`,
      `${callers} can no longer reach state "booking"`,
      `${callers} can no longer reach tool book`,
    ]);
    const cause = `node "person" (PERSON) is no longer global: ${flowFile}#/nodes/5`;
    expect(linesOf(files => delete nodeIn(files, 'person')['global_node_setting'])).toEqual([
      row('transfer to +14155550110 (PERSON)', 'PERSON', cause),
      row('transfer agent Desk (PERSON)', 'PERSON', cause),
    ]);
  });
  test('if a node no longer uses a tool that is still listed', () => {
    expect(linesOf(files => (nodeIn(files, 'pay')['tool_ids'] = []))).toEqual([
      row(
        'tool plan',
        'GREET → VERIFY → BALANCE → PAY',
        `node "pay" (PAY) no longer has tool plan: ${flowFile}#/nodes/3`,
      ),
    ]);
  });
  test('within a component, and in the states of the next agent', () => {
    expect(linesOf(files => ((files['verify.flow-component.json'] as any).nodes[0].edges = []))).toEqual([
      row(
        'tool find_account',
        'GREET → VERIFY → ASK → LOOK',
        'edge "to-look" was deleted: verify.flow-component.json#/nodes/0/edges',
      ),
    ]);
    const cause = 'the edge to state "booking" was deleted: desk.llm.json#/states/0/edges';
    expect(linesOf(files => (states(files)[0]!['edges'] = []))).toEqual([
      row('state "booking"', 'GREET → HAND → Desk → welcome → booking', cause),
      row('tool book', 'GREET → HAND → Desk → welcome → booking', cause),
    ]);
  });
  test('if only some of the callers lose it', () => {
    const rows = (() => {
      const addSecondVersion = (files: Files): void => {
        files['v2.agent.json'] = {
          ...(files['billing.agent.json'] as object),
          version: 2,
          response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_v2' },
        };
        files['v2.conversation-flow.json'] = {
          ...structuredClone(files['billing.conversation-flow.json'] as object),
          conversation_flow_id: 'flow_v2',
        };
        (files['main.phone-number.json'] as any).inbound_agents = [
          { agent_id: 'agent_billing', agent_version: 1, weight: 0.9 },
          { agent_id: 'agent_billing', agent_version: 2, weight: 0.1 },
        ];
      };
      const before = base(),
        after = base();
      addSecondVersion(before);
      addSecondVersion(after);
      (after['v2.conversation-flow.json'] as unknown as Flow).nodes[2]!['edges'] = [];
      return reachBetween(workspaceOf(before), workspaceOf(after)).worst;
    })();
    expect(rows.map(({ entry, version, share, effect, text }) => [entry.text, version, share, effect, text])).toEqual([
      ['inbound calls of +14155550101', 2, 0.1, 'cut-off', 'tool plan'],
      ['inbound calls of +14155550101', 2, 0.1, 'cut-off', 'end of the call'],
    ]);
  });
  test('if the callers get another version, compared with the things of their former version', () => {
    const rows = linesOf(
      files => {
        (files['main.phone-number.json'] as any).inbound_agents[0].agent_version = 2;
        (files['team.agent-list.json'] as any)[0].tags.prod.version = 2;
      },
      files => {
        files['v2.agent.json'] = {
          ...(files['billing.agent.json'] as object),
          version: 2,
          response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_v2' },
        };
        const flow = structuredClone(files['billing.conversation-flow.json']) as unknown as Flow;
        flow.nodes[2]!['edges'] = [];
        flow.tools = flow.tools.slice(0, 1);
        files['v2.conversation-flow.json'] = { ...flow, conversation_flow_id: 'flow_v2' } as unknown as Json;
      },
    );
    expect(rows.map(line => line.split(' | ')[0])).toEqual([
      `${callers} lose tool plan`,
      `${callers} can no longer reach end of the call`,
    ]);
  });
  test('for outbound calls, and for text messages', () => {
    const outbound = (files: Files): void => {
      const number = files['main.phone-number.json'] as Record<string, Json>;
      number['outbound_agents'] = number['inbound_agents']!;
      delete number['inbound_agents'];
      delete files['team.agent-list.json'];
    };
    expect(linesOf(files => (nodeIn(files, 'pay')['tool_ids'] = []), outbound)[0]).toMatch(
      /^outbound calls of \+14155550101 can no longer reach tool plan /,
    );
  });
  test('unless a configuration accepts it', () => {
    const accept = [{ reference: 'tool plan', reason: 'plans are made online' }];
    expect(linesOf(files => (nodeIn(files, 'pay')['tool_ids'] = []), undefined, { accept })[0]).toMatch(/ accepted$/);
  });
});

describe('a removed or new thing is reported', () => {
  test('if it is a tool', () =>
    expect(
      linesOf(files => {
        nodeIn(files, 'pay')['tool_ids'] = [];
        flowIn(files).tools.pop();
      })[0]!.split(' | ')[0],
    ).toBe(`${callers} lose tool plan`));
  test('if it is a node', () =>
    expect(
      linesOf(files => {
        flowIn(files).nodes.push(node('text', 'sms'));
        nodeIn(files, 'pay')['edges'] = [{ id: 'x', destination_node_id: 'text' }];
      }),
    ).toEqual([`${callers} can now reach node "text" (TEXT)`]));
  test('but not a swap to a missing agent, if all agents are declared complete', () => {
    const swapTo = (id: string) => (files: Files) => {
      flowIn(files).nodes.push(node('other', 'agent_swap', { agent_id: id }));
      nodeIn(files, 'greet')['edges'].push({ id: 'to-other', destination_node_id: 'other' });
    };
    const complete = { complete: ['agent', 'flow-component'] as const };
    expect(linesOf(swapTo('agent_dsk'), undefined, complete)).toEqual([]);
    expect(linesOf(swapTo('agent_dsk'))).toEqual([`${callers} can now reach swap to agent_dsk (OTHER)`]);
    const mediator = (files: Files) => {
      nodeIn(files, 'person')['transfer_option'].agentic_transfer_config.transfer_agent.agent_id = 'agent_dsk';
    };
    expect(linesOf(mediator, undefined, complete).filter(line => line.includes('now reach'))).toEqual([]);
    const component = (files: Files) => {
      flowIn(files).nodes.push(node('more', 'component', { component_id: 'component_none' }));
      nodeIn(files, 'greet')['edges'].push({ id: 'to-more', destination_node_id: 'more' });
    };
    expect(linesOf(component, undefined, complete)).toEqual([]);
  });
});

describe('unknown reach is reported', () => {
  const unknown = (thingText: string): string => `whether ${callers} reach ${thingText} is no longer known`;
  test('if an engine is missing', () => {
    const rows = linesOf(files => delete files['desk.llm.json']);
    expect(rows.map(line => line.split(' | ')[0])).toEqual([
      unknown('end of the call with Desk'),
      unknown('state "welcome"'),
      unknown('state "booking"'),
      unknown('tool book'),
    ]);
    expect(rows[0]).toContain('[engine llm_desk is not in this workspace: desk.agent.json#/response_engine]');
  });
  test('if a file does not parse', () =>
    expect(
      linesOf(
        files =>
          (files['verify.flow-component.json'] = '{ "conversation_flow_component_id": "component_verify", "nodes": [ '),
      ),
    ).toEqual([
      expect.stringMatching(
        /^whether .* reach tool find_account is no longer known .*verify.flow-component.json cannot be read/,
      ),
    ]));
  test('if a variable sets the number of a transfer, which hides only other transfers to numbers', () =>
    expect(
      linesOf(files => {
        nodeIn(files, 'person')['transfer_destination'].number = '{{person}}';
        nodeIn(files, 'balance')['edges'] = [];
      }).map(line => line.split(' | ')[0]),
    ).toEqual([
      unknown('transfer to +14155550110 (PERSON)'),
      `${callers} can no longer reach tool plan`,
      `${callers} can no longer reach end of the call`,
      `${callers} can now reach transfer to {{person}} (PERSON)`,
    ]));
  test('if a flow has no start node', () =>
    expect(linesOf(files => delete flowIn(files).start_node_id).every(line => line.startsWith('whether '))).toBe(true));
  test('unless reach was unknown before', () => {
    const removeEngine = (files: Files): void => {
      delete files['desk.llm.json'];
    };
    expect(linesOf(files => (nodeIn(files, 'balance')['name'] = 'Balance'), removeEngine)).toEqual([]);
    expect(linesOf(files => (files['desk.llm.json'] = base()['desk.llm.json']!), removeEngine)).toEqual([]);
    expect(
      linesOf(files => nodeIn(files, 'greet')['edges'].pop(), removeEngine).map(line => line.split(' | ')[0]),
    ).toEqual([`${callers} can no longer reach swap to Desk (HAND)`]);
  });
});

describe('nothing changes', () => {
  test.each<[string, (files: Files) => unknown]>([
    ['nodes in another order', files => flowIn(files).nodes.reverse()],
    ['another name of an edge', files => (nodeIn(files, 'verify')['edges'][0].id = 'next')],
    [
      'a second way that is deleted',
      files => nodeIn(files, 'greet')['edges'].push({ id: 'x', destination_node_id: 'bye' }),
    ],
    [
      'another condition',
      files => (nodeIn(files, 'verify')['edges'][0].transition_condition = { type: 'prompt', prompt: 'x' }),
    ],
    ['a tool at another address', files => ((flowIn(files).tools[0] as any).url = 'https://api.example/x')],
    ['another form of the same', files => (files[flowFile] = JSON.stringify(files[flowFile], null, 4))],
    [
      'a file elsewhere',
      files => {
        files['flows/x.conversation-flow.json'] = files[flowFile]!;
        delete files[flowFile];
      },
    ],
  ])('%s', (name, change) =>
    expect(linesOf(files => void change(files)).filter(line => !line.includes('can now'))).toEqual([]),
  );
  test('for an agent without any entry', () => {
    const removeEntries = (files: Files): void => {
      delete files['main.phone-number.json'];
      files['team.agent-list.json'] = [];
    };
    expect(linesOf(files => (nodeIn(files, 'verify')['edges'] = []), removeEntries)).toEqual([]);
  });
});

test('lost things are found in a flow of 15,000 nodes in a row, and with agents that hand over in a circle', () => {
  const nodes = Array.from({ length: 15_000 }, (_, i) => node(`n${i}`, 'sms', to(`n${(i + 1) % 15_000}`)));
  const long = (files: Files): void => {
    Object.assign(flowIn(files), { start_node_id: 'n0', nodes });
    states(files)[0]!['tools'] = [{ type: 'agent_swap', name: 'back', agent_id: 'agent_billing', agent_version: 1 }];
  };
  const rows = linesOf(files => (flowIn(files).nodes = nodes.with(7_000, node('n7000', 'sms'))), long);
  expect(rows).toHaveLength(7_999);
  expect(rows[0]).toContain('… (6978 more) → ');
});

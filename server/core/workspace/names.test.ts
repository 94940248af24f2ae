import { expect, test } from 'vitest';
import { workspaceOf } from '../../testing/fixture.ts';
import { agentCalled } from '../domain/typed-reference.ts';
import { agentName, componentName, engineName, nameWithId, referenceName, versionName } from './names.ts';

const json = (value: unknown): string => JSON.stringify(value);
const agent = (id: string, name: string | undefined, version = 0, fields: object = {}): string =>
  `-- ${id}.v${version}.agent.json --\n${json({ agent_id: id, version, ...(name !== undefined && { agent_name: name }), ...fields })}\n`;

test('an agent is called by its name, or by its id without a name', () => {
  const workspace = workspaceOf(
    agent('agent_a1', 'Front desk') +
      agent('agent_b2', '') +
      agent('agent_c3', undefined) +
      agent('agent_d4', '  Night\n line '),
  );
  expect(['agent_a1', 'agent_b2', 'agent_c3', 'agent_d4', 'agent_e5'].map(id => agentName(id, workspace))).toEqual([
    'Front desk',
    'agent_b2',
    'agent_c3',
    'Night line',
    'agent_e5',
  ]);
  expect([versionName('agent_a1', 3, workspace), versionName('agent_a1', null, workspace)]).toEqual([
    'Front desk v3',
    'Front desk',
  ]);
  expect([referenceName('agent_a1', 'staging', workspace), referenceName('agent_a1', null, workspace)]).toEqual([
    'Front desk@staging',
    'Front desk',
  ]);
  expect([nameWithId('agent', 'agent_a1', workspace), nameWithId('agent', 'agent_b2', workspace)]).toEqual([
    'Front desk (agent_a1)',
    'agent_b2',
  ]);
  expect(agentName('agent_a1'), 'in no state').toBe('agent_a1');
});

test('all versions have the name in the agent list, otherwise the name of the newest version', () => {
  const versions = agent('agent_a1', 'Newest', 10) + agent('agent_a1', 'Old', 9) + agent('agent_a1', undefined, 11);
  expect(agentName('agent_a1', workspaceOf(versions))).toBe('Newest');
  const list = `-- x.agent-list.json --\n${json([{ agent_id: 'agent_a1', agent_name: 'Listed' }])}\n`;
  expect(agentName('agent_a1', workspaceOf(versions + list))).toBe('Listed');
  expect(agentName('agent_a1', workspaceOf(''), workspaceOf(versions)), 'of a state before').toBe('Newest');
});

test('agents with the same name are distinguished by a piece of their ids, also in queries', () => {
  const ids = ['agent_99b251a69c63e3fb', 'agent_99b251ff9c63e3fb', 'agent_70aa51a69c63e3fb'],
    workspace = workspaceOf(ids.map(id => agent(id, 'Front desk')).join('') + agent('agent_5', 'Billing'));
  const names = ids.map(id => agentName(id, workspace));
  expect(names).toEqual(['Front desk (99b251a)', 'Front desk (99b251f)', 'Front desk (70aa51a)']);
  expect(names.map(name => agentCalled(name, workspace))).toEqual(ids.map(id => ({ id })));
  expect(agentCalled('Front desk', workspace)).toEqual({ ambiguous: [...ids].sort() });
  const smallWorkspace = workspaceOf(
    agent('agent_99b251a69c63e3fb', 'Front desk') + agent('agent_70aa51a69c63e3fb', 'Front desk'),
  );
  expect(agentName(ids[0]!, smallWorkspace)).toBe('Front desk (99b2)');
  // the parts of the ids after the last underscore are equal
  const similarAgents = workspaceOf(agent('one_desk', 'Desk') + agent('two_desk', 'Desk'));
  expect(['one_desk', 'two_desk'].map(id => agentName(id, similarAgents))).toEqual(['Desk (one_)', 'Desk (two_)']);
});

test('names that become equal when they are cut are distinguished as well', () => {
  const longName = 'The front desk of the clinic at Juniper Street, ',
    workspace = workspaceOf(agent('agent_1234', `${longName}English`) + agent('agent_5678', `${longName}Spanish`));
  expect([agentName('agent_1234', workspace), agentName('agent_5678', workspace)]).toEqual([
    'The front desk of the clinic at Juniper… (1234)',
    'The front desk of the clinic at Juniper… (5678)',
  ]);
});

test('an engine is named after the agents that run it, a component has its own name', () => {
  const runs = (llm_id: string): object => ({ response_engine: { type: 'service-llm', llm_id } });
  const workspace = workspaceOf(
    agent('agent_a1', 'Front desk', 0, runs('llm_1')) +
      agent('agent_a1', 'Front desk', 1, runs('llm_2')) +
      agent('agent_b2', 'Billing', 0, runs('llm_3')) +
      agent('agent_c3', 'Night line', 0, runs('llm_3')) +
      agent('agent_d4', undefined, 0, runs('llm_4')) +
      agent('agent_e5', 'Export', 0, { conversationFlow: { conversation_flow_id: 'conversation_flow_1', nodes: [] } }) +
      agent('agent_f6', 'Away', 0, runs('llm_away')) +
      ['llm_1', 'llm_2', 'llm_3', 'llm_4', 'llm_5']
        .map(id => `-- ${id}.llm.json --\n${json({ llm_id: id })}\n`)
        .join('') +
      `-- x.flow-component.json --\n${json({ conversation_flow_component_id: 'component_1', name: 'Verify', nodes: [] })}\n`,
  );
  expect(['llm_1', 'llm_2', 'llm_3', 'llm_4', 'llm_5', 'llm_away'].map(id => engineName('llm', id, workspace))).toEqual(
    [
      'engine of Front desk (1)',
      'engine of Front desk (2)',
      'engine of Billing and 1 more',
      'llm_4',
      'llm_5',
      'llm_away',
    ],
  );
  expect(engineName('conversation-flow', 'conversation_flow_1', workspace)).toBe('flow of Export');
  expect(componentName('component_1', workspace)).toBe('Verify');
});

test("the name of an engine contains the whole name of its agent, including the piece of the agent's id", () => {
  const ids = ['agent_99b251a69c63e3fb', 'agent_70aa51a69c63e3fb'],
    name = 'Pharmacy of Juniper Street, in the evening';
  const agentWithEngine = (id: string, llm: string): string =>
      agent(id, name, 0, { response_engine: { type: 'service-llm', llm_id: llm } }),
    workspace = workspaceOf(
      agentWithEngine(ids[0]!, 'llm_1') +
        agentWithEngine(ids[1]!, 'llm_2') +
        ['llm_1', 'llm_2'].map(id => `-- ${id}.llm.json --\n${json({ llm_id: id })}\n`).join(''),
    );
  expect(['llm_1', 'llm_2'].map(id => engineName('llm', id, workspace))).toEqual(
    ids.map(id => `engine of ${agentName(id, workspace)}`),
  );
});

import { describe, expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { workspaceOf } from '../../testing/fixture.ts';
import { lint, RuleSet } from '../engine/lint.ts';
import { isSetFor } from './settable-variables.ts';

const agent = (id: string, engine: object, otherFields: object = {}): string =>
  `-- ${id}.agent.json --\n${JSON.stringify({ agent_id: id, version: 1, assigned_tags: [], ...otherFields, service_llm: engine })}\n`;
const greeting = { begin_message: 'About {{order_id}}.' };
const swap = (id: string) => ({ type: 'agent_swap', name: `to_${id}`, agent_id: id });
const extract = {
  type: 'extract_dynamic_variable',
  name: 'extract',
  variables: [{ type: 'string', name: 'order_id' }],
};
const file = (name: string, value: unknown): string => `-- ${name} --\n${JSON.stringify(value)}\n`;
const batch = (task: object, otherFields: object = {}): string =>
  file('may.batch-call.json', {
    ...otherFields,
    tasks: [{ ...task, service_llm_dynamic_variables: { order_id: '7' } }],
  });
const desk = agent('agent_desk', greeting),
  night = agent('agent_night', {});

describe('a variable of an agent', () => {
  const isSet = (files: string, path = 'agent_desk.agent.json', pointer = '/service_llm/begin_message') => {
    const workspace = workspaceOf(files);
    return isSetFor('order_id', workspace.document(path)!.at(pointer), workspace);
  };
  const list = (id: string) =>
    file('all.agent-list.json', [
      { agent_id: id, tags: { prod: { version: 1, dynamic_variables: { order_id: '7' } } } },
    ]);
  const number = file('main.phone-number.json', {
    phone_number: '+14155550100',
    outbound_agents: [{ agent_id: 'agent_night', weight: 1 }],
  });
  const testCase = (id: string) =>
    file('closes.test-case.json', {
      response_engine: { type: 'service-llm', llm_id: id },
      dynamic_variables: { order_id: '7' },
    });
  const front = agent('agent_front', { general_tools: [extract, swap('agent_middle')] }),
    middle = agent('agent_middle', { general_tools: [swap('agent_desk')] });
  test.each<[string, string, boolean]>([
    ['nothing', desk, false],
    ['its tag', desk + list('agent_desk'), true],
    ["another agent's tag", desk + night + list('agent_night'), false],
    ["another agent's engine", desk + agent('agent_night', { general_tools: [extract] }), false],
    ['a batch that names it', desk + night + batch({ override_agent_id: 'agent_desk' }), true],
    ['a batch that names another', desk + night + batch({ override_agent_id: 'agent_night' }), false],
    ['a batch of which nobody knows the agent', desk + night + batch({}), true],
    ["a batch from another's number", desk + night + number + batch({}, { from_number: '+14155550100' }), false],
    ["a test of another's engine", desk + agent('agent_night', { llm_id: 'llm_night' }) + testCase('llm_night'), false],
    ['an agent that swaps to one that swaps to it', desk + front + middle, true],
    [
      'an agent that it swaps to',
      agent('agent_desk', { ...greeting, general_tools: [swap('agent_front')] }) + front,
      false,
    ],
    [
      'agents in a ring',
      agent('agent_desk', { ...greeting, general_tools: [swap('agent_front')] }) + front + middle,
      true,
    ],
    [
      'another version of it',
      desk +
        agent('agent_desk', { general_tools: [extract] })
          .replace('-- ', '-- new.')
          .replace('"version":1', '"version":2'),
      false,
    ],
  ])('set by %s', (_, files, expected) => expect(isSet(files)).toBe(expected));

  test('is not judged if the agent that sets it hands over to very many agents', () => {
    const ids = Array.from({ length: 600 }, (_, i) => `agent_${i}`),
      hub = agent('agent_hub', { general_tools: [extract, ...ids.map(swap)] });
    expect(
      isSet(
        desk +
          hub +
          ids
            .slice(0, 400)
            .map(id => agent(id, {}))
            .join(''),
      ),
    ).toBe(false);
    expect(isSet(desk + hub + ids.map(id => agent(id, {})).join(''))).toBe(true);
  });

  const component = file('ask.flow-component.json', {
    conversation_flow_component_id: 'ask',
    nodes: [{ id: 'n', type: 'conversation', instruction: { type: 'prompt', text: '{{order_id}}' } }],
  });
  const flow = (id: string, otherFields: object = {}): string =>
    file(`${id}.agent.json`, {
      agent_id: id,
      version: 1,
      conversation_flow: { nodes: [{ id: 'c', type: 'component', component_id: 'ask' }], ...otherFields },
    });
  const inComponent = ['ask.flow-component.json', '/nodes/0/instruction/text'] as const,
    defaults = { default_dynamic_variables: { order_id: '7' } };
  test('in a component counts as set if any agent that runs the component sets it', () => {
    expect(isSet(component + flow('agent_a') + flow('agent_b', defaults), ...inComponent)).toBe(true);
    expect(isSet(component + flow('agent_a') + agent('agent_c', defaults), ...inComponent)).toBe(false);
    expect(isSet(component + agent('agent_c', defaults), ...inComponent)).toBe(undefined);
    const ownFile = 'agent_a.agent.json';
    expect(isSet(component + flow('agent_a') + flow('agent_b', defaults), ownFile, '/conversation_flow')).toBe(false);
  });
});

test('findings about the variables of one client do not depend on the files of another client', () => {
  const defaults = { default_dynamic_variables: { shop: 'Hill Shop' } };
  const client = agent('agent_a', { ...defaults, begin_message: '{{shop}}, {{order_id}}, {{town}}.' }),
    otherAgent = agent('agent_b', { default_dynamic_variables: { order_id: '7', town: 'Reno' } });
  const targetsIn = (files: string) => {
    const workspace = workspaceOf(files);
    return lint(workspace.document('agent_a.agent.json')!, workspace, RuleSet.of(rules))
      .filter(({ rule }) => rule.endsWith('-variable'))
      .map(({ target }) => target);
  };
  expect(targetsIn(client)).toHaveLength(2);
  expect(targetsIn(client + otherAgent)).toEqual(targetsIn(client));
});

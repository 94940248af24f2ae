import { expect, test } from 'vitest';
import { workspaceOf } from '../../testing/fixture.ts';
import { needsOf } from './variables.ts';

const flow = (...components: readonly string[]) => ({
  conversation_flow_id: `flow_${components.join('_')}`,
  nodes: components.map(id => ({ id, type: 'component', component_type: 'shared', component_id: id })),
});
const agentExport = (id: string, ...components: readonly string[]): string =>
  `-- ${id}.agent.json --\n${JSON.stringify({
    agent_id: id,
    version: 1,
    response_engine: { type: 'conversation-flow', conversation_flow_id: flow(...components).conversation_flow_id },
    conversationFlow: flow(...components),
  })}\n`;
const component = (id: string): string =>
  `-- ${id}.flow-component.json --\n${JSON.stringify({
    conversation_flow_component_id: id,
    nodes: [{ id: 'n', type: 'conversation', instruction: { type: 'prompt', text: `{{of_${id}}}` } }],
  })}\n`;

test('agents that contain their engines need the variables of their own components, even after a shared component', () => {
  const workspace = workspaceOf(
    agentExport('desk', 'x', 'a') + agentExport('night', 'x', 'b') + ['x', 'a', 'b'].map(component).join(''),
  );
  const neededNames = ['desk', 'night'].map(id => {
    const agent = workspace.document(`${id}.agent.json`)!.at('');
    return [...needsOf(agent, workspace)!.variables].map(([name, uses]) => `${name} ${uses.length}`).sort();
  });
  expect(neededNames).toEqual([
    ['of_a 1', 'of_x 1'],
    ['of_b 1', 'of_x 1'],
  ]);
});

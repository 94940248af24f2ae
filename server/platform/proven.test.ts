import { expect, test } from 'vitest';
import { standIn } from '../testing/stand-in.ts';

test('a request that refers to a missing part of itself is malformed; it does not lack an asset', async () => {
  const { ask } = standIn();
  const flow = {
    start_speaker: 'agent',
    model_choice: { type: 'cascading', model: 'gpt-4.1' },
    start_node_id: 'pay',
    nodes: [
      {
        id: 'pay',
        type: 'component',
        component_id: 'payment',
        component_type: 'local',
        else_edge: { id: 'e1', transition_condition: { type: 'prompt', prompt: 'Else' }, destination_node_id: 'bye' },
      },
      { id: 'bye', type: 'end' },
    ],
    components: [],
  };
  expect(await ask('POST /create-conversation-flow', flow)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('no component "payment" in this flow') as unknown },
  });
  const [pay] = flow.nodes;
  expect((await ask('POST /create-conversation-flow', { ...flow, nodes: [pay] })).status).toBe(400);
  const components = [{ conversation_flow_component_id: 'payment', name: 'Payment', nodes: [] }];
  expect((await ask('POST /create-conversation-flow', { ...flow, components })).status).toBe(201);
});

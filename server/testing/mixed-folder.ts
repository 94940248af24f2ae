/* A folder with platform files, files that only look like platform files, and an unrelated file. */

export const desk = {
  agent_id: 'agent_desk',
  version: 3,
  last_modification_timestamp: 1,
  is_published: true,
  assigned_tags: ['prod'],
  voice_id: 'custom_voice_ab12',
  agent_name: 'Desk',
  response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_1', version: 2 },
};
export const files = {
  'agents/desk.agent.json': JSON.stringify(desk),
  'weights.agent-weights.json': '[{"agent_id": "agent_night", "weight": 1}]',
  'old/night.agents.json': '{"a": 1, "b": 2, "c": 3}',
  'old/export.json': '{"voice_id": "x", "a": 1, "b": 2, "c": 3}',
  'package.json': '{"name": "clinic"}',
};

/** Fixtures with a mistake at the caret, for tests of code actions and their edits. */

export const multi = `-- desk.agent.json --
{
  "agent_name": "Desk",
  "language": "mu▮lti"
}
`;
export const flow = `-- booking.conversation-flow.json --
{
  "start_node_id": "greting▮",
  "nodes": [
    { "id": "greeting", "type": "conversation", "instruction": { "type": "prompt", "text": "Greet." },
      "edges": [
        { "id": "e1", "destination_node_id": "ask_date", "transition_condition": { "type": "prompt", "prompt": "Wants one" } },
        { "id": "e2", "destination_node_id": "greting", "transition_condition": { "type": "prompt", "prompt": "Else" } },
        { "id": "e3", "destination_node_id": "greetin", "transition_condition": { "type": "prompt", "prompt": "Again" } }
      ]
    }
  ]
}
`;
export const filters = `-- outages.alert-rule.json --
{
  "name": "Outages",
  "metric_type": "call_count",
  "filter": {
    "disconne▮ction_reasons": ["error_asr"],
    "error_code": [429],
    "agent": []
  }
}
`;
export const typos = `-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 3, "assigned_tags": ["prod"],
  "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
-- night.agent-weights.json --
[{ "agent_id": "agent_dsek", "weight": 1 }]
-- split.agent-weights.json --
[
  { "agent_id": "agent_▮dsek", "weight": 0.5 },
  { "agent_id": "agent_dsek", "weight": 0.25 },
  { "agent_id": "agent_elsewhere", "weight": 0.25 }
]
`;
export const tags = `-- desk.agent.json --
{ "agent_id": "agent_desk", "version": 3, "assigned_tags": ["prod"],
  "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
-- night.agent.json --
{ "agent_id": "agent_night", "version": 3, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
-- split.agent-weights.json --
[
  { "agent_id": "agent_desk", "agent_version": "p▮rd", "weight": 0.5 },
  { "agent_id": "agent_desk", "agent_version": "prd", "weight": 0.25 },
  { "agent_id": "agent_night", "agent_version": "prd", "weight": 0.25 }
]
-- team.agent-list.json --
[{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice",
    "user_modified_timestamp": 1760000000000, "tags": { "prod": { "version": 3 } } }]
`;
export const tools = `-- booking.flow-component.json --
{
  "name": "Booking",
  "nodes": [
    { "id": "look_up", "type": "function", "tool_id": "tool_lok_up▮", "tool_type": "local", "wait_for_result": true },
    { "id": "again", "type": "function", "tool_id": "tool_lok_up", "tool_type": "local", "wait_for_result": true }
  ],
  "tools": [{ "type": "custom", "name": "find_patient", "tool_id": "tool_look_up",
      "url": "https://api.example.com/patients", "method": "GET" }]
}
`;

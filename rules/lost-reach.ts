import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'lost-reach',
  group: 'flows',
  severity: 'error',
  summary: 'Callers got to something before this change and do not get to it now.',
  why: `
    A conversation gets to a tool, a transfer, another agent or an end by the edges of a flow, or by the states of an
    LLM engine. The change deletes or reroutes the last way to something that is still defined: the agent goes on
    talking, and it is never called. Restore the edge, or delete what is no longer meant to be reached.

    Reported by \`lint --changed-since\`, and for files given by name in a git repository, for everyone who comes in by a
    phone number, a live tag or a batch of calls, through components and agents they are handed over to. To cut callers
    off on purpose, add it to the configuration: \`"accept": [{ "reference": "tool check_availability", "reason": "…" }]\`.
    \`preflight reach\` shows what callers can get to.
  `,
  spec: 'Conversation flow component',
  met: 'comparing',

  examples: {
    invalid: files`
      -- main.phone-number.json --
      { "phone_number": "+14155550101", "inbound_agents": [{ "agent_id": "agent_billing", "weight": 1 }] }
      -- billing.agent.json --
      {
        "agent_id": "agent_billing", "version": 0,
        "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_billing" }
      }
      -- HEAD:billing.conversation-flow.json --
      {
        "conversation_flow_id": "flow_billing",
        "start_node_id": "greet",
        "tools": [{ "type": "custom", "tool_id": "t1", "name": "read_balance" }],
        "nodes": [
          { "id": "greet", "type": "conversation", "edges": [{ "id": "ask", "destination_node_id": "balance" }] },
          { "id": "balance", "type": "function", "tool_id": "t1" }
        ]
      }
      -- billing.conversation-flow.json --
      {
        "conversation_flow_id": "flow_billing",
        "start_node_id": "greet",
        "tools": [{ "type": "custom", "tool_id": "t1", "name": "read_balance" }],
        "nodes": [
          { "id": "greet", "type": "conversation", "edges": [] },
                                                            ^ callers of +14155550101 can no longer reach tool read_balance
          { "id": "balance", "type": "function", "tool_id": "t1" }
        ]
      }
      ====
      -- agents.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 0 } } }]
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 0,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- HEAD:desk.llm.json --
      {
        "llm_id": "llm_desk",
        "starting_state": "welcome",
        "states": [
          { "name": "welcome", "edges": [{ "destination_state_name": "booking" }] },
          { "name": "booking" }
        ]
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "starting_state": "welcome",
        "states": [
          { "name": "welcome", "edges": [{ "destination_state_name": "welcome" }] },
                                        ^ callers of tag prod of agent_desk can no longer reach state "booking"
          { "name": "booking" }
        ]
      }
    `,
    valid: files`
      -- main.phone-number.json --
      { "phone_number": "+14155550101", "inbound_agents": [{ "agent_id": "agent_billing", "weight": 1 }] }
      -- billing.agent.json --
      {
        "agent_id": "agent_billing", "version": 0,
        "response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_billing" }
      }
      -- HEAD:billing.conversation-flow.json --
      {
        "conversation_flow_id": "flow_billing",
        "start_node_id": "greet",
        "tools": [{ "type": "custom", "tool_id": "t1", "name": "read_balance" }],
        "nodes": [
          { "id": "greet", "type": "conversation", "edges": [{ "id": "ask", "destination_node_id": "balance" }] },
          { "id": "balance", "type": "function", "tool_id": "t1" }
        ]
      }
      -- billing.conversation-flow.json --
      {
        "conversation_flow_id": "flow_billing",
        "start_node_id": "greet",
        "tools": [],
        "nodes": [{ "id": "greet", "type": "conversation", "edges": [] }]
      }
      ====
      -- preflight.config.json --
      { "accept": [{ "reference": "state booking", "reason": "bookings are made online" }] }
      -- agents.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 0 } } }]
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 0,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" }
      }
      -- HEAD:desk.llm.json --
      {
        "llm_id": "llm_desk",
        "starting_state": "welcome",
        "states": [
          { "name": "welcome", "edges": [{ "destination_state_name": "booking" }] },
          { "name": "booking" }
        ]
      }
      -- desk.llm.json --
      {
        "llm_id": "llm_desk",
        "starting_state": "welcome",
        "states": [{ "name": "welcome", "edges": [] }, { "name": "booking" }]
      }
    `,
  },
});

import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'lost-reference',
  group: 'references',
  severity: 'error',
  summary: 'A reference resolved before this change and does not resolve now.',
  why: `
    Deleting or renaming an agent, engine, component, node or tool leaves references behind, and callers find out. The
    files before the change show that the reference resolved, so this is an error without \`complete\`. Restore what
    is gone, or update the reference.

    Reported by \`lint --changed-since\`, and for files given by name in a git repository. To break a reference on
    purpose, add it to the configuration: \`"accept": [{ "reference": "agent_desk@prod", "reason": "…" }]\`. Variables
    keep the severity of their own rule.
  `,
  spec: 'Errors',
  met: 'comparing',
  replaces: [
    'unknown-agent',
    'unresolved-agent-version',
    'unknown-engine',
    'unknown-component',
    'unknown-node',
    'unknown-tool',
    'unknown-mcp-server',
    'unknown-state',
    'unknown-filter-tag',
    'unknown-analysis-field',
    'unknown-mocked-tool',
  ],

  examples: {
    invalid: files`
      -- HEAD:router.agent.json --
      { "agent_id": "agent_router", "version": 1 }
      -- main.phone-number.json --
      {
        "phone_number": "+14155550100",
        "inbound_agents": [
          { "weight": 0.9 },
          { "agent_id": "agent_router", "agent_version": 1, "weight": 0.1 }
                        ^^^^^^^^^^^^^^ agent_router existed in HEAD and is gone; 10 % of inbound_agents of
                                     | +14155550100 used its version 1
        ]
      }
      ====
      -- HEAD:desk.llm.json --
      { "llm_id": "llm_desk", "version": 2 }
      -- desk.agent.json --
      { "response_engine": { "type": "service-llm", "llm_id": "llm_desk", "version": 2 } }
                                                              ^^^^^^^^^^
                                              | llm_id: "llm_desk" was in desk.llm.json in HEAD and is gone: no such
                                              | LLM engine in this workspace
      ====
      -- HEAD:desk.conversation-flow.json --
      {
        "nodes": [
          { "id": "hello", "type": "conversation", "edges": [{ "id": "e1", "destination_node_id": "bye" }] },
          { "id": "bye", "type": "end" }
        ]
      }
      -- desk.conversation-flow.json --
      {
        "nodes": [
          { "id": "hello", "type": "conversation", "edges": [{ "id": "e1", "destination_node_id": "bye" }] },
                                                                                                  ^^^^^
                                              | destination_node_id: "bye" was in this file in HEAD and is gone: no
                                              | such node
          { "id": "farewell", "type": "end" }
        ]
      }
    `,
    valid: files`
      -- HEAD:router.agent.json --
      { "agent_id": "agent_router", "version": 1 }
      -- HEAD:main.phone-number.json --
      { "phone_number": "+14155550100", "inbound_agents": [{ "agent_id": "agent_router", "weight": 1 }] }
      -- main.phone-number.json --
      { "phone_number": "+14155550100", "inbound_agents": [] }
      -- trial.agent-weights.json --
      [{ "agent_id": "agent_never_here", "weight": 1 }]
      ====
      -- preflight.config.json --
      { "accept": [{ "reference": "agent_router", "reason": "the router is retired on Friday" }] }
      -- HEAD:router.agent.json --
      { "agent_id": "agent_router", "version": 1 }
      -- split.agent-weights.json --
      [{ "agent_id": "agent_router", "weight": 1 }]
    `,
  },
});

import { clipped } from '../server/core/wording.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { engineOfKey, unknownKeys } from '../server/core/domain/fields.ts';

export default defineRule({
  id: 'misplaced-engine-field',
  group: 'values',
  severity: 'warning',
  summary: 'A field of the response engine is set on the agent.',
  why: `
    Prompts, tools, models and begin messages on the agent are ignored. An agent has a voice, timing and webhooks;
    what it says comes from its response engine, a record of its own. Move the field there. An agent that runs on your
    own server sets its address in \`response_engine\`.
  `,
  spec: 'domain',
  shows: 'unnecessary',
  at: { unknownKeys: true },

  *check(node): Generator<Problem> {
    const reference = node.is('response-engine');
    if (!reference && !node.is('agent-settings')) return;
    const type = (reference ? node : node.get('response_engine')).peek('type');
    for (const key of unknownKeys(node)) {
      const place = engineOfKey(key, type);
      if (place === undefined || (reference && !place.startsWith('to '))) continue;
      yield reference
        ? {
            at: { key: node.get(key).pointer },
            severity: 'info',
            message: `${clipped(key)}: belongs ${place}; response_engine only references it`,
          }
        : {
            at: { key: node.get(key).pointer },
            message: `${clipped(key)}: belongs ${place}; on the agent it has no effect`,
          };
    }
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
        "general_prompt": "You answer the phone of a clinic.",
        ^^^^^^^^^^^^^^^^ warning: general_prompt: belongs to the LLM engine; on the agent it has no effect
        "nodes": [],
        ^^^^^^^ warning: nodes: belongs to the conversation flow; on the agent it has no effect
        "llm_websocket_url": "wss://desk.clinic.org/llm"
        ^^^^^^^^^^^^^^^^^^^ warning: llm_websocket_url: belongs in response_engine; on the agent it has no effect
      }
      ====
      -- desk.agent.json --
      {
        "response_engine": { "type": "service-llm", "llm_id": "llm_1", "begin_message": "Hello" },
                                                                       ^^^^^^^^^^^^^^^
                                              | info: begin_message: belongs to the LLM engine; response_engine only
                                              | references it
        "tools": []
        ^^^^^^^ warning: tools: belongs to the LLM engine, as general_tools; on the agent it has no effect
      }
    `,
    valid: files`
      -- desk.agent.json --
      {
        "response_engine": { "type": "service-llm", "llm_id": "llm_1" },
        "serviceLlmData": { "general_prompt": "You answer the phone of a clinic." },
        "version": 3
      }
    `,
  },
});

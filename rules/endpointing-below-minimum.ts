import { defineRule, files, withMark } from '../server/core/engine/rule.ts';
import { duration, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'endpointing-below-minimum',
  group: 'settings',
  severity: 'error',
  summary: "`endpointing_ms` is below the provider's minimum.",
  why: `
    Each speech recognition provider has a shortest pause it can detect: azure 100 ms, deepgram 10 ms, soniox 500 ms,
    assemblyai 100 ms. The platform refuses anything shorter, even while \`stt_mode\` is not \`custom\`.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: custom_stt_config: two required fields, a minimum by provider; only with mode `custom`',
  replaces: ['out-of-range'],
  at: withMark('x-minimum-by'),

  check(node) {
    const value = node.number();
    const { field, values } = node.marks['x-minimum-by']!;
    const by = node.sibling(field);
    const minimum = typeof by.value === 'string' && Object.hasOwn(values, by.value) ? values[by.value] : undefined;
    if (!Number.isInteger(value) || value === undefined || minimum === undefined || value >= minimum) return undefined;
    return {
      message: `${node.label}: expected at least ${duration(minimum)} for ${field} ${show(by.value)}, got ${duration(value)}`,
      related: [{ at: by, message: `the ${field}; its minimum is ${minimum}` }],
      fix: set(node, minimum, { title: `Use the minimum ${minimum}` }),
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      { "stt_mode": "custom", "custom_stt_config": { "provider": "soniox", "endpointing_ms": 300 } }
                                                                                             ^^^
                                              | endpointing_ms: expected at least 500 ms for provider "soniox", got
                                              | 300 ms
      => { "stt_mode": "custom", "custom_stt_config": { "provider": "soniox", "endpointing_ms": 500 } }
      -- friday.batch-call.json --
      {
        "tasks": [
          {
            "agent_override": { "agent": { "custom_stt_config": { "provider": "azure", "endpointing_ms": 0 } } }
                                                                                                         ^
                                              | endpointing_ms: expected at least 100 ms for provider "azure", got 0
                                              | ms
         => "agent_override": { "agent": { "custom_stt_config": { "provider": "azure", "endpointing_ms": 100 } } }
          }
        ]
      }
    `,
    valid: files`
      -- slip.agent.json --
      { "stt_mode": "custom", "custom_stt_config": { "provider": "azure", "endpointing_ms": 99.5 } }
      -- desk.agent.json --
      { "stt_mode": "custom", "custom_stt_config": { "provider": "deepgram", "endpointing_ms": 10 } }
      -- noon.agent.json --
      { "stt_mode": "custom", "custom_stt_config": { "provider": "soniox", "endpointing_ms": 500 } }
      -- night.agent.json --
      { "stt_mode": "custom", "custom_stt_config": { "provider": "other", "endpointing_ms": 5 } }
    `,
  },
});

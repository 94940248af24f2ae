import { defineRule, files } from '../server/core/engine/rule.ts';
import { isOverride } from '../server/core/domain/settings.ts';

export default defineRule({
  id: 'custom-stt-without-config',
  severity: 'error',
  summary: 'Custom speech recognition without its configuration.',
  why: `
    The platform refuses \`stt_mode\` \`custom\` without a \`custom_stt_config\`, from which it takes the speech
    recognition provider. In an override the agent that is overridden may hold it, so there it is missed only if it is
    taken away.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  at: { 'agent-settings': '/stt_mode' },

  check(node) {
    if (node.value !== 'custom' || !node.parent) return undefined;
    const config = node.sibling('custom_stt_config');
    if (config.exists ? !config.isNull : isOverride(node.parent)) return undefined;
    return {
      message: `stt_mode "custom" requires custom_stt_config, which is ${config.isNull ? 'null' : 'not set'}`,
      help: 'set custom_stt_config with provider and endpointing_ms, or choose the mode "fast" or "accurate"',
      ...(config.isNull && { related: [{ at: config, message: 'taken away here' }] }),
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk.agent.json --
        {
          "stt_mode": "custom"
                      ^^^^^^^^ stt_mode "custom" requires custom_stt_config, which is not set
        }
        -- night.agent.json --
        {
          "stt_mode": "custom",
                      ^^^^^^^^ stt_mode "custom" requires custom_stt_config, which is null
          "custom_stt_config": null
        }
      `,
      },
    ],
    valid: [
      files`
      -- desk.agent.json --
      { "stt_mode": "custom", "custom_stt_config": { "provider": "azure", "endpointing_ms": 300 } }
      -- night.agent.json --
      { "stt_mode": "accurate" }
      -- polite.agent-override.json --
      { "agent": { "stt_mode": "custom" } }
    `,
    ],
  },
});

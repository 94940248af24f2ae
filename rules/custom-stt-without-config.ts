import { defineRule, files } from '../server/core/engine/rule.ts';
import { isOverrideAlone } from '../server/core/domain/settings.ts';

export default defineRule({
  id: 'custom-stt-without-config',
  group: 'settings',
  severity: 'error',
  summary: '`stt_mode` is `custom`, but `custom_stt_config` is not set.',
  why: `
    The platform refuses \`stt_mode\` \`custom\` without \`custom_stt_config\`, which names the speech recognition
    provider. In an override, the overridden agent may provide it: if this workspace has that agent, the field is
    reported only if neither sets it.
  `,
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: stt_mode: `custom` needs its configuration',
  comparesSettings: true,
  at: { 'agent-settings': '/stt_mode' },
  when: () => mode => mode === 'custom',

  check(node) {
    if (!node.parent) return undefined;
    const config = node.sibling('custom_stt_config');
    if (config.exists ? !config.isNull : isOverrideAlone(node.parent)) return undefined;
    return {
      at: config,
      formerly: node,
      message: `custom_stt_config: required by stt_mode "custom", but ${config.isNull ? 'null' : 'not set'}`,
      help: 'set custom_stt_config with provider and endpointing_ms, or use stt_mode "fast" or "accurate"',
      related: [{ at: node, message: 'the mode that needs it' }],
    };
  },

  examples: {
    invalid: files`
      -- desk.agent.json --
      {
      ^ custom_stt_config: required by stt_mode "custom", but not set
        "stt_mode": "custom"
      }
      -- night.agent.json --
      { "stt_mode": "custom", "custom_stt_config": null }
                                                   ^^^^ custom_stt_config: required by stt_mode "custom", but null
      ====
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 1, "stt_mode": "fast" }
      -- night.agent.json --
      {
        "agent_id": "agent_night", "version": 0,
        "stt_mode": "custom",
        "custom_stt_config": { "provider": "azure", "endpointing_ms": 300 }
      }
      -- friday.batch-call.json --
      {
        "tasks": [
          {
            "override_agent_id": "agent_desk",
            "override_agent_version": 1,
            "agent_override": { "agent": { "stt_mode": "custom" } }
                                         ^ custom_stt_config: required by stt_mode "custom", but not set
          },
          {
            "override_agent_id": "agent_night",
            "override_agent_version": 0,
            "agent_override": { "agent": { "custom_stt_config": null } }
                                                                ^^^^
                                              | custom_stt_config: required by stt_mode "custom", but null
          }
        ]
      }
    `,
    valid: files`
      -- desk.agent.json --
      { "stt_mode": "custom", "custom_stt_config": { "provider": "azure", "endpointing_ms": 300 } }
      -- night.agent.json --
      { "stt_mode": "accurate" }
      -- polite.agent-override.json --
      { "agent": { "stt_mode": "custom" } }
      -- day.agent.json --
      {
        "agent_id": "agent_day", "version": 0,
        "stt_mode": "fast",
        "custom_stt_config": { "provider": "azure", "endpointing_ms": 300 }
      }
      -- friday.batch-call.json --
      {
        "tasks": [
          {
            "override_agent_id": "agent_day",
            "override_agent_version": 0,
            "agent_override": { "agent": { "stt_mode": "custom" } }
          },
          { "override_agent_id": "agent_away", "agent_override": { "agent": { "stt_mode": "custom" } } }
        ]
      }
    `,
  },
});

import { defineRule } from '../server/core/engine/rule.ts';
import { isPartOfSettings } from '../server/core/domain/settings.ts';

export default defineRule({
  id: 'custom-stt-without-config',
  group: 'settings',
  severity: 'error',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Agent settings: stt_mode: `custom` needs its configuration',
  comparesSettings: true,
  at: { 'agent-settings': '/stt_mode' },
  when: () => mode => mode === 'custom',

  check(node) {
    if (!node.parent) return undefined;
    const config = node.sibling('custom_stt_config');
    if (config.exists ? !config.isNull : isPartOfSettings(node.parent)) return undefined;
    return {
      at: config,
      formerPlace: node,
      message: `custom_stt_config: required by stt_mode "custom", but ${config.isNull ? 'null' : 'not set'}`,
      help: 'set custom_stt_config with provider and endpointing_ms, or use stt_mode "fast" or "accurate"',
      related: [{ at: node, message: 'the mode that needs it' }],
    };
  },
});

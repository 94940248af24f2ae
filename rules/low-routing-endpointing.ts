import { defineRule } from '../server/core/engine/rule.ts';
import { childEntry, marksOf, rootOf } from '../server/core/shapes/table.ts';

export default defineRule({
  id: 'low-routing-endpointing',
  group: 'settings',
  severity: 'info',
  spec: 'Agent settings (request shape, also returned in the agent)',
  clause: 'Other shapes: ASR routing: two required fields; the provider is the dominant one',
  at: { 'asr-routing': '/endpointing_ms', 'asr-split': '/endpointing_ms' },

  check(endpointing) {
    const value = endpointing.number(),
      provider = endpointing.sibling('provider').string();
    const minimums = marksOf(childEntry(rootOf('custom-stt-config'), 'endpointing_ms'))['x-minimum-by']?.values ?? {};
    const minimum = provider !== undefined && Object.hasOwn(minimums, provider) ? minimums[provider]! : undefined;
    if (!Number.isInteger(value) || value === undefined || minimum === undefined || value >= minimum) return undefined;
    return {
      message: `endpointing_ms: ${value} is below ${minimum}, the minimum of ${provider} in custom_stt_config`,
    };
  },
});

import { defineRule, files } from '../server/core/engine/rule.ts';
import { childEntry, marksOf, rootOf } from '../server/core/shapes/table.ts';

export default defineRule({
  id: 'low-routing-endpointing',
  group: 'settings',
  severity: 'info',
  summary: '`endpointing_ms` of an ASR routing is unusually low for its provider.',
  why: `
    For \`custom_stt_config\` each provider has a minimum \`endpointing_ms\`; for a routing none is specified. A value
    below that minimum may be more than the provider can detect, so callers are cut off or the routing is refused.
  `,
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

  examples: {
    invalid: files`
      -- accurate.asr-routing.json --
      {
        "provider": "soniox",
        "endpointing_ms": 200,
                          ^^^ info: endpointing_ms: 200 is below 500, the minimum of soniox in custom_stt_config
        "split": [
          { "provider": "soniox", "endpointing_ms": 200, "fraction": 0.6 },
                                                    ^^^ info: endpointing_ms: 200 is below 500, the minimum of
                                              | soniox in custom_stt_config
          { "provider": "deepgram", "endpointing_ms": 10, "fraction": 0.4 }
        ]
      }
    `,
    valid: files`
      -- accurate.asr-routing.json --
      { "provider": "soniox", "endpointing_ms": 500 }
    `,
  },
});

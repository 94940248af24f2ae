import type { Cursor } from '../server/core/cursor.ts';
import { addedValues, enumerated } from '../server/core/domain/fields.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { clipped, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'dominant-asr-mismatch',
  group: 'values',
  severity: 'warning',
  summary: 'An ASR routing does not name the provider with the largest share.',
  why: `
    \`provider\` and \`endpointing_ms\` of a routing describe its dominant provider, the first and largest entry of
    \`split\`. Tools that read only the routing get the wrong provider or the wrong endpointing.
  `,
  spec: 'Other shapes',
  clause: 'Other shapes: ASR routing: two required fields; the provider is the dominant one',
  at: { 'asr-routing': '' },

  check(routing, workspace) {
    const fractionOf = (share: Cursor): number => share.get('fraction').number() ?? -Infinity;
    const shares = routing.get('split').items(),
      largest = shares.reduce((most, share) => Math.max(most, fractionOf(share)), 0);
    const dominant = shares.filter(share => fractionOf(share) === largest);
    const provider = routing.get('provider'),
      endpointing = routing.get('endpointing_ms');
    // a provider that is misspelled may well be the dominant one
    const isKnown = (at: Cursor): boolean =>
      at.string() !== undefined && [...enumerated(at), ...addedValues(at, workspace)].includes(at.string()!);
    if (dominant.length === 0 || ![provider, ...dominant.map(share => share.get('provider'))].every(isKnown))
      return undefined;
    const own = dominant.find(share => share.get('provider').value === provider.value);
    const [first] = dominant;
    if (!own) {
      return {
        at: provider,
        message: `provider: expected ${show(first!.get('provider').value)} (the largest share, ${largest}), got ${show(provider.value)}`,
        related: [{ at: first!, message: 'the largest share' }],
      };
    }
    const pause = own.get('endpointing_ms');
    if (endpointing.number() === undefined || pause.number() === undefined || endpointing.value === pause.value)
      return undefined;
    return {
      at: endpointing,
      message: `endpointing_ms: expected ${pause.value} (${clipped(String(provider.value))} in split), got ${endpointing.value}`,
      related: [{ at: pause, message: 'endpointing_ms of the dominant provider' }],
    };
  },

  examples: {
    invalid: files`
      -- fast.asr-routing.json --
      {
        "provider": "azure",
                    ^^^^^^^ warning: provider: expected "deepgram" (the largest share, 0.7), got "azure"
        "endpointing_ms": 200,
        "split": [
          { "provider": "deepgram", "endpointing_ms": 100, "fraction": 0.7 },
          { "endpointing_ms": 200, "fraction": 0.3 }
        ]
      }
      -- accurate.asr-routing.json --
      {
        "provider": "soniox",
        "endpointing_ms": 500,
                          ^^^ warning: endpointing_ms: expected 800 (soniox in split), got 500
        "split": [
          { "provider": "soniox", "endpointing_ms": 800, "fraction": 0.6 },
          { "endpointing_ms": 200, "fraction": 0.4 }
        ]
      }
    `,
    valid: files`
      -- fast.asr-routing.json --
      {
        "provider": "azure",
        "endpointing_ms": 200,
        "split": [
          { "provider": "deepgram", "endpointing_ms": 100, "fraction": 0.5 },
          { "provider": "azure", "endpointing_ms": 200, "fraction": 0.5 }
        ]
      }
      -- accurate.asr-routing.json --
      { "provider": "soniox", "endpointing_ms": 500 }
      -- slip.asr-routing.json --
      {
        "provider": "Deepgram",
        "endpointing_ms": 100,
        "split": [
          { "provider": "deepgram", "endpointing_ms": 100, "fraction": 0.7 },
          { "provider": "azure", "endpointing_ms": 200, "fraction": 0.3 }
        ]
      }
    `,
  },
});

import { defineRule, files } from '../server/core/engine/rule.ts';
import { remove } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'split-of-one',
  group: 'values',
  severity: 'warning',
  summary: 'An ASR split has fewer than two shares.',
  why: `
    \`split\` is present only when traffic is split, so it has at least two shares. Otherwise \`provider\` and
    \`endpointing_ms\` say everything; remove \`split\`.
  `,
  spec: 'Other shapes',
  clause: 'Other shapes: ASR split: only when split; three required fields, sum 1, sorted',
  at: { 'asr-routing': '/split' },

  check(split) {
    if (!split.isArray || split.items().length > 1) return undefined;
    // a share that says something else would be lost
    const agrees = split
      .items()
      .every(share => ['provider', 'endpointing_ms'].every(key => share.get(key).value === split.sibling(key).value));
    return {
      message: `split: expected at least 2 shares, got ${split.items().length}`,
      fix: agrees ? remove(split, { title: 'Remove split' }) : undefined,
    };
  },

  examples: {
    invalid: files`
      -- fast.asr-routing.json --
      {
        "provider": "deepgram",
        "endpointing_ms": 100,
      => "endpointing_ms": 100
        "split": [{ "provider": "deepgram", "endpointing_ms": 100, "fraction": 1 }]
                 ^ warning: split: expected at least 2 shares, got 1
      =>
      }
      -- accurate.asr-routing.json --
      { "endpointing_ms": 300, "split": [] }
                                        ^ warning: split: expected at least 2 shares, got 0
      => { "endpointing_ms": 300 }
      -- other.asr-routing.json --
      { "endpointing_ms": 300, "split": [{ "provider": "deepgram", "endpointing_ms": 10, "fraction": 1 }] }
                                        ^ warning: split: expected at least 2 shares, got 1
    `,
    valid: files`
      -- fast.asr-routing.json --
      { "provider": "deepgram", "endpointing_ms": 100, "split": [
        { "provider": "deepgram", "endpointing_ms": 100, "fraction": 0.6 },
        { "provider": "azure", "endpointing_ms": 300, "fraction": 0.4 }
      ] }
      -- accurate.asr-routing.json --
      { "provider": "soniox", "endpointing_ms": 500 }
    `,
  },
});

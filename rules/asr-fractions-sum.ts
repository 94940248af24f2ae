import { exact, sumOf, TOLERANCE } from '../server/core/domain/weights.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'asr-fractions-sum',
  group: 'values',
  severity: 'error',
  summary: 'The fractions of an ASR split do not add up to 1.',
  why: `
    Every call belongs to exactly one share of a split. If the fractions add up to less than 1, some calls have no
    speech recognition provider; if they add up to more, the last shares get less than stated.
  `,
  spec: 'Other shapes',
  clause: 'Other shapes: ASR split: only when split; three required fields, sum 1, sorted',
  at: { 'asr-routing': '/split' },

  check(split) {
    const items = split.items(),
      fractions = items.flatMap(item => item.get('fraction').number() ?? []);
    if (items.length === 0 || fractions.length < items.length || fractions.some(part => part < 0 || part > 1))
      return undefined;
    const sum = sumOf(fractions);
    if (Math.abs(sum - 1) <= TOLERANCE) return undefined;
    return { message: `split: expected fractions that add up to 1, got ${exact(sum)}` };
  },

  examples: {
    invalid: files`
      -- fast.asr-routing.json --
      {
        "endpointing_ms": 100,
        "split": [
                 ^ split: expected fractions that add up to 1, got 0.9
          { "endpointing_ms": 100, "fraction": 0.7 },
          { "endpointing_ms": 200, "fraction": 0.2 }
        ]
      }
    `,
    valid: files`
      -- fast.asr-routing.json --
      {
        "endpointing_ms": 100,
        "split": [
          { "endpointing_ms": 100, "fraction": 0.7 },
          { "endpointing_ms": 200, "fraction": 0.2 },
          { "endpointing_ms": 500, "fraction": 0.1 }
        ]
      }
      -- percent.asr-routing.json --
      {
        "endpointing_ms": 100,
        "split": [{ "endpointing_ms": 100, "fraction": 70 }, { "endpointing_ms": 200, "fraction": 30 }]
      }
      -- accurate.asr-routing.json --
      { "endpointing_ms": 500, "split": [] }
    `,
  },
});

import { defineRule, remove } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'split-of-one',
  group: 'values',
  severity: 'warning',
  spec: 'Other shapes',
  clause: 'Other shapes: ASR split: only when split; three required fields, sum 1, sorted',
  at: { 'asr-routing': '/split' },

  check(shares) {
    if (!shares.isArray || shares.items().length > 1) return undefined;
    // a fix must not remove a share that differs from the total
    const agrees = shares
      .items()
      .every(share => ['provider', 'endpointing_ms'].every(key => share.get(key).value === shares.sibling(key).value));
    return {
      message: `split: expected at least 2 shares, got ${shares.items().length}`,
      fix: agrees ? remove(shares, { title: 'Remove split' }) : undefined,
    };
  },
});

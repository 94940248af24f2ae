import { defineRule } from '../server/core/engine/rule.ts';
import { remove } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'split-of-one',
  group: 'values',
  severity: 'warning',
  spec: 'Other shapes',
  clause: 'Other shapes: ASR split: only when split; three required fields, sum 1, sorted',
  at: { 'asr-routing': '/split' },

  check(split) {
    if (!split.isArray || split.items().length > 1) return undefined;
    // a fix must not remove a share that differs
    const agrees = split
      .items()
      .every(share => ['provider', 'endpointing_ms'].every(key => share.get(key).value === split.sibling(key).value));
    return {
      message: `split: expected at least 2 shares, got ${split.items().length}`,
      fix: agrees ? remove(split, { title: 'Remove split' }) : undefined,
    };
  },
});

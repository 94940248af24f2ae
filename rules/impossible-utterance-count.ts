import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'impossible-utterance-count',
  group: 'values',
  severity: 'warning',
  spec: 'Other shapes',
  clause: 'Other shapes: naturalness: three required fields',
  at: { 'agent-naturalness': '' },

  *check(analysis) {
    const natural = analysis.get('natural_utterance_count'),
      total = analysis.get('total_utterance_count');
    const wrongCounts = [natural, total].filter(count => count.number()! < 0 || !Number.isInteger(count.number() ?? 0));
    for (const count of wrongCounts) {
      const message = `${count.key}: expected an integer of at least 0, got ${count.value}`;
      yield { at: count, severity: 'info', message };
    }
    if (wrongCounts.length > 0 || !(natural.number()! > total.number()!)) return;
    yield {
      at: natural,
      message: `natural_utterance_count: ${natural.value} exceeds total_utterance_count ${total.value}`,
      related: [{ at: total, message: 'all utterances' }],
    };
  },
});

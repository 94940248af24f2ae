import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'impossible-utterance-count',
  group: 'values',
  severity: 'warning',
  summary: 'The utterance counts contradict each other.',
  why: `
    Natural utterances are a part of all utterances, so there cannot be more of them. Any rate computed from these
    counts exceeds 100 %.
  `,
  spec: 'Other shapes',
  clause: 'Other shapes: naturalness: three required fields',
  at: { 'agent-naturalness': '' },

  *check(analysis) {
    const natural = analysis.get('natural_utterance_count'),
      total = analysis.get('total_utterance_count');
    const wrong = [natural, total].filter(count => count.number()! < 0 || !Number.isInteger(count.number() ?? 0));
    for (const count of wrong) {
      const message = `${count.key}: expected an integer of at least 0, got ${count.value}`;
      yield { at: count, severity: 'info', message };
    }
    if (wrong.length > 0 || !(natural.number()! > total.number()!)) return;
    yield {
      at: natural,
      message: `natural_utterance_count: ${natural.value} exceeds total_utterance_count ${total.value}`,
      related: [{ at: total, message: 'all utterances' }],
    };
  },

  examples: {
    invalid: files`
      -- monday.agent-naturalness.json --
      { "details": [], "natural_utterance_count": 18, "total_utterance_count": 12 }
                                                  ^^ warning: natural_utterance_count: 18 exceeds
                                              | total_utterance_count 12
      -- tuesday.agent-naturalness.json --
      { "details": [], "natural_utterance_count": -1, "total_utterance_count": 12.5 }
                                                  ^^ info: natural_utterance_count: expected an integer of at least
                                              | 0, got -1
                                                                               ^^^^
                                              | info: total_utterance_count: expected an integer of at least 0, got
                                              | 12.5
      -- wednesday.agent-naturalness.json --
      { "details": [], "natural_utterance_count": 5, "total_utterance_count": -7 }
                                                                              ^^ info: total_utterance_count: expected
                                              | an integer of at least 0, got -7
    `,
    valid: files`
      -- monday.agent-naturalness.json --
      { "details": [], "natural_utterance_count": 12, "total_utterance_count": 12 }
    `,
  },
});

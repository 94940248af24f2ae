import { metric } from '../server/core/domain/metrics.ts';
import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'metric-out-of-range',
  group: 'alerts',
  aliases: ['impossible-figure'],
  severity: 'info',
  spec: 'domain',
  at: { 'alert-incident': ['/current_value', '/previous_value'] },

  check(figure) {
    const value = figure.number(),
      facts = metric(figure.sibling('metric_type').value);
    if (value === undefined || !facts) return undefined;
    const [minimum, maximum] = facts.range;
    if (value >= minimum && (maximum === null || value <= maximum)) return undefined;
    const bounds = maximum === null ? `at least ${minimum}` : `${minimum}–${maximum}`;
    return { message: `${figure.key}: ${facts.name} is ${bounds}, got ${value}` };
  },
});

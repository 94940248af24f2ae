import { metric, metrics } from '../server/core/domain/metrics.ts';
import { UNKNOWN_ENTRY } from '../server/core/shapes/table.ts';
import { defineRule, listed, remove, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'filter-of-other-metric',
  group: 'alerts',
  severity: 'warning',
  spec: 'Alert rule, alert incident',
  clause: [
    'Alert rule, alert incident: filter cohort_id: for one metric',
    'Alert rule, alert incident: filter status_code: nine codes, for one metric',
  ],
  shows: 'unnecessary',
  replaces: ['ignored-setting'],
  at: { 'alert-rule': '/filter', 'alert-rule-response': '/filter' },

  *check(filter) {
    const ownMetric = metric(filter.sibling('metric_type').value);
    if (!ownMetric) return;
    for (const field of filter.entries()) {
      const { marks } = field;
      // the former names of a filter have the same effect
      const name = marks['x-replaced-by'] ?? field.key;
      if (field.entry === UNKNOWN_ENTRY || isEmpty(field) || ownMetric.filters.includes(name)) continue;
      if (name !== field.key && filter.get(name).exists) continue;
      const otherMetrics = metrics()
        .filter(({ filters }) => filters.includes(name))
        .map(metric => metric.name);
      const hasCondition = marks['x-applies-when'] !== undefined;
      yield {
        at: { key: field.pointer },
        severity: hasCondition ? 'warning' : 'info',
        message: hasCondition
          ? `${field.key}: filters ${listed(otherMetrics)} only, so it has no effect on ${ownMetric.name}`
          : `${field.key}: unlikely to filter ${ownMetric.name}; it goes with ${listed(otherMetrics, 'and', 2)}`,
        related: [{ at: filter.sibling('metric_type'), message: 'the metric' }],
        ...(hasCondition && { fix: remove(field) }),
      };
    }
  },
});

/** Whether a value filters nothing, such as the empty values in exports. */
const isEmpty = ({ value }: Cursor): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

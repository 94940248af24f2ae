import type { Cursor } from '../server/core/cursor.ts';
import { metric, metrics } from '../server/core/domain/metrics.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { UNKNOWN } from '../server/core/shapes/table.ts';
import { listed } from '../server/core/wording.ts';
import { remove } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'filter-of-other-metric',
  group: 'alerts',
  severity: 'warning',
  summary: 'An alert filter has no effect on the metric of the alert.',
  why: `
    \`status_code\` filters \`api_error_count\` and \`cohort_id\` filters \`qa_not_passed_count\`; other metrics have
    nothing for them to select. Whether reasons for ending a call can filter chats is not specified. Remove the
    filter, or change the metric.
  `,
  spec: 'Alert rule, alert incident',
  clause: [
    'Alert rule, alert incident: filter cohort_id: for one metric',
    'Alert rule, alert incident: filter status_code: nine codes, for one metric',
  ],
  shows: 'unnecessary',
  replaces: ['ignored-setting'],
  at: { 'alert-rule': '/filter', 'alert-rule-response': '/filter' },

  *check(filter) {
    const watched = metric(filter.sibling('metric_type').value);
    if (!watched) return;
    for (const field of filter.entries()) {
      const { marks } = field;
      // the older names of a filter apply like their replacements
      const name = marks['x-replaced-by'] ?? field.key;
      if (field.entry === UNKNOWN || isEmpty(field) || watched.filters.includes(name)) continue;
      if (name !== field.key && filter.get(name).exists) continue;
      const fitting = metrics()
        .filter(({ filters }) => filters.includes(name))
        .map(other => other.name);
      const stated = marks['x-applies-when'] !== undefined;
      yield {
        at: { key: field.pointer },
        severity: stated ? 'warning' : 'info',
        message: stated
          ? `${field.key}: filters ${listed(fitting)} only, so it has no effect on ${watched.name}`
          : `${field.key}: unlikely to filter ${watched.name}; it goes with ${listed(fitting, 'and', 2)}`,
        related: [{ at: filter.sibling('metric_type'), message: 'the metric' }],
        ...(stated && { fix: remove(field) }),
      };
    }
  },

  examples: {
    invalid: files`
      -- calls.alert-rule.json --
      {
        "metric_type": "call_count",
        "filter": {
      => "filter": {}
          "status_code": { "type": "enum", "op": "in", "value": ["429", "500"] },
          ^^^^^^^^^^^^^ warning: status_code: filters api_error_count only, so it has no effect on call_count
       =>
          "cohort_id": { "type": "string", "op": "eq", "value": "cohort_night" }
          ^^^^^^^^^^^ warning: cohort_id: filters qa_not_passed_count only, so it has no effect on call_count
       =>
        }
      =>
      }
      -- chats.alert-rule.json --
      {
        "metric_type": "chat_count",
        "filter": { "disconnection_reason": { "type": "enum", "op": "in", "value": ["dial_busy"] } }
                    ^^^^^^^^^^^^^^^^^^^^^^ info: disconnection_reason: unlikely to filter chat_count; it goes with
                                         | call_count, call_success_rate and 6 more
      }
    `,
    valid: files`
      -- errors.alert-rule.json --
      {
        "metric_type": "api_error_count",
        "filter": { "status_code": { "type": "enum", "op": "in", "value": ["500"] }, "error_code": ["429"], "cohort_id": null }
      }
      -- quality.alert-rule.json --
      {
        "metric_type": "qa_not_passed_count",
        "filter": {
          "cohort_id": { "type": "string", "op": "eq", "value": "cohort_night" },
          "agent": [{ "agent_id": "agent_desk" }],
          "disconnection_reasons": ["inactivity"]
        }
      }
    `,
  },
});

/** Placeholders that exports contain where nothing is filtered. */
const isEmpty = ({ value }: Cursor): boolean =>
  value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0);

import { defineSchemaRule, files } from '../server/core/engine/rule.ts';
import { isArray } from '../server/core/json/json.ts';
import { count } from '../server/core/wording.ts';

export default defineSchemaRule({
  id: 'too-many-items',
  group: 'values',
  severity: 'error',
  summary: 'A list has too many or too few items.',
  why: `
    The platform refuses the request. Split the record: two alert rules with 100 agents each watch 200.
  `,
  spec: 'Limits',
  clause: 'Limits: the bounds above once more',
  violates: ['maxItems', 'minItems'],

  check(node, violation) {
    const limit = Number(violation.params['limit']);
    const bound = violation.keyword === 'maxItems' ? 'at most' : 'at least';
    return {
      message: `${node.label}: expected ${bound} ${count(limit, 'item')}, got ${isArray(node.value) ? node.value.length : 0}`,
    };
  },

  examples: {
    invalid: files`
      -- calls.alert-rule.json --
      {
        "name": "Calls",
        "metric_type": "call_count",
        "threshold_type": "absolute",
        "threshold_value": 100,
        "comparator": ">",
        "frequency": "1h",
        "window": "1h",
        "filter": {
          "agent": [
                   ^ agent: expected at most 100 items, got 101
            ${Array.from({ length: 101 }, (_, i) => `{"agent_id":"a${i}"}`).join(',')}
          ]
        }
      }
    `,
    valid: files`
      -- calls.alert-rule.json --
      {
        "name": "Calls", "metric_type": "call_count", "threshold_type": "absolute",
        "threshold_value": 100, "comparator": ">",
        "frequency": "1h",
        "window": "1h",
        "filter": { "agent": [{ "agent_id": "agent_desk" }] }
      }
    `,
  },
});

import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unused-previous-value',
  group: 'alerts',
  aliases: ['needless-previous-value'],
  severity: 'info',
  summary: 'An incident with an absolute threshold has a previous value.',
  why: `
    \`previous_value\` is the value of the previous period, which only a relative threshold uses. With an absolute
    threshold it has no meaning, and \`threshold_type\` may be wrong.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: incident: previous_value is for relative thresholds',
  shows: 'unnecessary',
  at: { 'alert-incident': '/previous_value' },

  check(previous) {
    const type = previous.sibling('threshold_type');
    if (previous.number() === undefined || type.value !== 'absolute') return undefined;
    return {
      message: 'previous_value: no effect while threshold_type is "absolute"',
      related: [{ at: type, message: 'threshold_type is "absolute" here' }],
    };
  },

  examples: {
    invalid: files`
      -- success.alert-incident.json --
      {
        "threshold_type": "absolute",
        "previous_value": 84
                          ^^ info: previous_value: no effect while threshold_type is "absolute"
      }
    `,
    valid: files`
      -- success.alert-incident.json --
      { "threshold_type": "absolute", "previous_value": null }
      -- cost.alert-incident.json --
      { "threshold_type": "relative", "previous_value": 100 }
    `,
  },
});

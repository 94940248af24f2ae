import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'resolved-before-triggered',
  group: 'alerts',
  severity: 'warning',
  summary: 'An alert incident was resolved before it was triggered.',
  why: `
    The incident has a negative duration, so every report that sums up outages is wrong. Often one timestamp is in
    seconds and the other in milliseconds.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: incident: its own fields',
  at: { 'alert-incident': '' },

  check(incident) {
    const triggered = incident.get('triggered_timestamp'),
      resolved = incident.get('resolved_timestamp');
    const from = triggered.number(),
      to = resolved.number();
    if (from === undefined || to === undefined || to === 0 || to >= from) return undefined;
    const units = to > 0 && Math.abs(from / to - 1000) < 100;
    const reading = units ? '; one is in seconds, the other in milliseconds' : '';
    return {
      at: resolved,
      message: `resolved_timestamp: ${to} is before triggered_timestamp ${from}${reading}`,
      related: [{ at: triggered, message: 'triggered here' }],
    };
  },

  examples: {
    invalid: files`
      -- latency.alert-incident.json --
      {
        "triggered_timestamp": 1768464000,
        "resolved_timestamp": 1768460400
                              ^^^^^^^^^^ warning: resolved_timestamp: 1768460400 is before triggered_timestamp
                                       | 1768464000
      }
      -- calls.alert-incident.json --
      {
        "triggered_timestamp": 1768464000000,
        "resolved_timestamp": 1768467600
                              ^^^^^^^^^^ warning: resolved_timestamp: 1768467600 is before triggered_timestamp
                                       | 1768464000000; one is in seconds, the other in milliseconds
      }
    `,
    valid: files`
      -- latency.alert-incident.json --
      { "triggered_timestamp": 1768464000, "resolved_timestamp": 1768464000 }
      -- open.alert-incident.json --
      { "triggered_timestamp": 1768464000, "resolved_timestamp": null }
    `,
  },
});

import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'resolved-before-triggered',
  group: 'alerts',
  severity: 'warning',
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
});

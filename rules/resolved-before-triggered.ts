import { defineRule } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'resolved-before-triggered',
  group: 'alerts',
  severity: 'warning',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: incident: its own fields',
  at: { 'alert-incident': '' },

  check(incident) {
    const triggeredTime = incident.get('triggered_timestamp'),
      resolvedTime = incident.get('resolved_timestamp');
    const start = triggeredTime.number(),
      end = resolvedTime.number();
    if (start === undefined || end === undefined || end === 0 || end >= start) return undefined;
    const units = end > 0 && Math.abs(start / end - 1000) < 100;
    const unitNote = units ? '; one is in seconds, the other in milliseconds' : '';
    return {
      at: resolvedTime,
      message: `resolved_timestamp: ${end} is before triggered_timestamp ${start}${unitNote}`,
      related: [{ at: triggeredTime, message: 'triggered here' }],
    };
  },
});

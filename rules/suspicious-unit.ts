import { readInOtherUnit } from '../server/core/domain/units.ts';
import { isBoundNotShown } from '../server/core/engine/violations.ts';
import { defineRule, set, withMark } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'suspicious-unit',
  group: 'values',
  severity: 'warning',
  spec: 'Limits',
  clause: [
    'Resources and their fields: times of agents are whole milliseconds',
    'Agent settings: reminder_trigger_ms: positive',
    'Agent settings: webhook_timeout_ms',
    'Agent settings: signed_url_expiration_ms: only with signed addresses',
    'Agent settings: ring_duration_ms',
    'Batch call: response: scheduled time in seconds',
  ],
  replaces: ['out-of-range', 'unusual-number'],
  at: withMark('x-unit'),
  when: marks => value => typeof value === 'number' && readInOtherUnit(value, marks) !== undefined,

  check(node) {
    const value = node.number()!;
    const reading = readInOtherUnit(value, node.marks)!;
    return {
      ...(reading.violatedBound && !isBoundNotShown(node) && { severity: 'error' }),
      message:
        `${node.label}: ${value} is ${reading.writtenMeaning}${reading.violatedBound ? `, ${reading.violatedBound}` : ''}; ` +
        `did you mean ${reading.value} (${reading.intendedMeaning})?`,
      fix: set(node, reading.value, { title: `Use ${reading.value} (${reading.intendedMeaning})` }),
    };
  },
});

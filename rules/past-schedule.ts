import { wallClock } from '../server/core/domain/windows.ts';
import { defineRule } from '../server/core/engine/rule.ts';

const DAY = 86_400_000;
/** The smallest plausible time in milliseconds. For a smaller number, suspicious-unit reports the unit. */
const PLAUSIBLE = 1e11;

export default defineRule({
  id: 'past-schedule',
  group: 'batches',
  severity: 'info',
  reads: 'records',
  spec: 'domain',
  at: { 'batch-call': '/trigger_timestamp' },

  check(node, { facts }) {
    const moment = node.number(),
      today = Date.parse(facts.today);
    if (moment === undefined || moment < PLAUSIBLE || moment > 8.64e15 || Number.isNaN(today) || moment >= today - DAY)
      return undefined;
    return {
      message: `trigger_timestamp: ${wallClock(moment, 'UTC')} UTC is in the past; the batch may start immediately`,
    };
  },
});

import { wallClock } from '../server/core/domain/windows.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

const DAY = 86_400_000;
/** A smaller number is not a plausible time in milliseconds; another rule reports its unit. */
const PLAUSIBLE = 1e11;

export default defineRule({
  id: 'past-schedule',
  group: 'batches',
  severity: 'info',
  summary: 'A batch call is scheduled for a past date.',
  why: `
    \`trigger_timestamp\` is when dialing starts. What the platform does with a past one is not specified; it may call
    everyone at once. Set a new time before you send the file again. A file kept as a record needs no change.
  `,
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

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      { "trigger_timestamp": 1735718400000, "tasks": [{ "to_number": "+12137774445" }] }
                             ^^^^^^^^^^^^^ info: trigger_timestamp: Wednesday 2025-01-01 08:00 UTC is in the past; the
                                         | batch may start immediately
    `,
    valid: files`
      -- reminders.batch-call.json --
      { "trigger_timestamp": 1768400000000, "tasks": [{ "to_number": "+12137774445" }] }
      -- yesterday.batch-call.json --
      { "trigger_timestamp": 1768390000000, "tasks": [{ "to_number": "+12137774445" }] }
      -- seconds.batch-call.json --
      { "trigger_timestamp": 1735718400, "tasks": [{ "to_number": "+12137774445" }] }
      -- now.batch-call.json --
      { "trigger_timestamp": null, "tasks": [{ "to_number": "+12137774445" }] }
    `,
  },
});

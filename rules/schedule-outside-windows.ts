import { callWindowsOf, nextOpen, wallClock } from '../server/core/domain/windows.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'schedule-outside-windows',
  severity: 'warning',
  summary: 'A batch call that is scheduled for a moment outside of its own time windows.',
  why: `
    Calls are placed only within the windows of \`call_time_window\`, read in its timezone, which is America/Los_Angeles unless given. A batch that
    is to begin outside of them does not begin then. Most often the moment was worked out in another timezone than the windows.
  `,
  spec: 'Batch call',
  at: { 'batch-call': '', 'batch-call-response': '' },

  check(batch) {
    const [at, moment] = startOf();
    const zone = batch.get('call_time_window');
    const windows = moment === undefined ? undefined : callWindowsOf(zone);
    if (!windows || moment === undefined || moment < 1e11) return undefined;
    const open = nextOpen(windows, moment);
    if (open === undefined || open === moment) return undefined;
    const zoneIsDefault = zone.get('timezone').string() === undefined;
    return {
      at: at!,
      message: `${at!.key} is ${wallClock(moment, windows.timezone)} in ${windows.timezone}${zoneIsDefault ? ', the timezone where none is given' : ''}, outside of every window; the first minute in one is ${wallClock(open, windows.timezone)}`,
      related: [{ at: zone, message: 'when calls may be placed' }],
    };

    function startOf() {
      const request = batch.get('trigger_timestamp'), response = batch.get('scheduled_timestamp');
      if (request.number() !== undefined) return [request, request.number()!] as const;
      return response.number() === undefined ? [undefined, undefined] as const : [response, response.number()! * 1000] as const;
    }
  },

  examples: {
    invalid: [{
      files: files`
        -- reminders.batch-call.json --
        {
          "from_number": "+14155550100",
          "trigger_timestamp": 1772524800000,
                               ^^^^^^^^^^^^^ warning: trigger_timestamp is Tuesday 2026-03-03 00:00 in America/Los_Angeles, the timezone where none is given, outside of every window; the first minute in one is Tuesday 2026-03-03 09:00
          "tasks": [{ "to_number": "+12137774445" }],
          "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] }
        }
        -- weekdays.batch-call.json --
        {
          "batch_call_id": "batch_1",
          "name": "Weekdays",
          "from_number": "+14155550100",
          "scheduled_timestamp": 1772906400,
                                 ^^^^^^^^^^ warning: scheduled_timestamp is Saturday 2026-03-07 13:00 in America/New_York, outside of every window; the first minute in one is Monday 2026-03-09 09:00
          "total_task_count": 2,
          "call_time_window": { "windows": [{ "start": 540, "end": 1020 }], "timezone": "America/New_York", "day": ["Monday", "Tuesday"] }
        }
      `,
    }],
    valid: [files`
      -- reminders.batch-call.json --
      {
        "from_number": "+14155550100",
        "trigger_timestamp": 1772557200000,
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] }
      }
      -- now.batch-call.json --
      { "from_number": "+14155550100", "tasks": [{ "to_number": "+12137774445" }], "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] } }
      -- seconds.batch-call.json --
      {
        "from_number": "+14155550100",
        "trigger_timestamp": 1772524800,
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] }
      }
    `],
  },
});

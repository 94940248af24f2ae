import type { Cursor } from '../server/core/cursor.ts';
import { callWindowsOf, nextOpen, wallClock } from '../server/core/domain/windows.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'schedule-outside-windows',
  group: 'batches',
  severity: 'warning',
  summary: 'A batch call is scheduled outside its own time windows.',
  why: `
    Calls are placed only within \`call_time_window\`, in its \`timezone\` (default America/Los_Angeles), so the batch
    does not start at the scheduled time. Often the time was computed in another time zone.
  `,
  spec: 'Batch call',
  clause: [
    'Batch call: response: scheduled time in seconds',
    'Batch call: windows: minutes, end excluded, not over midnight',
  ],
  at: { 'batch-call': '', 'batch-call-response': '' },

  check(batch) {
    const { at, moment } = startOf(batch);
    const zone = batch.get('call_time_window');
    const windows = callWindowsOf(zone);
    // an earlier time has the wrong unit, which is another finding
    if (typeof windows === 'string' || windows.isAnyHour || moment === undefined || moment < 1e11) return undefined;
    const open = nextOpen(windows, moment);
    if (open === undefined || open === moment) return undefined;
    const local = (at: number): string | undefined => wallClock(at, windows.timezone);
    const byDefault = zone.get('timezone').string() === undefined ? ', default' : '';
    return {
      at,
      // the next one is at most days away, so its date adds nothing
      message:
        `${at.key}: ${local(moment)} (${windows.timezone}${byDefault}) is ` +
        `outside every window; next: ${local(open)?.replace(/ \S+ /, ' ')}`,
      related: [{ at: zone, message: 'when calls may be placed' }],
    };
  },

  examples: {
    invalid: files`
      -- reminders.batch-call.json --
      {
        "trigger_timestamp": 1772524800000,
                             ^^^^^^^^^^^^^ warning: trigger_timestamp: Tuesday 2026-03-03 00:00
                                         | (America/Los_Angeles, default) is outside every window; next: Tuesday
                                         | 09:00
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] }
      }
      -- weekdays.batch-call.json --
      {
        "scheduled_timestamp": 1772906400,
                               ^^^^^^^^^^ warning: scheduled_timestamp: Saturday 2026-03-07 13:00 (America/New_York)
                                        | is outside every window; next: Monday 09:00
        "call_time_window": { "windows": [{ "start": 540, "end": 1020 }], "timezone": "America/New_York", "day": ["Monday", "Tuesday"] }
      }
    `,
    valid: files`
      -- reminders.batch-call.json --
      {
        "trigger_timestamp": 1772557200000,
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] }
      }
      -- now.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] }
      }
      -- clock.batch-call.json --
      {
        "trigger_timestamp": 1772524800000,
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": "00:00", "end": "02:00" }, { "start": 540, "end": 1020 }] }
      }
      -- seconds.batch-call.json --
      {
        "trigger_timestamp": 1772524800,
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] }
      }
    `,
  },
});

/** When dialing starts: milliseconds in the request, seconds in the response. */
function startOf(batch: Cursor): { readonly at: Cursor; readonly moment: number | undefined } {
  const request = batch.get('trigger_timestamp'),
    response = batch.get('scheduled_timestamp');
  if (request.number() !== undefined || response.number() === undefined)
    return { at: request, moment: request.number() };
  return { at: response, moment: response.number()! * 1000 };
}

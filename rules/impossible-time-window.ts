import type { Cursor } from '../server/core/cursor.ts';
import { clock, minuteMeant } from '../server/core/domain/windows.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { isArray } from '../server/core/json/json.ts';
import { set } from '../server/core/engine/fixes.ts';

const DAY = 1440;

export default defineRule({
  id: 'impossible-time-window',
  group: 'batches',
  severity: 'warning',
  summary: 'A time window is empty or crosses midnight.',
  why: `
    The windows of a batch call are spans of one day in minutes since local midnight, start included and end
    excluded: 9:00 to 17:00 is \`540\` to \`1020\`, and midnight at the end of the day is \`1440\`. A window cannot
    cross midnight: 22:00 to 2:00 needs two windows, \`1320\` to \`1440\` and \`0\` to \`120\`. No call is placed in
    any other window.
  `,
  spec: 'Batch call',
  clause: 'Batch call: windows: minutes, end excluded, not over midnight',
  replaces: ['unusual-number'],
  at: { 'time-window': '' },

  check(window): Problem | Problem[] | undefined {
    const [startAt, endAt] = [window.get('start'), window.get('end')];
    const start = startAt.number(),
      end = endAt.number();
    if (start === undefined || end === undefined) return undefined;
    const outside = [startAt, endAt].filter(bound => bound.number()! < 0 || bound.number()! > DAY);
    if (outside.length > 0) return outside.map(bound => offTheDay(bound, bound === startAt ? end : start));
    const midnights = [
      ...(start === DAY ? [otherMidnight(startAt, 'beginning', 0)] : []),
      ...(end === 0 ? [otherMidnight(endAt, 'end', DAY)] : []),
    ];
    if (midnights.length > 0) return midnights;
    if (start < end) return undefined;
    const [from, to] = [clock(Math.floor(start)), clock(Math.floor(end))];
    if (start === end) return { message: `the window starts and ends at ${from}, so it allows no calls` };
    const list = window.parent;
    return {
      message: `window ${from}–${to} crosses midnight, so it allows no calls`,
      help: `use two windows: ${start} to ${DAY}, and 0 to ${end}`,
      ...(list &&
        isArray(list.value) && {
          fix: {
            title: 'Split it at midnight',
            safe: false,
            edits: [
              { set: endAt.pointer, to: DAY },
              { set: list.get(list.value.length).pointer, to: { start: 0, end } },
            ],
          },
        }),
    };
  },

  examples: {
    invalid: files`
      -- evening.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": {
          "windows": [
            { "start": 1320, "end": 120 },
            ^ warning: window 22:00–02:00 crosses midnight, so it allows no calls
         => { "start": 1320, "end": 1440 },
            { "start": 600, "end": 600 },
            ^ warning: the window starts and ends at 10:00, so it allows no calls
            { "start": 1200, "end": 0 }
                                    ^ warning: end: midnight at the end of the day is 1440, got 0
         => { "start": 1200, "end": 1440 },
         => {
         =>   "start": 0,
         =>   "end": 120
         => }
          ]
        }
      }
      -- night.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 1440, "end": 120 }, { "start": 0, "end": 0 }] }
                                                     ^^^^ warning: start: midnight at the beginning of the day is 0,
                                                        | got 1440
                                                                                              ^
                                              | warning: end: midnight at the end of the day is 1440, got 0
      => "call_time_window": { "windows": [{ "start": 0, "end": 120 }, { "start": 0, "end": 1440 }] }
      }
      -- office.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 900, "end": 1730 }, { "start": -60, "end": 1500 }] }
                                                                 ^^^^
                                              | warning: end: expected a minute of the day (0 to 1440), got 1730; did
                                              | you mean 1050 (17:30)?
                                                                                    ^^^
                                              | warning: start: expected a minute of the day (0 to 1440), got -60
                                                                                                ^^^^
                                              | warning: end: expected a minute of the day (0 to 1440), got 1500; did
                                              | you mean 900 (15:00)?
      => "call_time_window": { "windows": [{ "start": 900, "end": 1730 }, { "start": -60, "end": 900 }] }
      }
      -- seconds.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 32400, "end": 61200000 }] }
                                                     ^^^^^ warning: start: expected a minute of the day (0 to 1440),
                                                         | got 32400; did you mean 540 (09:00)?
                                                                   ^^^^^^^^ warning: end: expected a minute of the day
                                                         | (0 to 1440), got 61200000; did you mean 1020 (17:00)?
      => "call_time_window": { "windows": [{ "start": 540, "end": 1020 }] }
      }
    `,
    valid: files`
      -- office.batch-call.json --
      {
        "tasks": [{ "to_number": "+12137774445" }],
        "call_time_window": { "windows": [{ "start": 0, "end": 120 }, { "start": 540, "end": 1440 }, { "start": null, "end": null }] }
      }
    `,
  },
});

const otherMidnight = (bound: Cursor, edge: string, minute: number): Problem => ({
  at: bound,
  message: `${bound.key}: midnight at the ${edge} of the day is ${minute}, got ${bound.value}`,
  fix: set(bound, minute, { title: `Use ${minute}` }),
});

function offTheDay(bound: Cursor, other: number): Problem {
  const meant = minuteMeant(bound.number()!);
  // beside 1700 for 17:00, 900 is 9:00 rather than 15:00, so setting one of them would make a third window
  const isSettled = other < 100 || other > DAY || other % 100 >= 60;
  return {
    at: bound,
    message:
      `${bound.key}: expected a minute of the day (0 to ${DAY}), got ${bound.value}` +
      (meant === undefined ? '' : `; did you mean ${meant} (${clock(meant)})?`),
    fix: isSettled ? set(bound, meant) : undefined,
  };
}

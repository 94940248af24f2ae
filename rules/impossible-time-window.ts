import { clock, minuteMeant } from '../server/core/domain/windows.ts';
import { defineRule, isArray, set, type Cursor, type Problem } from '../server/core/engine/rule.ts';

const DAY = 1440;

export default defineRule({
  id: 'impossible-time-window',
  group: 'batches',
  severity: 'warning',
  spec: 'Batch call',
  clause: 'Batch call: windows: minutes, end excluded, not over midnight',
  replaces: ['unusual-number'],
  at: { 'time-window': '' },

  check(window): Problem | Problem[] | undefined {
    const [startAt, endAt] = [window.get('start'), window.get('end')];
    const start = startAt.number(),
      end = endAt.number();
    if (start === undefined || end === undefined) return undefined;
    const outsideBounds = [startAt, endAt].filter(bound => bound.number()! < 0 || bound.number()! > DAY);
    if (outsideBounds.length > 0)
      return outsideBounds.map(bound => midnightProblem(bound, bound === startAt ? end : start));
    const midnights = [
      ...(start === DAY ? [midnightAtOtherEnd(startAt, 'beginning', 0)] : []),
      ...(end === 0 ? [midnightAtOtherEnd(endAt, 'end', DAY)] : []),
    ];
    if (midnights.length > 0) return midnights;
    if (start < end) return undefined;
    const [from, endClock] = [clock(Math.floor(start)), clock(Math.floor(end))];
    if (start === end) return { message: `the window starts and ends at ${from}, so it allows no calls` };
    const list = window.parent;
    return {
      message: `window ${from}–${endClock} crosses midnight, so it allows no calls`,
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
});

const midnightAtOtherEnd = (bound: Cursor, edge: string, minute: number): Problem => ({
  at: bound,
  message: `${bound.key}: midnight at the ${edge} of the day is ${minute}, got ${bound.value}`,
  fix: set(bound, minute, { title: `Use ${minute}` }),
});

function midnightProblem(bound: Cursor, otherBound: number): Problem {
  const minute = minuteMeant(bound.number()!);
  // 900 means 9:00 if the other bound is 1700, so fixing only one bound could give a wrong window
  const isSettled = otherBound < 100 || otherBound > DAY || otherBound % 100 >= 60;
  return {
    at: bound,
    message:
      `${bound.key}: expected a minute of the day (0 to ${DAY}), got ${bound.value}` +
      (minute === undefined ? '' : `; did you mean ${minute} (${clock(minute)})?`),
    fix: isSettled ? set(bound, minute) : undefined,
  };
}

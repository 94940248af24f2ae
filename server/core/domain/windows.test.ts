import { describe, expect, test } from 'vitest';
import { Document } from '../document.ts';
import {
  callWindowsOf,
  isOpen,
  isoIn,
  localTime,
  minuteMeant,
  minuteOfDay,
  nextOpen,
  type CallWindows,
} from './windows.ts';

const office: CallWindows = {
  timezone: 'America/Los_Angeles',
  days: undefined,
  spans: [{ start: 540, end: 1020 }],
  isAnyHour: false,
};
const timeAt = (iso: string): number => Date.parse(iso);
const opens = (windows: CallWindows, iso: string): string | undefined => {
  const moment = nextOpen(windows, timeAt(iso));
  return moment === undefined ? undefined : isoIn(moment, windows.timezone);
};

describe('call windows', () => {
  test('include their start and exclude their end', () => {
    expect(isOpen(office, timeAt('2026-01-15T17:00:00Z'))).toBe(true);
    expect(isOpen(office, timeAt('2026-01-15T16:59:59Z'))).toBe(false);
    expect(isOpen(office, timeAt('2026-01-16T00:59:59Z'))).toBe(true);
    expect(isOpen(office, timeAt('2026-01-16T01:00:00Z'))).toBe(false);
  });

  test('are merged, regardless of how many a file lists', () => {
    const spans = Array.from({ length: 100_000 }, (_, i) => ({ start: 600 + (i % 30) * 2, end: 601 + (i % 30) * 2 }));
    const count = nextOpen({ ...office, spans }, Date.parse('2026-01-15T01:00:00Z'));
    expect(count).toBe(Date.parse('2026-01-15T18:00:00Z'));
  });
  test('open next on the same day, the next day, or the next listed day', () => {
    expect(opens(office, '2026-01-15T18:30:30.500Z')).toBe('2026-01-15T10:30:30.500-08:00');
    expect(opens(office, '2026-01-15T10:00:30Z')).toBe('2026-01-15T09:00:00-08:00');
    expect(opens(office, '2026-01-16T01:00:00Z')).toBe('2026-01-16T09:00:00-08:00');
    expect(opens({ ...office, days: new Set([0]) }, '2026-01-13T20:00:00Z')).toBe('2026-01-19T09:00:00-08:00');
    expect(
      opens(
        {
          ...office,
          spans: [
            { start: 1200, end: 1440 },
            { start: 0, end: 60 },
          ],
        },
        '2026-01-15T12:00:00Z',
      ),
    ).toBe('2026-01-15T20:00:00-08:00');
    expect(opens({ ...office, days: new Set([5]), spans: [{ start: 0, end: 1 }] }, '2026-01-17T08:01:00Z')).toBe(
      '2026-01-24T00:00:00-08:00',
    );
  });

  test('follow the wall clock when the clocks go forward', () => {
    // 2026-03-08, 2:00 → 3:00
    expect(opens(office, '2026-03-08T09:00:00Z')).toBe('2026-03-08T09:00:00-07:00');
    expect(opens({ ...office, spans: [{ start: 150, end: 240 }] }, '2026-03-08T09:00:00Z')).toBe(
      '2026-03-08T03:00:00-07:00',
    );
    expect(opens({ ...office, spans: [{ start: 120, end: 180 }] }, '2026-03-08T09:00:00Z')).toBe(
      '2026-03-09T02:00:00-07:00',
    );
  });

  test('follow the wall clock when the clocks go back', () => {
    // 2026-11-01, 2:00 → 1:00: this night has 1:30 twice
    const night = { ...office, spans: [{ start: 60, end: 90 }] };
    expect(opens(night, '2026-11-01T08:45:00Z')).toBe('2026-11-01T01:00:00-08:00');
    expect(opens({ ...office, spans: [{ start: 150, end: 240 }] }, '2026-11-01T07:30:00Z')).toBe(
      '2026-11-01T02:30:00-08:00',
    );
    expect(opens(office, '2026-11-01T07:30:00Z')).toBe('2026-11-01T09:00:00-08:00');
  });

  test('support zones with partial hours and across the date line', () => {
    expect(localTime(timeAt('2026-01-15T20:00:00Z'), 'Asia/Kolkata')).toMatchObject({
      date: '2026-01-16',
      time: '01:30',
      weekday: 4,
    });
    expect(isoIn(timeAt('2026-01-15T20:00:00Z'), 'Asia/Kathmandu')).toBe('2026-01-16T01:45:00+05:45');
    expect(opens({ ...office, timezone: 'Pacific/Kiritimati' }, '2026-01-15T20:00:00Z')).toBe(
      '2026-01-16T10:00:00+14:00',
    );
  });

  test('agree with checking every minute', () => {
    for (const timezone of ['America/Los_Angeles', 'Australia/Lord_Howe', 'Europe/Berlin', 'America/Santiago']) {
      for (const spans of [
        [{ start: 90, end: 170 }],
        [
          { start: 125, end: 130 },
          { start: 600, end: 601 },
        ],
      ]) {
        for (const day of [
          '2026-03-07',
          '2026-03-28',
          '2026-04-04',
          '2026-09-05',
          '2026-10-03',
          '2026-10-24',
          '2026-10-31',
        ]) {
          const windows: CallWindows = { timezone, days: undefined, spans, isAnyHour: false };
          const start = timeAt(`${day}T11:00:00Z`);
          let expected = start;
          while (!isOpen(windows, expected)) expected += 60_000;
          expect(nextOpen(windows, start), `${timezone} ${day}`).toBe(expected);
        }
      }
    }
  });

  test('in UTC are the same with and without Intl', () => {
    for (const moment of [0, 1, 59_999, 951_782_400_000, 1_771_234_567_891, 253_402_300_800_000, 8.64e15])
      expect(localTime(moment, 'UTC')).toEqual(localTime(moment, 'Etc/UTC'));
  });

  test('with an error are unknown instead of wrong', () => {
    const read = (window: unknown): CallWindows | string =>
      callWindowsOf(
        new Document(
          'x.batch-call.json',
          JSON.stringify({ from_number: '+14155550100', tasks: [], call_time_window: window }),
        ).roots[0]!.get('call_time_window'),
      );
    const workday = { start: 540, end: 1020 };
    expect(read({ windows: [workday], day: ['Monday', 'Friday'] })).toEqual({
      timezone: 'America/Los_Angeles',
      days: new Set([0, 4]),
      spans: [workday],
      isAnyHour: false,
    });
    expect(read({ windows: [workday, { start: 1300, end: 60 }], timezone: null, day: [] })).toMatchObject({
      days: undefined,
      spans: [workday],
    });
    expect(read({ windows: [{ start: 9, end: 9 }] })).toMatchObject({ spans: [] });
    for (const settings of [{}, { windows: [] }, { windows: null }])
      expect(read(settings)).toMatchObject({ spans: [{ start: 0, end: 1440 }], isAnyHour: true });
    expect(read(null)).toBe('call_time_window is not an object');
    expect(read([workday])).toBe('call_time_window is not an object');
    expect(read({ windows: '9-17' })).toBe('the windows of call_time_window are not a list');
    expect(read({ windows: workday })).toBe('the windows of call_time_window are not a list');
    for (const zone of ['Mars/Olympus', 'PST', 'america/new_york', '+05:30'])
      expect(read({ windows: [workday], timezone: zone })).toBe(`there is no time zone "${zone}"`);
    expect(read({ windows: [workday], timezone: 7 })).toBe('the time zone of call_time_window is not a string');
    expect(read({ windows: [workday], day: ['Funday'] })).toBe(
      'the days of call_time_window are not all days of the week',
    );
    for (const window of [
      { start: '09:00', end: 1020 },
      { start: 540, end: 1441 },
      { start: -1, end: 9 },
      { end: 9 },
      {},
      null,
    ])
      expect(read({ windows: [workday, window] }), JSON.stringify(window)).toBe(
        'a window of call_time_window is not from one minute of the day to another',
      );
    expect(localTime(Number.NaN, 'UTC')).toBeUndefined();
    expect(localTime(1e20, 'UTC')).toBeUndefined();
    expect(localTime(-1e15, 'UTC')).toBeUndefined();
  });

  test('contain minutes of the day, which people also write as clock times', () => {
    const linesOf = (texts: readonly string[]): (number | undefined)[] => texts.map(minuteOfDay);
    expect(
      linesOf(['09:00', '9:05', '17:30', '0:00', '24:00', '08:15:00', '9am', '12 pm', '12:30 a.m.', '5:30 PM']),
    ).toEqual([540, 545, 1050, 0, 1440, 495, 540, 720, 30, 1050]);
    expect(linesOf(['9', '', 'noon', '24:01', '9:60', '13 pm', '0 am', '09:00Z', '1:2'])).toEqual(
      Array(9).fill(undefined),
    );
    expect([1730, 2400, 32_400, 86_400, 32_400_000].map(minuteMeant)).toEqual([1050, 1440, 540, 1440, 540]);
    expect([1440, 1441.5, 1461, 1799, 2401, 86_401, 32_400_001, -60].map(minuteMeant)).toEqual(
      Array(8).fill(undefined),
    );
  });
});

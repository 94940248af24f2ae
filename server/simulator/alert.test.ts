import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { assumptions } from '../core/workspace/assumptions.ts';
import { replay, type Replay } from './alert.ts';
import { ruleOf, type AlertRule } from './alert-rule.ts';
import { momentOf } from './moment.ts';
import { isProblem, readSeries, type Series } from './series.ts';

const MINUTE = 60_000,
  DAY = Date.UTC(2026, 0, 12);
const rule = (fields: object = {}): AlertRule => {
  const read = ruleOf(
    new Document(
      'a.alert-rule.json',
      JSON.stringify({
        name: 'x',
        metric_type: 'call_count',
        threshold_type: 'absolute',
        threshold_value: 10,
        comparator: '>',
        frequency: '1m',
        window: '1m',
        ...fields,
      }),
    ).roots[0]!,
  );
  if ('missing' in read) throw new Error(read.missing.join());
  return read;
};
const series = (text: string): Series => {
  const read = readSeries(text);
  if (isProblem(read)) throw new Error(`${read.line} ${read.message}`);
  return read;
};
const values = (list: readonly (number | null)[], step = MINUTE): Series =>
  series(JSON.stringify(list.map((value, i) => ({ timestamp: DAY + i * step, value }))));
const records = (...list: object[]): Series => series(JSON.stringify(list));
const run = (rule: AlertRule, series: Series, options?: Parameters<typeof replay>[2]): Replay => {
  const result = replay(rule, series, options);
  if ('problem' in result) throw new Error(result.problem);
  return result;
};
const incidents = (replay: Replay): (number | null)[][] =>
  replay.incidents.map(({ triggered_timestamp, resolved_timestamp, current_value, previous_value }) => [
    (triggered_timestamp * 1000 - DAY) / MINUTE,
    resolved_timestamp === null ? null : (resolved_timestamp * 1000 - DAY) / MINUTE,
    current_value,
    previous_value,
  ]);

describe('a series of values', () => {
  test('for each minute of a day has 1440 evaluations', () =>
    expect(run(rule(), values(Array.from({ length: 1440 }, () => 1))).evaluations).toHaveLength(1440));
  test('opens an incident when the comparison holds, and resolves it when it no longer holds', () => {
    expect(incidents(run(rule(), values([1, 11, 12, 10, 3, 40])))).toEqual([
      [1, 3, 11, null],
      [5, null, 40, null],
    ]);
  });
  test('adds up counts over the window, without rounding errors', () => {
    const replay = run(
      rule({ window: '5m', threshold_value: 0.5, comparator: '>=' }),
      values(Array.from({ length: 10 }, () => 0.1)),
    );
    expect(replay.evaluations.map(({ value }) => value)).toEqual([0.5, 0.5, 0.5, 0.5, 0.5, 0.5]);
    expect(incidents(replay)).toEqual([[4, null, 0.5, null]]);
  });
  test('averages rates, and takes the maximum of concurrency', () => {
    const list = values([10, 20, 60, 20, 10]);
    expect(
      run(rule({ metric_type: 'call_success_rate', window: '5m' }), list).evaluations.map(({ value }) => value),
    ).toEqual([24]);
    expect(
      run(rule({ metric_type: 'concurrency_used', window: '5m' }), list).evaluations.map(({ value }) => value),
    ).toEqual([60]);
  });
  test('is compared with the window before by a relative rule, which has no change from 0', () => {
    const replay = run(rule({ threshold_type: 'relative', threshold_value: 50 }), values([10, 10, 16, 16, 0, 5, 4]));
    expect(replay.evaluations.map(({ figure }) => figure)).toEqual([null, 0, 60, 0, -100, null, -20]);
    expect(incidents(replay)).toEqual([[2, 3, 16, 10]]);
    expect(replay.assumptions).toContain('alert-previous-zero');
  });
  test('is compared in displayed figures, without floating-point errors', () => {
    const cost = { metric_type: 'total_call_cost' };
    const cents = values([0.1, 0.2, 0]);
    expect(
      incidents(run(rule({ ...cost, threshold_value: 0.3, window: '5m' }), cents, { from: DAY - 5 * MINUTE })),
    ).toEqual([]);
    const relative = { ...cost, threshold_type: 'relative' };
    expect(incidents(run(rule({ ...relative, threshold_value: 20, comparator: '>=' }), values([1, 1.2])))).toEqual([
      [1, null, 1.2, 1],
    ]);
    expect(incidents(run(rule({ ...relative, threshold_value: 10 }), values([1, 1.1])))).toEqual([]);
  });
  test('has changes that are computed from exact figures, and rounded only for display', () => {
    const relativeRule = {
      metric_type: 'call_success_rate',
      threshold_type: 'relative',
      window: '5m',
      frequency: '5m',
    };
    const calls = records(
      ...[true, false, false, true, false].map((successful, i) => ({
        timestamp: DAY + (i < 3 ? 1 : 6) * MINUTE + i,
        successful,
      })),
    );
    const change = (comparator: string): unknown =>
      incidents(
        run(rule({ ...relativeRule, threshold_value: 50, comparator }), calls, { from: DAY, to: DAY + 10 * MINUTE }),
      );
    expect([change('>'), change('<='), change('>='), change('<')]).toEqual([
      [],
      [[10, null, 50, 33.3333333333]],
      [[10, null, 50, 33.3333333333]],
      [],
    ]);
  });
  test('is not evaluated after its last entry', () => {
    const replay = run(
      rule({ frequency: '30m', window: '30m', threshold_value: 20, comparator: '<' }),
      values(Array.from({ length: 61 }, () => 1)),
    );
    expect(replay.evaluations.map(({ at }) => (at - DAY) / MINUTE)).toEqual([30, 60]);
  });
  test('with points further apart than the window has no figure, with a remark', () => {
    const replay = run(
      rule({ frequency: '30m', window: '30m', threshold_value: 50 }),
      values([60, 60, 60], 60 * MINUTE),
    );
    expect([replay.evaluations.map(({ figure }) => figure), replay.incidents]).toEqual([Array(6).fill(null), []]);
    expect(replay.notes).toEqual([
      'no figure can be computed: the points of the series are 1 h apart, and the window is 30 min',
    ]);
  });
  test('with only one value counts for a whole window, with a remark', () => {
    const replay = run(rule({ frequency: '30m', window: '30m', threshold_value: 50 }), values([60], 30 * MINUTE));
    expect(replay.evaluations.map(({ figure }) => figure)).toEqual([60]);
    expect(replay.notes).toEqual(['the series has one value, which counts for a window of 30 min']);
    expect(assumptions['alert-coverage'].assumes).toContain('and a single value covers a whole window');
  });
  test('with a gap neither opens nor resolves incidents in the gap', () => {
    const replay = run(rule(), values([1, 20, null, null, 20, 1]));
    expect(replay.evaluations.map(({ value }) => value)).toEqual([1, 20, null, null, 20, 1]);
    expect(incidents(replay)).toEqual([[1, 5, 20, null]]);
    expect(replay.assumptions).toContain('alert-series-gap');
  });
  test('is evaluated at multiples of the frequency, after a whole window', () => {
    const replay = run(
      rule({ frequency: '5m', window: '5m' }),
      series(`timestamp,value\n${Array.from({ length: 20 }, (_, i) => `${DAY + (i + 2) * MINUTE},1`).join('\n')}`),
    );
    expect(replay.evaluations.map(({ at }) => (at - DAY) / MINUTE)).toEqual([10, 15, 20]);
  });
  test('is refused if its times are too far apart', () =>
    expect(replay(rule(), series('0,1\n1768176000,2'))).toMatchObject({
      problem: expect.stringMatching(/spans .* right/) as string,
    }));
  test('has figures and incidents equal to a naive computation', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 30 }), { minLength: 2, maxLength: 80 }),
        fc.constantFrom('1m', '5m', '30m'),
        fc.constantFrom('>', '<=', 'ge', 'lt'),
        (list, window, comparator) => {
          const length = { '1m': 1, '5m': 5, '30m': 30 }[window]!,
            replay = run(rule({ window, comparator, threshold_value: 12 * length }), values(list));
          const plain = list
            .map((_, i) => (i + 1 < length ? [] : [list.slice(i + 1 - length, i + 1).reduce((a, b) => a + b, 0)]))
            .flat();
          expect(replay.evaluations.map(({ value }) => value)).toEqual(plain);
          const holds = (value: number): boolean =>
            ({
              '>': value > 12 * length,
              '<=': value <= 12 * length,
              ge: value >= 12 * length,
              lt: value < 12 * length,
            })[comparator]!;
          const opened = plain.map((value, i) => holds(value) && (i === 0 || !holds(plain[i - 1]!)));
          expect(
            replay.incidents.map(({ triggered_timestamp }) => (triggered_timestamp * 1000 - DAY) / MINUTE),
          ).toEqual(opened.flatMap((isOpening, i) => (isOpening ? [i + length - 1] : [])));
          // each incident is resolved before the next incident opens
          expect(
            replay.incidents
              .slice(0, -1)
              .every(
                ({ resolved_timestamp }, i) =>
                  resolved_timestamp !== null && resolved_timestamp < replay.incidents[i + 1]!.triggered_timestamp,
              ),
          ).toBe(true);
        },
      ),
    );
  });
});

describe('call records', () => {
  const at = (minute: number, fields: object = {}): object => ({ timestamp: DAY + minute * MINUTE, ...fields });
  const figures = (fields: object, ...list: object[]): (number | null)[] =>
    run(rule({ window: '5m', frequency: '5m', ...fields }), records(...list), {
      from: DAY,
      to: DAY + 10 * MINUTE,
    }).evaluations.map(({ value }) => value);
  test('are counted, and an empty window counts 0', () =>
    expect(figures({}, at(1), at(2), at(2), at(5))).toEqual([4, 0]));
  test('may be in any order, and several may have the same time', () =>
    expect(figures({}, at(9), at(1))).toEqual([1, 1]));
  test('give rates over the records that have the field', () =>
    expect(
      figures(
        { metric_type: 'call_success_rate' },
        at(1, { successful: true }),
        at(2, { successful: false }),
        at(3),
        at(3, { successful: true, channel: 'chat' }),
      ),
    ).toEqual([50, null]));
  test('exclude chats from calls, and requests from both', () => {
    const list = [
      at(1, { channel: 'chat', cost: 0.25 }),
      at(2, { cost: 1 }),
      at(3, { status_code: 500 }),
      at(4, { status_code: 200 }),
    ];
    expect(figures({ metric_type: 'total_chat_cost' }, ...list)).toEqual([0.25, 0]);
    expect(figures({ metric_type: 'call_count' }, ...list)).toEqual([1, 0]);
    expect(figures({ metric_type: 'api_error_count' }, ...list)).toEqual([1, 0]);
  });
  test('give concurrency as the maximum, including calls from before the window', () => {
    expect(
      figures(
        { metric_type: 'concurrency_used' },
        at(1, { duration: 6 * MINUTE }),
        at(2, { duration: MINUTE }),
        at(3, { duration: MINUTE }),
      ),
    ).toEqual([2, 1]);
  });
  test('are filtered by several agents, of which one must match, and by every kind of condition', () => {
    const filter = {
      agent: [{ agent_id: 'a', version: [1] }, { agent_id: 'b' }],
      agent_tag: { type: 'enum', op: 'in', value: ['prod'] },
      disconnection_reason: { type: 'enum', op: 'in', value: ['inactivity'] },
    };
    const matching = { agent_id: 'a', agent_version: 1, tags: ['prod', 'eu'], disconnection_reason: 'inactivity' };
    const list = [
      matching,
      { ...matching, agent_id: 'b', agent_version: 7 },
      { ...matching, agent_version: 2 },
      { ...matching, tags: ['staging'] },
      { ...matching, disconnection_reason: 'user_hangup' },
      {},
    ];
    expect(figures({ filter }, ...list.map(fields => at(1, fields)))).toEqual([2, 0]);
  });
  test('are filtered by analysis data, cohorts, status codes, and the older forms of these conditions', () => {
    const custom = (condition: object, ...data: unknown[]): number | null =>
      figures(
        { filter: { custom_analysis_data: [{ key: 'k', ...condition }] } },
        ...data.map(k => at(1, { custom_analysis_data: k === undefined ? {} : { k } })),
      )[0]!;
    expect(custom({ type: 'boolean', op: 'eq', value: true }, true, false, 'true', undefined)).toBe(2);
    expect(custom({ type: 'number', op: 'ge', value: 3 }, 3, 2, '4', 'x')).toBe(2);
    expect(custom({ type: 'range', op: 'bt', value: [1, 2] }, 1, 2, 3)).toBe(2);
    expect(custom({ type: 'enum', op: 'in', value: ['a', 'b'] }, 'a', 'c')).toBe(1);
    expect(custom({ type: 'string', op: 'co', value: 'oo' }, 'foo', 'bar')).toBe(1);
    expect(custom({ type: 'present', op: 'np' }, 'foo', undefined, null)).toBe(2);
    expect(
      figures(
        { metric_type: 'api_error_count', filter: { error_code: { type: 'enum', op: 'in', value: ['429'] } } },
        at(1, { status_code: 429 }),
        at(1, { status_code: 500 }),
      ),
    ).toEqual([1, 0]);
    expect(
      figures(
        { filter: { disconnection_reasons: ['inactivity'] } },
        at(1, { disconnection_reason: 'inactivity' }),
        at(1),
      ),
    ).toEqual([1, 0]);
    expect(
      figures(
        { metric_type: 'qa_not_passed_count', filter: { cohort_id: { type: 'string', op: 'sw', value: 'new' } } },
        at(1, { qa_passed: false, cohort_id: 'new_1' }),
        at(1, { qa_passed: false, cohort_id: 'old' }),
      ),
    ).toEqual([1, 0]);
  });
  test('are not filtered by a condition that the metric does not support, with a remark', () => {
    const replay = run(
      rule({ filter: { status_code: { type: 'enum', op: 'in', value: ['429'] } } }),
      records(at(1), at(2)),
    );
    expect(replay.notes).toContain("the filter's status_code has no effect on call_count");
  });
  test('are refused if all lack the field of the metric', () =>
    expect(replay(rule({ metric_type: 'total_call_cost' }), records(at(1)))).toEqual({
      problem: 'total_call_cost is computed from the field "cost", which no record has',
    }));
});

describe('a series', () => {
  test.each([
    ['timestamp,value\n2026-01-12T00:00:00Z,1\n', [[0, 1]]],
    [
      '\ufefftimestamp;value\r\n1768176000;1.5\r\n\r\n1768176060;-2e1\r\n',
      [
        [0, 1.5],
        [1, -20],
      ],
    ],
    [
      '1768176000,1\n1768176060000,2',
      [
        [0, 1],
        [1, 2],
      ],
    ],
    ['value\ttimestamp\n1\t"2026-01-12 01:00+01:00"', [[0, 1]]],
    [
      '{"series": [["2026-01-12", 4], ["2026-01-12T00:01:00.500Z", "5"]]}',
      [
        [0, 4],
        [1 + 500 / MINUTE, 5],
      ],
    ],
  ])('is read from %j', (text, points) =>
    expect(
      (series(text) as Series & { kind: 'values' }).points.map(({ at, value }) => [(at - DAY) / MINUTE, value]),
    ).toEqual(points),
  );
  test.each([
    ['', 1, 'the series is empty'],
    ['timestamp,value\n', 1, 'the series has no values'],
    ['[]', 1, 'the series has no values'],
    ['time,value\n1,2', 1, 'is it "time"?'],
    ['timestamp,value\n2026-01-12,1\n2026-01-13,12 ms', 3, 'value: expected a number, got "12 ms"'],
    ['timestamp,value\n2026-01-12,1\n2026-02-30,1', 3, 'timestamp: expected ISO 8601'],
    ['timestamp,value\n2026-01-12,1\n\n2026-01-12,1', 4, 'occurs twice, first in line 2'],
    ['timestamp,value\n2026-01-13,1\n2026-01-12,1', 3, 'not in order'],
    ['timestamp,value\n2026-01-13,1,5', 2, 'has 3 fields'],
    ['timestamp,value\n"2026-01-13,1', 2, 'never closed'],
    ['[\n {"timestamp": 1, "value": 2},\n {"timestamp": 2, "value": "x"}]', 3, 'value: expected a number, got "x"'],
    ['[\n {"timestamp": 1},\n {"timestamp": 2, "successful": "yes"}]', 3, 'successful: expected a boolean, got "yes"'],
    ['[\n {"timestamp": 1},\n 7]', 3, 'got 7'],
    ['{"a": 1}', 1, 'expected a list of points'],
    ['[{', 1, 'not JSON'],
  ])('is refused with the line of the mistake: %j', (text, line, message) =>
    expect(readSeries(text)).toMatchObject({ line, message: expect.stringContaining(message) as string }),
  );
  test('has times in UTC if they have no zone, by assumption', () =>
    expect(series('timestamp,value\n2026-01-12T00:00,1').assumptions).toEqual(['series-utc']));
  test('may have times in any ISO form, within the allowed years', () => {
    expect([momentOf('2026-01-12T24:00Z')?.time, momentOf('2026-01-12T00:00:00,25-0330')?.time]).toEqual([
      DAY + 1440 * MINUTE,
      DAY + 210 * MINUTE + 250,
    ]);
    expect(
      [1e308, 1e17, '1e308', '253402300800000', '0050-01-01', '1969-12-31T23:00Z', '9999-12-31T23:00-02:00']
        .concat([
          '2026-01-12T00:00+99:99',
          '2026-01-12T00:00+14:01',
          '2026-01-12T00:00+05:60',
          '2026-01-12T00:00-24:00',
        ])
        .map(momentOf),
    ).toEqual(Array.from({ length: 11 }, () => undefined));
    expect(momentOf('9999-12-31T23:59:59.999Z')?.time).toBe(253_402_300_799_999);
    expect(readSeries('[{"timestamp":1e308,"value":1}]')).toEqual({
      line: 1,
      message:
        'timestamp: expected a time before the year 10000, in seconds or milliseconds since the epoch, got 1e+308',
    });
    expect(
      ['2026-13-01', '2026-01-12T25:00', '2026-01-12T10:61', 'now', '-5', '12.01.2026', -1, NaN].map(text =>
        momentOf(text),
      ),
    ).toEqual(Array.from({ length: 8 }, () => undefined));
  });
  test('never makes a replay throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.json(),
          fc.array(fc.string()).map(lines => `timestamp,value\n${lines.join('\n')}`),
        ),
        text => {
          readSeries(text);
        },
      ),
    );
  });
});

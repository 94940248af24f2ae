import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { replay } from './alert.ts';
import { ruleOf } from './alert-rule.ts';
import { isProblem, readSeries, type Series } from './series.ts';

const MINUTE = 60_000,
  DAY = Date.UTC(2026, 0, 12);
const series = (text: string): Series => {
  const read = readSeries(text);
  if (isProblem(read)) throw new Error(`${read.line} ${read.message}`);
  return read;
};

describe("calls in the platform's answers", () => {
  const call = (minute: number, fields: object = {}): object => ({
    call_id: `call_${minute}`,
    agent_id: 'agent_desk',
    agent_version: 2,
    call_type: 'phone_call',
    call_status: 'ended',
    start_timestamp: DAY + minute * MINUTE,
    end_timestamp: DAY + minute * MINUTE + 30_000,
    duration_ms: 30_000,
    disconnection_reason: 'user_hangup',
    call_cost: { combined_cost: 250 },
    call_analysis: { call_successful: false, user_sentiment: 'Negative', custom_analysis_data: { booked: true } },
    transcript: 'Agent: Hello.',
    ...fields,
  });
  const listed = (...calls: object[]): Series => series(JSON.stringify({ items: calls, has_more: false }));
  test('are read as call records', () => {
    expect(
      listed(call(1), { call_id: 'call_x', call_status: 'not_connected' }, call(0, { call_analysis: null })),
    ).toEqual({
      kind: 'records',
      assumptions: [],
      omissions: ['1 call without a start'],
      fields: new Set([
        'channel',
        'agent_id',
        'agent_version',
        'disconnection_reason',
        'duration',
        'cost',
        'successful',
        'sentiment',
        'custom_analysis_data',
      ]),
      records: [
        expect.objectContaining({ timestamp: DAY, channel: 'voice', cost: 2.5 }),
        expect.objectContaining({
          timestamp: DAY + MINUTE,
          successful: false,
          sentiment: 'Negative',
          duration: 30_000,
        }),
      ],
    });
  });
  test('may be chats, but other records are read as written', () => {
    const chat = { chat_id: 'chat_1', start_timestamp: DAY, chat_analysis: { chat_successful: true } };
    expect(series(JSON.stringify([chat]))).toMatchObject({ records: [{ channel: 'chat', successful: true }] });
    expect(readSeries(JSON.stringify([{ start_timestamp: DAY }]))).toMatchObject({
      message: 'no column "timestamp"; is it "start_timestamp"?',
    });
  });
  test('can be replayed against a rule', () => {
    const text = JSON.stringify({
      name: 'x',
      metric_type: 'call_success_rate',
      threshold_type: 'absolute',
      threshold_value: 50,
      comparator: '<',
      frequency: '1m',
      window: '1m',
    });
    const rule = ruleOf(new Document('a.alert-rule.json', text).roots[0]!);
    if ('missing' in rule) throw new Error(rule.missing.join());
    const result = replay(rule, listed(...Array.from({ length: 4 }, (_, i) => call(i))));
    expect('problem' in result ? result : result.incidents.length).toBe(1);
  });
});

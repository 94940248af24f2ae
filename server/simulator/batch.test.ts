import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import { isoIn } from '../core/domain/windows.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { workspaceOf } from '../testing/fixture.ts';
import { overridesOf, tasksOf, variablesOf } from './batch.ts';
import { diallingOf } from '../core/domain/phone-numbers.ts';
import { mergedSettings } from './overrides.ts';

const batchOf = (value: object): Document =>
  new Document('b.batch-call.json', JSON.stringify({ from_number: '+14155550100', tasks: [], ...value }));
/** The dial time as ISO text, or the outcome and the reason. */
function dialled(value: object, now?: string): string {
  const dialling = diallingOf(batchOf(value).roots[0]!, now === undefined ? undefined : Date.parse(now));
  return dialling.at === undefined ? `${dialling.outcome}: ${dialling.reason}` : isoIn(dialling.at, dialling.timezone)!;
}
const hours = (start: number, end: number, fields: object = {}): object => ({
  call_time_window: { windows: [{ start, end }], ...fields },
});

test('a batch starts at its schedule or at the current time, and the response is in seconds', () => {
  expect(dialled({ trigger_timestamp: 1768584600000 }, '2026-01-01T00:00:00Z')).toBe('2026-01-16T17:30:00+00:00');
  expect(dialled({ scheduled_timestamp: 1768584600 })).toBe('2026-01-16T17:30:00+00:00');
  expect(dialled({ trigger_timestamp: null }, '2026-01-16T17:30:00Z')).toBe('2026-01-16T17:30:00+00:00');
  expect(dialled({})).toBe('unknowable: the batch starts at once, at an unknown time');
  expect(dialled({ trigger_timestamp: '2026' }, '2026-01-16T17:30:00Z')).toBe(
    'unknowable: trigger_timestamp is not a time',
  );
  expect(dialled({ scheduled_timestamp: 1768584600000 })).toMatch(/after the year 9999; it is in seconds/);
});

test('windows apply in their zone: the start is included, the end excluded, and days and the default zone count', () => {
  const at = (now: string, window: object): string => dialled(window, now);
  expect(at('2026-01-16T17:00:00Z', hours(540, 1020))).toBe('2026-01-16T09:00:00-08:00');
  expect(at('2026-01-16T16:59:59Z', hours(540, 1020))).toBe('2026-01-16T09:00:00-08:00');
  expect(at('2026-01-17T01:00:00Z', hours(540, 1020))).toBe('2026-01-17T09:00:00-08:00');
  expect(at('2026-01-17T00:59:59Z', hours(540, 1020))).toBe('2026-01-16T16:59:59-08:00');
  expect(at('2026-01-16T00:00:00Z', hours(540, 1020, { timezone: 'Asia/Kolkata', day: ['Monday'] }))).toBe(
    '2026-01-19T09:00:00+05:30',
  );
  expect(at('2026-01-16T00:00:00Z', hours(0, 1440, { timezone: 'UTC' }))).toBe('2026-01-16T00:00:00+00:00');
});

test('windows also apply on days on which the clocks change', () => {
  const zone = (name: string, day: string[] = []): object => ({ timezone: name, day });
  // in spring in Los Angeles, the time from 02:00 to 03:00 does not exist on 8 March 2026
  expect(dialled(hours(150, 240, zone('America/Los_Angeles')), '2026-03-08T08:00:00Z')).toBe(
    '2026-03-08T03:00:00-07:00',
  );
  expect(dialled(hours(540, 1020, zone('America/Los_Angeles')), '2026-03-08T08:00:00Z')).toBe(
    '2026-03-08T09:00:00-07:00',
  );
  // a window that the clock change skips this Sunday applies again on the next Sunday
  expect(dialled(hours(135, 165, zone('America/Los_Angeles', ['Sunday'])), '2026-03-01T11:00:00Z')).toBe(
    '2026-03-15T02:15:00-07:00',
  );
  // in autumn, the time from 01:00 to 02:00 occurs twice, and the first occurrence counts
  expect(dialled(hours(60, 120, zone('America/Los_Angeles')), '2026-11-01T07:00:00Z')).toBe(
    '2026-11-01T01:00:00-07:00',
  );
  expect(dialled(hours(60, 120, zone('America/Los_Angeles')), '2026-11-01T09:10:00Z')).toBe(
    '2026-11-01T01:10:00-08:00',
  );
  // on Lord Howe, the clocks change by half an hour, and in some zones they change at midnight
  expect(dialled(hours(120, 130, zone('Australia/Lord_Howe')), '2026-10-03T14:00:00Z')).toBe(
    '2026-10-05T02:00:00+11:00',
  );
  expect(dialled(hours(0, 60, zone('America/Havana')), '2026-03-08T04:30:00Z')).toBe('2026-03-09T00:00:00-04:00');
});

test('no task is dialed if the windows contain no time or cannot be read', () => {
  const now = '2026-01-16T17:00:00Z';
  expect(
    dialled(
      {
        call_time_window: {
          windows: [
            { start: 720, end: 600 },
            { start: 5, end: 5 },
          ],
        },
      },
      now,
    ),
  ).toMatch(/^never: no window/);
  expect(dialled(hours(0, 60, { timezone: 'Mars/Base' }), now)).toBe('unknowable: there is no time zone "Mars/Base"');
  expect(dialled(hours(0, 60, { day: ['Mon'] }), now)).toMatch(/^unknowable: the days/);
  expect(dialled({ call_time_window: { windows: '9-17' } }, now)).toMatch(/^unknowable: the windows .* are not a list/);
  for (const bound of ['09:00', null, 1700, 540.5])
    expect(
      dialled(
        {
          call_time_window: {
            windows: [
              { start: 600, end: 660 },
              { start: bound, end: 720 },
            ],
          },
        },
        now,
      ),
      String(bound),
    ).toMatch(/^unknowable: a window of call_time_window is not/);
  expect(dialled({ call_time_window: {} }, now)).toBe('2026-01-16T09:00:00-08:00');
  expect(dialled({ call_time_window: { windows: [], day: ['Monday'] } }, now)).toBe('2026-01-19T00:00:00-08:00');
  for (const window of [{}, { windows: null }])
    expect(diallingOf(batchOf({ call_time_window: window }).roots[0]!, 0).assumptions).toEqual([
      'any-hour-without-windows',
      'dial-when-open',
    ]);
});

test('the dial time is the first minute that a wall clock allows', () => {
  const zones = [
    'America/Los_Angeles',
    'Europe/Berlin',
    'Australia/Lord_Howe',
    'Asia/Kolkata',
    'America/Havana',
    'America/St_Johns',
    'Pacific/Chatham',
  ];
  const names = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];
  const span = fc
    .tuple(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 1, max: 300 }))
    .map(([start, length]) => ({ start, end: Math.min(1440, start + length) }));
  const minute = fc.integer({ min: Date.UTC(2026, 0, 1) / 60_000, max: Date.UTC(2027, 0, 1) / 60_000 });
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.array(span, { minLength: 1, maxLength: 3 }),
      fc.subarray(names),
      minute,
      (timezone, windows, day, start) => {
        const dialling = diallingOf(
          batchOf({ call_time_window: { windows, day, timezone } }).roots[0]!,
          start * 60_000,
        );
        // an independent method: the wall clock is read from a text that Intl formats
        const wall = new Intl.DateTimeFormat('en-GB', {
          timeZone: timezone,
          weekday: 'long',
          hour: '2-digit',
          minute: '2-digit',
          hourCycle: 'h23',
        });
        const isOpen = (at: number): boolean => {
          const parts = Object.fromEntries(wall.formatToParts(at).map(({ type, value }) => [type, value]));
          const clock = Number(parts['hour']) * 60 + Number(parts['minute']);
          return (
            (day.length === 0 || day.includes(parts['weekday']!)) &&
            windows.some(window => window.start <= clock && clock < window.end)
          );
        };
        expect(dialling.outcome).toBe('dialled');
        expect(isOpen(dialling.at!)).toBe(true);
        // the window is closed in the minute before, and in every fifth minute before that minute
        for (let at = dialling.at! - 60_000; at >= start * 60_000; at -= 5 * 60_000) expect(isOpen(at)).toBe(false);
      },
    ),
    { numRuns: 60 },
  );
});

const files = `
-- agents.agent-list.json --
[{ "agent_id": "agent_a", "agent_name": "A", "channel": "voice", "user_modified_timestamp": 1,
  "tags": { "prod": { "version": 1, "dynamic_variables": { "shop": "Elm", "greeting": "Hello" } } } }]
-- agent_a.agent-versions.json --
[{ "version": 1, "is_published": true, "last_modification_timestamp": 5 }]
-- a.agent.json --
{ "agent_id": "agent_a", "version": 1, "is_published": true, "last_modification_timestamp": 5,
  "voice_id": "11labs-Myra", "language": "en-US", "ring_duration_ms": 20000, "voice_speed": 1.2,
  "webhook_url": "https://x.example/h?token=s3cretvalue",
  "response_engine": { "type": "service-llm", "llm_id": "llm_a" } }
-- a.llm.json --
{ "llm_id": "llm_a", "model": "gpt-4.1",
  "general_prompt": "{{greeting}} from {{shop}}: {{order_id}} {{size}} {{current_time}}",
  "begin_message": "Hi {{nick}}", "default_dynamic_variables": { "size": "L", "shop": "Oak" } }
-- n.phone-number.json --
{ "phone_number": "+14155550100", "outbound_agents": [{ "agent_id": "agent_a", "agent_version": "prod", "weight": 1 }] }
`;
const world = workspaceOf(files);
function tasks(...values: object[]) {
  const document = batchOf({ tasks: values.map(value => ({ to_number: '+12137774445', ...value })) });
  const workspace = world.withDocument(document);
  return { workspace, calls: tasksOf(document.roots[0]!, workspace) };
}
const onlyCall = (value: object) => tasks(value).calls[0]!;

test('the value of a variable is from the call, else from the tag, else from the engine; without a value, the variable is unset', () => {
  const call = onlyCall({ service_llm_dynamic_variables: { shop: 'Ash', order_id: '7' } });
  expect(variablesOf(call)).toEqual([
    { name: 'greeting', value: 'Hello', source: 'tag' },
    { name: 'order_id', value: '7', source: 'call' },
    { name: 'shop', value: 'Ash', source: 'call' },
    { name: 'size', value: 'L', source: 'engine default' },
  ]);
  expect(call.unsetNames).toEqual(['nick']);
  expect(call.assumptions).toEqual(expect.arrayContaining(['from-number-agent', 'variable-precedence']));
  // a value must be a string
  expect(onlyCall({ service_llm_dynamic_variables: { nick: null, order_id: 7 } }).unsetNames).toEqual([
    'nick',
    'order_id',
  ]);
  // the variables of a replaced text are not needed, but the variables of the new text are
  expect(onlyCall({ agent_override: { service_llm: { begin_message: 'Hey {{pal}}' } } }).unsetNames).toEqual([
    'order_id',
    'pal',
  ]);
});

test('each setting of an override is set, removed, without effect, or unknowable', () => {
  const call = onlyCall({
      agent_override: {
        agent: { voice_speed: 0.9, ring_duration_ms: null, ambient_sound: null, nonsense: 1, version: 2 },
        service_llm: { model: 'x', general_prompt: 'y' },
        conversation_flow: { model_temperature: 0 },
      },
    }),
    overrides = overridesOf(call);
  expect(call.ignoredCount).toBe(overrides.filter(({ outcome }) => outcome === 'ignored').length);
  expect(
    overrides.map(({ setting, before, before_from: from, after, outcome }) => [setting, before, from, after, outcome]),
  ).toEqual([
    ['agent.voice_speed', 1.2, 'version', 0.9, 'set'],
    ['agent.ring_duration_ms', 20000, 'version', null, 'removed'],
    ['agent.ambient_sound', null, 'default', null, 'removed'],
    ['agent.nonsense', null, 'unset', 1, 'ignored'],
    ['agent.version', 1, 'version', 2, 'ignored'],
    ['service_llm.model', 'gpt-4.1', 'version', 'x', 'set'],
    [
      'service_llm.general_prompt',
      '{{greeting}} from {{shop}}: {{order_id}} {{size}} {{current_time}}',
      'version',
      'y',
      'ignored',
    ],
    ['conversation_flow.model_temperature', null, 'unset', 0, 'ignored'],
  ]);
  expect(overrides.at(-1)!.because).toBe('it is for a conversation flow, and the agent runs on an LLM engine');
  const unknownCall = onlyCall({
    override_agent_id: 'agent_elsewhere',
    agent_override: { service_llm: { model: 'x' } },
  });
  expect([
    unknownCall.resolution!.outcome,
    overridesOf(unknownCall)[0]!.outcome,
    unknownCall.unsetNames,
    unknownCall.ringMs,
  ]).toEqual(['unknowable', 'unknowable', null, null]);
});

test('the ring time is from the override, else from the version, else from the schema', () => {
  expect(
    [
      {},
      { agent_override: { agent: { ring_duration_ms: 5000 } } },
      { agent_override: { agent: { ring_duration_ms: null } } },
    ].map(value => onlyCall(value).ringMs),
  ).toEqual([20000, 5000, 30000]);
});

test('merged settings show their source, but no credential', () => {
  const {
    calls: [call],
  } = tasks({
    agent_override: {
      agent: { voice_speed: 0.9, ring_duration_ms: null },
      service_llm: { begin_message: null, tools: [] },
    },
  });
  const merged = new Map(
    mergedSettings(call!.cursor.get('agent_override'), call!.base).map(setting => [
      setting.setting,
      [setting.value, setting.source],
    ]),
  );
  expect(merged.get('agent.voice_speed')).toEqual([0.9, 'override']);
  expect(merged.get('agent.ring_duration_ms')).toEqual([30000, 'removed']);
  expect(merged.get('agent.volume')).toEqual([1, 'default']);
  expect(merged.get('service_llm.begin_message')).toEqual([null, 'removed']);
  expect(merged.get('service_llm.model')).toEqual(['gpt-4.1', 'version']);
  expect([...merged.keys()].filter(key => /conversation_flow|tools|general_prompt/.test(key))).toEqual([]);
  expect(JSON.stringify([...merged])).not.toContain('s3cretvalue');
});

test('the calling agent is named by the task, else by the number, or is unknown', () => {
  expect(onlyCall({ override_agent_id: 'agent_a', override_agent_version: 1 }).resolution).toMatchObject({
    agentId: 'agent_a',
    reference: 1,
    version: 1,
  });
  expect(onlyCall({ override_agent_id: 'agent_a', override_agent_version: 'nope' }).resolution!.outcome).toBe(
    'missing',
  );
  const document = new Document(
    'b.batch-call.json',
    '{"from_number": "+10000000000", "tasks": [{"to_number": "1"}, 5, null]}',
  );
  const calls = tasksOf(document.roots[0]!, new Workspace([document]));
  expect(calls.map(({ resolution, reason }) => [resolution, reason])).toEqual(
    Array.from({ length: 3 }, () => [null, 'the task names no agent, and +10000000000 is not in this workspace']),
  );
});

test('no batch makes the simulation throw', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.jsonValue(), fc.jsonValue(), (task, window, jsonValue) => {
      const document = batchOf({
        tasks: [task, { agent_override: task, service_llm_dynamic_variables: task }],
        call_time_window: window,
        trigger_timestamp: jsonValue,
      } as object);
      const root = document.roots[0]!,
        calls = tasksOf(root, world.withDocument(document));
      diallingOf(root, 0);
      for (const call of calls) {
        mergedSettings(call.cursor.get('agent_override'), call.base);
        overridesOf(call);
        variablesOf(call);
      }
      expect(calls).toHaveLength(2);
    }),
    { numRuns: 300 },
  );
});

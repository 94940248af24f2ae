import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Outputs } from '../../core/generated/outputs.js';
import { expectOutput } from '../../testing/outputs.ts';
import { agent, preflight, scratchFolders } from '../../testing/preflight.ts';
import { callKinds } from '../../simulator/call.ts';

const folder = scratchFolders();
const clinic = new URL('../../../samples/clinic/', import.meta.url).pathname;
const conforms = (schema: keyof Outputs, stdout: string): any => {
  const value: unknown = JSON.parse(stdout);
  expectOutput(schema, value);
  return value;
};

const rule = (more = ''): string =>
  '{ "name": "Busy <&> \\"line\\"", "metric_type": "call_count", "threshold_type": "absolute", ' +
  `"threshold_value": 3, "comparator": ">", "frequency": "1m", "window": "1m"${more} }`;
const series =
  'timestamp,value\n2026-01-12T10:00:00Z,1\n2026-01-12T10:01:00Z,5\n2026-01-12T10:02:00Z,2\n2026-01-12T10:03:00Z,9\n';
const files = { 'busy.alert-rule.json': rule(), 'series.csv': series };

test('the JSON of an alert rule over a series matches the schema', async () => {
  const { code, stdout, stderr } = await preflight(
    ['simulate', 'busy.alert-rule.json', '--series', 'series.csv', '--format', 'json'],
    folder(files),
  );
  expect([code, stderr]).toEqual([0, '']);
  expect(conforms('simulate-alert', stdout)).toEqual({
    version: 1,
    kind: 'alert-rule',
    evaluations: 4,
    incidents: [
      { triggered_timestamp: 1768212060, resolved_timestamp: 1768212120, current_value: 5, previous_value: null },
      { triggered_timestamp: 1768212180, resolved_timestamp: null, current_value: 9, previous_value: null },
    ],
    assumptions: ['alert-aggregation', 'alert-alignment', 'alert-coverage', 'alert-resolves'],
  });
});
test('the table of an alert rule shows incidents and assumptions, and the picture is valid', async () => {
  const cwd = folder(files),
    ask = ['simulate', 'busy.alert-rule.json', '--series', 'series.csv'];
  const { stdout } = await preflight(ask, cwd);
  expect(stdout).toContain('4 evaluations; 2 incidents');
  expect(stdout).toMatch(/2026-01-12T10:01:00Z +2026-01-12T10:02:00Z +1 min +5/);
  expect(stdout).toContain('alert-resolves  ');
  const picture = (await preflight([...ask, '--format', 'svg'], cwd)).stdout;
  expect(picture.match(/class="incident"/g)).toHaveLength(2);
  expect(picture).toContain('prefers-color-scheme:dark');
  expect(picture).toContain('Busy &#60;&#38;&#62; &#34;line&#34;');
  expect((await preflight([...ask, '--format', 'svg'], cwd)).stdout).toBe(picture);
});
test('call records are read from standard input and filtered, and unknown values of the series are reported', async () => {
  const cwd = folder({
    'busy.alert-rule.json': rule(', "active": false, "filter": { "agent": [{ "agent_id": "a" }] }'),
  });
  const calls = JSON.stringify([
    { timestamp: 1768212000, agent_id: 'a', succesful: true },
    { timestamp: 1768212030, agent_id: 'b' },
  ]);
  const { code, stdout, stderr } = await preflight(
    ['simulate', 'busy.alert-rule.json', '--series', '-', '--from', '2026-01-12T09:55Z', '--format', 'json'],
    cwd,
    { readStdin: () => Buffer.from(calls) },
  );
  expect(code).toBe(0);
  expect(conforms('simulate-alert', stdout)).toMatchObject({ evaluations: 5, incidents: [] });
  expect(stderr).toBe(
    'the rule is not active, so the platform does not evaluate it\n' +
      'not read: "succesful"; did you mean "successful"?\n' +
      '1 of 2 records counts\n',
  );
  const shortRun = await preflight(['simulate', 'busy.alert-rule.json', '--series', '-'], cwd, {
    readStdin: () => Buffer.from('[{"timestamp": 1768212000}]'),
  });
  expect(shortRun.stderr).toContain('nothing could be evaluated');
});
test('a series that cannot be replayed is refused with exit code 2 and its line, and nothing is printed on stdout', async () => {
  const cwd = folder({
    ...files,
    'text.csv': 'timestamp,value\n2026-01-12,many\n',
    'twice.csv': '1768212000,1\n1768212000,2\n',
    'empty.csv': '',
    'two.alert-rule.json': `[${rule()}, ${rule().replace('Busy', 'Quiet')}]`,
    'odd.alert-rule.json': rule().replace('"1m", "window"', '"2m", "window"'),
    'sub.csv': series,
  });
  const refusalOf = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await preflight(['simulate', ...args], cwd);
    expect([code, stdout]).toEqual([2, '']);
    return stderr.trim();
  };
  expect(await refusalOf('busy.alert-rule.json')).toBe('an alert rule is replayed over a series: --series FILE');
  expect(await refusalOf('busy.alert-rule.json', '--series', 'no.csv')).toContain(
    'no.csv cannot be read: there is no such file',
  );
  expect(await refusalOf('busy.alert-rule.json', '--series', 'text.csv')).toBe(
    'text.csv:2 value: expected a number, got "many"',
  );
  expect(await refusalOf('busy.alert-rule.json', '--series', 'twice.csv')).toBe(
    'twice.csv:2 the time 2026-01-12T10:00:00Z occurs twice, first in line 1',
  );
  expect(await refusalOf('busy.alert-rule.json', '--series', 'empty.csv')).toBe('empty.csv:1 the series is empty');
  expect(await refusalOf('busy.alert-rule.json', '--series', 'series.csv', '--from', 'noon')).toContain(
    '--from: expected ISO 8601, or seconds or milliseconds since the epoch, got "noon"',
  );
  expect(await refusalOf('two.alert-rule.json', '--series', 'series.csv')).toContain('has 2 rules; --rule says which');
  expect(await refusalOf('odd.alert-rule.json', '--series', 'series.csv')).toBe(
    'odd.alert-rule.json: the rule cannot be replayed: frequency is missing or not known',
  );
  expect(
    (await preflight(['simulate', 'two.alert-rule.json', '--rule', '1', '--series', 'series.csv'], cwd)).stdout,
  ).toContain('Quiet');
});

test('every kind of call is simulated for every voice agent of the sample', async () => {
  for (const file of ['front-desk/v2', 'front-desk/v4', 'night-line/v0', 'reminders/v1', 'billing/v1'])
    for (const call of callKinds) {
      const { code, stdout } = await preflight(
        ['simulate', `agents/${file}.agent.json`, '--call', call, '--format', 'json'],
        clinic,
      );
      expect(code).toBe(0);
      expect(conforms('simulate-call', stdout)).toMatchObject({ kind: 'agent', call });
      expect(stdout).not.toContain(clinic);
    }
});
test('a call is printed as a timeline', async () => {
  const { stdout } = await preflight(['simulate', 'agents/front-desk/v3.agent.json', '--call', 'silent'], clinic);
  expect(stdout).toContain('Front desk v3: a call with a silent caller');
  expect(stdout).toContain('0:00.400  agent     says: "Good day, this is Juniper Street Clinic. How can I');
  expect(stdout).toContain('Ends after 1 min 13.4 s as inactivity.');
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'hand_to_billing to Billing v1: https://hooks.juniper-clinic.example/front-desk ' +
      'and https://hooks.juniper-clinic.example/billing (both_agents)',
  );
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    ' selected call_started, call_ended, call_analyzed, transfer_started and transfer_ended not selected ',
  );
  expect(stdout).toMatch(/not selected {2}transcript_updated, transfer_bridged and transfer_cancelled/);
});
test('a value that is no kind of call is refused with exit code 2', async () => {
  const cwd = folder({ 'desk.agent.json': agent(), 'chat.agent.json': agent('"channel": "chat"', 'agent_chat') });
  writeFileSync(join(cwd, 'two.agent.json'), `[${agent('', 'a')}, ${agent('', 'b')}]`);
  const refusalOf = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await preflight(['simulate', ...args], cwd);
    expect([code, stdout]).toEqual([2, '']);
    return stderr;
  };
  expect(await refusalOf('desk.agent.json', '--call', 'voicmail')).toBe(
    'there is no kind of call "voicmail"; did you mean "voicemail"?\n',
  );
  expect(await refusalOf('desk.agent.json', '--call', 'dtmf', '--digits', '12x')).toContain(
    'expected 1 to 100 keys of 0 to 9, * and #',
  );
  expect(await refusalOf('desk.agent.json', '--call', 'silent', '--digits', '12')).toContain(
    '--digits belongs to --call dtmf',
  );
  expect(await refusalOf('desk.agent.json', '--call', 'ivr', '--after-ms', '-1')).toContain('--after-ms');
  expect(await refusalOf('chat.agent.json', '--call', 'silent')).toContain('is a chat agent, which has no calls');
  expect(await refusalOf('two.agent.json', '--call', 'silent')).toContain('has 2 agents');
});

test('a call with its engine shows how long transfers ring, where bookings are made, and which texts stay literal', async () => {
  const booking = (name: string, timezone?: string): object => ({
    type: 'book_appointment_sched',
    name,
    sched_api_key: '{{key}}',
    event_type_id: 7,
    ...(timezone && { timezone }),
  });
  const llm = JSON.stringify({
    llm_id: 'llm_desk',
    start_speaker: 'agent',
    begin_message: 'Hello {{name}}.',
    general_prompt: 'Be {{mood}} to {{name}}. It is {{current_time}}, and the visit is {{visit}}.',
    default_dynamic_variables: { name: 'Ana', zone: 'Europe/Berlin', key: 'x' },
    general_tools: [
      booking('book_here', '{{zone}}'),
      booking('book_there', '{{other_zone}}'),
      booking('book_anywhere'),
      { type: 'end_call', name: 'bye', description: 'When {{name}} is {{mood}}.' },
      { type: 'transfer_call', name: 'to_desk', transfer_destination: { type: 'predefined', number: '+14155550100' } },
      {
        type: 'extract_dynamic_variable',
        name: 'note',
        description: 'x',
        variables: [{ type: 'string', name: 'visit', description: 'x' }],
      },
    ],
  });
  const desk =
    '{ "agent_id": "agent_desk", "version": 1, "voice_id": "11labs-Myra", "ring_duration_ms": 20000, ' +
    '"response_engine": { "type": "service-llm", "llm_id": "llm_desk" } }';
  const cwd = folder({ 'desk.agent.json': desk, 'desk.llm.json': llm }),
    ask = ['simulate', 'desk.agent.json', '--call', 'silent'];
  const { engine, unset_variables } = conforms(
    'simulate-call',
    (await preflight([...ask, '--format', 'json'], cwd)).stdout,
  ) as {
    engine: { ring_duration_ms: number; transfers: object[]; bookings: object[]; literal: object[] };
    unset_variables: string[];
  };
  expect(unset_variables).toEqual([]);
  expect(engine.ring_duration_ms).toBe(20000);
  expect(engine.transfers).toEqual([
    { name: 'to_desk', file: 'desk.llm.json', pointer: '/general_tools/4', ring_duration_ms: null, agent: null },
  ]);
  expect(engine.bookings).toMatchObject([
    { name: 'book_here', timezone: 'Europe/Berlin', timezone_from: 'tool' },
    { name: 'book_there', timezone: '{{other_zone}}', timezone_from: 'tool' },
    { name: 'book_anywhere', timezone: null, timezone_from: 'call or server' },
  ]);
  expect(engine.literal).toEqual([
    { name: 'mood', file: 'desk.llm.json', pointer: '/general_prompt' },
    { name: 'mood', file: 'desk.llm.json', pointer: '/general_tools/3/description' },
    { name: 'other_zone', file: 'desk.llm.json', pointer: '/general_tools/1/timezone' },
  ]);
  const { stdout } = await preflight(ask, cwd);
  // the ring duration has no effect on an incoming call
  expect(stdout.replace(/\s+/g, ' ')).toContain('rings 20 s at most: each transfer (to_desk) [ring_duration_ms]');
  expect((await preflight([...ask, '--outbound'], cwd)).stdout.replace(/\s+/g, ' ')).toContain(
    'rings 20 s at most: this call and each transfer (to_desk) [ring_duration_ms]',
  );
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'books book_anywhere in the time zone of the call or, without one, of the server, because the tool sets none',
  );
  expect(stdout.replace(/\s+/g, ' ')).toContain('unset {{mood}} in desk.llm.json /general_tools/3/description');
});

test('a series that is too short for a change is not drawn', async () => {
  const relative = rule().replace('"absolute"', '"relative"').replaceAll('"1m"', '"1h"');
  const { stdout, stderr } = await preflight(
    ['simulate', 'busy.alert-rule.json', '--series', 'series.csv'],
    folder({ 'busy.alert-rule.json': relative, 'series.csv': 'timestamp,value\n2026-01-12T10:00:00Z,1\n' }),
  );
  expect(stderr).toContain('no change could be computed');
  expect(stdout).toContain('1 evaluation, 1 without a figure; no incident');
  expect(stdout).not.toMatch(/[┤┼]/);
});

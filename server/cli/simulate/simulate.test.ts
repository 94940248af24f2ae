import { expect, test } from 'vitest';
import { fraction } from '../../simulator/draw.ts';
import { agent, preflight, scratchFolders } from '../../testing/preflight.ts';
import { samples } from '../../testing/samples.ts';
import { json, table } from '../../testing/simulated.ts';

const firstAbove = (at: number, ends: readonly number[]): number => ends.findIndex(end => at < end);
const folder = scratchFolders();
const clinic = samples('clinic');
const broken = samples('broken');

test('the JSON of each sample matches the published schema', async () => {
  for (const cwd of [clinic, broken]) {
    await json('simulate-weights', cwd, 'numbers/main.phone-number.json', '--calls', '50');
    await json('simulate-weights', cwd, 'numbers/main.phone-number.json', '--call-id', 'x');
    const trial = 'numbers/next-trial.agent-weights.json --against numbers/main.phone-number.json';
    await json('simulate-weights', cwd, ...`${trial} --calls 50 --list inbound_agents`.split(' '));
    for (const batch of ['flu-clinic', 'flu-clinic-accepted'])
      await json('simulate-batch', cwd, `batches/${batch}.batch-call.json`, '--now', '2026-01-16T09:00:00Z');
    await json('simulate-batch', cwd, 'batches/flu-clinic.batch-call.json', '--task', '1', '--now', '2026-01-16');
    await json('simulate-outage', cwd, 'agents/front-desk/v3.agent.json', '--outage', 'elevenlabs');
    await json('simulate-asr-routing', cwd, 'analytics/fast-mode.asr-routing.json', '--calls', '10');
    await json('simulate-asr-routing', cwd, 'analytics/fast-mode.asr-routing.json', '--call-id', 'abc');
  }
  await json('simulate-agent-list-filter', clinic, 'requests/voice-desks.agent-list-filter.json');
});

test('an arm that receives all calls of one of several lists has no bar', async () => {
  const arm = (weight: number, agent = 'agent_desk') => ({ agent_id: agent, agent_version: 1, weight }),
    number = {
      phone_number: '+14155550101',
      inbound_agents: [arm(1)],
      outbound_agents: [arm(0.6), arm(0.4, 'agent_x')],
    };
  const files = { 'v1.agent.json': agent(), 'n.phone-number.json': JSON.stringify(number) };
  const { stdout } = await preflight(['simulate', 'n.phone-number.json', '--calls', '100'], folder(files));
  expect(stdout).toContain('agent_desk@1 → version 1 (published), all calls');
  expect(stdout.match(/ drawn \(/g)).toHaveLength(2);
});

test('weights: shares, intervals and sums of versions are drawn, and one call is drawn as in a series', async () => {
  const { code, value } = await json(
    'simulate-weights',
    broken,
    'numbers/main.phone-number.json',
    '--calls',
    '40000',
    '--seed',
    '7',
    '--list',
    'inbound_agents',
  );
  const [{ arms, versions, weights_sum }] = value.lists;
  expect([code, value.calls, value.seed, value.lists.length, weights_sum]).toEqual([0, 40000, '7', 1, 1.1]);
  expect(value.assumptions).toContain('weights-in-proportion');
  expect(arms.map((arm: any) => [arm.pointer, arm.reference, arm.weight, arm.resolution.agent_version])).toEqual([
    ['/inbound_agents/0', 'prod', 0.8, 2],
    ['/inbound_agents/1', 'summer', 0.1, 5],
    ['/inbound_agents/2', 2, 0.2, 2],
  ]);
  expect(arms.reduce((sum: number, arm: any) => sum + arm.calls, 0)).toBe(40000);
  expect(versions.map((version: any) => [version.agent_version, version.arms, version.calls])).toEqual([
    [2, ['/inbound_agents/0', '/inbound_agents/2'], arms[0].calls + arms[2].calls],
    [5, ['/inbound_agents/1'], arms[1].calls],
  ]);
  for (const arm of arms) {
    expect(arm.share).toBeCloseTo(arm.calls / 40000, 6);
    expect(arm.interval95[0]).toBeLessThan(arm.share);
    expect(arm.interval95[1]).toBeGreaterThan(arm.share);
  }
  // one call is drawn as it is drawn in a series
  const counts = [0, 0, 0];
  for (let i = 0; i < 40000; i++) {
    const at = fraction('7', `call_${i}`) * 1.1;
    counts[firstAbove(at, [0.8, 0.9, 1.1])]!++;
  }
  expect(arms.map((arm: any) => arm.calls)).toEqual(counts);
  const oneCall = await json(
    'simulate-weights',
    broken,
    'numbers/main.phone-number.json',
    '--call-id',
    'call_17',
    '--seed',
    '7',
    '--list',
    'inbound_agents',
  );
  const at = fraction('7', 'call_17') * 1.1;
  expect(oneCall.value.pointer).toBe(`/inbound_agents/${firstAbove(at, [0.8, 0.9, 1.1])}`);
});

test('a call whose direction is unknown is drawn in each list', async () => {
  const { value } = await json('simulate-weights', clinic, 'numbers/main.phone-number.json', '--call-id', 'x');
  expect([value.pointer, value.resolution, value.lists.map((list: any) => list.pointer)]).toEqual([
    null,
    null,
    ['/inbound_agents', '/outbound_agents', '/inbound_sms_agents'],
  ]);
  const billing = await json('simulate-weights', clinic, 'numbers/billing.phone-number.json', '--call-id', 'x');
  expect(billing.value.pointer).toBe('/inbound_agents/0');
});

test('equal weights move no callers, and other weights move no more callers than necessary', async () => {
  const sameWeights = await json(
    'simulate-weights',
    clinic,
    'numbers/next-trial.agent-weights.json',
    '--calls',
    '1000',
    '--against',
    'numbers/next-trial.agent-weights.json',
  );
  expect(sameWeights.value.against.lists).toEqual([
    { pointer: '', against: '', moved: 0, share: 0, interval95: [0, expect.any(Number)], least_share: 0, moves: [] },
  ]);
  const movedWeights = await json(
    'simulate-weights',
    clinic,
    'numbers/next-trial.agent-weights.json',
    '--calls',
    '20000',
    '--against',
    'numbers/main.phone-number.json',
    '--list',
    'inbound_agents',
  );
  const [list] = movedWeights.value.against.lists;
  expect([list.against, list.least_share]).toEqual(['/inbound_agents', 0.2]);
  expect(list.moves.map((move: any) => [move.from, move.to])).toEqual([
    ['agent_frontdesk01 version 2', 'agent_frontdesk01 version 3'],
    ['agent_frontdesk01 version 3', 'agent_frontdesk01 version 1'],
  ]);
  expect(list.moved).toBe(list.moves.reduce((sum: number, move: any) => sum + move.calls, 0));
});

test('the table draws bars, and says that the draw is a sample', async () => {
  const text = await table(clinic, 'numbers/next-trial.agent-weights.json', '--calls', '1000');
  expect(text).toContain('A draw is a sample, not a prediction');
  expect(text).toMatch(/Front desk@prod → version 2 \(published\), weight 70.%\n {2}█+/);
  expect(await table(broken, 'numbers/main.phone-number.json', '--calls', '10')).toContain(
    'the weights add up to 1.1, not to 1; they are taken in proportion',
  );
});

test('a missing arm is reported with exit code 1', async () => {
  expect((await json('simulate-weights', broken, 'numbers/next-trial.agent-weights.json', '--calls', '10')).code).toBe(
    1,
  );
});

test('ASR routing draws each call independently of other calls', async () => {
  const { value } = await json(
    'simulate-asr-routing',
    clinic,
    'analytics/fast-mode.asr-routing.json',
    '--calls',
    '10000',
  );
  expect(value.split.map((share: any) => [share.provider, Math.round(share.share * 10) / 10])).toEqual([
    ['deepgram', 0.7],
    ['azure', 0.2],
    ['assemblyai', 0.1],
  ]);
  expect(value.assumptions).toEqual(['asr-buckets']);
  const at = fraction('0', 'abc');
  const oneCall = await json(
    'simulate-asr-routing',
    clinic,
    'analytics/fast-mode.asr-routing.json',
    '--call-id',
    'abc',
  );
  expect(oneCall.value.pointer).toBe(`/split/${firstAbove(at, [0.7, 0.9, 1])}`);
  const singleProvider = folder({ 'one.asr-routing.json': '{"provider": "azure", "endpointing_ms": 300}' });
  expect(
    (await json('simulate-asr-routing', singleProvider, 'one.asr-routing.json', '--calls', '5')).value,
  ).toMatchObject({
    split: [{ pointer: '', provider: 'azure', calls: 5 }],
    assumptions: [],
  });
});

test('a list filter matches names and ids in any case, and channels; agents for which the match is unknown are reported', async () => {
  const at = folder({
    'all.agent-list.json':
      '[{"agent_id": "agent_A", "agent_name": "Front DESK", "channel": "voice", "user_modified_timestamp": 1, ' +
      '"tags": {}}, ' +
      '{"agent_id": "agent_desk", "agent_name": "Night", "channel": "chat", "user_modified_timestamp": 1, ' +
      '"tags": {}}, ' +
      '{"agent_id": "agent_C", "agent_name": "Ward", "channel": "voice", "user_modified_timestamp": 1, ' +
      '"tags": {}}]',
    'agent_D.agent-versions.json': '[{"version": 0, "is_published": false, "last_modification_timestamp": 1}]',
    'desk.agent-list-filter.json': '{"query": "Desk"}',
    'both.agent-list-filter.json': '{"query": "desk", "channel": {"type": "string", "op": "eq", "value": "voice"}}',
    'all.agent-list-filter.json': '{}',
  });
  const filterOf = async (file: string) => {
    const { value } = await json('simulate-agent-list-filter', at, file);
    return value.agents.map((agent: any) => agent.selected);
  };
  expect(await filterOf('desk.agent-list-filter.json')).toEqual([true, false, null, true]);
  expect(await filterOf('both.agent-list-filter.json')).toEqual([true, false, null, false]);
  expect(await filterOf('all.agent-list-filter.json')).toEqual([true, true, true, true]);
});

test('unusable input is refused with one message that names it, exit code 2, and no output', async () => {
  const at = folder({
    'a.agent.json': agent(),
    'w.agent-weights.json': '[{"agent_id": "x", "weight": 1}]',
    'zero.agent-weights.json': '[{"agent_id": "x", "weight": 1}, {"agent_id": "y", "weight": 0}]',
    'anonymous.agent-weights.json': '[{"weight": 1}]',
    'empty.agent-weights.json': '[]',
    'torn.agent-weights.json': '[{"agent_id"',
    'o.agent-override.json': '{}',
    'x.json': '{"a": 1}',
    'b.batch-call.json': '{"from_number": "+14155550100", "tasks": {}}',
  });
  const cases: readonly (readonly [string, RegExp])[] = [
    ['', /takes a file/],
    ['w.agent-weights.json x.json', /takes one file/],
    ['nothing.json', /there is no file nothing\.json/],
    ['.', /is a folder/],
    ['x.json', /the kind of x\.json is not known/],
    ['o.agent-override.json', /kind agent-override, which cannot be simulated/],
    ['torn.agent-weights.json', /torn\.agent-weights\.json:1:\d+ does not parse/],
    ['w.agent-weights.json --calls 0', /--calls "0" is not an integer/],
    ['w.agent-weights.json --calls 1.5', /--calls "1\.5"/],
    ['w.agent-weights.json --calls=-1', /--calls "-1"/],
    ['w.agent-weights.json --calls 1e9', /--calls "1e9"/],
    ['w.agent-weights.json --calls 5 --call-id a', /give only one of these options/],
    ['w.agent-weights.json --call-id=', /--call-id needs/],
    ['w.agent-weights.json --call-id a --against w.agent-weights.json', /give only one of these options/],
    ['w.agent-weights.json --list inbound_agents', /--list names a list of a phone number/],
    ['w.agent-weights.json --outage cartesia', /--outage is an option for agent,/],
    ['w.agent-weights.json --against empty.agent-weights.json', /has no agents to draw/],
    ['w.agent-weights.json --against nothing.json', /there is no file nothing\.json/],
    ['w.agent-weights.json --against a.agent.json', /agent-weights or phone-number is needed/],
    ['w.agent-weights.json --format xml', /--format takes table or json, not "xml"/],
    ['zero.agent-weights.json', /zero\.agent-weights\.json at \/1\/weight: 0 is not a weight/],
    ['anonymous.agent-weights.json', /at \/0\/agent_id: it names no agent/],
    ['a.agent.json', /--call or --outage/],
    ['a.agent.json --outage cartesai', /did you mean "cartesia"/],
    ['a.agent.json --outage cartesia,', /an empty name/],
    ['b.batch-call.json', /b\.batch-call\.json at \/tasks/],
    ['b.batch-call.json --now soon', /at \/tasks/],
  ];
  for (const [line, message] of cases) {
    const { code, stdout, stderr } = await preflight(['simulate', ...line.split(' ').filter(Boolean)], at);
    expect([line, code, stdout]).toEqual([line, 2, '']);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(at);
  }
});

test('a list of weights may be missing, empty, or in a file alone', async () => {
  const at = folder({
    'n.phone-number.json': '{"phone_number": "+14155550100", "inbound_agents": null}',
    'e.agent-weights.json': '[]',
    'w.agent-weights.json': '[{"agent_id": "x", "weight": 1}]',
  });
  expect((await json('simulate-weights', at, 'n.phone-number.json')).value.lists).toEqual([]);
  expect((await table(at, 'n.phone-number.json')).trimEnd().split('\n').slice(1)).toEqual([
    'There is no list of agents in this file, so nothing is drawn.',
  ]);
  expect((await json('simulate-weights', at, 'e.agent-weights.json')).value.lists).toEqual([
    { pointer: '', weights_sum: 0, arms: [], versions: [] },
  ]);
  expect(
    (await json('simulate-weights', at, 'w.agent-weights.json', '--calls', '3')).value.lists[0].arms[0],
  ).toMatchObject({ calls: 3, share: 1, resolution: { outcome: 'unknowable' } });
});

test('a batch shows each task with its agent, variables, overrides and dial time, and one task in detail', async () => {
  const { code, value } = await json(
    'simulate-batch',
    clinic,
    'batches/flu-clinic.batch-call.json',
    '--now',
    '2026-01-16T09:00:00-08:00',
  );
  expect(code).toBe(0);
  expect(
    value.tasks.map((task: any) => [
      task.pointer,
      task.resolution.agent_version,
      task.unset_variables,
      task.dial_at,
      task.ring_duration_ms,
    ]),
  ).toEqual([0, 1, 2, 3].map(i => [`/tasks/${i}`, 1, [], '2026-01-19T10:00:00-08:00', 25000]));
  expect(value.tasks[0]).toMatchObject({
    dynamic_variables: { clinic_name: 'Juniper Street Clinic', first_name: 'Amara' },
    variable_sources: { clinic_name: 'tag', first_name: 'call' },
  });
  expect(
    value.tasks[1].overrides.map((override: any) => [override.setting, override.before, override.outcome]),
  ).toEqual([
    ['agent.voice_speed', 1.05, 'set'],
    ['service_llm.model_temperature', 0, 'set'],
    ['service_llm.begin_message', expect.any(String), 'set'],
  ]);
  expect(value.summary).toMatchObject({
    tasks: 4,
    resolved: 4,
    versions: [{ agent_id: 'agent_reminders01', agent_version: 1, tasks: 4 }],
    starts_by: 'now',
    timezone: 'America/Los_Angeles',
    never_dialled: 0,
  });
  const oneTask = await table(
    clinic,
    'batches/flu-clinic.batch-call.json',
    '--now',
    '2026-01-16T09:00:00-08:00',
    '--task',
    '1',
  );
  for (const text of [
    'Task 1 calls +14155550132',
    '1.05 → 0.9',
    'agent.voice_speed',
    '0.9 from override',
    'agent.volume',
    '1 from default',
    'rings for 25000 ms',
  ])
    expect(oneTask).toContain(text);
  expect(
    (await json('simulate-batch', clinic, 'batches/flu-clinic.batch-call.json', '--task', '2', '--now', '2026-01-16'))
      .value.tasks,
  ).toHaveLength(1);
});

test('a batch may have a missing agent, windows that never open, or many tasks', async () => {
  const { code, value } = await json('simulate-batch', broken, 'batches/flu-clinic.batch-call.json');
  expect([code, value.summary.missing, value.summary.overrides_without_effect]).toEqual([1, 2, 2]);
  expect(JSON.stringify(value)).not.toContain('s3cret');
  const tasks = JSON.stringify(Array.from({ length: 1500 }, (_, i) => ({ to_number: `+1213555${1000 + i}` })));
  const at = folder({
    'b.batch-call.json':
      '{"from_number": "+14155550100", "trigger_timestamp": 1768584600000, ' +
      `"call_time_window": {"windows": [{"start": 600, "end": 600}]}, "tasks": ${tasks}}`,
  });
  const long = await json('simulate-batch', at, 'b.batch-call.json');
  expect([long.code, long.value.tasks.length, long.value.summary.never_dialled, long.value.tasks[0].dial_at]).toEqual([
    0,
    1500,
    1500,
    null,
  ]);
  const text = await table(at, 'b.batch-call.json');
  expect(text).toContain('begins 2026-01-16 17:30 UTC (trigger_timestamp); never dialed: no');
  expect(text).toContain('and 1,480 more');
  expect((await table(at, 'b.batch-call.json', '--all')).split('+1213555').length).toBe(1501);
});

test('an unusable batch is refused', async () => {
  for (const [line, message] of [
    ['--now soon', /--now: expected a time such as 2026-01-16T09:00:00-08:00, got "soon"/],
    ['--now 2026-02-30', /--now: expected a time/],
    ['--task 4', /--task "4" is not an integer from 0 to 3/],
    ['--task x', /--task "x"/],
    ['--seed 3', /--seed is an option for/],
  ] as const) {
    const { code, stdout, stderr } = await preflight(
      ['simulate', 'batches/flu-clinic.batch-call.json', ...line.split(' ')],
      clinic,
    );
    expect([line, code, stdout]).toEqual([line, 2, '']);
    expect(stderr).toMatch(message);
  }
});

import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { assumptions, type Assumption } from '../core/workspace/assumptions.ts';
import { expectOutput } from '../testing/outputs.ts';
import { preflight, write } from '../testing/preflight.ts';

// Copies of the sample by the files that were added. A copy is reused; each test changes only the configuration.
const copies = new Map<string, string>();
afterAll(() => {
  for (const folder of copies.values()) rmSync(folder, { recursive: true });
});
const clinic = new URL('../../samples/clinic/', import.meta.url).pathname;
const configuration = readFileSync(join(clinic, 'preflight.config.json'), 'utf8');
/**
 * Returns a copy of samples/clinic in which these assumptions are switched off. The copy is valid until the next call.
 */
function clinicWithout(refusedNames: readonly Assumption[], files: Readonly<Record<string, string>> = {}): string {
  const key = JSON.stringify(files);
  let folder = copies.get(key);
  if (folder === undefined) {
    folder = mkdtempSync(join(tmpdir(), 'preflight-'));
    copies.set(key, folder);
    cpSync(clinic, folder, { recursive: true });
    write(folder, files);
  }
  const switches = JSON.stringify(Object.fromEntries(refusedNames.map(name => [name, false])));
  write(folder, { 'preflight.config.json': configuration.replace(/\}\s*$/, `, "assumptions": ${switches} }`) });
  return folder;
}
const switchedOffText = (name: string): string => `depends on ${name}, switched off in preflight.config.json`;

test('the list of assumptions shows which ones are switched off', async () => {
  const cwd = clinicWithout(['publish-order']);
  const { stdout } = await preflight(['assumptions'], cwd);
  expect(stdout.match(/made {8}no: preflight\.config\.json switches it off/g)).toHaveLength(1);
  expect(stdout.match(/made {8}yes/g)).toHaveLength(Object.keys(assumptions).length - 1);
  const { assumptions: listed } = JSON.parse((await preflight(['assumptions', '--format', 'json'], cwd)).stdout) as {
    assumptions: { name: string; default: boolean; made: boolean }[];
  };
  expect(listed.filter(({ made: isMade }) => !isMade)).toMatchObject([{ name: 'publish-order', default: true }]);
  const run = await preflight(['assumptions', 'publish-order'], cwd);
  expect([run.code, run.stdout.match(/made {8}.*$/gm), run.stdout.split('\n')[0]]).toEqual([
    0,
    ['made        no: preflight.config.json switches it off (default: yes)'],
    'publish-order',
  ]);
  expect(await preflight(['assumptions', 'publish-ordr'], cwd)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining('did you mean "publish-order"?'),
  });
});
test('doctor shows the assumptions that are switched off', async () => {
  const { stdout } = await preflight(['doctor'], clinicWithout(['publish-order']));
  expect(stdout).toContain(
    'Switched off: publish-order ("assumptions" in preflight.config.json); what depends on them is unknowable.',
  );
  expect(stdout).toContain('Nothing else is unresolved.');
});
test('an unknown name of an assumption is a mistake in the configuration', async () => {
  const cwd = clinicWithout(['publish-oder' as Assumption]);
  expect(await preflight(['assumptions'], cwd)).toMatchObject({ code: 2, stdout: '' });
  expect((await preflight(['resolve', '--all'], cwd)).stderr).toContain(
    'expected an assumption, got "publish-oder"; did you mean "publish-order"?',
  );
});

test('a reference that depends on an assumption that is switched off is unknowable, which is no error', async () => {
  const { code, stdout } = await preflight(
    ['resolve', 'agent_frontdesk01', 'agent_frontdesk01@latest', '--format', 'json'],
    clinicWithout(['default-version']),
  );
  expect(code).toBe(0);
  expect((JSON.parse(stdout) as { resolutions: object[] }).resolutions).toMatchObject([
    { outcome: 'unknowable', because: switchedOffText('default-version') },
    { outcome: 'resolved', agent_version: 4 },
  ]);
  const cwd = clinicWithout(['default-version'], {
    'numbers/x.agent-weights.json': '[{ "agent_id": "agent_frontdesk01", "weight": 1 }]',
  });
  const run = await preflight(['simulate', 'numbers/x.agent-weights.json', '--format', 'json', '--calls', '10'], cwd);
  expect(run.code).toBe(0);
  expect(JSON.parse(run.stdout)).toMatchObject({
    assumptions: [],
    lists: [
      {
        arms: [{ resolution: { outcome: 'unknowable', because: switchedOffText('default-version'), assumptions: [] } }],
      },
    ],
  });
});

describe('a plan skips an edit that depends on an assumption that is switched off', () => {
  test.each([
    ['--publish=agent_frontdesk01@4', 'publish-touches-nothing-else'],
    ['--publish=agent_frontdesk01@4', 'edits-come-last'],
    ['--draft=agent_frontdesk01@3', 'draft-number'],
    ['--tag=agent_frontdesk01:prod=4', 'tag-keeps-variables'],
    ['--untag=agent_frontdesk01:prod', 'untag-keeps-the-tag'],
  ] as const)('%s without %s', async (edit, name) => {
    const { code, stdout } = await preflight(['plan', edit, '--format', 'json'], clinicWithout([name]));
    expect(code).toBe(1);
    expect(stdout).toContain(`what it does ${switchedOffText(name)}`);
    expect((JSON.parse(stdout) as { changes: object[] }).changes).toEqual([]);
  });
});

const halves = '[{ "agent_id": "agent_frontdesk01", "agent_version": "prod", "weight": 3 }]';
const series = 'timestamp,latency,tags\n2026-01-12T10:00:00,100,prod\n2026-01-12T15:00:00,900,prod\n';
const files = { 'numbers/x.agent-weights.json': halves, 'alerts/x.csv': series };
const slowAlertArgs = ['simulate', 'alerts/slow-lookups.alert-rule.json', '--series', 'alerts/x.csv'],
  callArgs = (callKind: string, agent: string): string[] => ['simulate', agent, '--call', callKind];
const desk = 'agents/front-desk/v3.agent.json';

describe('simulations give no result, and explain why', () => {
  test.each<[Assumption, string[]]>([
    ['weights-in-proportion', ['simulate', 'numbers/x.agent-weights.json']],
    ['weights-in-proportion', ['simulate', 'numbers/x.agent-weights.json', '--call-id', 'a']],
    [
      'weights-in-proportion',
      ['simulate', 'numbers/next-trial.agent-weights.json', '--against', 'numbers/x.agent-weights.json'],
    ],
    ['asr-buckets', ['simulate', 'analytics/fast-mode.asr-routing.json']],
    ['asr-buckets', ['simulate', 'analytics/fast-mode.asr-routing.json', '--call-id', 'a']],
    ['alert-alignment', slowAlertArgs],
    ['alert-coverage', slowAlertArgs],
    ['alert-records', slowAlertArgs],
    ['alert-previous-period', slowAlertArgs],
    ['series-utc', slowAlertArgs],
    ['call-script', callArgs('silent', desk)],
    ['call-silence', callArgs('silent', desk)],
    ['call-speech-time', callArgs('barge-in', desk)],
    ['call-webhook-moments', callArgs('ivr', desk)],
    ['call-barge-in', callArgs('barge-in', desk)],
  ])('%s: %s', async (name, args) => {
    const cwd = clinicWithout([name], files);
    const result = await preflight(args, cwd);
    expect([result.code, result.stderr]).toEqual([1, '']);
    expect(result.stdout).toBe(
      `${args[1]}: no result, because it ${switchedOffText(name)}; "preflight assumptions" lists all assumptions\n`,
    );
    const json = await preflight([...args, '--format', 'json'], cwd);
    expect([json.code, json.stderr]).toEqual([1, '']);
    expectOutput('simulate-withheld', JSON.parse(json.stdout));
    expect(JSON.parse(json.stdout)).toMatchObject({
      outcome: 'unknowable',
      because: `the result ${switchedOffText(name)}`,
    });
  });
  test('a picture is not drawn', async () =>
    expect(await preflight([...slowAlertArgs, '--format', 'svg'], clinicWithout(['series-utc'], files))).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(switchedOffText('series-utc')) as string,
    }));
});

describe('simulations leave out results that depend on an assumption that is switched off', () => {
  const flu = ['simulate', 'batches/flu-clinic.batch-call.json', '--now', '2026-01-16T09:00:00Z', '--format', 'json'];
  const simulateBatch = async (refusedName: Assumption, more: Readonly<Record<string, string>> = {}, args = flu) => {
    const { code, stdout } = await preflight(args, clinicWithout([refusedName], more));
    expectOutput('simulate-batch', JSON.parse(stdout));
    return {
      code,
      ...(JSON.parse(stdout) as {
        tasks: Record<string, any>[];
        summary: Record<string, unknown>;
        assumptions: string[];
      }),
    };
  };
  test('the time when a batch is dialed', async () => {
    const { code, tasks, summary, assumptions: usedNames } = await simulateBatch('dial-when-open');
    expect([
      code,
      tasks[0]!['dial_at'],
      summary['dialling'],
      summary['dialling_because'],
      usedNames.includes('dial-when-open'),
    ]).toEqual([0, null, 'unknowable', `that ${switchedOffText('dial-when-open')}`, false]);
  });
  test('the agent that calls', async () => {
    const { tasks } = await simulateBatch('from-number-agent');
    expect(tasks.map(({ resolution }) => resolution === null)).toEqual([true, true, false, true]);
    expect(tasks[0]!['because']).toBe(
      `the task names no agent, and whether the only outbound agent of +14155550100 makes the call ${switchedOffText('from-number-agent')}`,
    );
  });
  test('the value of a variable that could have several', async () => {
    const more = {
      'batches/x.batch-call.json': JSON.stringify({
        from_number: '+14155550100',
        tasks: [{ to_number: '+14155550131', service_llm_dynamic_variables: { clinic_name: 'Another', note: 'Ana' } }],
      }),
    };
    const args = ['simulate', 'batches/x.batch-call.json', ...flu.slice(2)],
      {
        tasks: [task],
        assumptions: usedNames,
      } = await simulateBatch('variable-precedence', more, args);
    expect(Object.keys(task!['dynamic_variables'] as object)).not.toContain('clinic_name');
    expect(task!['dynamic_variables']).toMatchObject({ note: 'Ana' });
    expect([task!['because'], usedNames.includes('variable-precedence')]).toEqual([
      expect.stringContaining(`which value of clinic_name applies ${switchedOffText('variable-precedence')}`),
      false,
    ]);
    const explanation = (
      await preflight(['resolve', 'agent_reminders01@prod', '--explain'], clinicWithout(['variable-precedence']))
    ).stdout;
    expect(explanation).not.toContain('variable-precedence: ');
  });
  test('an id that could match only in another case', async () => {
    const more = { 'requests/x.agent-list-filter.json': '{ "query": "AGENT_FRONT" }' },
      args = ['simulate', 'requests/x.agent-list-filter.json', '--format', 'json'];
    const { agents, assumptions: usedNames } = JSON.parse(
      (await preflight(args, clinicWithout(['query-in-any-case'], more))).stdout,
    ) as { agents: { agent_id: string; selected: boolean | null; because: string }[]; assumptions: string[] };
    expect(usedNames).toEqual([]);
    expect(agents.find(({ agent_id }) => agent_id === 'agent_frontdesk01')).toMatchObject({
      selected: null,
      because: expect.stringContaining(switchedOffText('query-in-any-case')) as string,
    });
  });
});

test('every assumption can be switched off, and no output depends on an assumption that is off', async () => {
  const desk3 = 'agents/front-desk/v3.agent.json',
    night = 'agents/night-line/v0.agent.json',
    reminders = 'agents/reminders/v1.agent.json',
    json = ['--format', 'json'];
  const commands: string[][] = [
    ['resolve', '--all'],
    ['resolve', 'agent_frontdesk01', 'agent_lone@latest'],
    callArgs('silent', 'agents/vaccination-line.agent.json'),
    callArgs('silent', 'agents/lone.agent.json'),
    ['simulate', 'batches/any.batch-call.json', '--now', '2026-01-16T09:00:00Z'],
    ['plan', '--publish', 'agent_frontdesk01@4', '--draft', 'agent_billing01@1'],
    ['plan', '--tag', 'agent_frontdesk01:prod=3', '--untag', 'agent_frontdesk01:canary'],
    ...['numbers/main.phone-number.json', 'numbers/x.agent-weights.json', 'analytics/fast-mode.asr-routing.json'].map(
      file => ['simulate', file, '--calls', '10'],
    ),
    ['simulate', 'batches/flu-clinic.batch-call.json', '--now', '2026-01-16T09:00:00Z'],
    ['simulate', 'requests/voice-desks.agent-list-filter.json'],
    ['prompt', desk3],
    ['cost'],
    slowAlertArgs,
    ['simulate', 'alerts/slow-lookups.alert-rule.json', '--series', 'alerts/slow-lookups-2026-01-12.csv'],
    ['simulate', 'alerts/busy-night.alert-rule.json', '--series', 'alerts/gap.csv'],
    ...[desk3, night, reminders].flatMap(agent =>
      ['silent', 'voicemail', 'ivr', 'barge-in', 'dtmf'].map(callKind => callArgs(callKind, agent)),
    ),
  ].map(args => [...args, ...json]);
  const gap = 'timestamp,value\n2026-01-12T00:00Z,1\n2026-01-12T01:00Z,50\n2026-01-13T20:00Z,3\n',
    lone = {
      agent_id: 'agent_lone',
      version: 1,
      voice_id: '11labs-Myra',
      response_engine: { type: 'service-llm', llm_id: 'llm_lone' },
    };
  const any = {
    from_number: '+14155550100',
    call_time_window: { day: ['Monday'] },
    tasks: [{ to_number: '+14155550131' }],
  };
  const all = {
    ...files,
    'alerts/gap.csv': gap,
    'agents/lone.agent.json': JSON.stringify(lone),
    'engines/lone.llm.json': '{ "llm_id": "llm_lone", "version": 0 }',
    'batches/any.batch-call.json': JSON.stringify(any),
  };
  const tried = new Set<string>();
  for (const args of commands) {
    const before = (await preflight(args, clinicWithout([], all))).stdout,
      usedAssumptions = assumptionsIn(JSON.parse(before));
    for (const name of usedAssumptions) {
      tried.add(name);
      const { code, stdout } = await preflight(args, clinicWithout([name as Assumption], all));
      expect(
        [code === 0 || code === 1, assumptionsIn(JSON.parse(stdout)).has(name), stdout === before],
        `${name}: ${args.join(' ')}`,
      ).toEqual([true, false, false]);
    }
  }
  expect([...tried].sort()).toEqual(Object.keys(assumptions).sort());
}, 60_000);

/** The values of all lists with the key `assumptions`, at any depth. */
function assumptionsIn(value: unknown): Set<string> {
  if (typeof value !== 'object' || value === null) return new Set();
  return new Set(
    Object.entries(value).flatMap(([key, innerValue]) =>
      key === 'assumptions' && Array.isArray(innerValue) ? (innerValue as string[]) : [...assumptionsIn(innerValue)],
    ),
  );
}

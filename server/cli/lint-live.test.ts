import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agent, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const list = (tag: string): string =>
  `[{ "agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "user_modified_timestamp": 1767225600000,
  "tags": { "${tag}": { "version": 1 } } }]\n`;
const files = {
  'desk.agent.json': agent('"voice_speed": 9'),
  'idle.agent.json': agent('"volume": 9', 'agent_idle'),
  'team.agent-list.json': list('prod'),
};

test('--live shows only findings that affect callers, counts them, and sets the exit code by them', async () => {
  const folder = folderWith(files);
  const findings = await lintJson(['--rule', 'out-of-range'], folder),
    liveFindings = await lintJson(['--rule', 'out-of-range', '--live'], folder);
  expect(findings.findings.map(({ file }) => file)).toEqual(['desk.agent.json', 'idle.agent.json']);
  expect(findings.summary).toMatchObject({ errors: 2, live: 1 });
  expect(liveFindings.findings).toEqual(findings.findings.slice(0, 1));
  expect(liveFindings.findings).toMatchObject([
    {
      severity: 'error',
      live: [
        {
          agent_id: 'agent_desk',
          agent_version: 1,
          through: [{ text: 'tag prod of Desk', file: 'team.agent-list.json', pointer: '/0/tags/prod' }],
        },
      ],
    },
  ]);
  expect(liveFindings.summary).toMatchObject({ errors: 1, live: 1 });
  expect((await preflight(['lint', '--live', '--max-warnings', '0'], folder)).code).toBe(1);
  const folderWithoutLive = folderWith({ ...files, 'team.agent-list.json': list('beta') });
  expect((await preflight(['lint', '--live'], folderWithoutLive)).code).toBe(0);
  expect((await lintJson([], folderWithoutLive)).summary).not.toHaveProperty('live');
});

test('a finding that follows from another one and is left out does not count as live', async () => {
  const folder = folderWith({
    'desk.agent.json': agent(),
    'agent_desk.agent-versions.json': '[{ "version": 1, "is_published": true, "last_modification_timestamp": 1 }]',
    'team.agent-list.json': list('prod').replace('"version": 1 ', '"version": 12 '),
    'main.phone-number.json':
      '{ "phone_number": "+14155550100", "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }] }',
    'preflight.config.json': '{ "complete": ["agent"] }',
  });
  const { findings, summary } = await lintJson(['--severity', 'error'], folder);
  expect(findings.map(({ rule }) => rule)).toEqual(['unresolved-agent-version']);
  expect(summary).toMatchObject({ errors: 1, live: 1 });
});

test('a live finding says from which entries callers come, even in a file with only one line', async () => {
  const { stdout } = await preflight(['lint', '--rule', 'out-of-range', '--verbose', '--no-color'], folderWith(files));
  expect(stdout).toContain('\n         live through tag prod of Desk, team.agent-list.json:2:21 (agent_desk)\n');
});

test('the paths to the entries in a live finding are relative to the working directory', async () => {
  const folder = folderWith({
    'a/preflight.config.json': '{}',
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`a/${name}`, text])),
  });
  const { findings } = await lintJson(['--live', '--rule', 'out-of-range'], folder);
  expect(findings).toMatchObject([
    { file: 'a/desk.agent.json', live: [{ through: [{ file: 'a/team.agent-list.json' }] }] },
  ]);
});

test('--live always reports unreadable files, because they may serve callers', async () => {
  const folder = folderWith({
    ...files,
    'cut.agent.json': '{ "voice_id": ,',
    'cut-idle.agent.json': `{ "agent_id": "agent_idle", "version": 1, "voice_id": ,`,
  });
  writeFileSync(join(folder, 'bytes.agent.json'), Buffer.from([0x7b, 0xff, 0x7d]));
  const { findings } = await lintJson(['--live'], folder);
  expect([...new Set(findings.map(({ file }) => file))]).toEqual([
    'bytes.agent.json',
    'cut.agent.json',
    'desk.agent.json',
  ]);
});

test.each([['--fix'], ['--diff'], ['--write-baseline']])('--live cannot be combined with %s', async option => {
  const { code, stderr } = await preflight(['lint', '--live', option], folderWith(files));
  expect(stderr).toMatch(/--live.* cannot be combined with|cannot be combined with --live/);
  expect(code).toBe(2);
});

test('a configuration with "raiseLive" is refused, because severities no longer depend on what is live', async () => {
  const { code, stderr } = await preflight(
    ['lint'],
    folderWith({ ...files, 'preflight.config.json': '{ "raiseLive": false }' }),
  );
  expect(stderr).toContain('preflight.config.json:1:3');
  expect(stderr).toContain(
    '"raiseLive" was removed: severities no longer depend on it; "preflight lint --live" shows live findings only',
  );
  expect(code).toBe(2);
});

test('a finding about a tag on a missing version names the users of the tag, and findings about them name the tag', async () => {
  const folder = folderWith({
    'desk.agent.json': agent(),
    'team.agent-list.json': list('prod').replace('"version": 1', '"version": 9'),
    'main.phone-number.json': JSON.stringify({
      phone_number: '+14155550100',
      inbound_agents: [{ agent_id: 'agent_desk', agent_version: 'prod', weight: 1 }],
    }),
  });
  const rule = 'unresolved-agent-version';
  const related = async (): Promise<unknown> =>
    (await lintJson(['--rule', rule], folder)).findings.map(finding => [finding.file, finding.related]);
  expect(await related()).toMatchObject([
    ['team.agent-list.json', [{ file: 'main.phone-number.json', message: 'used by inbound_agents of +14155550100' }]],
  ]);
  const overrides = [{ files: ['team.agent-list.json'], rules: { [rule]: 'off' } }];
  write(folder, { 'preflight.config.json': JSON.stringify({ overrides }) });
  expect(await related()).toMatchObject([
    [
      'main.phone-number.json',
      [
        {
          file: 'team.agent-list.json',
          range: { start: { line: 2, column: 34 } },
          message: 'tag prod is assigned to version 9 here',
        },
      ],
    ],
  ]);
});

test('--live without live records, and a --severity that hides findings, print a remark', async () => {
  const line = async (args: readonly string[], agents: Record<string, string>): Promise<string> =>
    (await preflight(['lint', '--rule', 'out-of-range=warning', ...args], folderWith(agents))).stdout;
  const filesWithoutLive = { ...files, 'team.agent-list.json': list('beta') };
  expect(await line(['--live'], filesWithoutLive)).toBe(
    '3 files checked, nothing found (nothing is known to be live: no live tag and no phone number selects a version)\n',
  );
  expect(await line(['--live'], { ...files, 'desk.agent.json': agent() })).toBe('3 files checked, nothing found\n');
  expect(await line(['--severity', 'error'], filesWithoutLive)).toBe(
    '3 files checked, nothing found (2 less severe, which --severity hides)\n',
  );
});

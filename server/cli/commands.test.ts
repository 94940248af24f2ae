import { platform } from '../core/generated/platform.js';
import { describe, expect, test } from 'vitest';
import { rules as allRules } from '../../rules/index.ts';
import { assumptions as allAssumptions } from '../core/workspace/assumptions.ts';
import type { Outputs } from '../core/generated/outputs.js';
import { desk, files } from '../testing/mixed-folder.ts';
import { expectOutput } from '../testing/outputs.ts';
import { run, scratchFolders } from '../testing/preflight.ts';
import { assumptions } from './assumptions.ts';
import { config } from './config.ts';
import { doctor } from './doctor.ts';
import { explain } from './explain.ts';
import { UsageError } from './terminal/io.ts';
import { rules } from './rules.ts';

const folderWith = scratchFolders();
const conforms = (kind: keyof Outputs, output: string): void => expectOutput(kind, JSON.parse(output));

describe('explain', () => {
  test('shows the page of a rule', async () => {
    const { code, stdout, stderr } = await run(explain, ['wrong-type'], '/');
    expect([code, stderr]).toEqual([0, '']);
    for (const part of [
      'wrong-type  error',
      'A value has the wrong type',
      'specification: ',
      '^^^^^ voice_speed: expected a number, got the string "1.5"',
      'After the fix',
      'Fine',
    ])
      expect(stdout).toContain(part);
    for (const line of stdout.split('\n').slice(0, 8)) expect(line.length).toBeLessThanOrEqual(80);
  });
  test.each(allRules.map(({ id }) => id))('prints the id on the page of %s', async id =>
    expect((await run(explain, [id], '/')).stdout).toContain(id),
  );
  test('suggests the nearest rule', async () => {
    await expect(run(explain, ['wrong-typ'], '/').then()).rejects.toThrow(
      'unknown rule "wrong-typ"; did you mean "wrong-type"?',
    );
    await expect(run(explain, ['quite-something-else'], '/')).rejects.toThrow(/"preflight rules" lists the \d+ rules/);
    await expect(run(explain, ['unknown-key'], '/')).rejects.toThrow(
      /unknown rule "unknown-key"; there are unknown-agent, .* and \d+ more/,
    );
    await expect(run(explain, [], '/')).rejects.toThrow(UsageError);
    await expect(run(explain, ['wrong-type', 'invalid-enum-value'], '/')).rejects.toThrow(UsageError);
  });
});

test('rules refuses the name of a rule, and names the command that accepts it', () =>
  expect(run(rules, ['references'], '/').then()).rejects.toThrow(
    'takes no "references"; type: preflight explain references',
  ));

describe('explain with something else than a rule', () => {
  const linesOf = async (...args: string[]) => (await run(explain, args, '/')).stdout;
  test('lists the rules of a group', async () => {
    for (const name of ['references', 'group:references']) {
      const text = await linesOf(name);
      for (const { id, group } of allRules)
        expect([id, new RegExp(`^${id} `, 'm').test(text)]).toEqual([id, group === 'references']);
    }
  });
  test('shows the text and the rules of a clause', async () => {
    const text = await linesOf('Versioning 3');
    expect(text.replace(/\s+/g, ' ')).toContain('latest_published the newest published');
    expect(text).toMatch(/^unresolved-agent-version /m);
    expect(text).not.toMatch(/^unset-variable /m);
    expect(await linesOf('versioning', '3')).toBe(text);
    expect(await linesOf('Versioning')).toContain('5: deprecated: ');
    await expect(linesOf('Versionning 3')).rejects.toThrow('did you mean "Versioning 3"?');
    await expect(linesOf('referenzes')).rejects.toThrow('did you mean "references"?');
  });
  test('explains every clause that an answer or a rule names', async () => {
    for (const clause of [...new Set(allRules.map(({ spec }) => spec)), 'Versioning 4'].filter(
      name => name !== 'domain',
    ))
      expect(await linesOf(clause), clause).toContain('Rules that check it');
  });
});

test.each([
  [['out-of-range'], 'rule', 'out-of-range', ['out-of-range']],
  [
    ['group:references'],
    'group',
    'references',
    allRules.filter(({ group }) => group === 'references').map(({ id }) => id),
  ],
  [['Versioning', '3'], 'clause', 'Versioning 3', undefined],
] as const)('explain prints %s as JSON that matches the schema', async (args, kind, name, ids) => {
  const { stdout } = await run(explain, [...args, '--format', 'json'], '/');
  conforms('explain', stdout);
  const answer = JSON.parse(stdout) as Outputs['explain'];
  expect([answer.kind, answer.name]).toEqual([kind, name]);
  expect(answer.sentences.length > 0).toBe(kind === 'clause');
  expect(answer.rules.map(({ id }) => id).sort()).toEqual([...(ids ?? answer.rules.map(({ id }) => id))].sort());
  expect(answer.rules[0]!.examples.invalid[0]!.files).toMatch(/^-- /);
});

describe('rules', () => {
  test('lists all rules', async () => {
    const { stdout } = await run(rules, [], '/');
    for (const { id } of allRules) expect(stdout).toMatch(new RegExp(`^${id} +[a-z]+ +(error|warning|info) `, 'm'));
  });
  test('prints JSON that matches the schema', async () => {
    const { stdout } = await run(rules, ['--format', 'json'], '/');
    conforms('rules', stdout);
    expect((JSON.parse(stdout) as { rules: object[] }).rules).toHaveLength(allRules.length);
  });
  test('prints markdown', async () =>
    expect((await run(rules, ['--format', 'markdown'], '/')).stdout).toContain(
      '| `wrong-type` | values | error | fix |',
    ));
  test('suggests the nearest format', async () =>
    expect(run(rules, ['--format', 'jsn'], '/')).rejects.toThrow('did you mean "json"'));
});

test('assumptions lists all assumptions, or one, and prints JSON', async () => {
  const { stdout } = await run(assumptions, [], '/');
  for (const name of Object.keys(allAssumptions))
    expect(stdout).toContain(`\n${name}\n`.slice(stdout.startsWith(name) ? 1 : 0));
  const oneAssumption = (await run(assumptions, ['publish-order'], '/')).stdout;
  expect(oneAssumption).toMatch(/^publish-order\n {2}assumes /);
  expect(oneAssumption).not.toContain('series-utc');
  const json = (await run(assumptions, ['--format', 'json'], '/')).stdout;
  conforms('assumptions', json);
  expect((JSON.parse(json) as { assumptions: object[] }).assumptions).toHaveLength(Object.keys(allAssumptions).length);
});

describe('doctor', () => {
  test('says what is unresolved and which file would resolve it', async () => {
    const { stdout, code } = await run(doctor, [], folderWith(files));
    expect(code).toBe(0);
    for (const part of [
      '2 files: 1 agent and 1 agent-weights',
      'agent_night',
      'agent_desk.agent-versions.json',
      'flow_1 version 2',
      '(*.agent-list.json)',
      'custom_voice_ab12',
      '"voices" in preflight.config.json',
      'old/night.agents.json',
      'unknown kind "agents"',
      'old/export.json',
      'it has voice_id, like agent files',
    ])
      expect(stdout).toContain(part);
    expect(stdout).not.toContain('package.json');
  });
  test('asks to replace a placeholder id, because no file can define it', async () => {
    const { stdout } = await run(
      doctor,
      [],
      folderWith({
        'a.agent.json': JSON.stringify({
          agent_id: '...',
          voice_id: 'YOUR_VOICE_ID',
          response_engine: { type: 'service-llm', llm_id: 'REPLACE_WITH_LLM_ID_AFTER_CREATING_LLM' },
        }),
        'b.agent.json': JSON.stringify({
          agent_id: '...',
          response_engine: { type: 'service-llm', llm_id: 'llm_REPLACE_WITH_YOUR_LLM_ID' },
        }),
        'n.agent-weights.json': '[{ "agent_id": "<agent>", "weight": 1 }]',
      }),
    );
    expect(stdout).not.toMatch(/agent-versions\.json|\*\.llm\.json|"voices"/);
    // the engines of both files have the same one
    expect(stdout.match(/the real id instead of this placeholder/g)).toHaveLength(4);
    expect(stdout).toMatch(
      /REPLACE_WITH_LLM_ID_AFTER_CREATING_LLM; used in .*\n.*llm_REPLACE_WITH_YOUR_LLM_ID; used in /,
    );
  });
  test('does not ask for an id that is filled in during the call', async () => {
    const { stdout } = await run(
      doctor,
      [],
      folderWith({
        'a.llm.json': JSON.stringify({
          general_tools: [
            { type: 'agent_swap', name: 'swap', agent_id: '{{desk}}', post_call_analysis_setting: 'both_agents' },
          ],
        }),
        'b.agent.json': JSON.stringify({
          response_engine: { type: 'service-llm', llm_id: '{{llm}}' },
          voice_id: '{{v}}',
        }),
      }),
    );
    expect(stdout).not.toContain('{{');
  });
  test('agents are listed by name, not by id', async () => {
    const agent = (id: string, name: string) =>
      JSON.stringify({ agent_id: id, agent_name: name, version: 0, voice_id: 'x' });
    const { stdout } = await run(
      doctor,
      [],
      folderWith({ 'a.agent.json': agent('agent_1', 'Night'), 'b.agent.json': agent('agent_2', 'Desk') }),
    );
    expect(stdout).toMatch(/Desk; in b[^]*Night; in a/);
  });
  test('a request that concerns many agents appears once', async () => {
    const names = ['a', 'b', 'c'].map(name => `agent_${name}`),
      agents = names.map((id, i) => [`${id}.agent.json`, JSON.stringify({ agent_id: id, version: i, voice_id: 'x' })]);
    const { stdout } = await run(doctor, [], folderWith(Object.fromEntries(agents) as Record<string, string>));
    expect(stdout).toContain(`Agents that may have more versions:
  add for each: the answer of list-agent-versions for this agent (ID.agent-versions.json)
    agent_a: known version: 0; there may be others; in agent_a.agent.json
    agent_b: known version: 1; there may be others; in agent_b.agent.json
`);
    expect(stdout.match(/list-agents/g)).toHaveLength(1);
  });
  test('says which facts about the platform apply, how old they are, and that old facts may be incomplete', async () => {
    const wordsOf = async (today: string, more: Record<string, string> = {}) =>
      /^Platform facts: (.*)\.$/m.exec(
        (await run(doctor, ['--today', today], folderWith({ ...files, ...more }))).stdout,
      )?.[1];
    const day = platform.newest,
      dayAfter = (days: number): string => new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
    expect(await wordsOf(day)).toBe(`${day}, 0 days old`);
    expect(await wordsOf(dayAfter(120))).toBe(`${day}, 120 days old`);
    expect(await wordsOf(dayAfter(121))).toBe(`${day}, 121 days old; a newer version of Preflight may know more`);
    const doctorPinnedTo = (day: string) =>
      wordsOf(dayAfter(1), { 'preflight.config.json': JSON.stringify({ platform: day }) });
    expect(await doctorPinnedTo('2026-03-13')).toMatch(
      /^2026-03-13 \(pinned by "platform" in preflight\.config\.json\), \d+ days old; set a later day, or none$/,
    );
    expect(await doctorPinnedTo('2099-01-01')).toBe(`${day}, 1 day old`);
  });
  test('prints JSON', async () => {
    const { stdout } = await run(doctor, ['--format', 'json'], folderWith(files));
    conforms('doctor', stdout);
    const { gaps } = JSON.parse(stdout) as { gaps: { topic: string; subject: string; places: object[] }[] };
    expect(gaps.map(({ topic, subject }) => `${topic} ${subject}`)).toEqual([
      'agent agent_night',
      'engine flow_1 version 2',
      'tags agent_desk',
      'versions agent_desk',
      'voice custom_voice_ab12',
    ]);
    expect(gaps[0]!.places).toEqual([{ file: 'weights.agent-weights.json', pointer: '/0/agent_id' }]);
  });
  test('says that nothing is unresolved, or that there are no files', async () => {
    const completeFolder = folderWith({
      'desk.agent.json': JSON.stringify({
        ...desk,
        voice_id: 'cartesia-Cimo',
        response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_1' },
      }),
      'agent_desk.agent-versions.json': '[{"version": 3, "is_published": true, "last_modification_timestamp": 1}]',
      'list.agent-list.json':
        '[{"agent_id": "agent_desk", "agent_name": "Desk", "channel": "voice", "tags": {"prod": {"version": 3}}}]',
      'flow.conversation-flow.json': '{"conversation_flow_id": "flow_1", "nodes": []}',
    });
    expect((await run(doctor, [], completeFolder)).stdout).toContain('Nothing is unresolved.');
    expect((await run(doctor, [], folderWith({ 'a.json': '{}' }))).stdout).toMatch(/^Found no agent files\.\n/);
  });
});

describe('config', () => {
  const configuration = JSON.stringify(
    {
      rules: { 'wrong-type': 'warning' },
      overrides: [{ files: ['agents/**'], rules: { 'invalid-enum-value': 'off' } }],
      ignore: ['old'],
      suppress: [
        {
          rule: 'wrong-type',
          file: 'agents/desk.agent.json',
          at: '/voice_speed',
          reason: 'known',
          until: '2020-01-01',
        },
      ],
    },
    undefined,
    2,
  );
  const baseline =
    '{"version": 1, "findings": [{"rule": "wrong-type", "file": "agents/desk.agent.json", "at": "/volume", "count": 2}]}';
  const here = (): string =>
    folderWith({ ...files, 'preflight.config.json': configuration, 'preflight.baseline.json': baseline });
  test('shows which settings apply, and where each is set', async () => {
    const { stdout } = await run(config, ['agents/desk.agent.json'], here());
    expect(stdout).toBe(`agents/desk.agent.json
  workspace      .
  configuration  preflight.config.json
  baseline       preflight.baseline.json
  kind           agent, by its name
  skipped        no

Rules that the configuration changes here:
  invalid-enum-value  error → off  preflight.config.json:11:9
  wrong-type  error → warning  preflight.config.json:3:5

Suppressions:
  wrong-type at /voice_speed  preflight.config.json:19:5
    because known, until 2020-01-01 (which is past)
    which does not exist in this file

In the baseline:
  wrong-type at /volume, 2 times
`);
  });
  test('says why a file is skipped', async () => {
    const folder = here();
    expect((await run(config, ['old/night.agents.json'], folder)).stdout).toContain(
      'skipped        the configuration ignores old\n',
    );
    expect((await run(config, ['package.json'], folder)).stdout).toContain('skipped        no glob');
  });
  test('prints JSON', async () => {
    const { stdout } = await run(config, ['agents/desk.agent.json', '--format', 'json'], here());
    conforms('config', stdout);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'agent',
      kind_by: 'name',
      passed_over: null,
      baselined: [{ rule: 'wrong-type', at: '/volume', count: 2 }],
    });
  });
  test('refuses a path that is not a file', async () => {
    const folder = here();
    await expect(run(config, ['nowhere.json'], folder)).rejects.toThrow('there is no file nowhere.json');
    await expect(run(config, ['agents'], folder)).rejects.toThrow('agents is a folder');
    await expect(run(config, [], folder)).rejects.toThrow(UsageError);
  });
});

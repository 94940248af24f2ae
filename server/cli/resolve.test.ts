import { describe, expect, test } from 'vitest';
import { agent, preflight, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const list = `[{ "agent_id": "agent_desk", "agent_name": "Front desk", "channel": "voice", "user_modified_timestamp": 1, "tags": {
  "prod": { "version": 1, "dynamic_variables": { "city": "Bern", "crm_token": "sk_live_12345678901" } },
  "beta": { "dynamic_variables": {} } } }]`;
const engine =
  '{ "llm_id": "llm1", "general_prompt": "Hello {{city}} {{name}} {{greeting}} {{current_time}}", ' +
  '"default_dynamic_variables": { "city": "Rome", "greeting": "hi" } }';
const files = {
  'desk.agent.json': agent('"base_version": 0').replace(
    '{ "type": "custom-llm", "llm_websocket_url": "wss://desk.example.com/llm" }',
    '{ "type": "service-llm", "llm_id": "llm1" }',
  ),
  'agent_desk.agent-versions.json':
    '[{ "version": 1, "is_published": true, "last_modification_timestamp": 1767225600000 }]',
  'team.agent-list.json': list,
  'e.llm.json': engine,
  'n.phone-number.json':
    '{ "phone_number": "+14155550100", "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }] }',
};
const json = async (args: string[], folder: string) => {
  const result = await preflight(['resolve', ...args, '--format', 'json'], folder);
  return {
    ...result,
    resolutions: (JSON.parse(result.stdout) as { resolutions: Record<string, unknown>[] }).resolutions,
  };
};

describe('resolve with typed references', () => {
  test('accepts every form, by id and by name', async () => {
    const { code, resolutions } = await json(
      [
        'agent_desk',
        'agent_desk@1',
        'agent_desk@latest',
        'agent_desk@latest_published',
        'agent_desk@prod',
        'Front desk@beta',
        'front DESK@prod',
      ],
      folderWith(files),
    );
    expect(
      resolutions.map(resolution => [
        resolution['reference'],
        resolution['outcome'],
        resolution['agent_version'],
        resolution['variables_from'],
        resolution['assumptions'],
      ]),
    ).toEqual([
      [null, 'resolved', 1, 'prod', ['default-version']],
      [1, 'resolved', 1, 'prod', []],
      ['latest', 'resolved', 1, 'prod', []],
      ['latest_published', 'resolved', 1, 'prod', []],
      ['prod', 'resolved', 1, 'prod', []],
      ['beta', 'resolved', 1, 'beta', ['unassigned-tag-variables']],
      ['prod', 'resolved', 1, 'prod', []],
    ]);
    expect([
      code,
      resolutions.every(resolution => resolution['file'] === null && resolution['pointer'] === null),
    ]).toEqual([0, true]);
  });
  test('reports a missing agent or version with similar names, and exits with 1', async () => {
    const { code, stdout, stderr } = await preflight(
      ['resolve', 'agent_desk@prd', 'agent_desk@4', 'agent_desk@prod'],
      folderWith(files),
    );
    expect([code, stderr]).toEqual([1, '']);
    const text = stdout.replace(/\s+/g, ' ').split(/(?=Front desk@(?:prd|4|prod) →)/);
    expect(text).toEqual([
      expect.stringMatching(/@prd → missing .* did you mean "prod"\?/),
      expect.stringMatching(/@4 → missing .* has no version 4/),
      expect.stringMatching(/@prod → version 1 \(published\), 2 variables of tag prod/),
    ]);
  });
  test('exits with 0 for what is unknowable, but not for an agent that no file has, whose message differs', async () => {
    const unknowable = await preflight(['resolve', 'agent_dsk@prod'], folderWith(files));
    expect([unknowable.code, unknowable.stdout.replace(/\s+/g, ' ')]).toEqual([
      1,
      'agent_dsk@prod → missing no agent agent_dsk in this workspace; did you mean "agent_desk"? ',
    ]);
    const namedFiles = {
      ...files,
      'x.agent-weights.json': '[{ "agent_id": "agent_far", "agent_version": "prod", "weight": 1 }]',
    };
    const farResult = await preflight(['resolve', 'agent_far@prod'], folderWith(namedFiles));
    expect([farResult.code, farResult.stdout.replace(/\s+/g, ' ')]).toEqual([
      0,
      'agent_far@prod → unknowable, variables unknowable no agent agent_far in this workspace ',
    ]);
    expect((await preflight(['resolve', 'agent_fat@prod'], folderWith(namedFiles))).code).toBe(1);
    expect(
      (
        await preflight(
          ['resolve', 'agent_dsk@prod'],
          folderWith({ ...files, 'preflight.config.json': '{ "complete": ["agent"] }' }),
        )
      ).code,
    ).toBe(1);
  });
  test.each([
    [['agent_desk@v2'], /a version is written by its number alone: 2\n {2}agent_desk@v2\n {13}\^/],
    [['agent_desk@'], /a version is missing/],
    [['@prod'], /no agent before @/],
    [['agent_desk@Prod'], /did you mean "prod"/],
    [['agent_desk@-1'], /unknown option|not negative/],
    [['agent_desk@1.5'], /whole and not negative/],
    [['agent_desk@99999999999999999999'], /too large/],
    [['a', '--all'], /cannot be combined/],
    [['a', '--format', 'html'], /--format takes table, json or markdown, not "html"/],
    [['agent_desk@prod', 'x@Y'], /"Y" is not a version/],
  ])('refuses %j and prints nothing on stdout', async (args, message) => {
    const { code, stdout, stderr } = await preflight(['resolve', ...args], folderWith(files));
    expect([code, stdout, message.test(stderr) || stderr]).toEqual([2, '', true]);
  });
  test('accepts a file: its own version, another version of its agent, or the references in it', async () => {
    const folder = folderWith(files);
    const linesOf = async (...args: string[]) =>
      (await json(args, folder)).resolutions.map(resolution => [
        resolution['agent_id'],
        resolution['reference'],
        resolution['agent_version'],
      ]);
    expect(await linesOf('desk.agent.json', './desk.agent.json@beta')).toEqual([
      ['agent_desk', 1, 1],
      ['agent_desk', 'beta', 1],
    ]);
    expect(await linesOf('n.phone-number.json')).toEqual([['agent_desk', 'prod', 1]]);
    const refusalOf = async (text: string) => {
      const { code, stderr } = await preflight(['resolve', text], folder);
      return [code, stderr];
    };
    expect(await refusalOf('desc.agent.json')).toEqual([2, 'there is no file desc.agent.json\n']);
    expect(await refusalOf('n.phone-number.json@prod')).toEqual([
      2,
      'n.phone-number.json is a file of kind phone-number; only an agent has versions\n',
    ]);
    expect(await refusalOf('e.llm.json')).toEqual([0, 'e.llm.json has no references to agents\n']);
  });
  test('accepts an agent without an id by name, by the beginning of its name, and by file', async () => {
    const folder = folderWith({
      'a.json': agent().replace('"agent_desk"', '"", "agent_name": "Aria — Spa V26"'),
      'b.json': agent().replace('"agent_desk"', '"", "agent_name": "Aria — Spa V22"'),
    });
    const wordsOf = async (text: string) => {
      const { code, stdout } = await preflight(['resolve', text], folder);
      return [code, stdout.replace(/\s+/g, ' ')];
    };
    const answer =
      'Aria — Spa V26 → unknowable, variables unknowable ' +
      'a.json has no agent_id, so its versions and tags are not known ';
    expect(await wordsOf('Aria — Spa V26')).toEqual([0, answer]);
    expect(await wordsOf('a.json')).toEqual([0, answer]);
    expect(await wordsOf('spa V22')).toEqual([
      1,
      'spa V22 → missing no agent spa V22 in this workspace; did you mean "Aria — Spa V22"? ',
    ]);
    expect(await wordsOf('Aria')).toEqual([
      1,
      'Aria → missing no agent Aria in this workspace; did you mean "Aria — Spa V22" or "Aria — Spa V26"? ',
    ]);
  });
  test('refuses a name of several agents, and lists their ids', async () => {
    const { code, stderr } = await preflight(
      ['resolve', 'Front desk@prod'],
      folderWith({ ...files, 'more.agent-list.json': list.replace('agent_desk', 'agent_other') }),
    );
    expect([code, stderr]).toEqual([
      2,
      'several agents are called "Front desk": agent_desk and agent_other; give the id of one\n',
    ]);
  });
});

test('--all lists every reference with its place, relative to the working directory', async () => {
  const folder = folderWith({
    ...Object.fromEntries(Object.entries(files).map(([name, text]) => [`sub/${name}`, text])),
    'preflight.config.json': '{}',
  });
  const { resolutions } = await json(['--all', '--cwd', 'sub'], folder);
  expect(
    resolutions.map(resolution => [resolution['file'], resolution['pointer'], resolution['agent_version']]),
  ).toEqual([
    ['team.agent-list.json', '/0/tags/prod', 1],
    ['n.phone-number.json', '/inbound_agents/0/agent_version', 1],
  ]);
  expect((await preflight(['resolve', '--all'], folderWith({}))).stdout).toBe(
    'There are no references to agents in this workspace.\n',
  );
});

test('--explain counts a use once if the engine is nested in its agent', async () => {
  const nested = agent('"serviceLlmData": { "llm_id": "llm_1", "general_prompt": "{{a}} {{b}} {{b}}" }').replace(
    /"response_engine".*/,
    '"response_engine": { "type": "service-llm", "llm_id": "llm_1" },',
  );
  const { stdout } = await preflight(
    ['resolve', 'agent_desk@1', '--explain'],
    folderWith({ 'desk.agent.json': nested }),
  );
  expect(stdout.match(/used in .*/g)).toEqual([
    'used in desk.agent.json /serviceLlmData/general_prompt',
    'used in desk.agent.json /serviceLlmData/general_prompt and 1 other place',
  ]);
});

test('--explain shows steps with clauses, sources by precedence, unset variables, and no credential', async () => {
  const { stdout } = await preflight(['resolve', 'agent_desk@prod', '--explain'], folderWith(files));
  const text = stdout.replace(/ +/g, ' ');
  for (const line of [
    '1. tag prod is assigned to version 1 [Versioning 3]',
    '2. the variables of tag prod apply [Versioning 4]',
    'assumes variable-precedence',
    'city "Bern" from tag prod, overriding the engine default',
    'greeting "hi" from the engine default',
    'name unset: {{name}} stays in the text',
    'current_time set by the platform',
    'crm_token (not shown) from tag prod',
    'used in e.llm.json /general_prompt',
    'not used',
  ])
    expect(text).toContain(line);
  for (const format of ['table', 'json', 'markdown'])
    expect(
      (await preflight(['resolve', 'agent_desk@prod', '--explain', '--format', format], folderWith(files))).stdout,
    ).not.toContain('sk_live');
});

test('the values in a call take precedence', async () => {
  const batch =
    '{ "from_number": "+14155550100", ' +
    '"tasks": [{ "to_number": "+14155550101", "override_agent_id": "agent_desk", ' +
    '"override_agent_version": "prod", "service_llm_dynamic_variables": { "city": "Oslo" } }] }';
  const { stdout } = await preflight(
    ['resolve', '--all', '--explain'],
    folderWith({ ...files, 'b.batch-call.json': batch }),
  );
  expect(stdout).toMatch(/"Oslo" from the call, overriding the tag and the engine\s+default/);
});

test('unrecognized files, and calls without an agent, are reported after the answer', async () => {
  const { code, stdout, stderr } = await preflight(
    ['resolve', '--all', '--format', 'json'],
    folderWith({
      ...files,
      'torn.llm.json': '{ "general_prompt": ',
      'b.batch-call.json': '{ "from_number": "+19", "tasks": [{ "to_number": "+18" }] }',
    }),
  );
  expect([code, (JSON.parse(stdout) as { resolutions: object[] }).resolutions.length]).toEqual([0, 2]);
  expect(stderr).toMatch(/^cannot be read, .*: torn\.llm\.json; .*\n1 call of a batch names no agent/);
});

test('the reason why variables are unknowable is shown even without --explain', async () => {
  const { stdout } = await preflight(['resolve', 'agent_desk@1'], folderWith({ 'a.agent.json': agent() }));
  expect(stdout.replace(/\s+/g, ' ')).toMatch(
    /^agent_desk@1 → version 1 \(published\), variables unknowable the tags of this version are not known /,
  );
});

test('markdown has one entry for each reference, whatever its name', async () => {
  const { stdout } = await preflight(
    ['resolve', '--all', '--format', 'markdown'],
    folderWith({ ...files, 'n.phone-number.json': files['n.phone-number.json'].replace('"agent_desk"', '"a|b`c<d"') }),
  );
  expect(stdout.match(/^- .*?(?=<br>)/gm)).toMatchInlineSnapshot(`
    [
      "- **\`Front desk@prod\` → version 1 (published), 2 variables of tag prod**",
      "- **\`\` a|b\`c<d@prod \`\` → unknowable, variables unknowable**",
    ]
  `);
});

test('a variable is not called unused if it is in a field that may be rendered', async () => {
  const tools = [
    { type: 'book_appointment_sched', name: 'book', sched_api_key: '{{calendar_key}}', event_type_id: '{{event}}' },
  ];
  const folder = folderWith({
    ...files,
    'e.llm.json': JSON.stringify(
      {
        llm_id: 'llm1',
        general_prompt: 'Hello',
        general_tools: tools,
        default_dynamic_variables: { calendar_key: 'x', event: '7', other: 'y' },
      },
      null,
      1,
    ),
  });
  const { stdout: printedText } = await preflight(['resolve', 'agent_desk@1', '--explain'], folder),
    stdout = printedText.replaceAll(/\s+/g, ' ');
  expect(stdout).toMatch(
    /calendar_key .* only in e\.llm\.json:8, where the specification does not say that variables are replaced/,
  );
  expect(stdout).toMatch(/event .* used in e\.llm\.json/);
  expect(stdout).toMatch(/other .* not used/);
  const lint = await preflight(['lint', 'e.llm.json', '--verbose'], folder);
  expect(lint.stdout).not.toContain('calendar_key');
});

test('without arguments, live tags are sorted by the names of agents', async () => {
  const item = (id: string, name: string) => ({ agent_id: id, agent_name: name, tags: { prod: { version: 1 } } });
  const items = [item('agent_1', 'Night'), item('agent_2', 'Desk'), item('agent_3', 'Billing')];
  const { stdout } = await preflight(['resolve'], folderWith({ 'all.agent-list.json': JSON.stringify(items) }));
  expect([...stdout.matchAll(/^  (\w+)@prod/gm)].map(([, name]) => name)).toEqual(['Billing', 'Desk', 'Night']);
});

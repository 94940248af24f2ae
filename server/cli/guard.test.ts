import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, test } from 'vitest';
import { operationNames } from './guard/operations.ts';
import {
  agent,
  agentList,
  commitAll,
  committed,
  draft,
  preflight,
  scratch,
  scratchFolders,
  write,
} from '../testing/preflight.ts';

const folderWith = scratchFolders();
const engine = (text: string) =>
  text.replace(/\{ "type": "custom-llm".*?\}/, '{ "type": "retell-llm", "llm_id": "llm_desk", "version": $V }');
const version = (text: string, number: number) => engine(text).replace('$V', String(number));
/** Version 1 answers calls. Version 2 is a draft that uses a variable without a value for the callers of the number. */
const desk: Readonly<Record<string, string>> = {
  'agents/v1.agent.json': version(agent('"agent_name": "Desk"'), 1),
  'agents/v2.agent.json': version(draft('"agent_name": "Desk"', 'agent_desk', 2), 2).replace('225600000', '225600001'),
  'agents/v3.agent.json': version(draft('"agent_name": "Desk"', 'agent_desk', 3), 1).replace('225600000', '225600002'),
  'agents/v4.agent.json': version(draft('"agent_name": "Desk", "voice_speed": 9', 'agent_desk', 4), 1),
  'agents/all.agent-list.json': agentList('"prod": { "version": 1 }'),
  // a draft that answers calls to a number
  'agents/v5.agent.json': version(draft('"agent_name": "Desk", "assigned_tags": []', 'agent_desk', 5), 1),
  'draft.phone-number.json':
    '{ "phone_number": "+14155550102", "inbound_webhook_url": null,\n' +
    '  "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": 5, "weight": 1 }] }',
  'agents/v1.llm.json': '{ "llm_id": "llm_desk", "version": 1, "is_published": true, "general_prompt": "Be kind." }',
  'agents/v2.llm.json':
    '{ "llm_id": "llm_desk", "version": 2, "is_published": false,\n  "general_prompt": "Ask about order {{order_id}}." }',
  'main.phone-number.json':
    '{ "phone_number": "+14155550100", "inbound_webhook_url": null,\n' +
    '  "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "latest_published", "weight": 1 }] }',
  'other.phone-number.json':
    '{ "phone_number": "+14155550101", "inbound_webhook_url": null,\n' +
    '  "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }] }',
  'body.json': '{ "version": 2 }',
  'rebound.json': '{ "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": 2, "weight": 1 }] }',
};
const checkout = (more: Readonly<Record<string, string>> = {}): string => {
  const folder = folderWith({ ...desk, ...more });
  committed(folder);
  return folder;
};

/* Inputs of hooks, as specified: https://code.claude.com/docs/en/hooks and https://cursor.com/docs/agent/hooks */
const claude = (tool_name: string, tool_input: object) => (cwd: string) => ({
  session_id: '0f6c1e0a',
  transcript_path: 'transcripts/0f6c1e0a.jsonl',
  cwd,
  permission_mode: 'default',
  hook_event_name: 'PreToolUse',
  tool_name,
  tool_input,
  tool_use_id: 'toolu_01',
});
const bash = (command: string) => claude('Bash', { command, description: 'Run a command' });
const tool = (operation: string, input: object) => claude(`mcp__retell__${operation}`, input);
const cursor = (hook_event_name: string, more: object) => (cwd: string) => ({
  conversation_id: '3c1d',
  generation_id: '9e0b',
  model: 'default',
  hook_event_name,
  cursor_version: '2.0.77',
  workspace_roots: [cwd],
  ...more,
});
const shell = (command: string) => (cwd: string) => cursor('beforeShellExecution', { command, cwd })(cwd);
const mcp = (tool_name: string, input: object) =>
  cursor('beforeMCPExecution', { tool_name, tool_input: JSON.stringify(input), url: 'https://mcp.retellai.com' });

const api = 'https://api.retellai.com',
  placePattern = /\(unset-variable, agents\/v2\.llm\.json:2 \/general_prompt\)/.source,
  todo = /set it in the tag's variables or remove it/.source,
  unsetPattern = new RegExp(
    `Desk v2, inbound_agents of \\+14155550100: {{order_id}} is never set.*${placePattern}: ${todo}`,
  ),
  underTag = /Desk v2.*\{\{order_id\}\}.*\+14155550101/,
  newDraft = new RegExp(
    'Desk v2, tag prod of Desk: live tag prod points to version 2 of Desk, a draft; callers get unpublished edits ' +
      /\(draft-is-live, agents\/all\.agent-list\.json:\d+ \S+\): publish that version first, or choose a published one/
        .source,
  ),
  gonePattern = /"no breaks" fails: .*Desk/,
  typo = /no agent agent_dsk in this repository; did you mean "agent_desk"\?/,
  latePattern = /known only when (?:it|the command) runs/;
const publish = { agent_id: 'agent_desk', version: 2 };

/** Inputs of hooks with the expected verdict: empty if allowed silently, a pattern of the reason if blocked, or `doubt`. */
const recordedInputs: readonly (readonly [RegExp | '' | { readonly doubt: RegExp }, (cwd: string) => object])[] = [
  // calls that publish, move tags, change numbers, update or delete
  [unsetPattern, tool('publish_agent_version', publish)],
  [unsetPattern, tool('publish-agent-version', publish)],
  [unsetPattern, claude('mcp__plugin_voice_retell__retell_publish_agent_version', publish)],
  [unsetPattern, mcp('publish_agent_version', publish)],
  [
    unsetPattern,
    bash(
      `curl -sS -X POST -H "Authorization: Bearer $RETELL_API_KEY" ${api}/publish-agent-version/agent_desk -d '{"version": 2}'`,
    ),
  ],
  [
    unsetPattern,
    shell(`curl --request POST --url ${api}/publish-agent-version/agent_desk --json '{"version":2}' | jq .`),
  ],
  [unsetPattern, bash(`curl -d @body.json ${api}/publish-agent-version/agent_desk`)],
  [
    unsetPattern,
    bash(`cd . && curl ${api}/publish-agent-version/agent_desk -XPOST -d @- <<'END'\n{ "version": 2 }\nEND`),
  ],
  [unsetPattern, bash('retell publish-agent-version agent_desk --version 2')],
  [unsetPattern, bash('npx -y @retell-ai/retell-cli@latest publish-agent-version --agent-id agent_desk --version=2')],
  [
    unsetPattern,
    bash('git pull; RETELL_ENV=prod retell "publish"-agent-\\\nversion agent_desk --version 2 > out.txt 2>&1'),
  ],
  [unsetPattern, bash(`bash -c 'sleep 1; retell publish-agent-version agent_desk --version 2'`)],
  [unsetPattern, bash('if true; then echo "$(retell publish-agent-version agent_desk --version 2)"; fi')],
  [unsetPattern, bash('sh <<EOF\nretell publish-agent-version agent_desk --version 2\nEOF')],
  [unsetPattern, bash(`echo 'retell publish-agent-version agent_desk --version 2' | bash`)],
  [unsetPattern, bash('eval retell publish-agent-version agent_desk --version 2')],
  [unsetPattern, shell('timeout 60 retell publish-agent-version agent_desk --version 2 || true')],
  ['', tool('publish_agent_version', { agent_id: 'agent_desk', version: 3 })],
  [
    /voice_speed.*\(out-of-range, agents\/v4\.agent\.json/,
    tool('publish_agent_version', { agent_id: 'agent_desk', version: 4 }),
  ],
  [{ doubt: /has no version 9/ }, tool('publish_agent_version', { agent_id: 'agent_desk', version: 9 })],
  [typo, tool('publish_agent_version', { agent_id: 'agent_dsk', version: 2 })],
  [typo, bash('retell delete-agent agent_dsk --yes')],
  [underTag, tool('assign_agent_tag', { agent_id: 'agent_desk', tag: 'prod', version: 2 })],
  [
    newDraft,
    tool('assign_agent_tag', { agent_id: 'agent_desk', tag: 'prod', version: 2, dynamic_variables: { order_id: '7' } }),
  ],
  [
    newDraft,
    tool('assign_agent_tag', {
      agent_id: 'agent_desk',
      tag_name: 'prod',
      version: 2,
      dynamic_variables: { order_id: '7' },
    }),
  ],
  [
    '',
    tool('assign_agent_tag', { agent_id: 'agent_desk', tag: 'prod', version: 1, dynamic_variables: { order_id: '7' } }),
  ],
  ['', tool('assign_agent_tag', { agent_id: 'agent_desk', tag: 'beta', version: 3, dynamic_variables: {} })],
  [
    /Desk v3, inbound_agents of \+14155550100: version 3 of Desk is a draft/,
    bash(
      `curl -X PATCH ${api}/update-phone-number/%2B14155550100 -d ` +
        `'{"inbound_agents":[{"agent_id":"agent_desk","agent_version":3,"weight":1}]}'`,
    ),
  ],
  [/new tag prd; did you mean prod\?/, tool('assign_agent_tag', { agent_id: 'agent_desk', tag: 'prd', version: 1 })],
  [gonePattern, tool('delete_agent', { agent_id: 'agent_desk' })],
  [gonePattern, bash(`curl -X DELETE ${api}/delete-agent/agent_desk`)],
  [gonePattern, bash(`curl -X DELETE "${api}/delete-agent-version/agent_desk?version=1"`)],
  [gonePattern, bash('find . -name "*.tmp" -exec retell delete-retell-llm llm_desk \\;')],
  ['', bash('retell delete-agent-version agent_desk --version 3')],
  [unsetPattern, bash(`curl -X PATCH ${api}/update-phone-number/%2B14155550100 -d @rebound.json`)],
  [
    typo,
    tool('update_phone_number', {
      phone_number: '+14155550100',
      inbound_agents: [{ agent_id: 'agent_dsk', agent_version: 1, weight: 1 }],
    }),
  ],
  [
    /Desk v1.*\{\{name\}\}/,
    tool('update_retell_llm', { llm_id: 'llm_desk', version: 1, general_prompt: 'Hi {{name}}.' }),
  ],
  ['', tool('update_retell_llm', { llm_id: 'llm_desk', version: 2, general_prompt: 'Hi {{name}}.' })],
  ['', tool('update_agent', { agent_id: 'agent_desk', version: 3, version_title: '7', voice_speed: 1.2 })],
  [/Desk v5.*voice_speed/, bash('retell update-agent agent_desk --version 5 --voice-speed 9')],
  ['', bash('retell update-agent agent_desk --version 5 --voice-speed 1.2 --voice-model null')],
  // calls that cannot be judged
  [{ doubt: latePattern }, bash('retell publish-agent-version $AGENT --version 2')],
  [{ doubt: latePattern }, bash(`ID=agent_desk; curl -X POST ${api}/publish-agent-version/$ID -d '{"version":2}'`)],
  [{ doubt: latePattern }, bash(`curl -X POST ${api}/publish-agent-version/agent_desk -d "$(cat body.json)"`)],
  [{ doubt: /agent_id is not in the call/ }, bash('cat ids.txt | xargs -n 1 retell delete-agent')],
  [{ doubt: latePattern }, bash('cat ids.txt | xargs -I{} retell delete-agent {}')],
  [{ doubt: latePattern }, bash(`node -e "fetch('${api}/delete-agent/agent_desk', { method: 'DELETE' })"`)],
  [{ doubt: latePattern }, bash(`cat > go.sh <<'E'\ncurl -X DELETE ${api}/delete-agent/agent_desk\nE\nbash go.sh`)],
  [{ doubt: latePattern }, shell(`retell delete-agent 'agent_desk`)],
  [{ doubt: /npm publish-agent/ }, bash('npm run publish-agent')],
  [{ doubt: /its body cannot be read/ }, bash('retell update-phone-number +14155550100 --data @missing.json')],
  // harmless calls
  ['', bash('echo retell publish-agent-version agent_desk --version 2')],
  ['', bash(`grep -rn "api.retellai.com/delete-agent" src | head -5`)],
  ['', bash(`git commit -m "Say how to run retell delete-agent agent_desk" && git push`)],
  ['', bash('# retell delete-agent agent_desk\nls')],
  ['', bash(`cat > notes.md <<END\ncurl -X DELETE ${api}/delete-agent/agent_desk\nEND`)],
  ['', bash(`curl -s ${api}/v2/list-agents -H 'x: y' && retell get-agent agent_desk`)],
  ['', shell('curl -X DELETE https://api.example.com/delete-agent/agent_desk')],
  ['', bash('retell delete-agent --help')],
  ['', tool('get_agent', { agent_id: 'agent_dsk' })],
  ['', tool('create_agent_version', { agent_id: 'agent_desk', base_version: 1 })],
  [
    '',
    claude('Edit', {
      file_path: 'agents/v1.llm.json',
      old_string: 'kind',
      new_string: 'retell delete-agent agent_desk',
    }),
  ],
  ['', claude('Write', { file_path: 'run.sh', content: 'retell delete-agent agent_desk' })],
];

const guard = (input: object | string, folder: string, ...args: string[]) =>
  preflight(['guard', '--today=2026-01-15', ...args], folder, {
    readStdin: () => Buffer.from(typeof input === 'string' ? input : JSON.stringify(input)),
  });

describe('guard judges recorded calls', () => {
  const { folder, dispose } = scratch(desk);
  committed(folder);
  afterAll(dispose);
  test('of which there are at least fifty', () => expect(recordedInputs.length).toBeGreaterThanOrEqual(50));
  test.each(recordedInputs.map(([verdict, input]) => ({ verdict, given: input(folder) })))(
    '$given',
    async ({ verdict, given: input }) => {
      const { code, stdout, stderr } = await guard(input, folder);
      if (verdict === '') return expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
      if (verdict instanceof RegExp) {
        expect(stderr).toMatch(verdict);
        expect(stderr).toMatch(/^blocked by preflight guard:\n- /);
        expect(code).toBe(2);
        const isCursor = 'conversation_id' in input;
        return expect(isCursor ? (JSON.parse(stdout) as unknown) : stdout).toEqual(
          isCursor ? { permission: 'deny', user_message: stderr.trimEnd(), agent_message: stderr.trimEnd() } : '',
        );
      }
      expect(stderr).toMatch(verdict.doubt);
      expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 0, stdout: '', lines: 2 });
      expect((await guard(input, folder, '--strict')).code).toBe(2);
    },
  );
});

describe('guard judges', () => {
  const call = tool('publish_agent_version', publish);
  const reason = async (folder: string, input = call) => {
    const { code, stderr } = await guard(input(folder), folder);
    return { code, stderr };
  };
  const setting = '"rules": { "unset-variable": "off" }';
  test('by the settings of the last commit, not by settings that the agent has just written', async () => {
    const folder = checkout();
    write(folder, { 'preflight.config.json': `{ ${setting}, "liveTags": [], "ignore": ["**"] }` });
    expect((await reason(folder)).stderr).toMatch(unsetPattern);
    write(folder, { 'preflight.config.json': `{ ${setting} }` });
    commitAll(folder);
    write(folder, { 'preflight.config.json': '{ not even JSON' });
    expect(await reason(folder)).toEqual({ code: 0, stderr: '' });
    const broken = checkout({ 'preflight.config.json': '{ "rulez": {} }' });
    write(broken, { 'preflight.config.json': `{ ${setting} }` });
    expect(await reason(broken)).toEqual({ code: 0, stderr: '' });
  });
  test('a deleted agent by name, with one line for equal findings in several places', async () => {
    const folder = checkout({ 'preflight.config.json': '{ "complete": ["agent"] }' }),
      { stderr } = await reason(folder, tool('delete_agent', { agent_id: 'agent_desk' })),
      lines = stderr.split('\n').filter(line => line.includes('unknown-agent'));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(
      /: agent_id: no agent Desk .*draft\.phone-number\.json:\d+ \S+ and 2 more places\): first /,
    );
    expect(lines[0]).not.toContain('agent_desk');
  });
  test('by ci.assert of each workspace and of those above it', async () => {
    const folder = checkout({ 'preflight.config.json': `{ ${setting}, "ci": { "assert": ["prod unchanged"] } }` }),
      move = tool('assign_agent_tag', { agent_id: 'agent_desk', tag: 'prod', version: 3 });
    write(folder, { 'preflight.config.json': `{ ${setting} }` });
    expect((await reason(folder, move)).stderr).toBe(
      'blocked by preflight guard:\n- "prod unchanged" fails: Desk@prod was version 1 and is version 3\n' +
        '- Desk v3, tag prod of Desk: live tag prod points to version 3 of Desk, a draft; callers get unpublished ' +
        'edits (draft-is-live, agents/all.agent-list.json:1 /0/tags/prod/version): publish that version first, or ' +
        'choose a published one\n',
    );
    // without assertions, "no breaks" is used, which would refuse the call; here an assertion replaces it
    expect(await reason(folder, tool('delete_phone_number', { phone_number: '+14155550100' }))).toMatchObject({
      code: 0,
    });
  });
  test('by the current settings if there is no git or no commit', async () => {
    const folder = folderWith(desk);
    expect((await reason(folder)).stderr).toMatch(unsetPattern);
    write(folder, { 'preflight.config.json': `{ ${setting} }` });
    expect(await reason(folder)).toMatchObject({ code: 0 });
  });
  test('an update of the platform, after the same edit of the file, against the last commit', async () => {
    const folder = checkout(),
      update = tool('update_retell_llm', { llm_id: 'llm_desk', version: 1, general_prompt: 'Hi {{name}}.' });
    write(folder, { 'agents/v1.llm.json': desk['agents/v1.llm.json']!.replace('Be kind.', 'Hi {{name}}.') });
    expect((await reason(folder, update)).stderr).toMatch(/Desk v1.*\{\{name\}\}/);
    commitAll(folder);
    expect(await reason(folder, update)).toEqual({ code: 0, stderr: '' });
  });
  test('the calls of one command together, by the state after all of them', async () => {
    const folder = checkout(),
      line = 'retell assign-agent-tag agent_desk prod --version 3';
    expect(await reason(folder, bash(`${line} && retell delete-agent-version agent_desk --version 1`))).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('latest_published') as string,
    });
    expect(await reason(folder, bash(`${line}; retell publish-agent-version agent_desk --version 3`))).toMatchObject({
      code: 0,
    });
  });
});

describe('the operations, programs and hosts of a team', () => {
  const names = {
    operations: { deploy_voice: 'publish-agent-version' },
    programs: ['voicectl'],
    hosts: ['api.eu.example.com'],
  };
  const calls = [
    tool('deploy-voice', publish),
    bash('voicectl publish-agent-version agent_desk --version 2'),
    bash('voicectl deploy-voice agent_desk --version 2'),
    bash(`curl https://api.eu.example.com/publish-agent-version/agent_desk -d '{"version":2}'`),
  ];
  const codes = (folder: string) => Promise.all(calls.map(async input => (await guard(input(folder), folder)).code));
  test('are read from the configuration, with comments and through extends', async () => {
    expect(await codes(checkout())).toEqual([0, 0, 0, 0]);
    const text = `{ /* ours */ "guard": ${JSON.stringify(names)}, }`;
    expect(await codes(checkout({ 'preflight.config.jsonc': text }))).toEqual([2, 2, 2, 2]);
    const extendingFiles = { 'base.json': text, 'preflight.config.json': '{ "extends": "./base.json" }' };
    expect(await codes(checkout(extendingFiles))).toEqual([2, 2, 2, 2]);
  });
  test('must refer to existing operations', () => {
    const schema = readFileSync(new URL('../../schemas/preflight-config.schema.json', import.meta.url), 'utf8');
    expect((JSON.parse(schema) as { properties: Record<string, unknown> }).properties['guard']).toMatchObject({
      properties: { operations: { additionalProperties: { enum: operationNames } } },
    });
  });
  test('apply even if the change removes them', async () => {
    const folder = checkout({ 'preflight.config.json': JSON.stringify({ guard: names }) });
    write(folder, { 'preflight.config.json': '{}' });
    expect(await codes(folder)).toEqual([2, 2, 2, 2]);
  });
});

describe('guard reports bad input, and blocks it only with --strict', () => {
  const folder = folderWith({});
  const cases: readonly (readonly [name: string, input: object | string, said: RegExp])[] = [
    ['nothing', '', /standard input is not JSON/],
    ['a cut call', JSON.stringify(bash('ls')('/')).slice(0, -20), /standard input is not JSON/],
    ['a list', '[]', /hook_event_name: expected a string/],
    ['no tool', { hook_event_name: 'PreToolUse', cwd: '/' }, /tool_name: expected a string/],
    ['no command', { hook_event_name: 'PreToolUse', tool_name: 'Bash', tool_input: [] }, /command: expected a string/],
    [
      'no arguments',
      { hook_event_name: 'beforeMCPExecution', tool_name: 'delete_agent', tool_input: '{' },
      /tool_input: expected an object/,
    ],
    ['no id', tool('delete_agent', {})('/'), /delete-agent: agent_id is not in the call/],
    ['control bytes', bash('retell delete-agent agent\u0000\u001b[2J')('/'), /agent_id is known only when/],
    [
      'another folder',
      tool('delete_agent', { agent_id: 'agent_desk' })('/nowhere/at/all'),
      /there is no folder \/nowhere\/at\/all/,
    ],
    [
      'a folder without agents',
      tool('delete_agent', { agent_id: 'agent_desk' })('/usr/lib/locale'),
      /there are no agents in this workspace/,
    ],
    ['deep nesting', bash('$('.repeat(100_000) + 'retell delete-agent x')('/'), latePattern],
    ['deep parameters', bash('"${'.repeat(100_000) + 'retell delete-agent x')('/'), latePattern],
    ['a long command', bash(`retell delete-agent x ${'y '.repeat(600_000)}`)('/'), latePattern],
  ];
  test.each(cases)('%s', async (_, input, pattern) => {
    const { code, stdout, stderr } = await guard(input, folder);
    expect(stderr).toMatch(pattern);
    expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 0, stdout: '', lines: 2 });
    // eslint-disable-next-line no-control-regex
    expect(stderr).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
    expect((await guard(input, folder, '--strict')).code).toBe(2);
  });
  test('guard reads an input of 50 MB', async () => {
    const longText = 'x'.repeat(50_000_000);
    expect(await guard(claude('Write', { file_path: 'a', content: longText })(folder), folder)).toMatchObject({
      code: 0,
      stderr: '',
    });
    expect((await guard(longText, folder)).stderr).toMatch(/not JSON/);
  });
  test('guard allows an event that is not a call', async () => {
    for (const hook_event_name of ['PostToolUse', 'Stop', 'toString'])
      expect(await guard({ hook_event_name }, folder)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});

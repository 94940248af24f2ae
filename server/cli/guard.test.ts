import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
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
/** Version 1 answers calls; version 2 is a draft that says a variable which callers of the number cannot have. */
const desk: Readonly<Record<string, string>> = {
  'agents/v1.agent.json': version(agent('"agent_name": "Desk"'), 1),
  'agents/v2.agent.json': version(draft('"agent_name": "Desk"', 'agent_desk', 2), 2).replace('225600000', '225600001'),
  'agents/v3.agent.json': version(draft('"agent_name": "Desk"', 'agent_desk', 3), 1).replace('225600000', '225600002'),
  'agents/v4.agent.json': version(draft('"agent_name": "Desk", "voice_speed": 9', 'agent_desk', 4), 1),
  'agents/all.agent-list.json': agentList('"prod": { "version": 1 }'),
  'agents/v1.llm.json': '{ "llm_id": "llm_desk", "version": 1, "is_published": true, "general_prompt": "Be kind." }',
  'agents/v2.llm.json':
    '{ "llm_id": "llm_desk", "version": 2, "is_published": false,\n  "general_prompt": "Ask about order {{order_id}}." }',
  'main.phone-number.json':
    '{ "phone_number": "+14155550100", "inbound_webhook_url": null,\n  "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "latest_published", "weight": 1 }] }',
  'outbound.phone-number.json':
    '{ "phone_number": "+14155550101", "inbound_webhook_url": null,\n  "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": "prod", "weight": 1 }] }',
  'body.json': '{ "version": 2 }',
  'rebound.json': '{ "inbound_agents": [{ "agent_id": "agent_desk", "agent_version": 2, "weight": 1 }] }',
};
const checkout = (more: Readonly<Record<string, string>> = {}): string => {
  const folder = folderWith({ ...desk, ...more });
  committed(folder);
  return folder;
};

/* What tools give to a hook: https://code.claude.com/docs/en/hooks and https://cursor.com/docs/agent/hooks */
const claude = (tool_name: string, tool_input: object) => (cwd: string) => ({
  session_id: '0f6c1e0a',
  transcript_path: '/home/dev/.claude/projects/desk/0f6c1e0a.jsonl',
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
  unset =
    /Desk v2, inbound_agents of \+14155550100: no value for \{\{order_id\}\}.*\(unset-variable, main\.phone-number\.json:2 \/inbound_agents\/0\/agent_id\): set it in the tag's variables or remove it from agents\/v2\.llm\.json:2 \/general_prompt/,
  underTag = /Desk v2.*\{\{order_id\}\}.*\+14155550101/,
  gone = /"no breaks" fails: .*Desk/,
  typo = /no agent agent_dsk in this repository; did you mean "agent_desk"\?/,
  late = /known only when it runs/;
const publish = { agent_id: 'agent_desk', version: 2 };

/** The verdict (nothing: let through without a word; a text: blocked with it), and what the hook was given. */
const recorded: readonly (readonly [RegExp | '' | { readonly doubt: RegExp }, (cwd: string) => object])[] = [
  // what publishes, tags, rebinds, updates, deletes
  [unset, tool('publish_agent_version', publish)],
  [unset, tool('publish-agent-version', publish)],
  [unset, claude('mcp__plugin_voice_retell__retell_publish_agent_version', publish)],
  [unset, mcp('publish_agent_version', publish)],
  [
    unset,
    bash(
      `curl -sS -X POST -H "Authorization: Bearer $RETELL_API_KEY" ${api}/publish-agent-version/agent_desk -d '{"version": 2}'`,
    ),
  ],
  [unset, shell(`curl --request POST --url ${api}/publish-agent-version/agent_desk --json '{"version":2}' | jq .`)],
  [unset, bash(`curl -d @body.json ${api}/publish-agent-version/agent_desk`)],
  [unset, bash(`cd . && curl ${api}/publish-agent-version/agent_desk -XPOST -d @- <<'END'\n{ "version": 2 }\nEND`)],
  [unset, bash('retell publish-agent-version agent_desk --version 2')],
  [unset, bash('npx -y @retell-ai/retell-cli@latest publish-agent-version --agent-id agent_desk --version=2')],
  [unset, bash('git pull; RETELL_ENV=prod retell "publish"-agent-\\\nversion agent_desk --version 2 > out.txt 2>&1')],
  [unset, bash(`bash -c 'sleep 1; retell publish-agent-version agent_desk --version 2'`)],
  [unset, bash('if true; then echo "$(retell publish-agent-version agent_desk --version 2)"; fi')],
  [unset, bash('sh <<EOF\nretell publish-agent-version agent_desk --version 2\nEOF')],
  [unset, bash(`echo 'retell publish-agent-version agent_desk --version 2' | bash`)],
  [unset, bash('eval retell publish-agent-version agent_desk --version 2')],
  [unset, shell('timeout 60 retell publish-agent-version agent_desk --version 2 || true')],
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
    '',
    tool('assign_agent_tag', { agent_id: 'agent_desk', tag: 'prod', version: 2, dynamic_variables: { order_id: '7' } }),
  ],
  [/new tag prd; did you mean prod\?/, tool('assign_agent_tag', { agent_id: 'agent_desk', tag: 'prd', version: 1 })],
  [gone, tool('delete_agent', { agent_id: 'agent_desk' })],
  [gone, bash(`curl -X DELETE ${api}/delete-agent/agent_desk`)],
  [gone, bash(`curl -X DELETE "${api}/delete-agent-version/agent_desk?version=1"`)],
  [gone, bash('find . -name "*.tmp" -exec retell delete-retell-llm llm_desk \\;')],
  ['', bash('retell delete-agent-version agent_desk --version 3')],
  [unset, bash(`curl -X PATCH ${api}/update-phone-number/%2B14155550100 -d @rebound.json`)],
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
  // what cannot be judged
  [{ doubt: late }, bash('retell publish-agent-version $AGENT --version 2')],
  [{ doubt: late }, bash(`ID=agent_desk; curl -X POST ${api}/publish-agent-version/$ID -d '{"version":2}'`)],
  [{ doubt: late }, bash(`curl -X POST ${api}/publish-agent-version/agent_desk -d "$(cat body.json)"`)],
  [{ doubt: /agent_id is not in the call/ }, bash('cat ids.txt | xargs -n 1 retell delete-agent')],
  [{ doubt: late }, bash('cat ids.txt | xargs -I{} retell delete-agent {}')],
  [{ doubt: late }, bash(`node -e "fetch('${api}/delete-agent/agent_desk', { method: 'DELETE' })"`)],
  [{ doubt: late }, bash(`cat > go.sh <<'E'\ncurl -X DELETE ${api}/delete-agent/agent_desk\nE\nbash go.sh`)],
  [{ doubt: late }, shell(`retell delete-agent 'agent_desk`)],
  [{ doubt: /npm publish-agent/ }, bash('npm run publish-agent')],
  [{ doubt: /its body cannot be read/ }, bash('retell update-phone-number +14155550100 --data @missing.json')],
  // what is harmless
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

describe('recorded calls', () => {
  const { folder, dispose } = scratch(desk);
  committed(folder);
  afterAll(dispose);
  test('are fifty at least', () => expect(recorded.length).toBeGreaterThanOrEqual(50));
  test.each(recorded.map(([verdict, input]) => ({ verdict, given: input(folder) })))(
    '$given',
    async ({ verdict, given }) => {
      const { code, stdout, stderr } = await guard(given, folder);
      if (verdict === '') return expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: '' });
      if (verdict instanceof RegExp) {
        expect(stderr).toMatch(verdict);
        expect(stderr).toMatch(/^blocked by preflight guard:\n- /);
        expect(code).toBe(2);
        const isCursor = 'conversation_id' in given;
        return expect(isCursor ? (JSON.parse(stdout) as unknown) : stdout).toEqual(
          isCursor ? { permission: 'deny', user_message: stderr.trimEnd(), agent_message: stderr.trimEnd() } : '',
        );
      }
      expect(stderr).toMatch(verdict.doubt);
      expect({ code, stdout, lines: stderr.split('\n').length }).toEqual({ code: 0, stdout: '', lines: 2 });
      expect((await guard(given, folder, '--strict')).code).toBe(2);
    },
  );
});

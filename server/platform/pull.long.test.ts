import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Retell from 'retell-sdk';
import { expect, test } from 'vitest';
import { lintJson, preflight, scratchFolders, type PrintedFindings } from '../testing/preflight.ts';

const scratch = scratchFolders();
const page = readFileSync(fileURLToPath(new URL('../../docs/pull.md', import.meta.url)), 'utf8');
const recipe = /```js\n([\s\S]+?)```/.exec(page)![1]!;

const AGENTS = 40;
/** The files of an account of 40 agents with two versions each, in the platform's own names. */
function account(): Record<string, string> {
  const files: Record<string, unknown> = {};
  const state = (version: number) => ({ is_published: true, last_modification_timestamp: 1767225600000 + version });
  const component = 'conversation_flow_component_0c31d9d8db3f72a6';
  const elseCondition = { type: 'prompt', prompt: 'Else' };
  const nodes = [
    {
      id: 'hello',
      type: 'conversation',
      instruction: { type: 'prompt', text: 'Ask for the name.' },
      edges: [
        { id: 'done', destination_node_id: 'bye', transition_condition: { type: 'prompt', prompt: 'Name given' } },
      ],
    },
    { id: 'bye', type: 'end' },
  ];
  for (let i = 0; i < AGENTS; i++) {
    const agent_id = `agent_${String(i).padStart(30, '0')}`,
      next = `agent_${String((i + 1) % AGENTS).padStart(30, '0')}`,
      isFlow = i % 4 === 3;
    for (const version of [0, 1]) {
      const id = isFlow ? { conversation_flow_id: `conversation_flow_${i}` } : { llm_id: `llm_${i}` };
      files[`a/${i}.v${version}.json`] = {
        agent_id,
        agent_name: `Desk ${i}`,
        version,
        ...(version === 1 && { base_version: 0 }),
        ...state(version),
        voice_id: 'retell-Cimo',
        language: 'en-US',
        response_engine: { type: isFlow ? 'conversation-flow' : 'retell-llm', ...id, version },
      };
      files[`e/${i}.v${version}.json`] = isFlow
        ? {
            ...id,
            version,
            ...state(version),
            model_choice: { type: 'cascading', model: 'gpt-4.1' },
            start_speaker: 'agent',
            start_node_id: 'ask',
            nodes: [
              {
                id: 'ask',
                type: 'component',
                component_id: component,
                component_type: 'shared',
                else_edge: { id: 'else', destination_node_id: 'bye', transition_condition: elseCondition },
              },
              { id: 'bye', type: 'end' },
            ],
          }
        : {
            ...id,
            version,
            ...state(version),
            model: 'gpt-4.1',
            general_prompt: 'Answer the phone. To hand over, use the next_desk tool.',
            general_tools: [
              { type: 'end_call', name: 'end_call', description: 'Ends the call.' },
              {
                type: 'agent_swap',
                name: 'next_desk',
                description: 'Hands over to the next desk.',
                agent_id: next,
                agent_version: 1,
                post_call_analysis_setting: 'only_destination_agent',
              },
            ],
          };
    }
    files[`n/${i}.json`] = {
      phone_number: `+1312555${String(i).padStart(4, '0')}`,
      phone_number_type: 'retell-twilio',
      inbound_agents: [{ agent_id, agent_version: 'latest_published', weight: 1 }],
      outbound_agents: null,
    };
  }
  files['c/intake.json'] = { conversation_flow_component_id: component, name: 'Intake', nodes, start_node_id: 'hello' };
  return Object.fromEntries(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]));
}

type Pull = (folder: string, env: Readonly<Record<string, string>>) => Promise<void>;
test.each<[string, Pull]>([
  ['the public client', pull],
  ['curl and jq', pullByShell],
])('an account that %s pulls from the stand-in lints without an error, and has no drift', async (_, pulling) => {
  const stop = new AbortController(),
    served = scratch(account());
  expect(problems(await lintJson([], served))).toEqual([]);
  let ended: Promise<unknown> | undefined;
  const url = await new Promise<string>(resolve => {
    const stdout = { write: (text: string) => resolve(text.split('\n')[0]!), isTTY: false, columns: 80 };
    const args = ['serve', '--port', '0', '--quiet', '--api-key', 'key_for_this_test'];
    ended = preflight(args, served, { signal: stop.signal, stdout });
  });
  const pulled = scratch({});
  await pulling(pulled, { RETELL_API_KEY: 'key_for_this_test', RETELL_BASE_URL: url });
  stop.abort();
  await ended;
  const lintedFindings = await lintJson([], pulled);
  expect(problems(lintedFindings)).toEqual([]);
  expect(lintedFindings.summary['files']).toBe(1 + AGENTS * 5 + 2);
  const { stdout, code } = await preflight(['resolve', '--all', '--format', 'json'], pulled);
  const { resolutions } = JSON.parse(stdout) as { resolutions: { outcome: string; assumptions: string[] }[] };
  expect(code).toBe(0);
  expect(resolutions.length).toBeGreaterThan(AGENTS);
  expect(new Set(resolutions.map(({ outcome }) => outcome))).toEqual(new Set(['resolved']));
  expect(resolutions.flatMap(({ assumptions }) => assumptions).filter(name => name === 'workspace-complete')).toEqual(
    [],
  );
  const imported = scratch({});
  expect(await preflight(['import', pulled, '--to', '.'], imported)).toMatchObject({ code: 0 });
  for (const folder of [served, imported])
    expect(await preflight(['drift', pulled, '--complete'], folder)).toMatchObject({ code: 0 });
  expect(problems(await lintJson([], imported))).toEqual([]);
});

const problems = ({ findings }: PrintedFindings): string[] =>
  findings
    .filter(({ severity }) => severity !== 'info')
    .map(({ file, pointer, message }) => `${file} ${pointer}: ${message}`);

/** Runs the snippet of the page in a folder, like a module. */
async function pull(folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  const { writeFileSync } = await import('node:fs');
  const inFolder = (path: string): string => `${folder}/${path}`;
  const body = recipe.replaceAll(/^import .*$/gm, '');
  await new Function('mkdirSync', 'writeFileSync', 'Retell', 'process', `return (async () => {${body}})()`)(
    (path: string, options: object) => mkdirSync(inFolder(path), options),
    (path: string, text: string) => writeFileSync(inFolder(path), text),
    Retell,
    { env },
  );
}

async function pullByShell(folder: string, env: Readonly<Record<string, string>>): Promise<void> {
  const script = /```bash\n([\s\S]+?)```/.exec(page)![1]!;
  // runs asynchronously, because the stand-in answers from this process
  await promisify(execFile)('bash', ['-eu', '-o', 'pipefail', '-c', script], {
    cwd: folder,
    env: { PATH: process.env['PATH'], ...env },
  });
}

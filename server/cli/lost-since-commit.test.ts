import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import {
  agent,
  agentList,
  commitAll,
  committed,
  git,
  lintJson,
  preflight,
  scratchFolders,
  write,
} from '../testing/preflight.ts';

const folderWith = scratchFolders();
const desk = (tool: string): string =>
  JSON.stringify({
    llm_id: 'llm_desk',
    general_prompt: 'For bills use hand_to_billing.',
    general_tools: [{ type: 'end_call', name: tool }],
  });
const component = (variable: string): string =>
  JSON.stringify({
    conversation_flow_component_id: 'component_verify',
    name: 'Verify',
    start_node_id: 'say',
    tools: [
      {
        type: 'custom',
        tool_id: 'look_up',
        name: 'look_up',
        url: 'https://example.com/a',
        response_variables: { [variable]: '$.id' },
      },
    ],
    nodes: [{ id: 'say', type: 'conversation', instruction: { type: 'prompt', text: 'Your id is {{account_id}}.' } }],
  });
const repository = (): string =>
  committed(
    folderWith({
      'desk.llm.json': desk('hand_to_billing'),
      'verify.flow-component.json': component('account_id'),
    }),
  );
const lossesIn = async (folder: string, ...args: string[]): Promise<string[]> =>
  (await lintJson(args, folder)).lines.filter(line => line.includes('lost-name'));

test('lint without paths finds the names that files lost since the last commit, as lint with a file does', async () => {
  const folder = repository();
  expect(await lossesIn(folder)).toEqual([]);
  write(folder, { 'desk.llm.json': desk('to_billing'), 'verify.flow-component.json': component('account') });
  const losses = [
    'desk.llm.json lost-name /general_prompt error',
    'verify.flow-component.json lost-name /nodes/0/instruction/text error',
  ];
  expect(await lossesIn(folder)).toEqual(losses);
  expect(await lossesIn(folder, 'desk.llm.json', 'verify.flow-component.json')).toEqual(losses);
  commitAll(folder);
  expect(await lossesIn(folder)).toEqual([]);
});

test('a lost name is never written to a baseline, because the next commit ends it', async () => {
  const folder = repository();
  write(folder, { 'desk.llm.json': desk('to_billing') });
  await preflight(['lint', '--write-baseline'], folder);
  expect(readFileSync(join(folder, 'preflight.baseline.json'), 'utf8')).not.toContain('lost-name');
});

test('the deleted file of a version that a tag selects is reported at the tag', async () => {
  const folder = committed(
    folderWith({
      'v1.agent.json': agent(),
      'v2.agent.json': agent('', 'agent_desk', 2),
      'agent_desk.agent-versions.json': JSON.stringify(
        [1, 2].map(version => ({ version, is_published: true, last_modification_timestamp: 1767225600000 })),
      ),
      'all.agent-list.json': agentList('"prod": { "version": 1 }, "staging": { "version": 2 }'),
    }),
  );
  git(folder, 'mv', 'v2.agent.json', 'v2.agent.txt');
  const { findings } = await lintJson(['--staged'], folder);
  expect(findings.map(({ rule, severity, file, message }) => [rule, severity, file, message])).toEqual([
    [
      'lost-reference',
      'error',
      'all.agent-list.json',
      'version 2 of Desk was in v2.agent.json in HEAD and is gone; tag staging of Desk selects it',
    ],
  ]);
});

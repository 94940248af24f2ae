import { expect, test } from 'vitest';
import type { Cost } from '../core/generated/outputs.js';
import { exportsOfYears } from '../testing/history.ts';
import { expectOutput } from '../testing/outputs.ts';
import { preflight, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const words = (times: number): string => ' word'.repeat(times);
const files = {
  'desk.agent.json': JSON.stringify({
    agent_id: 'agent_desk',
    agent_name: 'desk',
    version: 1,
    response_engine: { type: 'service-llm', llm_id: 'llm_desk' },
  }),
  'lost.agent.json': JSON.stringify({
    agent_id: 'agent_lost',
    version: 0,
    response_engine: { type: 'service-llm', llm_id: 'llm_gone' },
  }),
  'desk.llm.json': JSON.stringify({
    llm_id: 'llm_desk',
    version: 3,
    general_prompt: words(700),
    mcps: [{ name: 'm' }],
  }),
  'bill.conversation-flow.json': JSON.stringify({
    conversation_flow_id: 'flow_bill',
    global_prompt: words(2000),
    start_node_id: 'n1',
    nodes: [
      { id: 'n1', type: 'conversation', name: 'Short', instruction: { type: 'prompt', text: words(10) } },
      { id: 'n2', type: 'conversation', name: 'Long', instruction: { type: 'prompt', text: words(2200) } },
      { id: 'end', type: 'end' },
    ],
  }),
};

async function linesOf(...args: string[]): Promise<Cost> {
  const { code, stdout } = await preflight(['cost', '--format', 'json', ...args], folderWith(files));
  expect(code).toBe(0);
  const output = JSON.parse(stdout) as Cost;
  expectOutput('cost', output);
  return output;
}

test('cost lists every engine, the longest first, with its parts and the request of each state and node, without repetition', async () => {
  const { threshold, tokenizer, tokens_per_minute: tokensPerMinute, engines } = await linesOf();
  expect([threshold, tokenizer, tokensPerMinute]).toEqual([3500, 'o200k_base', [100, 250]]);
  expect(engines).toEqual([
    {
      kind: 'conversation-flow',
      id: 'flow_bill',
      version: null,
      file: 'bill.conversation-flow.json',
      pointer: '',
      parts: [
        expect.objectContaining({ kind: 'node', name: 'Long', tokens: 2200, always: false }),
        expect.objectContaining({
          kind: 'global-prompt',
          name: '',
          tokens: 2000,
          pointer: '/global_prompt',
          always: true,
        }),
        expect.objectContaining({ kind: 'node', name: 'Short', tokens: 10, pointer: '/nodes/0/instruction/text' }),
      ],
      nodes: [
        expect.objectContaining({
          id: 'n2',
          name: 'Long',
          pointer: '/nodes/1',
          tokens: 4200,
          factor: 1.2,
          minutes: [0, 0],
        }),
        expect.objectContaining({ id: 'n1', name: 'Short', tokens: 2010, factor: 1, minutes: [6, 14.9] }),
      ],
      open: [],
    },
    {
      kind: 'llm',
      id: 'llm_desk',
      version: 3,
      file: 'desk.llm.json',
      pointer: '',
      parts: [expect.objectContaining({ kind: 'global-prompt', tokens: 700 })],
      nodes: [
        { id: null, name: null, file: 'desk.llm.json', pointer: '', tokens: 700, factor: 1, minutes: [11.2, 28] },
      ],
      open: ['the tools of an MCP server are also in each request'],
    },
  ]);
});

test('cost accepts an agent by reference or file, and an engine by its file, and lists each once', async () => {
  for (const args of [['agent_desk@1'], ['desk.agent.json', 'desk'], ['desk.llm.json']])
    expect((await linesOf(...args)).engines.map(({ id }) => id)).toEqual(['llm_desk']);
});

test('cost exits with 1 if no file has the agent or engine', async () => {
  const folder = folderWith(files);
  expect(await preflight(['cost', 'agent_dsk'], folder)).toMatchObject({ code: 1, stdout: '' });
  const { code, stderr } = await preflight(['cost', 'agent_lost'], folder);
  expect([code, stderr.trim()]).toEqual([1, 'agent_lost: its engine is not in this workspace']);
});

test('cost prints a table: the place, the number of tokens, when the billed time grows, and the largest parts', async () => {
  const { stdout } = await preflight(['cost', 'bill.conversation-flow.json'], folderWith(files));
  expect(stdout.slice(0, stdout.indexOf('Assumed'))).toMatchInlineSnapshot(`
    "Tokens of a request before a word is spoken, counted with o200k_base
    The engine is over 3,500 tokens from the first word. Above that number, the
    billed time is multiplied by tokens ÷ 3,500.

    conversation flow flow_bill
      bill.conversation-flow.json
      in          tokens  factor      over 3,500
      Long (n2)    4,200   ×1.20  from the start
      Short (n1)   2,010   ×1.00  after 6–15 min
      largest parts  tokens
      node Long       2,200
      prompt          2,000  in every request
      node Short         10

    "
  `);
});

test('cost without arguments prints one line for each engine; engines of superseded versions are only in JSON', async () => {
  const exportedFiles = Object.entries(exportsOfYears(true)).slice(0, 20),
    folder = folderWith(Object.fromEntries(exportedFiles));
  const { stdout } = await preflight(['cost'], folder);
  expect(stdout).toContain('None of 8 engines is over 3,500 tokens from the first word.');
  expect(stdout.match(/ after \d+–\d+ min$/gm)).toHaveLength(8);
  expect(stdout).not.toContain('largest parts');
  expect(stdout).toContain('\n12 engines that only superseded versions run: --format json lists them.\n');
  const json = JSON.parse((await preflight(['cost', '--format', 'json'], folder)).stdout) as Cost;
  expect(json.engines).toHaveLength(20);
  const oneEngine = (await preflight(['cost', exportedFiles[0]![0]], folder)).stdout;
  expect(oneEngine).toContain('The engine is not over 3,500 tokens from the first word.');
  expect(oneEngine).toContain('largest parts');
});

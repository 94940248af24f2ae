import { expect, test } from 'vitest';
import type { Diff, Plan } from '../core/generated/outputs.js';
import { expectOutput } from '../testing/outputs.ts';
import { committed, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const words = (times: number): string => ' Offer a visit.'.repeat(times);
const flow = (text: string, more: object[] = []): string =>
  JSON.stringify({
    conversation_flow_id: 'flow_desk',
    version: 0,
    global_prompt: `You are the desk.${words(900)}`,
    start_node_id: 'n1',
    tools: [
      { type: 'custom', tool_id: 't1', name: 'find_slot', url: 'https://api.clinic.example' },
      { type: 'custom', tool_id: 't2', name: 'book_visit', url: 'https://api.clinic.example' },
    ],
    nodes: [
      { id: 'n1', type: 'conversation', name: 'Greet', instruction: { type: 'prompt', text } },
      { id: 'n2', type: 'conversation', name: 'Bill', instruction: { type: 'prompt', text: 'Talk about the bill.' } },
      ...more,
    ],
  });
const before = flow(`Ask {{first_name}} for the day, call find_slot, and repeat the day.${words(150)}`);
const after = flow(
  `Ask {{last_name}} for the day, call book_visit, and repeat the day.${words(400)} Then go to node "Bill".`,
  [{ id: 'n3', type: 'conversation', name: 'New', instruction: { type: 'prompt', text: words(600) } }],
);

test('for a changed prompt, diff shows changed words, added and removed variables, the tokens, and requests that become long', async () => {
  const folder = folderWith({ 'a.conversation-flow.json': before, 'b.conversation-flow.json': after });
  const args = ['diff', 'a.conversation-flow.json', 'b.conversation-flow.json'];
  const { stdout } = await preflight(args, folder);
  expect(stdout.replace(/(?: Offer a visit\.){9,}/g, ' Offer …')).toMatchInlineSnapshot(`
    "a.conversation-flow.json → b.conversation-flow.json
    before  a.conversation-flow.json
        conversation flow flow_desk v0
    after   b.conversation-flow.json
        conversation flow flow_desk v0

    2 flow elements differ.
    node New: about 4,800 tokens, about ×1.4
    node Greet: about 3,400 → 4,200 tokens, from here on about ×1.2

    Flow
      node n1 "Greet"
          instruction.text  +1 −1 lines
                            about 490 → 1,300 tokens; now names tool book_visit,
                            node Bill and {{last_name}}; no longer names tool
                            find_slot and {{first_name}}
            ~Ask {{[-first_name-]{+last_name+}}} for the day, call [-find_slot-]{+book_visit+}, and repeat the day. Offer a visit. Off…
            ~…r a visit. Offer a visit. Offer a visit.{+ Offer … Offer a v … . Offer … Then go to node "Bill".+}
      node n3 "New"
          added: conversation node, " Offer a visit. Offer a visit. Offer a visit.
            Offer a visit. Offer a visit. Off…"
    "
  `);
  const result = JSON.parse((await preflight([...args, '--format', 'json'], folder)).stdout) as Diff;
  expectOutput('diff', result);
  expect(result.changes.find(({ text }) => text)!.text).toEqual({
    tokens_before: 493,
    tokens_after: 1296,
    names: [
      { kind: 'tool', name: 'book_visit' },
      { kind: 'node', name: 'Bill' },
      { kind: 'variable', name: 'last_name' },
    ],
    no_longer_names: [
      { kind: 'tool', name: 'find_slot' },
      { kind: 'variable', name: 'first_name' },
    ],
    heard: null,
  });
  expect(result.long_requests.map(({ kind, id, tokens_before: former, factor }) => [kind, id, former, factor])).toEqual(
    [
      ['node', 'n3', null, 1.37],
      ['node', 'n1', 3369, 1.19],
    ],
  );
});

test('a text that changed within one version is shown the same way in plan and ci', async () => {
  const folder = folderWith({
    'desk.agent.json': JSON.stringify({
      agent_id: 'agent_desk',
      agent_name: 'Desk',
      version: 1,
      is_published: true,
      response_engine: { type: 'conversation-flow', conversation_flow_id: 'flow_desk', version: 0 },
    }),
    'all.agent-list.json': JSON.stringify([
      { agent_id: 'agent_desk', agent_name: 'Desk', tags: { prod: { version: 1 } } },
    ]),
    'desk.conversation-flow.json': before,
  });
  committed(folder);
  write(folder, { 'desk.conversation-flow.json': after });
  const args = ['plan', '--base', 'HEAD'];
  const { stdout } = await preflight(args, folder);
  const lines = stdout.split('\n').map(line => line.trim());
  expect(lines).toContain('node New: about 4,800 tokens, about ×1.4');
  expect(lines).toContain('node Greet: about 3,400 → 4,200 tokens, from here on about ×1.2');
  expect(stdout.replace(/\s+/g, ' ')).toContain('about 490 → 1,300 tokens; now names tool book_visit, node Bill');
  const result = JSON.parse((await preflight([...args, '--format', 'json'], folder)).stdout) as Plan;
  expectOutput('plan', result);
  expect(result.long_requests.map(({ id, is_live: live }) => [id, live])).toEqual([
    ['n3', true],
    ['n1', true],
  ]);
  expect(result.contents.map(({ text }) => text?.names.length ?? null)).toEqual([3, null]);
  expect((await preflight(['ci', '--base', 'HEAD'], folder)).stdout).toContain('from here on about ×1.2');
});

test('a text that is spoken literally is shown as callers hear it', async () => {
  const engine = (message: string): string =>
    JSON.stringify({ llm_id: 'llm_desk', begin_message: message, default_dynamic_variables: { clinic: 'North' } });
  const agent = (version: number): string =>
    JSON.stringify({
      agent_id: 'agent_desk',
      version,
      response_engine: { type: 'service-llm', llm_id: `llm_desk${version}` },
    });
  const folder = folderWith({
    'a1.agent.json': agent(1),
    'a2.agent.json': agent(2),
    'a1.llm.json': engine('Hello.').replace('llm_desk', 'llm_desk1'),
    'a2.llm.json': engine('This is {{clinic}}, hello.').replace('llm_desk', 'llm_desk2'),
  });
  const { stdout } = await preflight(['diff', 'agent_desk@1', '@2', '--format', 'json'], folder);
  const result = JSON.parse(stdout) as Diff;
  expectOutput('diff', result);
  expect(result.changes.find(({ text }) => text)?.text).toMatchObject({
    names: [{ kind: 'variable', name: 'clinic' }],
    heard: 'This is North, hello.',
  });
  expect((await preflight(['diff', 'agent_desk@1', '@2'], folder)).stdout.replace(/\s+/g, ' ')).toContain(
    'now names {{clinic}}; callers hear "This is North, hello."',
  );
});

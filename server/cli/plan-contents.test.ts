import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { expectOutput } from '../testing/outputs.ts';
import { agent, agentList, commitAll, committed, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const llm = (prompt: string, key = 'sk_live_1234567890'): string =>
  JSON.stringify({
    llm_id: 'llm_1',
    general_prompt: prompt,
    general_tools: [
      { type: 'custom', name: 'look_up', url: 'https://crm.example.com', headers: { Authorization: `Bearer ${key}` } },
    ],
  });
const list = agentList({ prod: { version: 1 } }, 'agent_desk', 'Front desk');
const desk = (extra = '', version = 1): string =>
  agent(extra, 'agent_desk', version).replace(
    /"response_engine".*/,
    '"response_engine": { "type": "service-llm", "llm_id": "llm_1" },',
  );
const prompt = 'You are the voice of the desk.\nBe kind.\nNever say the price.';
function repository(): string {
  const folder = folderWith({
    'v1.agent.json': desk(),
    'v2.agent.json': desk('', 2),
    'one.llm.json': llm(prompt),
    'team.agent-list.json': list,
  });
  return committed(folder);
}
interface Contents {
  readonly file: string;
  readonly pointer: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly live: readonly { readonly agent_version: number; readonly through: readonly { text: string }[] }[];
}
async function contents(folder: string, ...args: string[]): Promise<readonly Contents[]> {
  const { stdout } = await preflight(['plan', '--base', 'HEAD', '--format', 'json', ...args], folder);
  const plan = JSON.parse(stdout) as { readonly contents: readonly Contents[] };
  expectOutput('plan', plan);
  return plan.contents;
}
const editedFolder = (folder: string): string => {
  const text = readFileSync(join(folder, 'v1.agent.json'), 'utf8');
  write(folder, {
    'v1.agent.json': text.replace('"11labs-Myra"', '"11labs-Zed"'),
    'one.llm.json': llm(prompt.replace('Never say', 'Always say'), 'sk_live_0987654321'),
  });
  return folder;
};

describe('an edited live version', () => {
  test('is shown by plan with its values, and with the changed lines of its engine', async () => {
    const { code, stdout } = await preflight(['plan', '--base', 'HEAD'], editedFolder(repository()));
    expect(code).toBe(0);
    expect(stdout.replace(/HEAD \(\w{12}\)/, 'HEAD (…)')).toMatchInlineSnapshot(`
      "Live callers hear a change: 1 prompt or message, 1 setting and 1 tool of Front
      desk v1; no reference changes, 1 unchanged
      current files against HEAD (…)

      Contents, under the same number or name
        Front desk v1 (live): through tag prod of Front desk
            v1.agent.json
            /voice_id  "11labs-Myra" → "11labs-Zed"
        engine of Front desk (live): behind Front desk v1, live through tag prod of
            Front desk
            one.llm.json
            /general_prompt  +1 −1 lines
               Be kind.
              ~[-Never-]{+Always+} say the price.
            /general_tools[name=look_up]/headers/Authorization  changed (not shown)
      "
    `);
  });
  test('is in the JSON of plan, with the versions that run it', async () => {
    const contentses = await contents(editedFolder(repository()));
    expect(contentses.map(({ file, pointer, before, after }) => [file, pointer, before, after])).toEqual([
      ['v1.agent.json', '/voice_id', '11labs-Myra', '11labs-Zed'],
      ['one.llm.json', '/general_prompt', prompt, prompt.replace('Never say', 'Always say')],
      ['one.llm.json', '/general_tools/0/headers/Authorization', '(not shown)', '(not shown)'],
    ]);
    for (const { live } of contentses)
      expect(live).toEqual([
        {
          agent_id: 'agent_desk',
          agent_version: 1,
          through: [{ text: 'tag prod of Front desk', file: 'team.agent-list.json', pointer: '/0/tags/prod' }],
        },
      ]);
  });
  test('is in the markdown and HTML of plan, without credentials and unescaped markup', async () => {
    const folder = editedFolder(repository());
    write(folder, { 'one.llm.json': llm('```\n<script>alert(1)</script>', 'sk_live_0987654321') });
    for (const format of ['markdown', 'html', 'json', 'table']) {
      const { stdout } = await preflight(['plan', '--base', 'HEAD', '--format', format], folder);
      expect(stdout).toContain('general_prompt');
      expect(stdout).not.toContain('sk_live');
      if (format === 'html') expect(stdout).not.toContain('<script>');
      if (format === 'markdown') expect(stdout).toContain('  ````diff\n');
    }
  });
});

test.each<[string, string[], number]>([
  ['no live changes', [], 4],
  ['no changes', [], 4],
  ['no breaks', [], 0],
  ['no live changes', ['--contents', 'none'], 0],
])('%s %j', async (assertion, args, code) => {
  const result = await preflight(
    ['plan', '--base', 'HEAD', '--assert', assertion, ...args],
    editedFolder(repository()),
  );
  expect(result.code).toBe(code);
  if (code === 4) expect(result.stdout).toMatch(/fails {2}no (live )?changes: .* under the\s+same\s+number/);
});
test('the worst change of a live version determines the headline', async () => {
  const headline = async (folder: string): Promise<string> =>
    (await preflight(['plan', '--format', 'markdown'], folder)).stdout.split('\n')[0]!.replace('### Preflight: ', '');
  const folder = repository();
  expect(await headline(folder)).toBe('Nothing changes for callers; no reference changes; 1 unchanged');
  const text = readFileSync(join(folder, 'v1.agent.json'), 'utf8');
  // a change that callers do not notice is not in the headline
  write(folder, { 'v1.agent.json': text.replace('"voice_id"', '"webhook_url": "https://a.example", "voice_id"') });
  expect(await headline(folder)).toMatch(/^No reference changes; 1 unchanged; 1 value of live versions changes/);
  write(folder, { 'v1.agent.json': text.replace('"11labs-Myra"', '"11labs-Zed"') });
  expect(await headline(folder)).toBe(
    'Live callers hear a change: 1 setting of Front desk v1; no reference changes, 1 unchanged',
  );
  const number = (agent_version: number): string =>
    JSON.stringify({
      phone_number: '+14155550100',
      inbound_agents: [{ agent_id: 'agent_desk', agent_version, weight: 1 }],
    });
  write(folder, { 'v1.agent.json': text, 'n.phone-number.json': number(1) });
  commitAll(folder);
  write(folder, {
    'n.phone-number.json': number(2),
    'team.agent-list.json': list.replace('"version":1', '"version":9'),
  });
  write(folder, {
    'agent_desk.agent-versions.json': JSON.stringify(
      [1, 2].map(version => ({ version, is_published: true, last_modification_timestamp: 1767225600000 })),
    ),
  });
  expect(await headline(folder)).toBe(
    'All inbound calls of +14155550100 move; also changed: calls to tag prod of Front desk; ' +
      '1 reference breaks; in all, 2 live references change; 0 unchanged',
  );
  write(folder, { 'n.phone-number.json': number(1) });
  expect(await headline(folder)).toBe(
    'All calls to tag prod of Front desk move; also changed: inbound calls of +14155550100; 1 live reference breaks; 1 unchanged',
  );
});
test('the heading of the summary of ci says what callers hear, once', async () => {
  const { stdout } = await preflight(['ci', '--base', 'HEAD', '--today=2026-01-15'], editedFolder(repository()));
  expect(stdout).toMatch(/^### Preflight: Live callers hear a change/);
  expect(stdout.match(/Live callers hear/g)).toHaveLength(1);
  expect(stdout).toContain('**No reference changes, 1 unchanged**');
});
test('the heading of the summary of ci says which live references break', async () => {
  const edge = (id: string, targetId: string): object => ({
    id,
    destination_node_id: targetId,
    transition_condition: { type: 'prompt', prompt: `${id} is done` },
  });
  // edge f leads to everything that edge e did, so nothing is lost
  const flow = (targetId: string): string =>
    JSON.stringify({
      conversation_flow_id: 'flow_1',
      start_node_id: 'a',
      nodes: [
        {
          id: 'a',
          type: 'conversation',
          instruction: { type: 'prompt', text: 'Greet.' },
          edges: [edge('e', targetId), edge('f', 'b')],
        },
        { id: 'b', type: 'end' },
      ],
    });
  const folder = folderWith({
    'v1.agent.json': agent('', 'agent_desk').replace(
      /"response_engine".*/,
      '"response_engine": { "type": "conversation-flow", "conversation_flow_id": "flow_1" },',
    ),
    'one.conversation-flow.json': flow('b'),
    'team.agent-list.json': list,
  });
  committed(folder);
  write(folder, { 'one.conversation-flow.json': flow('c') });
  const { stdout } = await preflight(['ci', '--base', 'HEAD', '--today=2026-01-15'], folder);
  expect(stdout).toMatch(/^### Preflight: 1 live reference breaks; live callers hear a change: 1 flow element of /);
});
test('changed contents count for --exit-code', async () =>
  expect((await preflight(['plan', '--base', 'HEAD', '--exit-code'], editedFolder(repository()))).code).toBe(4));

test('changes of versions that are not live are shown on request', async () => {
  const folder = repository();
  write(folder, { 'v2.agent.json': desk('"volume": 2', 2) });
  expect(await contents(folder)).toEqual([]);
  expect((await contents(folder, '--contents', 'all')).map(({ pointer, live }) => [pointer, live])).toEqual([
    ['/volume', []],
  ]);
});
test('changed titles and timestamps do not count as changes', async () => {
  const folder = repository();
  write(folder, { 'v1.agent.json': desk('"version_title": "Summer"').replace('1767225600000', '1767225600001') });
  expect(await contents(folder, '--contents', 'all')).toEqual([]);
});
test('an unknown value of --contents is refused', async () => {
  const { code, stderr } = await preflight(['plan', '--contents', 'lives'], repository());
  expect([code, stderr]).toEqual([2, expect.stringContaining('did you mean "live"')]);
});

describe('agents without an id in their file', () => {
  const exportWith = (prompt: string): string =>
    JSON.stringify({
      ...(JSON.parse(desk()) as object),
      agent_id: '',
      agent_name: 'Night line',
      conversationFlow: { global_prompt: prompt, start_node_id: 'a', nodes: [] },
    });
  function exportedFolder(): string {
    const folder = committed(
      folderWith({
        'Night line (1).json': exportWith('Be kind.'),
        'v1.agent.json': desk(),
        'team.agent-list.json': list,
      }),
    );
    write(folder, { 'Night line (1).json': exportWith('Be brief.') });
    return folder;
  }
  test('are in the plan, and marked', async () => {
    const { stdout } = await preflight(['plan'], exportedFolder());
    expect(stdout.replace(/HEAD \(\w{12}\)/, 'HEAD (…)')).toMatchInlineSnapshot(`
      "Callers may hear a change: 1 prompt or message of Night line v1; no reference
      changes, 1 unchanged
      current files against HEAD (…)

      Contents, under the same number or name
        Night line (in Night line (1).json) v1: no agent_id, so it is not known
            whether it is live
            Night line (1).json
            /conversationFlow/global_prompt  "Be kind." → "Be brief."
      "
    `);
  });
  test('count as changes, but not as live changes, in plan and ci', async () => {
    const folder = exportedFolder();
    expect((await preflight(['plan', '--assert', 'no live changes'], folder)).code).toBe(0);
    expect((await preflight(['plan', '--assert', 'no changes'], folder)).code).toBe(4);
    commitAll(folder, 'edit');
    write(folder, { 'preflight.config.json': '{"ci": {"assert": ["no changes"]}}' });
    const ci = await preflight(['ci', '--base', 'HEAD^'], folder);
    expect([ci.code, /no agent\S+id, so it is not known whether it is live/.test(ci.stdout)]).toEqual([4, true]);
  });
});

test('a new export is compared with the last export if no version is live', async () => {
  const flow = (version: number, prompt: string): string =>
    JSON.stringify({
      conversation_flow_id: 'conversation_flow_1',
      version,
      global_prompt: prompt,
      start_node_id: 'a',
      nodes: [],
    });
  const folder = committed(folderWith({ 'desk.json': desk('"volume": 1'), 'flow.json': flow(109, 'Be kind.') }));
  expect((await preflight(['plan'], folder)).stdout).toMatch(/^Nothing changes\n/);
  write(folder, { 'desk.json': desk('"volume": 2', 2), 'flow.json': flow(123, 'Be brief.') });
  expect((await contents(folder)).map(({ file, pointer, before, after }) => [file, pointer, before, after])).toEqual([
    ['desk.json', '/volume', 1, 2],
    ['flow.json', '/global_prompt', 'Be kind.', 'Be brief.'],
  ]);
  // an additional version is another record, so it is not compared
  write(folder, {
    'desk.json': desk('"volume": 1'),
    'v2.json': desk('"volume": 2', 2),
    'flow.json': flow(109, 'Be kind.'),
  });
  expect(await contents(folder)).toEqual([]);
});

test('the deleted record of a live version is reported in one sentence', async () => {
  const summary = JSON.stringify([{ version: 1, is_published: true, last_modification_timestamp: 5 }]);
  const folder = committed(
    folderWith({
      'v1.agent.json': desk(),
      'team.agent-list.json': list,
      'agent_desk.agent-versions.json': summary,
      'one.llm.json': JSON.stringify({
        llm_id: 'llm_1',
        general_tools: ['a', 'b', 'c', 'd', 'e'].map(name => ({
          type: 'custom',
          name,
          url: 'https://crm.example.com',
        })),
      }),
    }),
  );
  rmSync(join(folder, 'v1.agent.json'));
  const { stdout } = await preflight(['plan'], folder);
  expect(stdout.replaceAll(/\s+/g, ' ')).toContain(
    'v1.agent.json its record is deleted: version 1 is still served, but its contents are no longer in these files',
  );
  expect(stdout).not.toContain('an object of');
  expect(stdout.split('\n\n')[0]!.replaceAll(/\s+/g, ' ')).toContain(
    'The files no longer contain what live callers hear: Front desk v1 is deleted; no reference changes',
  );
  expect(
    stdout.replaceAll(/\s+/g, ' ').match(/reach tool a, tool b, tool c and 2 more is no longer known/g),
  ).toHaveLength(1);
});

test('the deleted record of a version that may be live is reported as deleted, not as a changed setting', async () => {
  const agentNamed = (name: string): string =>
    agent('', '').replace('"agent_id": "",', `"agent_id": "", "agent_name": "${name}",`);
  const folder = committed(folderWith({ 'a.json': agentNamed('Aria'), 'b.json': agentNamed('Bert') }));
  const verdict = async (): Promise<string> =>
    (await preflight(['plan'], folder)).stdout.split('\ncurrent')[0]!.replaceAll(/\s+/g, ' ');
  rmSync(join(folder, 'a.json'));
  expect(await verdict()).toBe(
    'The files no longer contain what callers may hear: Aria (in a.json) v1 is deleted; there are no references',
  );
  write(folder, { 'b.json': agentNamed('Bert').replace('11labs-Myra', '11labs-Zed') });
  expect(await verdict()).toBe(
    'Callers may hear a change: 1 setting of Bert v1; Aria (in a.json) v1 is deleted; there are no references',
  );
});

test('a changed live number, and a changed or deleted alert rule, fail "no live changes"', async () => {
  const number = (url: string): string =>
    JSON.stringify({
      phone_number: '+14155550100',
      inbound_webhook_url: url,
      inbound_agents: [{ agent_id: 'agent_desk', agent_version: 'prod', weight: 1 }],
    });
  const alert = (limit: number): string =>
    JSON.stringify({ name: 'Cost', metric_type: 'total_call_cost', threshold_value: limit, comparator: '>' });
  const files = { 'v1.agent.json': desk(), 'team.agent-list.json': list };
  for (const [file, formerText, currentText] of [
    ['m.phone-number.json', number('https://a.example.com'), number('https://b.example.com')],
    ['c.alert-rule.json', alert(5), alert(500)],
  ] as const) {
    const folder = committed(folderWith({ ...files, [file]: formerText }));
    expect((await preflight(['plan', '--assert', 'no live changes'], folder)).code).toBe(0);
    write(folder, { [file]: currentText });
    const { code, stdout } = await preflight(['plan', '--assert', 'no live changes'], folder);
    expect([code, stdout.includes(file)]).toEqual([4, true]);
  }
  const folder = committed(folderWith({ ...files, 'c.alert-rule.json': alert(5) }));
  rmSync(join(folder, 'c.alert-rule.json'));
  for (const assertion of ['no live changes', 'no changes']) {
    const { code, stdout } = await preflight(['plan', '--assert', assertion], folder);
    expect([code, stdout.split('\ncurrent')[0]!.replaceAll(/\s+/g, ' ')]).toEqual([
      4,
      'Nothing changes for callers; no reference changes; 1 unchanged; 1 live record is deleted',
    ]);
    expect(stdout).toContain('its record is deleted\n');
  }
  expect((await contents(folder)).map(({ file }) => file)).toEqual(['c.alert-rule.json']);
});

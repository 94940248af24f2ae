import { expect, test } from 'vitest';
import { agent, committed, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;
const before = (text: string, mark: string): string => text.slice(0, text.indexOf(mark));
const tool = (name: string) => ({ type: 'custom', name, description: 'Looks.', url: 'https://clinic.example.org/x' });

test('tools that a cut-off engine file may define are not reported as missing', async () => {
  const engine = json({
    llm_id: 'llm_desk',
    general_prompt: 'Call look or book.',
    general_tools: [tool('look'), tool('book')],
  });
  const folder = committed(
    folderWith({
      'desk.llm.json': engine,
      'late.test-case.json': json({
        name: 'Late',
        user_prompt: 'You are late.',
        metrics: ['Books'],
        response_engine: { type: 'service-llm', llm_id: 'llm_desk' },
        tool_mocks: [{ tool_name: 'book', input_match_rule: { type: 'any' }, output: '{}' }],
      }),
    }),
  );
  expect((await lintJson([], folder)).findings).toEqual([]);
  write(folder, { 'desk.llm.json': before(engine, '"book"') });
  const { findings } = await lintJson([], folder);
  expect(new Set(findings.map(({ file, rule }) => `${file} ${rule}`))).toEqual(new Set(['desk.llm.json invalid-json']));
  const stdout = (await preflight(['plan'], folder)).stdout.replace(/\s+/g, ' ');
  expect(stdout).toContain(
    'tool_name book: becomes unknowable: was in desk.llm.json, now no such tool in the readable files ',
  );
  expect(stdout).not.toContain('breaks:');
  // a file that can be read completely proves that the tool is missing
  write(folder, { 'desk.llm.json': engine.replace('"name": "book"', '"name": "bok"') });
  expect((await lintJson([], folder)).lines).toContain(
    'late.test-case.json unknown-mocked-tool /tool_mocks/0/tool_name warning',
  );
});

const agentListText = json([
  {
    agent_id: 'agent_desk',
    agent_name: 'Desk',
    channel: 'voice',
    user_modified_timestamp: 1767225600000,
    tags: { prod: { version: 2 } },
  },
]);
const versions = {
  'desk/v1.agent.json': agent('', 'agent_desk', 1),
  'desk/v2.agent.json': agent('', 'agent_desk', 2),
  'desk/split.agent-weights.json': json([
    { agent_id: 'agent_desk', agent_version: 'prod', weight: 0.5 },
    { agent_id: 'agent_desk', agent_version: 1, weight: 0.5 },
  ]),
  'all.agent-list.json': agentListText,
};
const findingsIn = async (folder: string): Promise<string[]> =>
  (await lintJson([], folder)).findings
    .filter(({ rule }) => rule !== 'invalid-json')
    .map(({ file, severity, message }) => `${file} ${severity} ${message}`);
/** The file of an agent, cut off within its id. */
const cutFile = before(versions['desk/v2.agent.json'], 'desk"');

test('for an undefined version, the finding names the unreadable file beside it, which has a finding of its own', async () => {
  const folder = committed(folderWith(versions)),
    may = '; desk/v2.agent.json cannot be read and may define it';
  expect(await findingsIn(folder)).toEqual([]);
  write(folder, { 'desk/v2.agent.json': cutFile });
  expect(await findingsIn(folder)).toEqual([
    `all.agent-list.json info version: Desk has no version 2 here; known versions: 1${may}`,
  ]);
  const { stdout } = await preflight(['plan', '--format', 'markdown'], folder);
  expect(stdout.replaceAll('\\', '')).toContain(`which is not in this workspace${may}`);
  // a file in the folder of another agent cannot define it, nor can a file whose readable part contains another
  // version
  write(folder, { 'desk/v2.agent.json': agent('', 'agent_desk', 1).slice(0, -4), 'other/v2.agent.json': cutFile });
  expect(await findingsIn(folder)).toContain(
    'all.agent-list.json warning version: Desk has no version 2 here; known versions: 1',
  );
});

test('the latest version is unknowable while a file that may contain a newer version cannot be read', async () => {
  const folder = committed(
      folderWith({
        ...Object.fromEntries([1, 2, 3].map(n => [`desk/v${n}.agent.json`, agent('', 'agent_desk', n)])),
        'main.phone-number.json': json({
          phone_number: '+14155550100',
          inbound_agents: [{ agent_id: 'agent_desk', weight: 1 }],
        }),
      }),
    ),
    verdict = async (): Promise<string> => (await preflight(['plan'], folder)).stdout.split(';')[0]!;
  const resolvedText = async (reference = 'agent_desk'): Promise<string> =>
    (await preflight(['resolve', reference], folder)).stdout.replace(/\s+/g, ' ');
  write(folder, { 'desk/v3.agent.json': cutFile });
  expect(await verdict()).toBe('It is no longer known which agent answers the inbound calls of +14155550100');
  expect(await resolvedText()).toContain(
    'desk/v3.agent.json cannot be read and may be a newer version of agent_desk, so which version is its latest is not known',
  );
  expect(await resolvedText('agent_desk@latest_published')).toContain(
    'may be a newer version of agent_desk, so whether that is published is not known',
  );
  expect(await findingsIn(folder)).toEqual([]);
  const cutAgent = (id: string): string => `{ "agent_id": "${id}", "agent_name": "De`;
  // the readable part has the agent id, which counts more than the folder: the file of another agent, and our file in
  // another folder
  write(folder, { 'desk/v3.agent.json': agent('', 'agent_desk', 3), 'desk/other.agent.json': cutAgent('agent_other') });
  expect(await resolvedText()).toContain('agent_desk → version 3');
  write(folder, { 'desk/other.agent.json': '', 'far/v4.agent.json': cutAgent('agent_desk') });
  expect(await resolvedText()).toContain('far/v4.agent.json cannot be read and may be a newer version of agent_desk');
});

test('"complete" does not make missing what an unreadable file may define', async () => {
  const folder = folderWith({
    'preflight.config.json': json({ complete: ['agent', 'llm', 'flow-component'] }),
    'desk.agent.json': agent('"_engine": 1').replace(
      /"response_engine": \{[^}]*\}/,
      '"response_engine": { "type": "retell-llm", "llm_id": "llm_desk" }',
    ),
    'other.llm.json': json({ llm_id: 'llm_other', general_prompt: 'Hello.' }),
    'main.phone-number.json': json({
      phone_number: '+14155550100',
      inbound_agents: [{ agent_id: 'agent_gone', agent_version: 1, weight: 1 }],
    }),
  });
  const isMissing = [
    'desk.agent.json error llm_id: no LLM engine "llm_desk" in this workspace (config: "complete" includes llm)',
    'main.phone-number.json error agent_id: no agent "agent_gone" in this workspace (config: "complete" includes agent)',
  ];
  expect(await findingsIn(folder)).toEqual(isMissing);
  write(folder, { 'gone.agent.json': '', 'desk.llm.json': '\n' });
  expect(await findingsIn(folder)).toEqual(isMissing);
  write(folder, { 'gone.agent.json': '{ "agent_id": "agent_g', 'desk.llm.json': '{ "llm_id": "llm' });
  expect(await findingsIn(folder)).toEqual([
    'desk.agent.json info llm_id: no LLM engine "llm_desk" in this workspace; desk.llm.json cannot be read and may define it',
    'main.phone-number.json info agent_id: no agent "agent_gone" in this workspace; gone.agent.json cannot be read and may define it',
  ]);
  // the readable parts show that the files define other records
  write(folder, {
    'gone.agent.json': before(agent('', 'agent_other'), '"language"'),
    'desk.llm.json': '{ "llm_id": "llm_third", "general_prompt": "Hel',
  });
  expect(await findingsIn(folder)).toEqual(isMissing);
});

test('if many unreadable files may define it, one is named and the others are counted, up to a hundred', async () => {
  const cutFiles = (count: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`cut/v${i}.agent.json`, '{ "agent_id": "agent_']));
  const messages = async (count: number): Promise<string[]> => {
    const folder = folderWith({
      ...cutFiles(count),
      'one.agent-weights.json': '[{ "agent_id": "agent_other", "agent_version": 1, "weight": 1 }]\n',
      'whole/desk.agent.json': agent(''),
    });
    const { findings } = await lintJson([], folder);
    return findings.filter(({ rule }) => rule === 'unknown-agent').map(({ message }) => message);
  };
  expect(await messages(3)).toEqual([expect.stringContaining('v0.agent.json and 2 more files cannot be read')]);
  expect(await messages(120)).toEqual([expect.stringContaining('v0.agent.json and many more files cannot be read')]);
});

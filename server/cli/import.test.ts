import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { clinic } from '../testing/clients.ts';
import { exported } from '../testing/exported.ts';
import { lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';
import { samples, textsIn } from '../testing/samples.ts';

const folderWith = scratchFolders();
const texts = (files: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, value]) => [name, JSON.stringify(value)]));
const agent = (name: string, id: string, version = 0): object => ({
  agent_id: id,
  version,
  agent_name: name,
  voice_id: 'retell-Cimo',
  language: 'en-US',
  response_engine: { type: 'retell-llm', llm_id: 'llm_a', version: 0 },
});
const llm = { llm_id: 'llm_a', version: 0, model: 'gpt-4.1', general_prompt: 'Be kind.' };

/**
 * Imports an export.
 * @returns the written files, and the findings in them
 */
async function imported(exports: string, ...args: string[]) {
  const folder = folderWith({});
  const { code, stderr } = await preflight(['import', exports, '--to', '.', ...args], folder);
  expect([code, stderr]).toEqual([0, expect.stringMatching(/files? written\n$/)]);
  return { folder, files: Object.keys(textsIn(folder)) };
}
const errorsIn = async (folder: string): Promise<string[]> =>
  (await lintJson([], folder)).findings
    .filter(({ severity }) => severity === 'error')
    .map(({ rule, pointer }) => `${rule} ${pointer}`)
    .sort();

describe('the files that import writes', () => {
  test.each(['', '--split', '--join'])('have the same contents as the export and no new errors (%s)', async option => {
    const exports = folderWith(texts(await exported(clinic))),
      { folder } = await imported(exports, ...[option].filter(Boolean));
    expect((await preflight(['drift', exports], folder)).code).toBe(0);
    const before = await errorsIn(exports);
    expect((await errorsIn(folder)).filter(line => !before.includes(line))).toEqual([]);
  });
  test.each(['', '--split', '--join'])(
    'have the same contents as an export of the dashboard, with the engines inside the agents or not (%s)',
    async option => {
      const exports = folderWith(
          Object.fromEntries(Object.entries(textsIn(samples('exports'))).filter(([file]) => !/config/.test(file))),
        ),
        { folder } = await imported(exports, ...[option].filter(Boolean));
      const { code, stdout } = await preflight(['drift', exports], folder);
      expect([code, stdout]).toEqual([0, expect.stringContaining('No drift')]);
    },
  );
  test('are named after the name and version of the agent; a path in a name or id has no effect', async () => {
    const exports = folderWith(
      texts({
        'dump.json': {
          agents: [
            agent('Front desk (new)', 'agent_a'),
            agent('Front desk (new)', 'agent_a', 1),
            agent('Front desk (new)', 'agent_b'),
            agent('../../etc/passwd', '../../x'),
            agent('東京', '/etc/agent_c'),
          ],
          llms: [llm],
          phone_numbers: [{ phone_number: '+14155550100', inbound_agents: null, outbound_agents: null }],
        },
      }),
    );
    const { files } = await imported(exports);
    expect(files).toMatchInlineSnapshot(`
      [
        "agents/etc-passwd/v0.agent.json",
        "agents/etcagent_c/v0.agent.json",
        "agents/front-desk-new-2/v0.agent.json",
        "agents/front-desk-new/v0.agent.json",
        "agents/front-desk-new/v1.agent.json",
        "engines/llm_a.llm.json",
        "phone-numbers/14155550100.phone-number.json",
      ]
    `);
  });
  test('contain the engine or not, as requested; an engine that cannot be split is reported', async () => {
    const exports = folderWith(texts({ 'a.json': { ...agent('A', 'agent_a'), retellLlmData: llm } })),
      splitResult = await imported(exports, '--split');
    expect(splitResult.files).toEqual(['agents/a/v0.agent.json', 'engines/a.llm.json']);
    const joinedResult = await imported(splitResult.folder, '--join');
    expect(joinedResult.files).toEqual(['agents/a/v0.agent.json']);
    const { retellLlmData: engine } = JSON.parse(
      readFileSync(join(joinedResult.folder, joinedResult.files[0]!), 'utf8'),
    ) as {
      retellLlmData: object;
    };
    expect(engine).toEqual(llm);
    const { llm_id: _, ...unnamed } = llm;
    const loose = folderWith(
      texts({
        'a.json': { ...agent('A', 'agent_a'), response_engine: { type: 'retell-llm' }, retellLlmData: unnamed },
      }),
    );
    const { stderr, code } = await preflight(['import', loose, '--to', 'x', '--split'], folderWith({}));
    expect([code, stderr]).toEqual([0, expect.stringContaining('is not split: neither the agent nor its engine has')]);
  });
});

test('import never overwrites a file, and refuses wrong usage', async () => {
  const folder = folderWith(texts({ 'x/a.json': agent('A', 'agent_a') }));
  const first = await preflight(['import', 'x', '--to', '.'], folder);
  expect([first.code, first.stdout]).toEqual([0, 'agents/a/v0.agent.json\n']);
  write(folder, texts({ 'x/b.json': agent('B', 'agent_b') }));
  expect(await preflight(['import', 'x', '--to', '.'], folder)).toEqual({
    code: 2,
    stdout: '',
    stderr: [
      '1 file would be overwritten, so nothing is written',
      '  agents/a/v0.agent.json',
      'drift --write takes what changed into files that exist\n',
    ].join('\n'),
  });
  expect(Object.keys(textsIn(folder))).toEqual(['agents/a/v0.agent.json', 'x/a.json', 'x/b.json']);
  for (const args of [['x'], ['--to', '.'], ['x', '--to', '.', '--split', '--join']])
    expect((await preflight(['import', ...args], folder)).code).toBe(2);
});

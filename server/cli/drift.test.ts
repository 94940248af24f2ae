import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Document } from '../core/document.ts';
import type { Drift } from '../core/generated/outputs.js';
import { clinic } from '../testing/clients.ts';
import { agent, desk, llm, pretty, texts } from '../testing/small-account.ts';
import { exported } from '../testing/exported.ts';
import { expectOutput } from '../testing/outputs.ts';
import { commitAll, committed, preflight, scratchFolders, write } from '../testing/preflight.ts';
import { respelled } from '../testing/respelled.ts';

const folderWith = scratchFolders();
const textOf = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

async function driftJson(args: string[], cwd: string): Promise<Drift & { readonly code: number }> {
  const { code, stdout, stderr } = await preflight(['drift', '--format', 'json', ...args], cwd);
  if (stdout === '') throw new Error(stderr);
  const result = JSON.parse(stdout) as Drift;
  expectOutput('drift', result);
  return { ...result, code };
}
const linesOf = ({ kind, id, name, status, side, changes }: Drift['records'][number]): string[] => {
  const label = `${kind} ${id ?? name}`;
  return changes.length === 0
    ? [`${label} ${status} ${side}`]
    : changes.map(change => `${label} ${change.at} ${change.side}`);
};
const changesIn = ({ records }: Drift): string[] =>
  records.flatMap(record => (record.status === 'same' ? [] : linesOf(record)));

const engine = 'engines/front-desk.llm.json';

describe('drift between the files and an account', () => {
  test('is empty for equal records, in another spelling, in pages, or as a dump', async () => {
    const folder = committed(folderWith(clinic)),
      answers = await exported(clinic);
    const result = await driftJson([folderWith(texts(answers))], folder);
    expect([result.code, changesIn(result).filter(line => !line.includes('here-only'))]).toEqual([0, []]);
    expect(result.summary.same).toBeGreaterThan(10);
    const respelledFiles = Object.fromEntries(
      Object.entries(texts(answers)).map(([file, text]) => [file, respelled(new Document(file, text))]),
    );
    expect((await driftJson([folderWith(respelledFiles)], folder)).code).toBe(0);
    const dump = { agents: [{ ...agent, is_published: undefined }], llms: { items: [llm], has_more: false } };
    const smallWorkspace = folderWith(desk);
    write(smallWorkspace, { 'dump.json': JSON.stringify(dump) });
    expect(changesIn(await driftJson(['dump.json'], smallWorkspace))).toEqual([]);
  });
  test('lists each changed value, in every arrangement of the export', async () => {
    const changedEngine = { ...llm, begin_message: 'Good day.', last_modification_timestamp: 9 };
    for (const exports of [
      { 'a.json': agent, 'l.json': changedEngine },
      { 'a.json': { ...agent, llm_data: null, serviceLlmData: changedEngine } },
      { 'a.json': { ...agent, agent_id: '', serviceLlmData: { ...changedEngine, llm_id: '' } } },
      { 'a.json': { agent, llm: changedEngine } },
      { 'a.json': [{ ...agent, serviceLlmData: changedEngine }] },
    ]) {
      const result = await driftJson([folderWith(texts(exports))], folderWith(desk));
      expect([exports, changesIn(result), result.code]).toEqual([exports, ['llm llm_a /begin_message there'], 4]);
    }
  });
  test('reads the account from standard input', async () => {
    const { code, stdout } = await preflight(['drift', '-'], folderWith(desk), {
      readStdin: () => Buffer.from(JSON.stringify([{ ...llm, begin_message: 'Good day.' }])),
    });
    expect([code, stdout]).toMatchInlineSnapshot(`
      [
        4,
        "Drift: llm Front desk (llm_a) version 0 differs in 1 value
      without a base, so what differs was changed there

      Different
        ~ llm Front desk (llm_a) version 0: 1 value
            engines/front-desk.llm.json
            /begin_message  "Hello." → "Good day."
      ",
      ]
    `);
  });
  test('names the record if the account has only one, with its engine', async () => {
    const answers: [Record<string, unknown>, string][] = [
        [{ 'l.json': llm }, 'No drift in llm Front desk (llm_a) version 0'],
        [{ 'a.json': { ...agent, agent_id: 'agent_b' } }, 'is only on the platform'],
        [
          { 'a.json': { ...agent, serviceLlmData: { ...llm, begin_message: 'Good day.' } } },
          'Drift: engine of agent Front desk (agent_a) version 0 differs in 1 value',
        ],
      ],
      workspaceFolder = folderWith(desk);
    for (const [exports, words] of answers) {
      const { stdout } = await preflight(['drift', folderWith(texts(exports))], workspaceFolder);
      expect(stdout.split('\n')[0]).toContain(words);
      expect(stdout).not.toContain('only in the files');
    }
    const { stdout } = await preflight(['drift', folderWith(texts({ 'l.json': llm })), '--complete'], workspaceFolder);
    expect(stdout).toContain('1 only in the files');
  });
  test('lists records that only one side has', async () => {
    const exportFolder = folderWith(texts({ 'b.json': { ...agent, agent_id: 'agent_b' }, 'l.json': llm })),
      workspaceFolder = folderWith(desk);
    expect(changesIn(await driftJson([exportFolder], workspaceFolder))).toEqual([
      'agent agent_a here-only here',
      'agent agent_b there-only there',
    ]);
    const one = folderWith(texts({ 'l.json': llm }));
    expect((await driftJson([one], workspaceFolder)).code).toBe(0);
    expect((await driftJson([one, '--complete'], workspaceFolder)).code).toBe(4);
  });
  test('does not read the exports as files of the workspace, even if they are inside it', async () => {
    const folder = folderWith({ ...desk, 'account/l.json': JSON.stringify({ ...llm, begin_message: null }) });
    const { stdout, stderr } = await preflight(['drift', 'account'], folder);
    expect(stderr).toContain('"ignore": ["account/**"]');
    expect(stdout).toContain('begin_message');
  });
});

describe('drift with a base', () => {
  const changedEngine = { ...llm, begin_message: 'Hi.' };
  async function threeWay(localEngine: object, platformEngine: object, ...args: string[]) {
    const folder = committed(folderWith(desk));
    write(folder, { [engine]: pretty(localEngine) });
    return driftJson([folderWith(texts({ 'l.json': platformEngine })), ...args], folder);
  }
  test('says on which side a value changed', async () => {
    expect(changesIn(await threeWay(changedEngine, llm))).toContain('llm llm_a /begin_message here');
    expect(changesIn(await threeWay(llm, changedEngine))).toContain('llm llm_a /begin_message there');
    expect((await threeWay(changedEngine, changedEngine)).summary.different).toBe(0);
    const conflict = await threeWay(changedEngine, { ...llm, begin_message: 'Good day.' });
    expect(conflict.records.find(({ kind }) => kind === 'llm')).toMatchObject({
      status: 'conflict',
      changes: [{ pointer: '/begin_message', side: 'both', base: 'Hello.', here: 'Hi.', there: 'Good day.' }],
    });
    const { begin_message: _, ...less } = llm;
    expect(changesIn(await threeWay(llm, less))).toContain('llm llm_a /begin_message not-kept');
  });
  test('does not report a record as new that was removed here', async () => {
    const folder = committed(folderWith(desk));
    rmSync(join(folder, engine));
    const result = await driftJson([folderWith(texts({ 'l.json': llm }))], folder);
    expect(changesIn(result)).toContain('llm llm_a there-only here');
    const { code } = await preflight(['drift', folderWith(texts({ 'l.json': changedEngine })), '--write'], folder);
    expect([code, existsSync(join(folder, engine))]).toEqual([4, false]);
  });
  test('compares with another revision on request', async () => {
    const folder = committed(folderWith(desk));
    write(folder, { [engine]: pretty(changedEngine) });
    commitAll(folder);
    const exports = folderWith(texts({ 'l.json': llm }));
    expect(changesIn(await driftJson([exports], folder))).toContain('llm llm_a /begin_message there');
    expect(changesIn(await driftJson([exports, '--base', 'HEAD~1'], folder))).toContain(
      'llm llm_a /begin_message here',
    );
  });
});

test('drift lists first what callers would notice', async () => {
  const folder = committed(folderWith(clinic)),
    answers = texts(await exported(clinic)),
    engineFile = Object.keys(answers).find(file => file.startsWith('llm_frontdesk01'))!;
  const platformEngine = JSON.parse(answers[engineFile]!) as { general_tools: { name: string }[] };
  platformEngine.general_tools = platformEngine.general_tools.filter(({ name }) => name !== 'hand_to_night_line');
  const { stdout } = await preflight(
    ['drift', folderWith({ ...answers, [engineFile]: JSON.stringify(platformEngine) })],
    folder,
  );
  expect(stdout.replace(/HEAD \(\w+\)/, 'HEAD (…)')).toMatchInlineSnapshot(`
    "Drift: 1 record differs and 8 only in the files (--complete counts them)
    the platform and current files against HEAD (…)

    What callers can reach
      - callers of +14155550100 (also tag canary of Front desk and tag prod of Front
        desk) lose swap to Night line (hand_to_night_line), node "hour" (How late is
        it?), component Take a message and 3 more
          swap to Night line (hand_to_night_line) was deleted

    Different
      ~ llm Front desk (llm_frontdesk01) version 3: 1 value
          engines/front-desk.llm.json
          /general_tools[name=hand_to_night_line]
            removed: was "hand_to_night_line", an object of type, name, description,
            agent_id and 5 more
            not kept, live
    "
  `);
});

describe('drift --write', () => {
  test('takes over values of the platform, but not conflicts and removed values, and --diff shows the same patch', async () => {
    const folder = committed(folderWith(desk));
    write(folder, { [engine]: pretty({ ...llm, general_prompt: 'Be quick.' }) });
    const { model: _, ...there } = { ...llm, begin_message: 'Good day.', general_prompt: 'Be slow.' };
    const exports = folderWith(texts({ 'l.json': there })),
      before = textOf(folder, engine);
    const result = await preflight(['drift', exports, '--diff'], folder);
    expect([result.code, result.stdout]).toMatchInlineSnapshot(`
      [
        4,
        "--- a/engines/front-desk.llm.json
      +++ b/engines/front-desk.llm.json
      @@ -3,7 +3,7 @@
         "version": 0,
         "model": "gpt-4.1",
         "general_prompt": "Be quick.",
      -  "begin_message": "Hello.",
      +  "begin_message": "Good day.",
         "general_tools": [
           {
             "type": "end_call",
      ",
      ]
    `);
    expect(textOf(folder, engine)).toBe(before);
    expect((await preflight(['drift', exports, '--write'], folder)).code).toBe(4);
    expect(textOf(folder, engine)).toBe(before.replace('Hello.', 'Good day.'));
    expect((await preflight(['drift', exports, '--write', '--delete'], folder)).code).toBe(4);
    expect(textOf(folder, engine)).toBe(before.replace('Hello.', 'Good day.').replace('  "model": "gpt-4.1",\n', ''));
  });
  test('writes a changed name as one changed line, and adds a new item beside a removed one', async () => {
    const folder = committed(folderWith(desk)),
      before = textOf(folder, engine),
      [endCallTool] = llm.general_tools;
    const exportOf = (tool: object): string => folderWith(texts({ 'l.json': { ...llm, general_tools: [tool] } }));
    const otherExport = exportOf({ ...endCallTool, name: 'hang_up', description: 'Hangs up.' });
    expect((await preflight(['drift', otherExport, '--write'], folder)).code).toBe(4);
    expect(textOf(folder, engine).match(/"(bye|hang_up)"/g)).toEqual(['"bye"', '"hang_up"']);
    write(folder, { [engine]: before });
    const renamedExport = exportOf({ ...endCallTool, name: 'hang_up' });
    expect((await driftJson([renamedExport], folder)).records.flatMap(({ changes }) => changes)).toMatchObject([
      { pointer: '/general_tools/0/name', side: 'there', here: 'bye', there: 'hang_up' },
    ]);
    expect((await preflight(['drift', renamedExport, '--write'], folder)).code).toBe(0);
    expect(textOf(folder, engine)).toBe(before.replace('"bye"', '"hang_up"'));
    expect((await driftJson([renamedExport], folder)).code).toBe(0);
  });
  test('creates files for new records, in the folders of similar records', async () => {
    const folder = folderWith(desk),
      exports = folderWith(
        texts({
          'a1.json': {
            ...agent,
            version: 1,
            serviceLlmData: { ...llm, version: 1 },
            response_engine: { ...agent.response_engine, version: 1 },
          },
          'b.json': { ...agent, agent_id: 'agent_b', agent_name: '../../Night line', voice_id: '11labs-Myra' },
          'n.json': [{ phone_number: '+14155550100', nickname: 'Main', inbound_agents: null, outbound_agents: null }],
        }),
      );
    const { code, stderr } = await preflight(['drift', exports, '--write'], folder);
    expect([code, stderr]).toEqual([0, '4 files written\n']);
    for (const file of [
      'agents/front-desk/v1.agent.json',
      'agents/night-line/v0.agent.json',
      'engines/front-desk.v1.llm.json',
      'phone-numbers/main.phone-number.json',
    ])
      expect([file, existsSync(join(folder, file))]).toEqual([file, true]);
    expect((await driftJson([exports], folder)).code).toBe(0);
  });
  test('writes to the workspace that has the record; new records are written to the first workspace', async () => {
    const folder = folderWith({
      ...Object.fromEntries(Object.entries(desk).map(([file, text]) => [`desk/${file}`, text])),
      'desk/preflight.config.json': '{}',
      'other/preflight.config.json': '{}',
      'other/z.llm.json': pretty({ ...llm, llm_id: 'llm_z' }),
      ...texts({
        'account/l.json': [llm, { ...llm, llm_id: 'llm_z', begin_message: 'Hi.' }, { ...llm, llm_id: 'llm_n' }],
      }),
    });
    expect((await preflight(['drift', 'account', '--write'], folder)).code).toBe(0);
    expect(textOf(folder, 'other/z.llm.json')).toContain('"Hi."');
    expect(existsSync(join(folder, 'desk/engines/llm_n.llm.json'))).toBe(true);
    expect((await driftJson(['account'], folder)).code).toBe(0);
  });
  test('removes values that the platform no longer has only with --delete, and records only with --complete, too', async () => {
    const folder = committed(folderWith({ ...desk, 'engines/b.llm.json': pretty({ ...llm, llm_id: 'llm_b' }) })),
      exports = folderWith(texts({ 'l.json': llm, 'a.json': agent }));
    expect((await preflight(['drift', exports, '--write', '--delete'], folder)).code).toBe(0);
    expect(existsSync(join(folder, 'engines/b.llm.json'))).toBe(true);
    expect((await preflight(['drift', exports, '--write', '--complete'], folder)).code).toBe(4);
    expect(existsSync(join(folder, 'engines/b.llm.json'))).toBe(true);
    expect((await preflight(['drift', exports, '--write', '--complete', '--delete'], folder)).code).toBe(0);
    expect(existsSync(join(folder, 'engines/b.llm.json'))).toBe(false);
  });
  test('does not change a file that does not parse', async () => {
    const folder = folderWith({ ...desk, [engine]: pretty(llm).replace('  "model"', '<<<<<<< HEAD\n  "model"') }),
      exports = folderWith(texts({ 'l.json': { ...llm, begin_message: 'Good day.' } })),
      before = textOf(folder, engine);
    const { code, stderr } = await preflight(['drift', exports, '--write'], folder);
    expect([code, stderr]).toEqual([4, expect.stringContaining(`${engine} cannot be edited`)]);
    expect(textOf(folder, engine)).toBe(before);
  });
  test('does not change a file that changed since it was read', async () => {
    const folder = folderWith(desk),
      exports = JSON.stringify({ ...llm, begin_message: 'Good day.' });
    const { code, stderr } = await preflight(['drift', '-', '--write'], folder, {
      readStdin: () => Buffer.from(exports),
      stdout: { write: () => appendFileSync(join(folder, engine), ' '), isTTY: false, columns: 80 },
    });
    expect([code, stderr]).toEqual([
      4,
      `${engine} was changed in the meantime, so it was not overwritten\n0 files written\n`,
    ]);
    expect(textOf(folder, engine)).toContain('Hello.');
  });
});

describe('drift --match name between two environments', () => {
  const names = Array.from({ length: 20 }, (_, i) => `Desk ${i}`);
  const environment = (prefix: string, change: (i: number) => object = () => ({})): Record<string, string> =>
    texts(
      Object.fromEntries([
        ...names.flatMap((agent_name, i) => {
          const ids = { agent_id: `agent_${prefix}_${i}`, llm_id: `llm_${prefix}_${i}` };
          return [
            [
              `${i}.agent.json`,
              {
                ...agent,
                agent_id: ids.agent_id,
                agent_name,
                response_engine: { ...agent.response_engine, llm_id: ids.llm_id },
              },
            ],
            [
              `${i}.llm.json`,
              {
                ...llm,
                llm_id: ids.llm_id,
                general_tools: [
                  {
                    type: 'agent_swap',
                    name: 'next',
                    agent_id: `agent_${prefix}_${(i + 1) % names.length}`,
                    agent_version: 0,
                    post_call_analysis_setting: 'only_destination_agent',
                  },
                ],
                ...change(i),
              },
            ],
          ];
        }),
        [
          'main.phone-number.json',
          {
            phone_number: prefix === 'prod' ? '+14155550100' : '+14155550199',
            nickname: 'Main',
            inbound_agents: [{ agent_id: `agent_${prefix}_0`, agent_version: 0, weight: 1 }],
            outbound_agents: null,
          },
        ],
      ]),
    );
  test('lists only the values that really differ', async () => {
    const folder = folderWith({
      ...Object.fromEntries(Object.entries(environment('prod')).map(([file, text]) => [`prod/${file}`, text])),
      ...Object.fromEntries(
        Object.entries(environment('staging', i => (i === 7 ? { begin_message: 'Test.' } : {}))).map(([file, text]) => [
          `staging/${file}`,
          text,
        ]),
      ),
    });
    const result = await driftJson(['staging', '--against', 'prod', '--match', 'name'], folder);
    expect([changesIn(result), result.code]).toEqual([['llm llm_prod_7 /begin_message there'], 4]);
    expect((await driftJson(['staging', '--against', 'prod'], folder)).summary.there_only).toBe(41);
  });
  test('matches neither of two records with the same name', async () => {
    const localFiles = texts({ 'a.json': agent }),
      exported = texts({ 'b.json': { ...agent, agent_id: 'agent_b' }, 'c.json': { ...agent, agent_id: 'agent_c' } });
    expect(changesIn(await driftJson([folderWith(exported), '--match', 'name'], folderWith(localFiles)))).toEqual([
      'agent agent_a here-only here',
      'agent agent_b there-only there',
      'agent agent_c there-only there',
    ]);
  });
});

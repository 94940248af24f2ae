import { describe, expect, test } from 'vitest';
import { exportsOfYears } from '../testing/history.ts';
import { agentList, commitAll, committed, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();

describe('the findings in 150 exports, of 30 agents with 5 versions each', () => {
  test('fit on one screen, with one line for each finding', async () => {
    const folder = folderWith(exportsOfYears(false));
    const { stdout, code } = await preflight(['lint'], folder),
      { summary, findings } = await lintJson([], folder);
    expect([code, stdout.split('\n').length <= 40]).toEqual([1, true]);
    expect(stdout).toContain(' (and in versions 0–3) [');
    const supersededFindings = findings.filter(finding => finding.superseded);
    expect(supersededFindings).toHaveLength(summary['superseded']!);
    expect(supersededFindings.length).toBeGreaterThan(300);
    expect(new Set(supersededFindings.map(({ file }) => file.slice(-7)))).toEqual(
      new Set(['v0.json', 'v1.json', 'v2.json', 'v3.json']),
    );
    expect(summary['errors']! + summary['warnings']! + summary['infos']!).toBe(
      findings.length - supersededFindings.length,
    );
  });
  test('with drafts, are reported for the draft instead of the published version on which it is based', async () => {
    const folder = folderWith(exportsOfYears(true)),
      rules = ['--rule', 'out-of-range'];
    const { stdout, code } = await preflight(['lint', '--format', 'compact', ...rules], folder);
    const lines = stdout.split('\n').filter(line => line.includes('[out-of-range]'));
    expect([code, lines.length, lines.every(line => /v4\.json.* \(and in versions 0–3\) \[/.test(line))]).toEqual([
      1,
      6,
      true,
    ]);
    expect((await preflight(['lint', ...rules], folder)).stdout).toContain('\n6 errors in 6 files, 150 checked');
    // a program that counts findings gets both findings
    expect((await lintJson(rules, folder)).summary['errors']).toBe(12);
  });
  test('are only counted, in one line, if the newest version no longer has them, and fail nothing', async () => {
    const settingsOf = (agent: number, version: number) =>
      agent === 0 && version < 3 ? { interruption_sensitivity: 9 } : { interruption_sensitivity: 1 };
    const folder = folderWith(exportsOfYears(false, settingsOf));
    const { stdout, code } = await preflight(['lint', '--rule', 'out-of-range'], folder);
    expect([code, stdout]).toEqual([
      0,
      '150 files checked, nothing found (3 only in superseded versions, which lint --history shows)\n',
    ]);
    const run = await preflight(['lint', '--rule', 'out-of-range', '--history', '--format', 'compact'], folder);
    expect([run.code, run.stdout.split('\n').length - 1]).toEqual([1, 3]);
  });
});

const desk = (version: number, more = '', isPublished: boolean | null = true): string => `{
  "agent_id": "agent_desk", "version": ${version}, "last_modification_timestamp": ${1767225600000 + version},
  ${isPublished === null ? '' : `"is_published": ${isPublished}, `}"voice_id": "11labs-Myra",
  "response_engine": { "type": "custom-llm", "llm_websocket_url": "wss://desk.example.com/llm" }${more && `,\n  ${more}`}
}
`;
const loud = '"volume": 9';
const threeVersions = { 'v0.json': desk(0, loud), 'v1.json': desk(1, loud), 'v2.json': desk(2, loud) };
const rule = ['--rule', 'out-of-range'];
const linesOf = async (args: readonly string[], folder: string): Promise<[number, string[]]> => {
  const { code, stdout } = await preflight(['lint', '--format', 'compact', ...rule, ...args], folder);
  return [code, stdout.split('\n').slice(0, -1)];
};
const line = (file: string, suffix = ''): string =>
  `${file}:5:13: error volume: expected between 0 and 2, got 9${suffix} [out-of-range]`;

test('broken JSON in a superseded version fails, because it is a mistake in the file', async () => {
  const folder = folderWith({ ...threeVersions, 'v0.json': desk(0).replace('"voice_id": ', '"voice_id" ') });
  const { code, stdout } = await preflight(['lint', '--format', 'compact'], folder);
  expect([code, stdout.split('\n').filter(line => line.startsWith('v0.json'))]).toEqual([
    1,
    ['v0.json:3:36: error missing colon before "11labs-Myra" [invalid-json]'],
  ]);
});

describe('a version is superseded if it is', () => {
  test.each<[string, Record<string, string>, string[]]>([
    [
      'what is published, not the newest, and selected by nothing',
      threeVersions,
      [line('v2.json', ' (and in versions 0 and 1)')],
    ],
    [
      'not the newest published one beside a draft',
      { ...threeVersions, 'v3.json': desk(3, '', false) },
      [line('v2.json', ' (and in versions 0 and 1)')],
    ],
    [
      'nothing where it is not known what is published',
      { ...threeVersions, 'v2.json': desk(2, loud, null) },
      ['v0', 'v1', 'v2'].map(file => line(`${file}.json`)),
    ],
    [
      'not what a tag is on',
      { ...threeVersions, 'all.agent-list.json': agentList('"beta": { "version": 0 }') },
      [line('v0.json'), line('v2.json', ' (and in version 1)')],
    ],
    [
      'not what a batch selects',
      {
        ...threeVersions,
        'all.batch-call.json':
          '{ "from_number": "+14155550100", "tasks": [{ "to_number": "+14155550101",\n' +
          '"override_agent_id": "agent_desk", "override_agent_version": 1 }] }',
      },
      [line('v1.json'), line('v2.json', ' (and in version 0)')],
    ],
    [
      'nothing where a reference may mean any of them',
      {
        ...threeVersions,
        'all.agent-weights.json': '[{ "agent_id": "agent_desk", "agent_version": "night", "weight": 1 }]',
      },
      ['v0', 'v1', 'v2'].map(file => line(`${file}.json`)),
    ],
  ])('%s', async (_, files, lines) => expect((await linesOf([], folderWith(files)))[1]).toEqual(lines));
});

describe('an engine and its components', () => {
  const runs = (version: number, engine: number): string =>
    desk(version).replace(
      /"response_engine": .*/,
      `"response_engine": { "type": "retell-llm", "llm_id": "llm_desk", "version": ${engine} }`,
    );
  const llm = (version: number): string =>
    `{ "llm_id": "llm_desk", "version": ${version}, "model": "gpt-4.1", "general_prompt": "Be kind.",\n  "kb_config": { "top_k": 99 } }\n`;
  const engines = Object.fromEntries([0, 1, 2].map(version => [`desk-${version}.llm.json`, llm(version)]));
  const findings = async (files: Record<string, string>): Promise<string[]> => {
    const { stdout } = await preflight(
      ['lint', '--format', 'compact', '--rule', 'out-of-range', '--rule', 'suspicious-unit'],
      folderWith(files),
    );
    return [...stdout.matchAll(/^(\S+?):.*?( \(and in .*\))? \[/gm)].map(([, file, suffix = '']) => `${file}${suffix}`);
  };
  test('are superseded if only superseded versions run the engine', async () => {
    const agents = { 'v0.json': runs(0, 0), 'v1.json': runs(1, 1), 'v2.json': runs(2, 2) };
    expect(await findings({ ...engines, ...agents })).toEqual(['desk-2.llm.json (and in versions 0 and 1)']);
    expect(await findings({ ...engines, ...agents, 'v2.json': runs(2, 1) })).toEqual([
      'desk-1.llm.json (and in version 0)',
      'desk-2.llm.json',
    ]);
  });
  test('include a shared component, which is superseded if only superseded engines use it', async () => {
    const flow = (version: number, component: string): string =>
      JSON.stringify({
        conversation_flow_id: 'flow_desk',
        version,
        start_node_id: 'a',
        nodes: [{ id: 'a', type: 'component', component_id: component, component_type: 'shared' }],
      });
    const component = (id: string): string =>
      JSON.stringify({
        conversation_flow_component_id: id,
        name: id,
        nodes: [{ id: 'a', type: 'end' }],
        tools: [
          {
            type: 'custom',
            name: 'x',
            description: 'X.',
            url: 'https://a.example.com/x',
            method: 'GET',
            timeout_ms: 1,
          },
        ],
      });
    const agentOf = (version: number): string =>
      runs(version, version)
        .replace('retell-llm', 'conversation-flow')
        .replace('"llm_id": "llm_desk"', '"conversation_flow_id": "flow_desk"');
    const allFiles = {
      'v0.json': agentOf(0),
      'v1.json': agentOf(1),
      '0.conversation-flow.json': flow(0, 'old'),
      '1.conversation-flow.json': flow(1, 'new'),
      'new.flow-component.json': component('new'),
      'old.flow-component.json': component('old'),
    };
    expect(await findings(allFiles)).toEqual(['new.flow-component.json']);
  });
});

describe('the findings of superseded versions', () => {
  const files = { ...threeVersions, 'v2.json': desk(2) },
    supersededLines = ['v0.json', 'v1.json'].map(file => line(file));
  test('are omitted in lines, statistics and limits, unless --history is given', async () => {
    const folder = folderWith(files);
    expect(await linesOf([], folder)).toEqual([0, []]);
    expect(await linesOf(['--history'], folder)).toEqual([1, supersededLines]);
    expect((await preflight(['lint', '--statistics', ...rule], folder)).stdout).toBe(
      '3 files checked, nothing found\n',
    );
    for (const format of ['github', 'gitlab', 'junit', 'markdown'])
      expect((await preflight(['lint', '--format', format, ...rule], folder)).stdout).not.toContain('volume');
    write(folder, {
      'preflight.config.json': '{ "rules": { "out-of-range": "warning" }, "ci": { "fail": "warnings" } }',
    });
    expect((await linesOf(['--max-warnings', '0'], folder))[0]).toBe(0);
    expect((await linesOf(['--max-warnings', '0', '--history'], folder))[0]).toBe(1);
    expect((await preflight(['ci'], folder)).code).toBe(0);
  });
  test('are included in JSON and SARIF, with a mark', async () => {
    const folder = folderWith(files),
      { findings, summary } = await lintJson(rule, folder);
    expect(findings.map(({ file, superseded }) => [file, superseded])).toEqual([
      ['v0.json', true],
      ['v1.json', true],
    ]);
    expect(summary).toEqual({ files: 3, errors: 0, warnings: 0, infos: 0, superseded: 2 });
    expect((await lintJson([...rule, '--history'], folder)).summary).toMatchObject({ errors: 2, superseded: 2 });
    const sarif = JSON.parse((await preflight(['lint', '--format', 'sarif', ...rule], folder)).stdout) as {
      runs: [{ results: object[] }];
    };
    expect(sarif.runs[0].results).toMatchObject(
      [0, 1].map(() => ({
        suppressions: [{ kind: 'external', status: 'accepted' }],
        properties: { superseded: true },
      })),
    );
  });
  test('are also recognized in a list of all versions', async () => {
    const allVersions = `[${['0', '1', '2', '3', '4'].map(version => desk(Number(version), loud)).join()}]`,
      { stdout, code } = await preflight(['lint', ...rule], folderWith({ 'all.agent.json': allVersions }));
    expect([code, /^.* checked.*$/m.exec(stdout)?.[0], stdout.match(/and in versions 0–3/g)]).toEqual([
      1,
      '1 error in 1 file, 1 checked',
      ['and in versions 0–3'],
    ]);
  });
  test('are shown if the file is named alone, but not if a newer version is named, too', async () => {
    const folder = folderWith(files);
    expect(await linesOf(['v0.json'], folder)).toEqual([1, [supersededLines[0]]]);
    expect(await linesOf(['v0.json', 'v1.json'], folder)).toEqual([1, supersededLines]);
    expect(await linesOf(['v0.json', 'v1.json', 'v2.json'], folder)).toEqual([0, []]);
  });
  test('are not accepted by the baseline, which accepts only findings that count', async () => {
    const folder = folderWith({ ...files, 'v2.json': desk(2, '"volume": 8') });
    await preflight(['lint', '--write-baseline'], folder);
    expect((await lintJson([], folder)).summary).toMatchObject({ errors: 0, baselined: 1, superseded: 2 });
    expect((await preflight(['lint', '--history'], folder)).code).toBe(1);
    await preflight(['lint', '--write-baseline', '--history'], folder);
    expect((await preflight(['lint', '--history'], folder)).code).toBe(0);
  });
  test('do not count for a hook and ci, which count new findings in versions that can still be changed', async () => {
    const folder = committed(folderWith({ 'v2.json': desk(2) }));
    write(folder, { 'v0.json': desk(0, loud), 'v1.json': desk(1, loud) });
    commitAll(folder);
    expect((await preflight(['ci', '--base', 'HEAD^'], folder)).code).toBe(0);
    write(folder, { 'v3.json': desk(3, loud, false) });
    commitAll(folder);
    expect((await preflight(['ci', '--base', 'HEAD^'], folder)).code).toBe(1);
  });
});

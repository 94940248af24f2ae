import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { lint, openWorkspace } from '../api/index.ts';
import { lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const desk = `{ "agent_id": "agent_desk", "version": 1, "voice_speed": "1.5", "volume": "2",
  "post_call_analysis_data": [{ "type": "string", "name": "a", "description": 1 }] }`;
const settings = '{\n  // ours\n  "liveTags": ["prod"]\n}\n';
const textOf = (folder: string): string => readFileSync(join(folder, 'preflight.config.json'), 'utf8');
const suppress = (folder: string, at: string, ...more: string[]) =>
  preflight(
    ['suppress', 'desk.agent.json', '--rule', 'wrong-type', '--at', at, '--reason', 'known to the platform', ...more],
    folder,
  );

test('suppress writes one entry with a glob for equal findings in several files', async () => {
  const file = (id: string, version: number) => desk.replace('agent_desk', id).replace('1', String(version));
  const folder = folderWith({
    'agents/a/v0.agent.json': file('agent_a', 0),
    'agents/a/v2.agent.json': file('agent_a', 2),
    'agents/b.agent.json': file('agent_b', 3),
    'c.agent.json': file('agent_c', 4),
  });
  const more = ['--rule', 'wrong-type', '--at', '/voice_speed', '--reason', 'known to the platform'];
  expect(await preflight(['suppress', 'agents/**', ...more], folder)).toMatchObject({
    code: 0,
    stdout: 'preflight.config.json:3:5 suppresses 3 findings of wrong-type in agents/**\n',
    stderr: '',
  });
  const { findings, summary } = await lintJson([], folder);
  expect(summary).toMatchObject({ suppressed: 3 });
  expect(findings.filter(({ pointer }) => pointer === '/voice_speed').map(({ file }) => file)).toEqual([
    'c.agent.json',
  ]);
  expect(lint(openWorkspace(folder)).summary).toMatchObject({ suppressed: 3 });
  // the entry also applies to single files and folders
  expect((await lintJson(['agents/b.agent.json'], folder)).summary).toMatchObject({ suppressed: 1 });
  expect((await preflight(['config', 'agents/a/v2.agent.json'], folder)).stdout).toContain('wrong-type');
  expect((await preflight(['config', 'c.agent.json'], folder)).stdout).not.toContain('known to the platform');
  expect(await preflight(['suppress', '*.json', ...more], join(folder, 'agents'))).toMatchObject({
    code: 2,
    stderr: 'the findings of wrong-type at "/voice_speed" in agents/*.json are already suppressed\n',
  });
  expect(await preflight(['suppress', '*.json', ...more], folder)).toMatchObject({
    code: 0,
    stdout: expect.stringContaining('suppresses 1 finding of wrong-type in ./*.json') as string,
  });
  expect((await lintJson([], folder)).summary).toMatchObject({ suppressed: 4 });
  for (const [name, message] of [
    ['nowhere/**', 'nowhere/** matches no file that is checked'],
    ['agents', 'agents is a folder; give "agents/**"'],
    ['none.agent.json', 'there is no file none.agent.json'],
    [
      'a*b*c*d*.json',
      'a*b*c*d*.json has more than 3 asterisks in one name; make the name more specific, or use several globs',
    ],
  ] as const)
    expect((await preflight(['suppress', name, ...more], folder)).stderr).toBe(`${message}\n`);
});
test('a glob that selects no files, or accepts no findings, is reported', async () => {
  const entry = (file: string, at: string) => ({ rule: 'wrong-type', file, at, reason: 'known to the platform' });
  const folder = folderWith({
    'agents/a.agent.json': desk,
    'preflight.config.json': JSON.stringify({
      suppress: [entry('old/**', ''), entry('agents/**', '/volume'), entry('agents/**', '/language')],
    }),
  });
  const { findings } = await lintJson(['--rule', 'unused-suppression', '--rule', 'wrong-type'], folder);
  expect(findings.filter(({ rule }) => rule === 'unused-suppression').map(({ message }) => message)).toEqual([
    'file: no "old/**" here, so nothing is suppressed',
    'wrong-type finds nothing at "/language" in agents/**; remove the suppression',
  ]);
});
test('suppress writes the entry, keeps comments, and lint applies the entry', async () => {
  const folder = folderWith({ 'preflight.config.json': settings, 'desk.agent.json': desk });
  const first = await suppress(folder, '/voice_speed');
  expect(first).toMatchObject({
    code: 0,
    stdout: 'preflight.config.json:5:5 suppresses 1 finding of wrong-type in desk.agent.json\n',
  });
  expect((await suppress(folder, '/post_call_analysis_data/0', '--until', '2999-12-31')).code).toBe(0);
  expect(textOf(folder)).toMatchInlineSnapshot(`
    "{
      // ours
      "liveTags": ["prod"],
      "suppress": [
        {
          "rule": "wrong-type",
          "file": "desk.agent.json",
          "at": "/voice_speed",
          "reason": "known to the platform"
        },
        {
          "rule": "wrong-type",
          "file": "desk.agent.json",
          "at": "/post_call_analysis_data[name=a]",
          "reason": "known to the platform",
          "until": "2999-12-31"
        }
      ]
    }
    "
  `);
  const { lines, summary } = await lintJson([], folder);
  expect(lines.filter(line => /wrong-type|suppression/.test(line))).toEqual([
    'desk.agent.json wrong-type /volume error',
  ]);
  expect(summary['suppressed']).toBe(2);
});

test('suppress keeps commas after the last item', async () => {
  const trailing = '{\n  "liveTags": ["prod"],\n  "suppress": [\n  ],\n}\n';
  const folder = folderWith({ 'preflight.config.json': trailing, 'desk.agent.json': desk });
  expect((await suppress(folder, '/voice_speed')).stderr).toBe('');
  expect((await suppress(folder, '/volume')).stderr).toBe('');
  expect((await preflight(['lint', '--format', 'compact', '--rule', 'wrong-type'], folder)).stdout).not.toMatch(
    /voice_speed|volume/,
  );
});

test('the finding about a missing field is suppressed at the object that should have the field', async () => {
  const flow = '{ "conversation_flow_id": "flow_a", "nodes": [{ "id": "ask", "type": "conversation" }] }';
  const folder = folderWith({ 'preflight.config.json': settings, 'a.conversation-flow.json': flow });
  const input = ['--rule', 'missing-field', '--at', '/nodes/0/instruction', '--reason', 'the importer adds it'];
  expect((await preflight(['suppress', 'a.conversation-flow.json', ...input], folder)).stderr).toBe('');
  expect(textOf(folder)).toContain('"at": "/nodes[id=ask]/instruction"');
});

test('suppress creates a configuration if there is none', async () => {
  const folder = folderWith({ 'preflight.config.json': settings, 'desk.agent.json': desk });
  rmSync(join(folder, 'preflight.config.json'));
  expect((await suppress(folder, '')).code).toBe(0);
  expect(JSON.parse(textOf(folder))).toEqual({
    suppress: [{ rule: 'wrong-type', file: 'desk.agent.json', at: '', reason: 'known to the platform' }],
  });
});

describe('suppress refuses with exit code 2 and a reason, and writes nothing, for', () => {
  test.each([
    ['a place without a finding', ['/agent_id'], 'wrong-type finds nothing at "/agent_id" in desk.agent.json, but at '],
    ['no pointer', ['volume'], 'at: expected a pointer, got "volume"'],
    ['a day that is past', ['/volume', '--until', '2020-01-01'], '--until: 2020-01-01 is past'],
    ['no day', ['/volume', '--until', '2999-02-30'], '--until needs a day like 2026-12-31, not "2999-02-30"'],
    ['no reason', ['/volume', '--reason', 'todo'], 'reason: "todo" does not say why wrong-type is suppressed'],
    ['a word in its place', ['/volume', '--reason', 'ok'], 'reason: "ok" does not say why wrong-type is suppressed'],
    ['two words', ['/volume', '--reason', 'fine, later.'], 'does not say why wrong-type is suppressed'],
    ['keys of a keyboard', ['/volume', '--reason', 'asdf'], 'does not say why wrong-type is suppressed'],
    ['an empty reason', ['/volume', '--reason', ''], 'reason: expected a reason, got ""'],
    ['another rule', ['/volume', '--rule', 'out-of-range'], 'out-of-range finds nothing in desk.agent.json'],
    ['no rule', ['/volume', '--rule', 'wrong-typ'], 'unknown rule "wrong-typ"; did you mean "wrong-type"?'],
    ['a further file', ['/volume', 'other.json'], 'suppress takes one file'],
  ])('%s', async (_, [at, ...more], message) => {
    const folder = folderWith({ 'preflight.config.json': settings, 'desk.agent.json': desk });
    const { code, stderr, stdout } = await suppress(folder, at!, ...more);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(message);
    expect(textOf(folder)).toBe(settings);
  });
  test('a finding that is suppressed already', async () => {
    const folder = folderWith({ 'preflight.config.json': settings, 'desk.agent.json': desk });
    await suppress(folder, '');
    const before = textOf(folder);
    const { code, stderr } = await suppress(folder, '/volume');
    expect([code, stderr]).toEqual([2, 'the findings of wrong-type in desk.agent.json are already suppressed\n']);
    expect(textOf(folder)).toBe(before);
    write(folder, { 'preflight.config.json': settings });
    await suppress(folder, '/volume');
    expect((await suppress(folder, '/volume')).stderr).toBe(
      'the findings of wrong-type at "/volume" in desk.agent.json are already suppressed\n',
    );
  });
  test('an unreadable configuration or a missing file', async () => {
    const folder = folderWith({ 'preflight.config.json': '{ "rules": ', 'desk.agent.json': desk });
    expect((await suppress(folder, '/volume')).code).toBe(2);
    expect(textOf(folder)).toBe('{ "rules": ');
    const { code, stderr } = await preflight(
      ['suppress', 'none.json', '--rule', 'wrong-type', '--at', '', '--reason', 'a b'],
      folder,
    );
    expect([code, stderr]).toEqual([2, 'there is no file none.json\n']);
  });
});

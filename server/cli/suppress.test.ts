import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

test('writes the entry, keeps comments, and lint finds it in use', async () => {
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

test('commas after the last item stay what they are', async () => {
  const trailing = '{\n  "liveTags": ["prod"],\n  "suppress": [\n  ],\n}\n';
  const folder = folderWith({ 'preflight.config.json': trailing, 'desk.agent.json': desk });
  expect((await suppress(folder, '/voice_speed')).stderr).toBe('');
  expect((await suppress(folder, '/volume')).stderr).toBe('');
  expect((await preflight(['lint', '--format', 'compact', '--rule', 'wrong-type'], folder)).stdout).not.toMatch(
    /voice_speed|volume/,
  );
});

test('a field that is missing is named by what should have it', async () => {
  const flow = '{ "conversation_flow_id": "flow_a", "nodes": [{ "id": "ask", "type": "conversation" }] }';
  const folder = folderWith({ 'preflight.config.json': settings, 'a.conversation-flow.json': flow });
  const given = ['--rule', 'missing-field', '--at', '/nodes/0/instruction', '--reason', 'the importer adds it'];
  expect((await preflight(['suppress', 'a.conversation-flow.json', ...given], folder)).stderr).toBe('');
  expect(textOf(folder)).toContain('"at": "/nodes[id=ask]/instruction"');
});

test('without a configuration it writes one', async () => {
  const folder = folderWith({ 'preflight.config.json': settings, 'desk.agent.json': desk });
  rmSync(join(folder, 'preflight.config.json'));
  expect((await suppress(folder, '')).code).toBe(0);
  expect(JSON.parse(textOf(folder))).toEqual({
    suppress: [{ rule: 'wrong-type', file: 'desk.agent.json', at: '', reason: 'known to the platform' }],
  });
});

describe('what is refused ends with 2, says why and writes nothing', () => {
  test.each([
    [
      'a place without a finding',
      ['/agent_id'],
      'wrong-type finds nothing at "/agent_id" in desk.agent.json; it does at ',
    ],
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
  test('what is suppressed already', async () => {
    const folder = folderWith({ 'preflight.config.json': settings, 'desk.agent.json': desk });
    await suppress(folder, '');
    const before = textOf(folder);
    const { code, stderr } = await suppress(folder, '/volume');
    expect([code, stderr]).toEqual([2, 'what wrong-type finds in desk.agent.json is suppressed already\n']);
    expect(textOf(folder)).toBe(before);
    write(folder, { 'preflight.config.json': settings });
    await suppress(folder, '/volume');
    expect((await suppress(folder, '/volume')).stderr).toBe(
      'what wrong-type finds at "/volume" in desk.agent.json is suppressed already\n',
    );
  });
  test('a configuration that cannot be read, and a file that is not there', async () => {
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

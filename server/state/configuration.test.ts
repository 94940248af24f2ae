import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { committed, git, preflight, scratchFolders, write } from '../testing/preflight.ts';
import { configurationAt, ConfigurationError } from './configuration.ts';

const folderWith = scratchFolders();
const agent = '{ "voice_id": "11labs-Anna", "response_engine": { "type": "llm", "llm_id": "l" }, "voice_speed": 9 }';

/** The lines of an error message, without the name of the folder. */
function refusal(root: string, top = root): string[] {
  try {
    configurationAt(root, rules);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.lines.map(line => line.replaceAll(`${top}/`, ''));
    throw error;
  }
  return [];
}

describe('the file', () => {
  test('may be called jsonc, with comments and trailing commas', () => {
    const root = folderWith({ 'preflight.config.jsonc': '{ // all\n "ignore": ["old",], }' });
    expect(configurationAt(root, rules).isIgnored('old/x.json')).toBe(true);
  });
  test('counts for neither of two files in one folder', () => {
    const root = folderWith({ 'preflight.config.json': '{}', 'preflight.config.jsonc': '{}' });
    expect(refusal(root)).toEqual([
      'preflight.config.jsonc:1:1 preflight.config.json and preflight.config.jsonc are both in this folder; keep one',
    ]);
  });
  test('makes its folder a workspace of its own', async () => {
    const root = folderWith({
      'preflight.config.json': '{}',
      'a/preflight.config.jsonc': '{ "rules": { "out-of-range": "off" } }',
      'a/x.agent.json': agent,
    });
    expect((await preflight(['lint', '--format', 'compact', '--rule', 'out-of-range'], root)).stdout).toBe('');
  });
});

describe('extends', () => {
  test('merges objects, appends lists, and prefers the values of the nearest file', () => {
    const root = folderWith({
      'preflight.config.json': JSON.stringify({
        extends: ['./config/a.json', './config/b.json'],
        rules: { 'wrong-type': 'error' },
        liveTags: ['own'],
        voices: { x: 'cartesia' },
      }),
      'config/a.json':
        '{ "rules": { "wrong-type": "off", "out-of-range": "info" }, "liveTags": ["a"], "voices": { "x": "openai", "y": "openai" },' +
        ' "overrides": [{ "files": ["../x.json", "x.json"], "rules": { "wrong-type": "info" } }], "dialect": "retell" }',
      'config/b.json': '{ "extends": "./c.json", "rules": { "out-of-range": "warn" }, "liveTags": ["b"] }',
      'config/c.json': '{ "liveTags": ["c"], "rules": { "out-of-range": "off", "missing-field": "off" } } // last',
    });
    const { severityOf, sourceOf, facts, layers } = configurationAt(root, rules);
    expect(layers.map(({ file }) => file)).toEqual([
      'config/a.json',
      'config/c.json',
      'config/b.json',
      'preflight.config.json',
    ]);
    const set = ['wrong-type', 'out-of-range', 'missing-field'];
    expect(set.map(rule => severityOf(rule, 'config/x.json'))).toEqual(['error', 'warning', 'off']);
    expect(set.map(rule => sourceOf(rule, 'x.json')?.document.file)).toEqual([
      'preflight.config.json',
      'config/b.json',
      'config/c.json',
    ]);
    expect(facts).toMatchObject({ liveTags: ['a', 'c', 'b', 'own'], voices: { x: 'cartesia', y: 'openai' } });
  });
  test('reads globs and paths relative to the file that contains them, but those of a package relative to the workspace', () => {
    const files = {
      'base/base.json':
        '{ "ignore": ["drafts/", "!drafts/keep.json", "teams/a/old.json"], "suppress": [' +
        '{ "rule": "wrong-type", "file": "./x.json", "at": "", "reason": "r" }] }',
      'node_modules/@acme/rules/preflight.config.json':
        '{ "overrides": [{ "files": ["bots/*.json"], "rules": { "wrong-type": "off" } }] }',
      'preflight.config.json':
        '{ "extends": ["./base/base.json", "@acme/rules"], "ignore": ["!base/drafts/back.json"] }',
    };
    const { isIgnored: ignored, suppress, severityOf } = configurationAt(folderWith(files), rules);
    const paths = ['drafts/x.json', 'base/drafts/x.json', 'base/drafts/keep.json', 'base/drafts/back.json'];
    expect(paths.map(ignored)).toEqual([false, true, false, false]);
    expect(suppress.map(({ file }) => file)).toEqual(['base/x.json']);
    expect(['bots/a.json', 'base/bots/a.json'].map(file => severityOf('wrong-type', file))).toEqual(['off', undefined]);
  });
  test('can read a file above the workspace, whose paths are then relative to the workspace', () => {
    const top = folderWith({
      'base.json':
        '{ "ignore": ["teams/a/old.json", "teams/b/x.json"], "suppress": [' +
        '{ "rule": "wrong-type", "file": "teams/a/x.json", "at": "", "reason": "r" },' +
        '{ "rule": "wrong-type", "file": "teams/b/x.json", "at": "", "reason": "r" }] }',
      'teams/a/preflight.config.json': '{ "extends": "../../base.json" }',
    });
    git(top, 'init', '-q');
    const { isIgnored: ignored, suppress } = configurationAt(join(top, 'teams/a'), rules);
    expect(['old.json', 'x.json', 'teams/a/old.json'].map(ignored)).toEqual([true, false, false]);
    expect(suppress.map(({ file }) => file)).toEqual(['x.json']);
  });
  test('names the chain of files in an error message', () => {
    const root = folderWith({
      'preflight.config.json': '{\n  "extends": ["./a.json"]\n}',
      'a.json': '{ "extends": "./b.json" }',
      'b.json': '{ "extends": "./a.json" }',
    });
    const b = (text: string): string[] => {
      write(root, { 'b.json': text });
      return refusal(root);
    };
    expect(refusal(root)).toEqual([
      'b.json:1:14 extends: "./a.json" extends itself in a cycle (preflight.config.json → a.json → b.json → ./a.json)',
    ]);
    const chain = '(preflight.config.json → a.json → b.json';
    expect(b('{ "extends": "./gone.json" }')).toEqual([
      `b.json:1:14 extends: there is no file "./gone.json" ${chain} → ./gone.json)`,
    ]);
    expect(b('{ "extends": "a.json" }')).toEqual([
      `b.json:1:14 extends: no package in node_modules has "a.json"; did you mean "./a.json"? ${chain} → a.json)`,
    ]);
    expect(b('{ "rulse": {} }')).toEqual([
      `b.json:1:3 "rulse" is not allowed in a Preflight configuration; did you mean "rules"? ${chain})`,
    ]);
    expect(b('{')).toEqual([`b.json:1:1 unclosed object: } is missing ${chain})`]);
    expect(b('{ "extends": 7 }')).toEqual([`b.json:1:14 extends: expected a string or a list, got 7 ${chain})`]);
  });
  test('reads no file outside of the workspace, by a path or by a link', () => {
    const top = folderWith({
      'out.json': '{}',
      'w/preflight.config.json': '{ "extends": "../out.json" }',
    });
    const root = join(top, 'w');
    const errorsFor = (spec: string): string[] => {
      write(root, { 'preflight.config.json': JSON.stringify({ extends: spec }) });
      return refusal(root, root);
    };
    const linesOf = (reason: string, spec: string): string[] => [
      `preflight.config.json:1:12 extends: ${reason} (preflight.config.json → ${spec})`,
    ];
    expect(errorsFor('../out.json')).toEqual(linesOf('"../out.json" is outside of the workspace', '../out.json'));
    symlinkSync(join(top, 'out.json'), join(root, 'link.json'));
    symlinkSync(top, join(root, 'folder'));
    mkdirSync(join(root, 'node_modules'));
    symlinkSync(top, join(root, 'node_modules/linked'));
    expect(errorsFor('./link.json')).toEqual(
      linesOf('"./link.json" is a link to a place outside of the workspace', './link.json'),
    );
    expect(errorsFor('./folder/out.json')[0]).toContain('to a place outside of the workspace');
    expect(errorsFor('linked/out.json')[0]).toContain('to a place outside of the workspace');
    expect(errorsFor('x/../../../out.json')[0]).toContain('no package in node_modules has');
    expect(errorsFor(join(top, 'out.json'))[0]).toContain('expected a path relative to this file');
  });
  test('reads a file from the same revision as the configuration', async () => {
    const root = folderWith({
      'preflight.config.json': '{ "extends": "./base.json" }',
      'base.json': '{ "rules": { "out-of-range": "off" } }',
      'x.agent.json': agent,
    });
    committed(root);
    write(root, { 'base.json': '{ "rules": { "out-of-range": "info" } }' });
    const linesOf = async (...args: string[]): Promise<string> =>
      (await preflight(['lint', '--format', 'pretty', '--rule', 'out-of-range', ...args], root)).stdout;
    expect(await linesOf('--staged')).not.toContain('base.json');
    const altered =
      'settings: base.json:1 rules.out-of-range: changed from "off" to "info"; 1 finding in unchanged text is no longer hidden';
    expect(await linesOf('--changed-since', 'HEAD')).toContain(altered);
    git(root, 'add', 'base.json');
    expect(await linesOf('--staged')).toContain(altered);
  });
  test('reports an entry without effect in the extended file', async () => {
    const root = folderWith({
      'preflight.config.json': '{ "extends": "./shared/base.json" }',
      'shared/base.json':
        '{ "suppress": [{ "rule": "wrong-type", "file": "gone.json", "at": "", "reason": "was so" }] }',
    });
    expect((await preflight(['lint', '--format', 'compact'], root)).stdout).toBe(
      'shared/base.json:1:48: warning file: no "shared/gone.json" here, so nothing is suppressed [unused-suppression]\n',
    );
  });
});

describe('--config', () => {
  test('reads the named file instead, with globs relative to the workspace', async () => {
    const root = folderWith({
      'preflight.config.json': '{ "ignore": ["x.agent.json"] }',
      'other/strict.json': '{ "ignore": ["y.agent.json"], /* here */ "rules": { "out-of-range": "warning" }, }',
      'x.agent.json': agent,
      'y.agent.json': agent,
    });
    const { stdout, code } = await preflight(
      ['lint', '--format', 'compact', '--rule', 'out-of-range', '--config', 'other/strict.json'],
      root,
    );
    expect([stdout.replace(/: .*/, ''), code]).toEqual(['x.agent.json:1:98\n', 0]);
    const { stdout: text } = await preflight(['config', 'x.agent.json', '--config', 'other/strict.json'], root);
    expect(text).toContain('other/strict.json:1:');
  });
  test('makes every command that needs the configuration exit with 2 if the file is missing', async () => {
    const root = folderWith({ 'x.agent.json': agent });
    for (const command of [['lint'], ['resolve', '--all'], ['doctor'], ['rules'], ['plan', '--publish', 'a@1'], ['ci']])
      expect(await preflight([...command, '--config', 'nope.json'], root), command[0]).toMatchObject({
        code: 2,
        stdout: '',
        stderr: 'nope.json:1:1 there is no such configuration\n',
      });
  });
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readConfiguration } from '../core/configuration/read.ts';
import { rules } from '../../rules/index.ts';
import { files } from '../testing/mixed-folder.ts';
import { agent, preflight, run, scratchFolders, write } from '../testing/preflight.ts';
import { init, hookText, withHook } from './init.ts';

const folderWith = scratchFolders();

test('init proposes kinds that may be complete, says what lists prove, and asks only on a terminal', async () => {
  const account = {
    'desk.agent.json': agent(),
    'all.phone-number.json': '{ "items": [{ "phone_number": "+14155550100" }], "has_more": false }',
    'desk.llm.json': '{ "llm_id": "llm_desk", "version": 0, "general_prompt": "Be kind." }',
  };
  const textIn = async (answer: string | undefined, ...args: string[]) => {
    const folder = folderWith(account),
      text: string[] = [];
    const ask = (question: string) => {
      text.push(question);
      return Promise.resolve(answer!);
    };
    await preflight(['init', ...args], folder, answer === undefined ? {} : { ask });
    return { asked: text, text: readFileSync(join(folder, 'preflight.config.json'), 'utf8') };
  };
  const proposed = '"complete": [\n    // "agent", "llm"\n  ],';
  expect((await textIn(undefined)).text).toContain(proposed);
  expect((await textIn('n')).text).toContain(proposed);
  expect((await textIn('y', '--no-hook')).asked).toEqual([]);
  const { asked: words, text } = await textIn('y');
  expect(words[0]).toBe(
    'Do these files contain every agent and every LLM engine of the account? Then a reference to another one is an ' +
      'error. [y/N] ',
  );
  expect(text).toContain('"complete": ["agent", "llm"],');
  expect(text).toContain('// Not needed for phone-number: a list proves that.');
  expect(readConfiguration(text, rules).problems).toEqual([]);
});

describe('init', () => {
  test('writes a valid configuration, and never overwrites one', async () => {
    const folder = folderWith(files);
    expect(await run(init, [], folder)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: expect.stringContaining('Found 2 files: 1 agent and 1 agent-weights;') as string,
    });
    const text = readFileSync(join(folder, 'preflight.config.json'), 'utf8');
    expect(readConfiguration(text, rules).problems).toEqual([]);
    expect(text).toContain('// "custom_voice_ab12": "elevenlabs",');
    // the examples in comments must be valid, too
    expect(
      readConfiguration(
        text.replace(/^( +)\/\/ (?=["{])/gm, '$1').replace('"elevenlabs",\n  }', '"elevenlabs"\n  }'),
        rules,
      ).problems,
    ).toEqual([]);
    expect(text).toContain('// "dialect": "retell",');
    const dialectFolder = folderWith({
      'desk.agent.json': '{ "response_engine": { "type": "retell-llm", "llm_id": "llm_1" } }',
    });
    await run(init, [], dialectFolder);
    const writtenConfiguration = readConfiguration(
      readFileSync(join(dialectFolder, 'preflight.config.json'), 'utf8'),
      rules,
    );
    expect(writtenConfiguration.configuration?.kindOf('new.json')).toMatchObject({ names: { dialect: 'retell' } });
    writeFileSync(join(folder, 'preflight.config.json'), '{}');
    expect((await run(init, [], folder)).stderr).toContain('already exists and was not changed');
    expect(readFileSync(join(folder, 'preflight.config.json'), 'utf8')).toBe('{}');
    expect(existsSync(join(folder, '.pre-commit-config.yaml'))).toBe(false);
  });
  test('asks about the hook only on a terminal', async () => {
    const folder = folderWith({});
    const words: string[] = [];
    const answer = (text: string) => ({
      ask: (question: string) => {
        words.push(question);
        return Promise.resolve(text);
      },
    });
    await run(init, [], folder, answer(''));
    expect(existsSync(join(folder, '.pre-commit-config.yaml'))).toBe(false);
    await run(init, ['--no-hook'], folder, answer('y'));
    expect(words).toHaveLength(1);
    await run(init, [], folder, answer('y'));
    expect(readFileSync(join(folder, '.pre-commit-config.yaml'), 'utf8')).toMatch(
      /entry: "?node .* lint --staged"?\n +language: system/,
    );
    await run(init, [], folder, answer('y'));
    expect(words).toHaveLength(2);
  });
  test.each([
    ['/usr/bin/preflight', 'preflight lint --staged'],
    ['/opt/preflight/dist/preflight.cjs', 'node /opt/preflight/dist/preflight.cjs lint --staged'],
    ['C:\\My tools\\preflight.cjs', String.raw`"node \"C:/My tools/preflight.cjs\" lint --staged"`],
  ])('without packages, the hook starts the program that is running: %s', (program, entry) =>
    expect(hookText({ program, installed: false })).toContain(`      entry: ${entry}\n      language: system\n`),
  );
  test('adds the hook to existing hooks', async () => {
    const folder = folderWith({
      'package.json': '{}',
      '.pre-commit-config.yaml': 'repos:\n- repo: https://a.example\n  rev: v1\n  hooks:\n  - id: x\n',
    });
    await run(init, ['--hook'], folder);
    const text = readFileSync(join(folder, '.pre-commit-config.yaml'), 'utf8');
    expect(text).toBe(
      'repos:\n' +
        '- repo: https://a.example\n' +
        '  rev: v1\n' +
        '  hooks:\n' +
        '  - id: x\n' +
        '- repo: local\n' +
        '  hooks:\n' +
        '    - id: preflight\n' +
        '      name: preflight\n' +
        '      entry: npx --no-install preflight lint --staged\n' +
        '      language: system\n' +
        '      always_run: true\n' +
        '      pass_filenames: false\n',
    );
    await run(init, ['--hook'], folder);
    expect(readFileSync(join(folder, '.pre-commit-config.yaml'), 'utf8')).toBe(text);
  });
  test('prints the hook if it cannot be inserted safely', async () => {
    const text = 'repos:\n- repo: local\nci:\n  skip: [x]\n';
    const folder = folderWith({ '.pre-commit-config.yaml': text });
    expect((await run(init, ['--hook'], folder)).stdout).toContain('- repo: local\n  hooks:\n    - id: preflight\n');
    expect(readFileSync(join(folder, '.pre-commit-config.yaml'), 'utf8')).toBe(text);
  });
  test.each([
    ['', 'repos:\n  - id\n'],
    ['default_stages: [x]\nrepos:\n  - a\n\n', 'default_stages: [x]\nrepos:\n  - a\n  - id\n'],
    ['repos:\r\n- a\r\n', 'repos:\r\n- a\r\n- id\r\n'],
    ['repos: []\n', undefined],
    ['repos:\n', undefined],
    ['- a\n', undefined],
    ['repos:\n- a\n  id: preflight\n', 'present'],
  ])('adds the hook to the text %j', (text, expected) => expect(withHook(text, '- id\n')).toBe(expected));
});

describe('init --agents', () => {
  const settings = `{
    // mine
    "permissions": { "allow": ["Bash(ls)"] },
    "hooks": {
        "PreToolUse": [
            { "matcher": "Edit", "hooks": [] } // first
        ]
    }
}
`;
  const before = {
    'AGENTS.md': '# Ours\r\n\r\nBe kind.\r\n',
    '.claude/settings.json': settings,
    '.cursor/rules': '',
  };
  const textsIn = (folder: string) =>
    Object.fromEntries(
      ['AGENTS.md', '.claude/settings.json', '.cursor/hooks.json'].map(file => [
        file,
        existsSync(join(folder, file)) ? readFileSync(join(folder, file), 'utf8') : undefined,
      ]),
    );
  test('shows the differences and adds a section and hooks only once; --remove removes them', async () => {
    const folder = folderWith(before);
    const { code, stdout } = await preflight(['init', '--agents'], folder);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^--- a\/AGENTS\.md\n[^]*\n--- a\/\.claude\/settings\.json\n[^]*\n--- \/dev\/null\n\+\+\+ b\/\.cursor\/hooks\.json\n/,
    );
    const texts = textsIn(folder);
    expect(texts['AGENTS.md']).toMatch(
      /^# Ours\r\n\r\nBe kind\.\r\n\r\n<!-- preflight: begin -->\r\n## [^]*\r\n<!-- preflight: end -->\r\n$/,
    );
    expect(texts['AGENTS.md']).not.toMatch(/(?<!\r)\n/);
    expect(texts['.claude/settings.json']).toMatch(
      /^\{\n {4}\/\/ mine\n[^]*\{ "matcher": "Edit", "hooks": \[\] \}, \/\/ first\n {12}\{\n {16}"matcher"/,
    );
    expect(JSON.parse(texts['.cursor/hooks.json']!)).toEqual({
      version: 1,
      hooks: {
        beforeShellExecution: [{ command: 'preflight guard' }],
        beforeMCPExecution: [{ command: 'preflight guard' }],
      },
    });
    expect(await preflight(['init', '--agents'], folder)).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'everything is already set up\n',
    });
    expect(textsIn(folder)).toEqual(texts);
    expect((await preflight(['init', '--agents', '--remove'], folder)).code).toBe(0);
    expect(textsIn(folder)).toEqual({ ...before, '.cursor/hooks.json': undefined, '.cursor/rules': undefined });
    expect(await preflight(['init', '--agents', '--remove'], folder)).toMatchObject({
      stdout: '',
      stderr: 'there is nothing to remove\n',
    });
  });
  test('keeps the text around the section, and replaces an older section', async () => {
    const folder = folderWith({ 'AGENTS.md': 'A\n\n<!-- preflight: begin -->\nold\n<!-- preflight: end -->\n\nB\n' });
    expect((await preflight(['init', '--agents'], folder)).stderr).toMatch(/no hook is added/);
    expect(textsIn(folder)['AGENTS.md']).toMatch(
      /^A\n\n<!-- preflight: begin -->\n## [^]*<!-- preflight: end -->\n\nB\n$/,
    );
    expect(textsIn(folder)['AGENTS.md']).not.toContain('old');
    await preflight(['init', '--agents', '--remove'], folder);
    expect(textsIn(folder)['AGENTS.md']).toBe('A\n\nB\n');
  });
  test('writes nothing without consent, or if a settings file is not JSON', async () => {
    const folder = folderWith(before),
      texts = textsIn(folder);
    await preflight(['init', '--agents'], folder, { ask: () => Promise.resolve('n') });
    expect(textsIn(folder)).toEqual(texts);
    write(folder, { '.claude/settings.json': '{ "hooks": [' });
    expect(await preflight(['init', '--agents'], folder)).toMatchObject({
      code: 3,
      stderr: '.claude/settings.json is not a JSON object; fix it first\n',
    });
    expect(await preflight(['init', '--remove'], folder)).toMatchObject({ code: 2 });
    expect(await preflight(['init', '--agents', '--hook'], folder)).toMatchObject({ code: 2 });
  });
});

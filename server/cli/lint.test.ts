import { chmodSync, existsSync, lstatSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { agent, draft, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const validAgent = draft(),
  wrongAgent = draft('"voice_speed": "1.5"'),
  twoBad = draft('"voice_speed": "1.5", "volume": 7');

describe('the usage of lint', () => {
  test.each([
    [['lnt'], 'unknown command lnt; did you mean "lint"?'],
    [['--verison'], 'unknown option --verison'],
    [['retell/'], 'unknown command retell/; type: preflight lint retell/'],
    [['my agent.json', '--fix'], "unknown command my agent.json; type: preflight lint 'my agent.json' --fix"],
    [['--fix', 'a.json'], 'unknown option --fix; type: preflight lint --fix a.json'],
    [['--format=json'], 'unknown option --format=json; type: preflight lint --format=json'],
    [['check', 'agents'], 'unknown command check; type: preflight lint agents'],
    [['fix'], 'unknown command fix; type: preflight lint --fix'],
    [['lint', '--output-file', 'x'], 'unknown option --output-file; use --format FORMAT=FILE'],
    [['lint', '--fix', '--dry-run'], 'unknown option --dry-run; use --diff, which writes nothing'],
    [['lint', '--no-cache'], 'unknown option --no-cache; omit it'],
    [['completion', 'fsh'], 'bash, zsh, fish; did you mean "fish"?'],
    [['assumptions', 'publish-ordr'], 'unknown assumption "publish-ordr"; did you mean "publish-order"?'],
    [['lint', '--fixx'], 'unknown option --fixx; did you mean "--fix"?'],
    [['lint', '--format', 'jsn'], 'there is no format "jsn"; did you mean "json"?'],
    [['lint', '--format', 'json='], '--format json= names no file'],
    [['lint', '--format', 'json', '--format', 'sarif'], 'only one format can be printed on stdout'],
    [['lint', '--format', 'json=out/deep/a'], '--format json=out/deep/a: there is no folder "out/deep"'],
    [['lint', '--format', 'json=a', '--format', 'sarif=./a'], 'two formats name the same file'],
    [['lint', '--rule', 'wrong-typ'], 'unknown rule "wrong-typ"; did you mean "wrong-type"?'],
    [['lint', '--severity', 'fatal'], '--severity takes error, warning, warn or info, not "fatal"'],
    [['lint', '--max-warnings', '-1'], '--max-warnings'],
    [['lint', '--max-warnings', 'few'], '--max-warnings needs an integer, not "few"'],
    [['lint', '--max-warnings'], '--max-warnings needs a value'],
    [['lint', '--quiet=yes'], '--quiet takes no value'],
    [['lint', '--unsafe'], '--unsafe needs --fix or --diff'],
    [['lint', '--stdin-filename', 'a.json'], '--stdin-filename is the path of the text on standard input'],
    [['lint', '--stdin', 'a.json'], '--stdin reads one file'],
    [['lint', '--stdin', '--watch'], '--stdin and --watch cannot be combined'],
    [['lint', '--today', '2026-02-30'], '--today needs a day'],
    [['lint', 'nowhere.json'], 'there is no file or folder nowhere.json'],
    [['lint', ''], 'a path is empty'],
    [['lint', 'agents/**/*.json'], 'no file matches agents/**/*.json'],
    [['lint', '*.jsonc'], 'no .json or .jsonc file matches *.jsonc'],
    [['lint', '--cwd', 'nowhere'], '--cwd: there is no folder nowhere'],
    [['lint', '--cwd'], '--cwd needs a folder'],
    [['lint', '--changed-since', 'main'], '--changed-since needs git'],
  ])('%j is refused with exit code 2', async (args, message) => {
    const { code, stdout, stderr } = await preflight(args, folderWith({ 'desk.agent.json': validAgent }));
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, '']);
  });
  test('--help and --version print their texts', async () => {
    const folder = folderWith({});
    expect(await preflight(['--help'], folder)).toMatchObject({
      code: 0,
      stderr: '',
      stdout: expect.stringContaining('preflight COMMAND --help') as string,
    });
    expect(await preflight(['lint', '--help'], folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Examples') as string,
    });
    expect(await preflight(['help', 'lint'], folder)).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--changed-since REV') as string,
    });
    expect((await preflight(['--version'], folder)).stdout).toMatch(/^\d+\.\d+\.\d+\S*\n$/);
    expect((await preflight(['--version', '--verbose'], folder)).stdout).toMatch(
      /^\d+\.\d+\.\d+\S*\nplatform facts: 2026-\d\d-\d\d, \d+ days? old/,
    );
    expect(await preflight([], folder)).toMatchObject({ code: 2, stdout: '' });
    expect(await preflight(['lint', '--', '--help'], folder)).toMatchObject({
      code: 2,
      stderr: 'there is no file or folder --help\n',
    });
  });
});

describe('lint checks', () => {
  const files = {
    'agents/desk.agent.json': wrongAgent,
    'agents/night.agent.json': agent('', 'agent_night'),
    'package.json': '{ "name": "x" }',
    'notes.txt': 'x',
    'node_modules/x.agent.json': wrongAgent,
    '.git/x.agent.json': wrongAgent,
  };
  test('only the files of the platform in the working directory', async () => {
    const { code, lines, summary } = await lintJson([], folderWith(files));
    expect([code, lines, summary]).toEqual([
      1,
      ['agents/desk.agent.json wrong-type /voice_speed error'],
      { files: 2, errors: 1, warnings: 0, infos: 0 },
    ]);
  });
  test('files, folders and globs, also with --cwd; paths are relative to the working directory', async () => {
    const folder = folderWith(files);
    for (const args of [
      ['agents'],
      ['agents/desk.agent.json'],
      ['agents/*.agent.json'],
      ['./agents/d*.json'],
      ['**/desk.agent.json'],
      [join(folder, 'agents')],
    ]) {
      expect([args, (await lintJson(args, folder)).lines]).toEqual([
        args,
        ['agents/desk.agent.json wrong-type /voice_speed error'],
      ]);
    }
    expect((await lintJson(['--cwd', 'agents'], folder)).lines).toEqual([
      'desk.agent.json wrong-type /voice_speed error',
    ]);
    expect((await lintJson(['--cwd=agents', '../agents/desk.agent.json'], folder)).lines).toEqual([
      'desk.agent.json wrong-type /voice_speed error',
    ]);
    expect((await lintJson(['agents/night.agent.json'], folder)).summary).toMatchObject({ files: 1, errors: 0 });
    expect((await lintJson([folder], join(folder, 'node_modules'))).lines).toEqual([
      '../agents/desk.agent.json wrong-type /voice_speed error',
    ]);
  });
  test('a glob on the command line, with the syntax of globs in the configuration', async () => {
    const folder = folderWith(files);
    expect(await preflight(['lint', '*a*a*a*a*b'], folder)).toMatchObject({
      code: 2,
      stdout: '',
      stderr: '*a*a*a*a*b has more than 3 asterisks in one name; make the name more specific, or use several globs\n',
    });
    expect((await lintJson(['../agents/*.json'], join(folder, 'node_modules'))).lines).toEqual([
      '../agents/desk.agent.json wrong-type /voice_speed error',
    ]);
  });
  test('nothing if there is nothing to check, and says so', async () => {
    const { code, stderr, summary } = await lintJson([], folderWith({ 'package.json': '{}' }));
    expect([code, stderr, summary['files']]).toEqual([
      0,
      '0 files checked; skipped: 1 JSON file of an unknown kind; "preflight lint --verbose" names them\n',
      0,
    ]);
  });
  test('files that it lists, if they are typed or with --verbose', async () => {
    const folder = folderWith({
      ...files,
      'preflight.config.json': '{ "ignore": ["drafts"], "files": { "llm": ["prompts.json"] } }',
      'drafts/x.agent.json': wrongAgent,
      'prompts.json': '{ "general_prompt": "x" }',
    });
    expect(
      (await lintJson(['agents/night.agent.json', 'package.json', 'notes.txt', 'drafts/x.agent.json'], folder)).stderr
        .split('\n')
        .sort()
        .slice(1),
    ).toEqual([
      'skipped drafts/x.agent.json: the configuration ignores it',
      'skipped notes.txt: its name ends neither in .json nor in .jsonc',
      'skipped package.json: neither its name nor its content is of a known kind',
    ]);
    symlinkSync('agents', join(folder, 'link.json'));
    const { stderr } = await lintJson(['--verbose'], folder);
    for (const line of [
      'checked agents/desk.agent.json: agent, by its name',
      'checked prompts.json: llm, by a glob of the configuration',
      'skipped drafts: the configuration ignores it',
      'skipped link.json: it is a symbolic link',
      'skipped package.json: ',
    ])
      expect(stderr).toContain(line);
  });
  test('files that no .gitignore excludes, and ignored files that are typed', async () => {
    const folder = folderWith({
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/info/exclude': 'mine.agent.json\n',
      '.gitignore': '# build\n/out/\n*.tmp.agent.json\n',
      'sub/.gitignore': '!keep.tmp.agent.json\nlocal/\n',
      'out/a.agent.json': wrongAgent,
      'a.tmp.agent.json': wrongAgent,
      'mine.agent.json': wrongAgent,
      'sub/keep.tmp.agent.json': wrongAgent,
      'sub/b.tmp.agent.json': wrongAgent,
      'sub/local/c.agent.json': wrongAgent,
      'sub/out/d.agent.json': wrongAgent,
    });
    expect((await lintJson(['--rule', 'wrong-type'], folder)).lines.map(line => line.split(' ')[0])).toEqual([
      'sub/keep.tmp.agent.json',
      'sub/out/d.agent.json',
    ]);
    expect((await lintJson(['a.tmp.agent.json'], folder)).summary['files']).toBe(1);
    expect((await lintJson(['out'], folder)).lines.map(line => line.split(' ')[0])).toEqual(['out/a.agent.json']);
  });
  test('each folder with a configuration as a workspace of its own', async () => {
    const folder = folderWith({
      'a/preflight.config.json': '{ "rules": { "wrong-type": "off" } }',
      'a/desk.agent.json': wrongAgent,
      'b/preflight.config.json': '{}',
      'b/desk.agent.json': wrongAgent,
    });
    const { lines, summary } = await lintJson([], folder);
    expect(lines).toEqual(['b/desk.agent.json wrong-type /voice_speed error']);
    expect(summary['files']).toBe(2);
    expect((await lintJson(['a'], folder)).lines).toEqual([]);
    expect((await lintJson(['b/desk.agent.json', 'a/desk.agent.json'], folder)).summary['files']).toBe(2);
  });
});

describe('lint shows', () => {
  test('the findings that --rule, --severity, --quiet and --max-warnings select', async () => {
    const folder = folderWith({ 'desk.agent.json': agent('"voice_speed": "1.5", "colour": 1, "agent_nmae": "Desk"') });
    const findings = await lintJson([], folder);
    expect(new Set(findings.findings.map(({ severity }) => severity)).size).toBeGreaterThan(1);
    expect((await lintJson(['--rule', 'wrong-type'], folder)).lines).toEqual([
      'desk.agent.json wrong-type /voice_speed error',
    ]);
    expect(
      (await lintJson(['--severity', 'error'], folder)).findings.every(({ severity }) => severity === 'error'),
    ).toBe(true);
    expect((await lintJson(['--quiet', 'desk.agent.json'], folder)).stderr).toBe('');
    write(folder, { 'desk.agent.json': agent('"agent_nmae": "Desk"') });
    expect((await lintJson([], folder)).code).toBe(0);
    expect(await lintJson(['--max-warnings', '0', '--severity', 'error'], folder)).toMatchObject({
      code: 1,
      findings: [],
      stderr: expect.stringContaining('at most 0 are allowed') as string,
    });
  });
  test('several formats in one run, also in files', async () => {
    const folder = folderWith({ 'desk.agent.json': wrongAgent, 'out/old.txt': '' });
    const { code, stdout } = await preflight(
      ['lint', '--format', 'compact', '--format', 'json=out/report.json', '-f', 'sarif=report.sarif'],
      folder,
    );
    expect([code, stdout.split('\n').length]).toEqual([1, 2]);
    expect((JSON.parse(readFileSync(join(folder, 'out/report.json'), 'utf8')) as { version: number }).version).toBe(1);
    expect((JSON.parse(readFileSync(join(folder, 'report.sarif'), 'utf8')) as { version: string }).version).toBe(
      '2.1.0',
    );
    expect(await preflight(['lint', '--format', 'json=desk.agent.json/x'], folder)).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('cannot be written') as string,
    });
  });
  test('a summary by rule after a first run, unless there is a baseline', async () => {
    const folder = folderWith({ 'desk.agent.json': wrongAgent });
    expect((await preflight(['lint'], folder)).stdout).toMatch(
      /By rule\n {2}1 {2}error {2}wrong-type {2}in 1 file, 1 fixable\n\nThere is no configuration and no baseline here yet/,
    );
    expect((await preflight(['lint', '--format', 'compact'], folder)).stdout).not.toContain('Next steps');
    write(folder, { 'preflight.config.json': '{}' });
    expect((await preflight(['lint'], folder)).stdout).not.toContain('Next steps');
  });
  test.each([
    ['"volume": "1.2"', ['apply the 1 safe fix (--fix --diff shows it first)']],
    ['"volume": "1.2", "voice_speed": "1.1"', ['apply the 2 safe fixes (--fix --diff shows them first)']],
    ['"volumee": 1', []],
  ])('the next steps after a first run, with the safe fixes if there are any: %s', async (settings, offered) => {
    const { stdout } = await preflight(['lint'], folderWith({ 'desk.agent.json': draft(settings) }));
    expect(stdout).toContain(
      '\nThere is no configuration and no baseline here yet. Next steps:\n  preflight explain RULE',
    );
    expect([...stdout.matchAll(/^ {2}preflight lint --fix {2,}(.*)$/gm)].map(([, line]) => line)).toEqual(offered);
  });
  test('colors on a terminal, unless NO_COLOR or --no-color is set', async () => {
    const folder = folderWith({ 'desk.agent.json': wrongAgent });
    const terminal = {
      write: (text: string) => {
        words += text;
      },
      isTTY: true,
      columns: 80,
    };
    let words = '';
    await preflight(['lint'], folder, { stdout: terminal });
    expect(words).toContain('\x1b[');
    for (const [args, env] of [
      [[], { NO_COLOR: '1' }],
      [['--no-color'], {}],
      [[], { TERM: 'dumb' }],
    ] as const) {
      words = '';
      await preflight(['lint', ...args], folder, { stdout: terminal, env });
      expect(words).not.toContain('\x1b[');
    }
    expect((await preflight(['lint'], folder, { env: { FORCE_COLOR: '1' } })).stdout).toContain('\x1b[');
  });
});

describe('lint --fix', () => {
  test('writes atomically, keeps the mode, links, byte order mark and line endings, and counts the fixes', async () => {
    const text = `\ufeff${wrongAgent.replaceAll('\n', '\r\n')}`;
    const folder = folderWith({ 'real/desk.agent.json': text });
    chmodSync(join(folder, 'real/desk.agent.json'), 0o640);
    symlinkSync('real/desk.agent.json', join(folder, 'link.agent.json'));
    const { code, summary, lines } = await lintJson(['--fix', 'link.agent.json'], folder);
    expect([code, lines, summary]).toEqual([0, [], { files: 1, errors: 0, warnings: 0, infos: 0, fixed: 1 }]);
    expect(readFileSync(join(folder, 'real/desk.agent.json'), 'utf8')).toBe(text.replace('"1.5"', '1.5'));
    expect(statSync(join(folder, 'real/desk.agent.json')).mode & 0o777).toBe(0o640);
    expect(lstatSync(join(folder, 'link.agent.json')).isSymbolicLink()).toBe(true);
  });
  test('with --diff prints a patch and writes nothing', async () => {
    const folder = folderWith({ 'a b/desk.agent.json': wrongAgent });
    const { code, stdout, stderr } = await preflight(['lint', '--diff'], folder);
    expect(stdout).toBe(
      `--- a/a b/desk.agent.json\n+++ b/a b/desk.agent.json\n@@ -2,6 +2,6 @@\n${wrongAgent
        .split('\n')
        .slice(1, 4)
        .map(line => ` ${line}\n`)
        .join('')}-  "voice_speed": "1.5"\n+  "voice_speed": 1.5\n }\n`.replace(
        '@@ -2,6 +2,6 @@',
        /@@.*@@/.exec(stdout)![0],
      ),
    );
    expect([code, stderr]).toEqual([1, '1 fix would change 1 file; nothing was written\n']);
    expect((await preflight(['lint', '--diff', '--exit-zero'], folder)).code).toBe(0);
    expect(readFileSync(join(folder, 'a b/desk.agent.json'), 'utf8')).toBe(wrongAgent);
    expect((await preflight(['lint', '--diff', '--fix', '--format', 'json=r.json'], folder)).code).toBe(1);
    expect(existsSync(join(folder, 'r.json'))).toBe(true);
    write(folder, { 'a b/desk.agent.json': draft('"voice_speed": 7') });
    expect(await preflight(['lint', '--diff'], folder)).toEqual({
      code: 1,
      stdout: '',
      stderr: 'no fix would change a file; 1 error remains\n',
    });
  });
  test('applies only requested fixes, and never fixes suppressed findings', async () => {
    const folder = folderWith({
      'a.agent.json': wrongAgent,
      'b.agent.json': draft('"voice_speed": "1.5"', 'agent_b'),
      'c.agent.json': draft('"voice_speed": "1.5"', 'agent_c'),
      'preflight.config.json': JSON.stringify({
        suppress: [{ rule: 'wrong-type', file: 'b.agent.json', at: '/voice_speed', reason: 'as exported' }],
      }),
    });
    const { summary } = await lintJson(['--fix', 'a.agent.json', 'b.agent.json'], folder);
    expect(summary).toMatchObject({ fixed: 1, suppressed: 1, errors: 0 });
    expect(
      ['a', 'b', 'c'].map(name => readFileSync(join(folder, `${name}.agent.json`), 'utf8').includes('"1.5"')),
    ).toEqual([false, true, true]);
  });
  test('repairs only the text of a broken file', async () => {
    const folder = folderWith({ 'a.agent.json': wrongAgent.replace('"1.5"\n}', '"1.5",\n}') });
    await lintJson(['--fix'], folder);
    const text = readFileSync(join(folder, 'a.agent.json'), 'utf8');
    expect(() => JSON.parse(text) as unknown).not.toThrow();
    expect(text).toBe(wrongAgent.replace('"1.5"', '1.5'));
  });
});

describe('lint --stdin', () => {
  const stdin = (text: string | Buffer) => ({ readStdin: () => Buffer.from(text) });
  test('checks the text in place of the file in the workspace', async () => {
    const folder = folderWith({ 'agents/desk.agent.json': validAgent, 'other.agent.json': wrongAgent });
    expect(
      (await lintJson(['--stdin', '--stdin-filename', 'agents/desk.agent.json'], folder, stdin(twoBad))).lines,
    ).toEqual([
      'agents/desk.agent.json wrong-type /voice_speed error',
      'agents/desk.agent.json out-of-range /volume error',
    ]);
    expect((await lintJson(['--stdin'], folder, stdin(agent('"voice_speed": "1.5"', 'agent_new')))).lines).toEqual([
      'stdin.json wrong-type /voice_speed error',
    ]);
    expect(
      (await lintJson(['--stdin', '--stdin-filename', 'new/x.agent.json'], folder, stdin(validAgent))).summary['files'],
    ).toBe(1);
    expect(await lintJson(['--stdin', '--stdin-filename', 'x.txt'], folder, stdin(validAgent))).toMatchObject({
      code: 2,
    });
  });
  test('with --fix prints the fixed text', async () => {
    const folder = folderWith({});
    const { stdout, stderr, code } = await preflight(
      ['lint', '--stdin', '--fix', '--stdin-filename', 'desk.agent.json', '--format', 'compact'],
      folder,
      stdin(wrongAgent),
    );
    expect([stdout, stderr.includes('wrong-type'), code]).toEqual([wrongAgent.replace('"1.5"', '1.5'), false, 0]);
    expect(existsSync(join(folder, 'desk.agent.json'))).toBe(false);
  });
});

test('--cache is accepted, has no effect, and says so', async () => {
  const folder = folderWith({ 'ws/desk.agent.json': wrongAgent }),
    cwd = join(folder, 'ws'),
    env = { XDG_CACHE_HOME: join(folder, 'cache') };
  const plainRun = await preflight(['lint', '--format', 'compact'], cwd);
  expect(await preflight(['lint', '--cache', '--format', 'compact'], cwd, { env })).toEqual({
    ...plainRun,
    stderr: `--cache is deprecated: it does nothing, and the next release will refuse it\n${plainRun.stderr}`,
  });
  const quietRun = await preflight(['lint', '--cache', '--quiet', '--format', 'compact'], cwd, { env });
  expect([quietRun.stderr, existsSync(join(folder, 'cache'))]).toEqual(['', false]);
});

test('a finding says that a list on which it depends may be outdated', async () => {
  const { stdout } = await preflight(['lint'], folderWith({ 'a.agent.json': draft('"voice_model": "sonic-99"') }));
  expect(stdout).toContain('if the platform has it: "knownValues": { "voice_model": ["sonic-99"] }');
  expect(stdout).not.toContain('known: ');
});

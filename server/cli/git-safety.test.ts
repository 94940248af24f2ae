import { execFileSync, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Git } from '../state/git.ts';
import { gitProgram } from '../state/git-program.ts';
import { requests, type PlanAnswer } from '../lsp/protocol.ts';
import { editors } from '../testing/clients.ts';
import { everything } from '../testing/editor.ts';
import { forget, trapped, withoutIncludes } from '../testing/git-traps.ts';
import { agent, commitAll, committed, git, lintJson, preflight, scratchFolders, write } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const editorOver = editors();
const weights = '[{ "agent_id": "agent_desk", "agent_version": 1, "weight": 1 }]\n';
const files = {
  'desk.agent.json': agent(),
  'other.agent.json': agent('', 'agent_other'),
  'main.agent-weights.json': weights,
};

const touch = (folder: string): void => {
  for (const name of readdirSync(folder)) if (name.endsWith('.json')) utimesSync(join(folder, name), 1, 1);
};
const runPlainGit = (folder: string, ...args: string[]): void => {
  spawnSync('git', args, { cwd: folder, input: '' });
};

/**
 * Asks the language server for a comparison with a revision while a file is edited.
 * @returns the answer
 */
async function planAgainst(
  base: string,
  prepare: (folder: string) => void,
  answerOf = (ask: () => Promise<PlanAnswer>): Promise<PlanAnswer> => ask(),
): Promise<PlanAnswer> {
  const editor = editorOver({ 'preflight.config.json': '{}', ...files }, everything);
  committed(editor.folder);
  prepare(editor.folder);
  await editor.open('desk.agent.json', agent('', 'agent_desk', 2));
  await editor.greeting;
  return answerOf(() => editor.connection.sendRequest(requests.plan, { uri: editor.uri('desk.agent.json'), base }));
}

describe('nothing that a repository configures is executed', () => {
  const repository = (): { folder: string; ran: () => string[] } => {
    const folder = committed(folderWith(files));
    forget(folder, 'other.agent.json');
    const ran = trapped(folder);
    write(folder, { 'desk.agent.json': agent('', 'agent_desk', 2) });
    touch(folder);
    return { folder, ran };
  };
  test('the traps work: git itself, without Preflight, runs them', () => {
    const { folder, ran } = repository();
    runPlainGit(folder, 'status');
    expect(ran()).toEqual(expect.arrayContaining(['included filter.evil.process', 'worktree core.fsmonitor']));
    withoutIncludes(folder);
    runPlainGit(folder, 'status');
    expect(ran()).toEqual(['core.fsmonitor', 'filter.evil.clean', 'hook post-index-change']);
    runPlainGit(folder, 'diff', 'HEAD');
    expect(ran()).toContain('diff.evil.command');
    runPlainGit(folder, 'cat-file', '-p', 'HEAD:other.agent.json');
    expect(ran()).toEqual(['transport']);
  });
  test.each([
    'lint desk.agent.json',
    'lint desk.agent.json other.agent.json --fix',
    'lint --changed-since HEAD',
    'lint --changed-since HEAD...HEAD',
    'lint --staged',
    'plan --base HEAD..HEAD',
    'lint --stdin --stdin-filename desk.agent.json',
    'lint',
    'plan --base HEAD --format json',
    'resolve --all',
    'doctor',
    'graph',
  ])('when preflight %s runs', async line => {
    for (const included of [true, false]) {
      const { folder, ran } = repository();
      if (!included) withoutIncludes(folder);
      write(folder, { 'other.agent.json': agent('', 'agent_other', 3) });
      const { code } = await preflight(line.split(' '), folder, {
        readStdin: () => Buffer.from(agent('', 'agent_desk', 3)),
      });
      expect([code < 2, ran()]).toEqual([true, []]);
    }
  });
  test('nothing is fetched, even by a version of git that ignores GIT_NO_LAZY_FETCH', async () => {
    const gitPath = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim(),
      before = process.env['PATH'];
    for (const [unset, fetchedTraps] of [
      ['GIT_NO_LAZY_FETCH', []],
      ['GIT_NO_LAZY_FETCH GIT_ALLOW_PROTOCOL', ['transport']],
    ] as const) {
      const { folder, ran } = repository();
      withoutIncludes(folder);
      // without the filter, git would be asked for the contents
      rmSync(join(folder, '.git/info/attributes'));
      const bin = folderWith({ git: `#!/bin/sh\nunset ${unset}\nexec ${gitPath} "$@"\n` });
      chmodSync(join(bin, 'git'), 0o755);
      write(folder, { 'other.agent.json': agent('', 'agent_other', 3) });
      try {
        process.env['PATH'] = `${bin}:${before}`;
        await preflight(['lint', '--staged'], folder);
      } finally {
        process.env['PATH'] = before;
      }
      expect([...new Set(ran())]).toEqual(fetchedTraps);
    }
  });
  test('when the language server compares', async () => {
    let ran: () => string[] = () => ['no traps'];
    const answer = await planAgainst('HEAD', folder => {
      forget(folder, 'desk.agent.json');
      ran = trapped(folder);
      touch(folder);
    });
    const blocksText = JSON.stringify('blocks' in answer && answer.blocks);
    expect([answer.problem, blocksText.replace(/ \(\w{12}\)/, ''), ran()]).toEqual([
      undefined,
      expect.stringContaining('current files against HEAD, except desk.agent.json, whose earlier state is unknown'),
      [],
    ]);
  });
});

describe('a folder that looks like a bare repository is an ordinary folder', () => {
  /**
   * A folder that can be committed like this. It contains the objects of the base, so that git would find the base in
   * it and see no change.
   */
  const embedded = (): string => {
    const folder = committed(
      folderWith({
        'agents/preflight.config.json': '{}',
        'agents/desk.agent.json': agent(),
        'agents/main.agent-weights.json': weights,
        'top.agent.json': agent('', 'agent_top'),
      }),
    );
    const base = git(folder, 'rev-parse', 'HEAD').trim();
    git(folder, 'checkout', '-qb', 'feat');
    write(folder, { 'agents/desk.agent.json': agent('"voice_speed": 9') });
    rmSync(join(folder, 'agents/main.agent-weights.json'));
    commitAll(folder);
    cpSync(join(folder, '.git/objects'), join(folder, 'agents/objects'), { recursive: true });
    write(folder, {
      'agents/HEAD': `${base}\n`,
      'agents/refs/keep': '',
      'agents/info/exclude': '*\n',
      'agents/config':
        '[core]\n repositoryformatversion = 0\n bare = false\n worktree = .\n fsmonitor = touch ran\n' +
        '[extensions]\n partialClone = evil\n',
    });
    git(folder, 'add', '-A', '-f');
    git(folder, 'commit', '-qm', 'embed');
    return folder;
  };
  test('the trap works: git itself treats it as a repository', () => {
    const folder = embedded();
    const dir = spawnSync('git', ['rev-parse', '--git-dir'], { cwd: join(folder, 'agents'), encoding: 'utf8' });
    expect(dir.stdout.trim()).toBe('.');
  });
  test.each([
    ['ci --base main', ''],
    ['ci --base main', 'agents'],
    ['lint --changed-since main', ''],
    ['lint --changed-since main', 'agents'],
    ['lint --changed-since main...HEAD', 'agents'],
    ['lint --staged', 'agents'],
    ['lint desk.agent.json', 'agents'],
  ])('for preflight %s in "%s"', async (line, at) => {
    const folder = embedded();
    if (line.includes('--staged')) git(folder, 'reset', '-q', '--soft', 'main');
    const { code, stdout } = await preflight(line.split(' '), join(folder, at));
    expect([code, stdout]).toEqual([1, expect.stringMatching(/voice\\?_speed/)]);
  });
  test('for preflight plan', async () => {
    const { stdout } = await preflight(['plan', '--base', 'main', '--format', 'json'], join(embedded(), 'agents'));
    expect(JSON.parse(stdout)).toMatchObject({ changes: [{ after: null }] });
  });
});

describe('the git program', () => {
  const withPath = async <T>(path: string, run: () => Promise<T>): Promise<T> => {
    const before = process.env['PATH'];
    try {
      process.env['PATH'] = path;
      return await run();
    } finally {
      process.env['PATH'] = before;
    }
  };
  test('is never a file of the checkout, whatever PATH contains', async () => {
    const folder = committed(folderWith({ ...files, 'bin/git': '#!/bin/sh\necho ran >> "$(dirname "$0")/log"\n' }));
    chmodSync(join(folder, 'bin/git'), 0o755);
    const path = process.env['PATH']!;
    const lint = () => preflight(['lint', '--changed-since', 'HEAD'], folder);
    for (const place of ['bin', './bin', join(folder, 'bin')])
      expect(await withPath(`${place}:${path}`, lint)).toMatchObject({
        code: 0,
        stderr: expect.stringMatching(/^compared with HEAD \(\w{12}\)\n$/) as unknown,
        stdout: '0 files checked, nothing found\n',
      });
    expect(await withPath('bin', lint)).toMatchObject({
      code: 2,
      stderr: 'git is not installed, or not on the PATH\n',
    });
    expect(await withPath(join(folder, 'bin'), lint)).toMatchObject({
      code: 2,
      stderr: `the only git on the PATH is ${join(folder, 'bin/git')}, a file of the checkout itself, and is not started\n`,
    });
    expect(existsSync(join(folder, 'bin/log'))).toBe(false);
  });
  test('has a name that Windows can start', () => {
    const folder = folderWith({ 'a/git': '', 'a/git.cmd': '', 'b/git.exe': '' }),
      otherFolder = folderWith({});
    for (const name of ['a/git', 'a/git.cmd', 'b/git.exe']) chmodSync(join(folder, name), 0o755);
    const before = process.env['PATH'];
    try {
      process.env['PATH'] = `${folder}/a:"${folder}/b"`;
      expect([gitProgram(otherFolder, 'linux'), gitProgram(otherFolder, 'win32')]).toEqual([
        join(folder, 'a/git'),
        join(folder, 'b/git.exe'),
      ]);
    } finally {
      process.env['PATH'] = before;
    }
  });
  test.runIf(process.platform !== 'win32')('is stopped at a time limit', async () => {
    const folder = committed(folderWith(files)),
      bin = folderWith({ git: '#!/bin/sh\nexec sleep 60\n' });
    chmodSync(join(bin, 'git'), 0o755);
    await withPath(`${bin}:${process.env['PATH']!}`, () => {
      expect(() => new Git(folder, 300).head()).toThrow('git rev-parse did not answer within 0.3 seconds');
      return Promise.resolve();
    });
  });
  test.runIf(process.platform !== 'win32').each([
    ['.git/shallow', true],
    ['.git/refs/heads/x/y', true],
    ['.git/sharedindex.11', true],
    ['.git/objects/pack/pack-1.idx', true],
    ['.git/objects/info/commit-graph', true],
    ['.git/objects/info/alternates', true],
    ['borrowed/pack/multi-pack-index', true],
    ['.git/info/attributes', false],
    ['.gitattributes', false],
  ])('is not started if it would wait for the pipe %s', async (pipe, isAlwaysRead) => {
    const folder = committed(folderWith(files));
    mkdirSync(dirname(join(folder, pipe)), { recursive: true });
    execFileSync('mkfifo', [join(folder, pipe)]);
    if (pipe.startsWith('borrowed/')) write(folder, { '.git/objects/info/alternates': '/\n../../borrowed\n' });
    const reason = `git is not started: ${pipe} is a pipe or a device, and git would wait for it`;
    expect(() => new Git(folder).conversions(['desk.agent.json'])).toThrow(reason);
    // lint asks git about files that do not exist
    if (isAlwaysRead)
      expect(await preflight(['lint', 'nothing.json'], folder)).toEqual({ code: 2, stdout: '', stderr: `${reason}\n` });
    expect((await lintJson(['desk.agent.json'], folder)).code).toBe(0);
  });
  test
    .runIf(process.platform !== 'win32')
    .each([['[include] path = pipe'], ['[include]\n\tpath = "deeper"'], ['[core]\n\tattributesFile = pipe']])(
    'is not started where its configuration leads to a pipe: %j',
    lines => {
      const folder = committed(folderWith(files)),
        config = readFileSync(join(folder, '.git/config'), 'utf8');
      write(folder, { '.git/config': `${config}${lines}\n`, '.git/deeper': '[include]\npath = pipe\n' });
      const conversions = (): unknown => new Git(folder).conversions(['desk.agent.json']);
      write(folder, { '.git/pipe': '' });
      expect(conversions).not.toThrow();
      rmSync(join(folder, '.git/pipe'));
      execFileSync('mkfifo', [join(folder, '.git/pipe')]);
      expect(conversions).toThrow('git is not started: .git/pipe is a pipe or a device, and git would wait for it');
      write(folder, { '.git/config': `${config}[core]\n\tattributesFile = /dev/null\n` });
      expect(conversions).not.toThrow();
    },
  );
  test('does not follow nested includes beyond a maximum depth', async () => {
    const folder = committed(folderWith(files));
    // each file includes the next level twice, so there are 2^300 paths
    const include = (n: number): string => `[include]\n\tpath = ${n}.a\n\tpath = ${n}.b\n`;
    for (let n = 1; n < 300; n++) write(folder, { [`.git/${n}.a`]: include(n + 1), [`.git/${n}.b`]: include(n + 1) });
    appendFileSync(join(folder, '.git/config'), include(1));
    execFileSync('mkfifo', [join(folder, '.git/300.a')]);
    expect(await preflight(['lint', '--changed-since', 'HEAD'], folder)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('exceeded maximum include depth') as unknown,
    });
  });
});

test.each([
  ['shallow', 'bad shallow line'],
  ['packed-refs', 'unexpected line in .git/packed-refs'],
  ['config', "bad numeric config value for 'core.compression': invalid unit"],
])('an error in %s is reported without the line, because the file may be a link to any file', async (name, reason) => {
  const folder = committed(folderWith({ ...files, secret: 'CANARY\n' }));
  if (name === 'config') appendFileSync(join(folder, '.git/config'), '[core]\n\tcompression = CANARY\n');
  else {
    rmSync(join(folder, '.git', name), { force: true });
    symlinkSync('../secret', join(folder, '.git', name));
  }
  expect(await preflight(['plan'], folder)).toEqual({
    code: 2,
    stdout: '',
    stderr: `git rev-parse failed: ${reason}\n`,
  });
});

describe('a checkout that git refuses', () => {
  const asStranger = async <T>(run: () => Promise<T>): Promise<T> => {
    const foreign = {
      GIT_TEST_ASSUME_DIFFERENT_OWNER: '1',
      GIT_CONFIG_GLOBAL: '/dev/null',
      GIT_CONFIG_SYSTEM: '/dev/null',
    };
    const before = { ...process.env };
    try {
      Object.assign(process.env, foreign);
      return await run();
    } finally {
      for (const name of Object.keys(foreign))
        if (before[name] === undefined) delete process.env[name];
        else process.env[name] = before[name];
    }
  };
  const repository = (): string => committed(folderWith(files));
  const reason = (folder: string): string =>
    `git refuses this folder: detected dubious ownership in repository at '${folder}'; ` +
    `"git config --global --add safe.directory ${folder}" allows it`;
  test('is reported with the reason and the remedy in one line', async () => {
    const folder = repository();
    await asStranger(async () => {
      expect(await preflight(['lint', '--changed-since', 'HEAD'], folder)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: `${reason(folder)}\n`,
      });
      expect(await preflight(['plan', '--base', 'HEAD'], folder)).toMatchObject({
        code: 2,
        stdout: '',
        stderr: `--base: ${reason(folder)}\n`,
      });
    });
  });
  test('is checked as without git if no comparison was requested, and the output says so', async () => {
    const folder = repository();
    write(folder, { 'main.agent-weights.json': weights.replace('"agent_version": 1', '"agent_version": 7') });
    await asStranger(async () => {
      const { code, lines, stderr } = await lintJson(['desk.agent.json'], folder);
      expect([code, lines.map(line => line.split(' ')[0])]).toEqual([0, ['main.agent-weights.json']]);
      expect(stderr.split('\n')[0]).toBe(
        `${reason(folder)}; findings in other files about these files may be older than their changes`,
      );
    });
  });
  test('is reported in the panel of an editor', async () => {
    const { problem } = await planAgainst('HEAD', () => undefined, asStranger);
    expect(problem).toMatch(/^git refuses this folder: .*" allows it$/);
  });
  test('for another reason is reported in the words of git, in one line without control characters', async () => {
    const folder = repository();
    write(folder, {
      '.git/HEAD': 'ref: refs/heads/main\n',
      '.git/config': '[core]\n\trepositoryformatversion = 1\n[extensions]\n\tev\x1b[31mil = 1\n',
    });
    const { code, stderr } = await preflight(['lint', '--changed-since', 'HEAD'], folder);
    expect([code, stderr.split('\n').length]).toEqual([2, 2]);
    expect(stderr).toMatch(/^git rev-parse failed: \S/);
    expect(stderr).not.toMatch(/[\x00-\x09\x0b-\x1f]/);
  });
});

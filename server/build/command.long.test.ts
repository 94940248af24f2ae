import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { requests, type PlanAnswer } from '../lsp/protocol.ts';
import { committed, preflight } from '../testing/preflight.ts';
// @ts-expect-error a build script has no types
import { buildCommand } from './command.mjs';

let folder: string;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-command-')));
  await buildCommand(
    { bundle: true, platform: 'node', target: 'node20', mainFields: ['module', 'main'], logLevel: 'warning' },
    folder,
  );
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  ['rules', '--format', 'json'],
  ['explain', 'wrong-type'],
  ['explain', 'internal-error'],
  ['lint', '--help'],
])('the bundles print the same as the sources: %s %s', async (...args) => {
  // a pipe has no width, but the sources print 80 columns
  const env = { ...process.env, COLUMNS: '80' };
  const output = execFileSync(process.execPath, [join(folder, 'preflight.cjs'), ...args], { encoding: 'utf8', env });
  expect(output).toBe((await preflight(args, folder)).stdout);
});

test('colors and width follow the environment, also in a pipe', () => {
  const clinic = fileURLToPath(new URL('../../samples/clinic', import.meta.url));
  const linesOf = (env: NodeJS.ProcessEnv, ...args: string[]): string => {
    const { NO_COLOR: _, FORCE_COLOR: __, ...inherited } = process.env;
    const program = [join(folder, 'preflight.cjs'), ...args, '--cwd', clinic];
    return execFileSync(process.execPath, program, { encoding: 'utf8', env: { ...inherited, ...env } });
  };
  const hasColors = (env: NodeJS.ProcessEnv): boolean =>
    linesOf(env, 'diff', 'agent_frontdesk01@prod').includes('\u001b[');
  expect(
    [{}, { NO_COLOR: '1' }, { FORCE_COLOR: '1' }, { CLICOLOR_FORCE: '1' }, { NO_COLOR: '1', CLICOLOR_FORCE: '1' }].map(
      hasColors,
    ),
  ).toEqual([false, false, true, true, false]);
  const widest = (env: NodeJS.ProcessEnv): number =>
    Math.max(
      ...linesOf(env, 'rules')
        .split('\n')
        .map(line => line.length),
    );
  expect(widest({})).toBeGreaterThan(140);
  expect(widest({ COLUMNS: '90' })).toBeLessThanOrEqual(90);
});

test('guard loads no engine for an allowed call', () => {
  const logger = fileURLToPath(new URL('../testing/loaded-files.cjs', import.meta.url));
  const run = (command: string) => {
    const input = JSON.stringify({
      hook_event_name: 'PreToolUse',
      cwd: folder,
      tool_name: 'Bash',
      tool_input: { command },
    });
    return spawnSync(process.execPath, ['-r', logger, join(folder, 'preflight.cjs'), 'guard'], {
      input,
      encoding: 'utf8',
    });
  };
  expect(run('grep -rn "retell delete-agent" . | head').stdout).toBe('loaded-files.cjs,preflight.cjs,guard.cjs\n');
  const judged = run('retell delete-agent agent_desk');
  expect(judged.stderr).toMatch(/there are no agents in this workspace/);
  expect(judged.stdout).toMatch(/guard\.cjs,commands\.cjs/);
});

test('a reader that closes the pipe changes no exit code', () => {
  const script = '{ "$0" "$1" lint --cwd "$2" --format json; echo $? >&2; } | true';
  const { stderr } = spawnSync(
    'sh',
    [
      '-c',
      script,
      process.execPath,
      join(folder, 'preflight.cjs'),
      new URL('../../samples/broken', import.meta.url).pathname,
    ],
    { encoding: 'utf8' },
  );
  expect(stderr).toBe('1\n');
});

test.runIf(existsSync('/dev/full'))(
  'a full disk gives one line and exit code 3, without a request to report it',
  () => {
    const samples = new URL('../../samples/broken', import.meta.url).pathname;
    const run = (args: readonly string[], target: string) =>
      spawnSync('sh', ['-c', `"$0" "$@" ${target}`, process.execPath, join(folder, 'preflight.cjs'), ...args], {
        encoding: 'utf8',
      });
    for (const args of [
      ['lint', '--quiet', '--cwd', samples],
      ['lint', '--cwd', samples, '--format', 'json'],
      ['--version'],
    ])
      expect(run(args, '> /dev/full')).toMatchObject({
        status: 3,
        stderr: 'standard output cannot be written: no space is left on the disk\n',
      });
    expect(run(['lint', '--nonsense'], '2> /dev/full')).toMatchObject({ status: 3, stdout: '' });
  },
);

test.runIf(process.platform === 'linux')('a deleted working directory gives one line and exit code 2', () => {
  for (const args of ['lint', '--version', 'lsp --stdio']) {
    const missingFolder = mkdtempSync(join(tmpdir(), 'preflight-gone-')),
      script = `cd ${missingFolder} && rmdir ${missingFolder} && "$0" "$1" ${args}`;
    const { status, stderr } = spawnSync('sh', ['-c', script, process.execPath, join(folder, 'preflight.cjs')], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([2, 'the working directory was removed\n']);
  }
});

test.each(['server', 'lint'])('V8 accepts the code cache of %s.cjs, because the flags are the same', name => {
  const { compile, optimizeLate } = createRequire(import.meta.url)('./bundle-loader.cjs') as {
    compile(file: string, data: Buffer): { readonly cachedDataRejected: boolean };
    optimizeLate(): void;
  };
  if (name === 'lint') optimizeLate();
  expect(
    compile(join(folder, `${name}.cjs`), readFileSync(join(folder, `${name}.cache`)).subarray(24)).cachedDataRejected,
  ).toBe(false);
});

test('short commands delay the optimizations of V8 without printing a message', () => {
  const flag = createRequire(import.meta.url)('./bundle-loader.cjs').late[process.versions.v8.split('.', 2).join('.')],
    recorder = join(folder, 'recorder.cjs');
  writeFileSync(
    recorder,
    `const v8 = require('node:v8'), { setFlagsFromString } = v8;
    v8.setFlagsFromString = flag => { process.stderr.write(flag); setFlagsFromString(flag); };`,
  );
  const flagsOf = (args: string): string =>
    spawnSync(process.execPath, ['-r', recorder, join(folder, 'preflight.cjs'), ...args.split(' ')], {
      encoding: 'utf8',
      input: '',
      cwd: new URL('../../samples/clinic', import.meta.url).pathname,
    }).stderr;
  for (const args of ['lint', 'resolve --all']) expect(flagsOf(args)).toBe(flag ?? '');
  for (const args of ['lsp --stdio', '--version']) expect(flagsOf(args)).toBe('');
});

test('lint without git and checksums does not load the modules of Node for them', () => {
  const packageOnly = mkdtempSync(join(tmpdir(), 'preflight-')),
    reporter = join(packageOnly, 'reporter.cjs');
  writeFileSync(join(packageOnly, 'a.agent.json'), '{}');
  writeFileSync(reporter, `process.on('exit', () => process.stdout.write(process.moduleLoadList.join('\\n')));`);
  const { stdout } = spawnSync(
    process.execPath,
    ['-r', reporter, join(folder, 'preflight.cjs'), 'lint', '--quiet', '--cwd', packageOnly],
    { encoding: 'utf8' },
  );
  const modules = stdout.split('\n');
  expect(modules).toContain('NativeModule v8');
  for (const name of ['crypto', 'child_process']) expect(modules).not.toContain(`NativeModule ${name}`);
});

describe('the code cache lint.cache', () => {
  const copyWith = (change: (copy: string) => void): string => {
    const copy = mkdtempSync(join(folder, 'copy-'));
    for (const name of ['preflight.cjs', 'lint.cjs', 'lint.cache', 'rule-docs.json'])
      cpSync(join(folder, name), join(copy, name), { preserveTimestamps: true });
    change(copy);
    return join(copy, 'preflight.cjs');
  };
  const lint = (command: string): string =>
    execFileSync(
      process.execPath,
      [command, 'lint', '--cwd', new URL('../../samples/clinic', import.meta.url).pathname],
      { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] },
    );
  // Changes a text without changing its length, so that only the time of the file shows the change.
  const reword = (copy: string, keepTime: boolean): void => {
    const file = join(copy, 'lint.cjs'),
      { atime, mtime, mtimeMs } = statSync(file),
      text = readFileSync(file, 'utf8');
    expect(text).toContain('nothing found');
    writeFileSync(file, text.replaceAll('nothing found', 'NOTHING FOUND'));
    if (keepTime) utimesSync(file, atime, mtime);
    else utimesSync(file, atime, new Date(mtimeMs + 2000));
  };
  const spoilt = (copy: string, at: number, bytes: string | Buffer): void => {
    const cache = readFileSync(join(copy, 'lint.cache'));
    cache.set(Buffer.from(bytes), at);
    writeFileSync(join(copy, 'lint.cache'), cache);
  };

  test('is run in place of the text of the bundle', () => {
    const command = copyWith(copy => {
      // utimes can set only whole milliseconds
      const file = join(copy, 'lint.cjs'),
        { size } = statSync(file);
      utimesSync(file, 1_700_000_000, 1_700_000_000);
      const header = Buffer.alloc(16);
      header.writeDoubleLE(size, 0);
      header.writeDoubleLE(1_700_000_000_000, 8);
      spoilt(copy, 8, header);
      reword(copy, true);
    });
    expect(lint(command)).toContain('nothing found');
  });
  test('is not run with another lint.cjs', () =>
    expect(lint(copyWith(copy => reword(copy, false)))).toContain('NOTHING FOUND'));
  test.each<[string, (copy: string) => void]>([
    ['untouched', () => {}],
    ['missing', copy => rmSync(join(copy, 'lint.cache'))],
    ['empty', copy => truncateSync(join(copy, 'lint.cache'), 0)],
    ['cut off', copy => truncateSync(join(copy, 'lint.cache'), 500_000)],
    ['written in part', copy => spoilt(copy, 400_000, Buffer.alloc(8192))],
    ['of another V8', copy => spoilt(copy, 24 + 4, 'V8V8')],
  ])('%s changes nothing in the output', (_, change) =>
    expect(lint(copyWith(change))).toContain('files checked, nothing found'),
  );
  const ownCache = `lint-${process.version}-${process.arch}.cache`;
  const namesBeside = (command: string): string[] => readdirSync(dirname(command)).filter(name => /cache/.test(name));
  test('is created by the first run, and used by later runs', () => {
    const command = copyWith(copy => rmSync(join(copy, 'lint.cache')));
    expect(lint(command)).toContain('nothing found');
    expect(namesBeside(command)).toEqual([ownCache]);
    const buildTime = statSync(join(dirname(command), ownCache)).mtimeMs;
    expect(lint(command)).toContain('nothing found');
    expect(statSync(join(dirname(command), ownCache)).mtimeMs).toBe(buildTime);
  });
  test('is not created if the cache of the build is valid', () => {
    const command = join(folder, 'preflight.cjs');
    lint(command);
    expect(namesBeside(command)).not.toContain(ownCache);
  });
  test('may fail to be written without an effect on the run', () => {
    const command = copyWith(copy => {
      rmSync(join(copy, 'lint.cache'));
      mkdirSync(join(copy, ownCache));
    });
    expect(lint(command)).toContain('nothing found');
    expect(namesBeside(command)).toEqual([ownCache]);
  });
  test('is found if the command is called through a symbolic link', () => {
    const link = join(folder, 'linked');
    symlinkSync(join(folder, 'preflight.cjs'), link);
    expect(lint(link)).toContain('nothing found');
  });
  test('belongs to a module that the loader runs like require', () => {
    const require = createRequire(import.meta.url);
    const { after, before, compile, run } = require('./bundle-loader.cjs') as {
      before: string;
      after: string;
      compile(file: string): object;
      run(script: object, file: string): unknown;
    };
    const file = join(folder, 'module.cjs'),
      module =
        "exports.at = new Error('here').stack.split('\\n')[1]; exports.all = [__dirname, __filename, " +
        "module.filename, module.exports === exports, this === exports, require('./module.json')];";
    writeFileSync(join(folder, 'module.json'), '1');
    writeFileSync(file, before + module + after);
    const result = run(compile(file), file);
    // a stack trace contains the column in the file, wrapper included
    writeFileSync(file, ' '.repeat(before.length) + module);
    expect(result).toEqual(require(file));
  });
});

describe('connections and processes', () => {
  const guard = fileURLToPath(new URL('../testing/connections.cjs', import.meta.url));
  const number = 'numbers/main.phone-number.json';
  let workspace: string, log: string;
  beforeAll(() => {
    [workspace, log] = [join(folder, 'clinic'), join(folder, 'log')];
    cpSync(new URL('../../samples/clinic', import.meta.url), workspace, { recursive: true });
    committed(workspace);
    const newText = readFileSync(join(workspace, number), 'utf8').replace('"prod"', '"staging"');
    writeFileSync(join(workspace, number), newText);
  });

  const environment = () => ({ ...process.env, CONNECTIONS: log });
  /** Returns the connections that were opened and the processes that were started since the last call. */
  function outputs(): string[] {
    const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
    rmSync(log, { force: true });
    return [...new Set(lines)].sort();
  }

  test.each([
    ["require('node:net').connect(9)", 'net.connect'],
    ["new (require('node:net').Socket)().connect(9)", 'net.Socket.connect'],
    ["require('node:https').get('https://example.test')", 'https.get'],
    ["require('node:dns').lookup('example.test', () => {})", 'dns.lookup'],
    ["fetch('https://example.test')", 'globalThis.fetch'],
    ["require('node:child_process').spawnSync('/bin/sh', ['-c', 'true'])", 'spawnSync sh true'],
  ])('are recorded: %s', (script, text) => {
    spawnSync(process.execPath, ['--require', guard, '-e', script], { env: environment() });
    expect(outputs()).toEqual([text]);
  });

  test.each([
    // lint checks whether a published version was edited since the last commit
    ['lint', ['cat-file', 'check-attr', 'ls-files', 'ls-tree']],
    [`lint ${number}`, ['cat-file', 'check-attr', 'ls-files', 'ls-tree', 'rev-parse']],
    ['lint --changed-since HEAD', ['cat-file', 'check-attr', 'ls-files', 'ls-tree', 'rev-parse']],
    ['plan --base HEAD', ['cat-file', 'check-attr', 'ls-files', 'ls-tree', 'rev-parse']],
    ['resolve --all', []],
    ['graph', []],
    ['doctor', []],
    ['config agents/agents.agent-list.json', []],
    ['explain wrong-type', []],
    ['rules', []],
    ['simulate weights --help', []],
  ])('in preflight %s are no connections, and only git processes', (line, text) => {
    const { status } = spawnSync(
      process.execPath,
      ['--require', guard, join(folder, 'preflight.cjs'), ...line.split(' ')],
      {
        cwd: workspace,
        env: { ...environment(), XDG_CACHE_HOME: join(folder, 'cache') },
      },
    );
    expect([status === 0 || status === 1, outputs()]).toEqual([true, text.map(name => `spawnSync git ${name}`)]);
  });

  test('in preflight serve are only accepted connections', () => {
    const { status } = spawnSync(
      process.execPath,
      ['--require', guard, join(folder, 'preflight.cjs'), 'serve', '--port', '0'],
      {
        cwd: workspace,
        env: environment(),
      },
    );
    expect([status, outputs()]).toEqual([3, ['http.createServer']]);
  });

  test('in the language server are no connections, and only git processes', async () => {
    const child = spawn(process.execPath, ['--require', guard, join(folder, 'preflight.cjs'), 'lsp', '--stdio'], {
      cwd: workspace,
      env: environment(),
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const exit = new Promise(resolve => {
      child.on('exit', resolve);
    });
    const server = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    server.listen();
    const rootUri = pathToFileURL(workspace).href,
      uri = pathToFileURL(join(workspace, number)).href;
    await server.sendRequest('initialize', { processId: process.pid, rootUri, capabilities: {} });
    await server.sendNotification('initialized', {});
    const text = readFileSync(join(workspace, number), 'utf8');
    await server.sendNotification('textDocument/didOpen', {
      textDocument: { uri, languageId: 'json', version: 1, text },
    });
    const textDocument = { uri },
      position = { line: 3, character: 4 };
    for (const method of ['hover', 'completion', 'definition', 'documentSymbol', 'documentLink'])
      await server.sendRequest(`textDocument/${method}`, { textDocument, position });
    expect((await server.sendRequest<PlanAnswer>(requests.plan, { uri })).problem).toBe(undefined);
    // when idle, the server compares with the last commit
    const words = ['cat-file', 'check-attr', 'ls-files', 'ls-tree', 'rev-parse'].map(name => `spawnSync git ${name}`);
    expect(outputs().filter(word => !words.includes(word))).toEqual([]);
    expect((await server.sendRequest<PlanAnswer>(requests.plan, { uri, base: 'HEAD' })).problem).toBe(undefined);
    await server.sendRequest('shutdown');
    await server.sendNotification('exit');
    expect(await exit).toBe(0);
    expect(outputs()).toEqual(
      ['cat-file', 'check-attr', 'ls-files', 'ls-tree', 'rev-parse'].map(name => `spawnSync git ${name}`),
    );
  });
});

import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createProtocolConnection, StreamMessageReader, StreamMessageWriter } from 'vscode-languageserver/node';
import { requests, type PlanReport } from '../lsp/protocol.ts';
import { commitAll, git } from '../testing/preflight.ts';
// @ts-expect-error a build script has no types
import { buildCommand } from './command.mjs';

const guard = fileURLToPath(new URL('../testing/connections.cjs', import.meta.url));
const number = 'numbers/main.phone-number.json';
let folder: string, workspace: string, command: string, log: string;

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-connections-')));
  [workspace, command, log] = ['clinic', 'preflight.cjs', 'log'].map(name => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await buildCommand(
    { bundle: true, platform: 'node', target: 'node20', mainFields: ['module', 'main'], logLevel: 'warning' },
    folder,
  );
  cpSync(new URL('../../samples/clinic', import.meta.url), workspace, { recursive: true });
  git(workspace, 'init', '-q');
  commitAll(workspace);
  const edited = readFileSync(join(workspace, number), 'utf8').replace('"prod"', '"staging"');
  writeFileSync(join(workspace, number), edited);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

const environment = () => ({ ...process.env, CONNECTIONS: log });
/** What was opened or started since it was asked last. */
function seen(): string[] {
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
])('the guard sees %s', (script, said) => {
  spawnSync(process.execPath, ['--require', guard, '-e', script], { env: environment() });
  expect(seen()).toEqual([said]);
});

test.each([
  ['lint', []],
  ['lint --cache', []],
  [`lint ${number}`, ['cat-file', 'check-attr', 'ls-files', 'ls-tree', 'rev-parse']],
  ['lint --changed-since HEAD', ['cat-file', 'check-attr', 'ls-files', 'ls-tree', 'merge-base', 'rev-parse']],
  ['plan --base HEAD', ['cat-file', 'check-attr', 'ls-files', 'ls-tree', 'merge-base', 'rev-parse']],
  ['resolve --all', []],
  ['graph', []],
  ['doctor', []],
  ['config agents/agents.agent-list.json', []],
  ['explain wrong-type', []],
  ['rules', []],
  ['simulate weights --help', []],
])('preflight %s opens no connection, and starts nothing but git', (line, asked) => {
  const { status } = spawnSync(process.execPath, ['--require', guard, command, ...line.split(' ')], {
    cwd: workspace,
    env: { ...environment(), XDG_CACHE_HOME: join(folder, 'cache') },
  });
  expect([status === 0 || status === 1, seen()]).toEqual([true, asked.map(name => `spawnSync git ${name}`)]);
});

test('preflight serve opens a server and no connection', () => {
  const { status } = spawnSync(process.execPath, ['--require', guard, command, 'serve', '--port', '0'], {
    cwd: workspace,
    env: environment(),
  });
  expect([status, seen()]).toEqual([3, ['http.createServer']]);
});

test('the language server opens no connection, and starts nothing but git', async () => {
  const child = spawn(process.execPath, ['--require', guard, command, 'lsp', '--stdio'], {
    cwd: workspace,
    env: environment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise(resolve => {
    child.on('exit', resolve);
  });
  const server = createProtocolConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin));
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
  for (const method of ['hover', 'completion', 'definition', 'documentSymbol', 'documentLink', 'formatting'])
    await server.sendRequest(`textDocument/${method}`, {
      textDocument,
      position,
      options: { tabSize: 2, insertSpaces: true },
    });
  expect((await server.sendRequest<PlanReport>(requests.plan, { uri })).problem).toBe(null);
  expect(seen()).toEqual([]);
  expect((await server.sendRequest<PlanReport>(requests.plan, { uri, base: 'HEAD' })).problem).toBe(null);
  await server.sendRequest('shutdown');
  await server.sendNotification('exit');
  expect(await ended).toBe(0);
  expect(seen()).toEqual(
    ['cat-file', 'check-attr', 'ls-files', 'ls-tree', 'merge-base', 'rev-parse'].map(name => `spawnSync git ${name}`),
  );
});

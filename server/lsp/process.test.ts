import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type ProtocolConnection,
} from 'vscode-languageserver/node';
import { agent } from '../testing/preflight.ts';

let folder: string;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-process-'));
  // the handler of SIGUSR2 causes an error outside of all handlers
  const contents = `import { serveStdio } from './connection/main.ts';
    process.on('SIGUSR2',
    () => { setTimeout(() => { throw new Error('out of the blue'); }); void Promise.reject(new Error('never caught')); });
    void serveStdio('1.2.3', ${JSON.stringify(folder)}).then(code => process.exit(code));`;
  await build({
    stdin: { contents, resolveDir: new URL('.', import.meta.url).pathname, loader: 'ts' },
    outfile: join(folder, 'server.cjs'),
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    mainFields: ['module', 'main'],
    logLevel: 'error',
  });
}, 60_000);
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(() => rmSync(folder, { recursive: true }));

interface Server {
  readonly child: ChildProcess;
  readonly connection: ProtocolConnection;
  readonly log: string[];
  exit(): Promise<number | null>;
}
async function serve(processId: number | null = process.pid): Promise<Server> {
  const child = spawn(process.execPath, [join(folder, 'server.cjs')], { stdio: ['pipe', 'pipe', 'inherit'] }),
    log: string[] = [];
  children.push(child);
  const end = new Promise<number | null>(resolve => {
    child.on('exit', resolve);
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(child.stdout),
    new StreamMessageWriter(child.stdin),
  );
  connection.onNotification('window/logMessage', ({ message }: { message: string }) => {
    log.push(message);
  });
  connection.listen();
  await connection.sendRequest('initialize', {
    processId,
    rootUri: null,
    workspaceFolders: null,
    capabilities: { textDocument: { diagnostic: {} } },
  });
  await connection.sendNotification('initialized', {});
  return { child, connection, log, exit: () => end };
}
const answerOf = async ({ connection }: Server): Promise<readonly unknown[]> => {
  const uri = 'untitled:desk.agent.json';
  await connection.sendNotification('textDocument/didOpen', {
    textDocument: { uri, languageId: 'json', version: 1, text: agent('"voice_speed": 9') },
  });
  return (
    await connection.sendRequest<{ items: { code: string }[] }>('textDocument/diagnostic', { textDocument: { uri } })
  ).items.map(({ code }) => code);
};

test('an editor that closes its stream right after exit gets exit code 0', async () => {
  const { child, connection, exit } = await serve();
  await connection.sendRequest('shutdown');
  await connection.sendNotification('exit');
  child.stdin!.end();
  expect(await exit()).toBe(0);
});

describe('the process of a server', () => {
  test('ends with 0 after shutdown and exit', async () => {
    const server = await serve();
    expect(await answerOf(server)).toEqual(['out-of-range']);
    expect(await server.connection.sendRequest('shutdown')).toBe(null);
    await server.connection.sendNotification('exit');
    expect(await server.exit()).toBe(0);
  });
  test('ends with 1 after exit without shutdown', async () => {
    const server = await serve();
    await server.connection.sendNotification('exit');
    expect(await server.exit()).toBe(1);
  });
  test('ends when its input is closed', async () => {
    const server = await serve(null);
    server.child.stdin!.end();
    expect(await server.exit()).toBe(1);
  });
  test('ends when its editor is killed, even if another process keeps its input open', async () => {
    const editor = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    children.push(editor);
    const server = await serve(editor.pid!);
    editor.kill('SIGKILL');
    expect(await server.exit()).toBe(1);
  });
  const greeting = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { processId: null, rootUri: null, capabilities: {} },
  });
  test.each([
    ['garbage', 'garbage\r\n\r\n', 'a header has a line that is not "name: value"'],
    ['no length', 'Content-Type: text\r\n\r\n', 'a header has no Content-Length'],
    ['a negative length', 'Content-Length: -5\r\n\r\n', 'the Content-Length of a header is not a number of bytes'],
    [
      'a huge length',
      'Content-Length: 99999999999\r\n\r\n',
      'the Content-Length of a header is larger than any message can be',
    ],
    ['a length that is too short', `Content-Length: 10\r\n\r\n${greeting}`, 'a message is not JSON'],
    [
      'a length that is too long',
      `Content-Length: ${greeting.length + 20}\r\n\r\n${greeting}Content-Length: 20\r\n\r\n{}`,
      'a header has a line that is not "name: value"',
    ],
  ])('ends with 1 and prints the reason after a header with %s', async (_, bytes, why) => {
    const child = spawn(process.execPath, [join(folder, 'server.cjs')], { stdio: 'pipe' });
    children.push(child);
    let text = '';
    child.stderr.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    const exit = new Promise(resolve => {
      child.on('close', resolve);
    });
    child.stdin.write(`Content-Length: ${greeting.length}\r\n\r\n${greeting}`);
    // the input stays open, as when an editor waits for an answer
    await new Promise(resolve => {
      child.stdout.once('data', resolve);
    });
    child.stdin.write(bytes);
    expect([await exit, text]).toEqual([
      1,
      `preflight: the language server exits, because it can no longer read the messages of the editor: ${why}\n`,
    ]);
  });
  test('survives an error outside of all handlers, and reports it', async () => {
    const server = await serve();
    server.child.kill('SIGUSR2');
    await expect
      .poll(() => server.log.map(line => line.split('\n')[0]).sort())
      .toEqual(['a background task failed: Error: never caught', 'a background task failed: Error: out of the blue']);
    expect(await answerOf(server)).toEqual(['out-of-range']);
  });
});

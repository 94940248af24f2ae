import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { calledOf, eras } from '../../testing/mcp.ts';
import { agent, scratchFolders } from '../../testing/preflight.ts';
import { samples } from '../../testing/samples.ts';
import { tools } from './tools.ts';

/* Tests of the built command, started as a coding agent starts it. They need `npm run build`. */

const folderWith = scratchFolders();
const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const program = `${dist}preflight.cjs`;

test.each(eras)('mcp answers the official client over pipes, protocol %s', async era => {
  const client = new Client(
    { name: 'test', version: '1' },
    era === eras[1] ? { versionNegotiation: { mode: { pin: era } } } : {},
  );
  const cwd = samples('clinic');
  await client.connect(new StdioClientTransport({ command: process.execPath, args: [program, 'mcp', '--cwd', cwd] }));
  expect(client.getNegotiatedProtocolVersion()).toBe(era);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(Object.keys(tools));
  for (const [name, input] of [
    ['lint', {}],
    ['references', { name: 'clinic_name' }],
    ['describe', { shape: 'edge' }],
    ['prompt', { agent: 'agent_frontdesk01' }],
    ['explain', { rule: 'out-of-range' }],
  ] as const) {
    const { isError, content } = calledOf(await client.callTool({ name, arguments: input }));
    expect([isError, typeof content], name).toEqual([false, 'object']);
  }
  const { contents } = await client.readResource({ uri: 'preflight://schemas/preflight-config' });
  expect(JSON.parse('text' in contents[0]! ? contents[0].text : '')).toHaveProperty('properties.suppress');
  expect((await client.listResources()).resources.length).toBeGreaterThan(300);
  await client.close();
});

test('mcp exits with 0 when the client disconnects, even with pending requests', async () => {
  const cwd = folderWith({ 'desk.agent.json': agent() });
  for (const messages of [[], ['{'], ['{"jsonrpc":"2.0","id":1,"method":"ping"}']]) {
    const child = spawn(process.execPath, [program, 'mcp'], { cwd, stdio: ['pipe', 'pipe', 'pipe'] });
    child.stdout.resume();
    child.stdin.end(messages.map(line => `${line}\n`).join(''));
    const [code] = (await once(child, 'exit')) as [number];
    expect(code, messages.join()).toBe(0);
  }
  const child = spawn(process.execPath, [program, 'mcp'], { cwd, stdio: ['pipe', 'pipe', 'ignore'] });
  child.stdin.write('{"jsonrpc":"2.0","id":1,"method":"ping"}\n');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  for (let id = 2; id < 20; id++) child.stdin.write(`{"jsonrpc":"2.0","id":${id},"method":"ping"}\n`);
  expect(((await once(child, 'exit')) as [number])[0]).toBe(0);
});

test('only the bundle of mcp contains the protocol, and it opens no connection', () => {
  for (const name of ['preflight', 'lint', 'commands', 'server', 'serve', 'tokenizer'])
    expect(readFileSync(`${dist}${name}.cjs`, 'utf8'), name).not.toContain('tools/call');
  const bundle = readFileSync(`${dist}mcp.cjs`, 'utf8');
  expect(bundle).toContain('tools/call');
  expect(bundle).not.toMatch(/require\("(node:)?(http|https|http2|net|tls|dgram|dns)\b/);
});

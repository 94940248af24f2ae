import { setTimeout as later } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { connected, eras, serveFolder, type ServedFolder } from '../../testing/mcp.ts';
import { agent, scratchFolders } from '../../testing/preflight.ts';

/* Clients that send invalid messages, do not read, or disconnect. */

const folderWith = scratchFolders();
const folder = (): string => folderWith({ 'desk.agent.json': agent() });

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly result?: { readonly content: readonly { readonly text: string }[] };
  readonly error?: { readonly code: number; readonly message: string };
}
/** Returns functions that send lines to a server, without a client library, which would follow the protocol. */
function speaking(server: ServedFolder) {
  const messages: Message[] = [];
  let rest = '';
  server.output.setEncoding('utf8').on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    messages.push(...lines.map(line => JSON.parse(line) as Message));
  });
  const send = (message: object): void =>
    void server.input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const answerTo = async (id: number): Promise<Message> => {
    for (let i = 0; i < 2000; i++) {
      const message = messages.find(message => message.id === id);
      if (message) return message;
      await later(5);
    }
    throw new Error(`no answer to ${id}`);
  };
  const call = (id: number, name: string, input: object = {}): void =>
    send({ id, method: 'tools/call', params: { name, arguments: input } });
  return { messages, send, answered: answerTo, call };
}
const greeting = {
  id: 0,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
async function greeted(server: ServedFolder) {
  const speaker = speaking(server);
  speaker.send(greeting);
  await speaker.answered(0);
  speaker.send({ method: 'notifications/initialized' });
  return speaker;
}

test('malformed messages are skipped', async () => {
  const server = serveFolder(folder()),
    { answered, call, send } = await greeted(server);
  for (const line of [
    '{',
    '[]',
    'null',
    '42',
    '"x"',
    '{"jsonrpc":"1.0"}',
    '\0\x1b[2J',
    '{"jsonrpc":"2.0","id":{},"method":7}',
    '',
  ])
    server.input.write(`${line}\n`);
  server.input.write(Buffer.from([0xff, 0xfe, 0x0a]));
  send({ id: 1, method: 'nothing/such' });
  expect((await answered(1)).error?.code).toBe(-32_601);
  call(2, 'no-such-tool');
  expect((await answered(2)).error?.message).toMatch(/no-such-tool not found/);
  call(3, '__proto__');
  expect((await answered(3)).error?.message).toMatch(/Tool __proto__/);
  send({ id: 4, method: 'tools/call', params: { name: 'lint', arguments: [1] } });
  expect(await answered(4)).toHaveProperty('error');
  const deepJson = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
  for (const place of [
    `"name":"lint","arguments":{"paths":${deepJson}}`,
    `"name":"lint","arguments":${deepJson}`,
    `"x":${deepJson}`,
  ])
    server.input.write(`{"jsonrpc":"2.0","id":6,"method":"tools/call","params":{${place}}}\n`);
  call(5, 'lint');
  expect((await answered(5)).result?.content[0]?.text).toBe('0 errors, 0 warnings, 0 infos in 1 file');
  server.input.end();
  expect(await server.exit).toBe(0);
  expect(server.errors()).not.toMatch(/\0|\x1b/);
});

test('a message that does not end closes the conversation before it fills the memory', async () => {
  const server = serveFolder(folder());
  await greeted(server);
  const part = 'x'.repeat(8 << 20);
  for (let i = 0; i < 12; i++) {
    server.input.write(part);
    await later(1);
  }
  expect(await server.exit).toBe(0);
  expect(server.errors()).toMatch(/buffer/i);
});

test('hostile arguments are refused, and the next call is answered', async () => {
  const { call, client } = await connected(folder(), eras[0]);
  const long = 'x'.repeat(1 << 20);
  for (const [name, input] of [
    ['lint', { paths: Array(5000).fill('no/such.json') }],
    ['lint', { paths: '{'.repeat(2000) }],
    ['lint', { paths: `${'*'.repeat(2000)}.json` }],
    ['lint', JSON.parse('{ "__proto__": { "paths": "x" } }')],
    ['resolve', { reference: long }],
    ['resolve', { reference: '-' }],
    ['resolve', { reference: '--all' }],
    ['resolve', { reference: '\u202e\x1b]0;x\x07' }],
    ['explain', { rule: long }],
    ['plan', { tag: Array(2000).fill('a:b=1') }],
    ['plan', { base: '--upload-pack=touch x' }],
    ['prompt', { agent: 'agent_desk', node: '\ud800' }],
    ['drift', { exports: '-' }],
    ['describe', { shape: '__proto__' }],
    ['describe', { shape: 'agent', field: 'constructor' }],
    ['affected', { base: '' }],
    ['lint', { path: 'a.json', text: long, cursor: '0-00000000' }],
  ] as const) {
    const { text } = await call(name, input as Record<string, unknown>);
    expect(text.length, name).toBeLessThan(40_000);
    expect(text).not.toMatch(/[\0\x1b\x07]|internal error/);
  }
  expect((await call('lint', { path: 'b.agent.json', text: '{'.repeat(200_000) })).text).toMatch(/^\d+ errors?,/);
  expect((await call('lint')).isError).toBe(false);
  await client.close();
});

test('a call that is canceled before it begins is not answered', async () => {
  const server = serveFolder(folder()),
    { answered, call, send, messages } = await greeted(server);
  for (let id = 1; id <= 20; id++) call(id, 'lint');
  for (let id = 11; id <= 20; id++) send({ method: 'notifications/cancelled', params: { requestId: id } });
  call(21, 'lint');
  await answered(21);
  expect(messages.flatMap(({ id }) => id ?? []).sort((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 21]);
  server.input.end();
  expect(await server.exit).toBe(0);
});

test('a thousand simultaneous requests are answered in order', async () => {
  const { client, call } = await connected(folder(), eras[1]);
  const answeredIds: number[] = [];
  await Promise.all(
    Array.from({ length: 1000 }, async (_, i) => {
      expect((await call('explain', { rule: 'out-of-range' })).text).toMatch(/^out-of-range/);
      answeredIds.push(i);
    }),
  );
  expect(answeredIds).toEqual([...answeredIds].sort((a, b) => a - b));
  await client.close();
});

test('a client that does not read is not sent answers without a limit', async () => {
  const server = serveFolder(folder());
  const send = (message: object) => server.input.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  send(greeting);
  send({ method: 'notifications/initialized' });
  for (let id = 1; id <= 2000; id++) {
    send({ id, method: 'tools/call', params: { name: 'explain', arguments: { rule: 'out-of-range' } } });
    // the lines are sent in parts, as from a pipe
    if (id % 50 === 0) await later(1);
  }
  await later(1500);
  const { writableLength, readableLength } = server.output;
  expect(writableLength + readableLength).toBeLessThan(200_000);
  // most of the requests are not even read
  expect(server.input.readableLength + server.input.writableLength).toBeGreaterThan(50_000);
  server.input.destroy();
  server.output.destroy();
  expect(await server.exit).toBe(0);
});

test('a client that disconnects during a request ends the server', async () => {
  for (const leave of [
    (server: ServedFolder) => server.input.end(),
    (server: ServedFolder) => server.input.destroy(),
    (server: ServedFolder) => server.output.destroy(new Error('EPIPE')),
  ]) {
    const server = serveFolder(folder()),
      { call } = await greeted(server);
    for (let id = 1; id <= 30; id++) call(id, 'lint');
    leave(server);
    expect(await server.exit).toBe(0);
  }
});

test('a client that names several roots and chooses none gets an error that says so', async () => {
  const server = serveFolder(folder()),
    { send, answered, call, messages } = speaking(server);
  send({ ...greeting, params: { ...greeting.params, capabilities: { roots: {} } } });
  await answered(0);
  send({ method: 'notifications/initialized' });
  call(1, 'lint');
  while (!messages.some(({ method }) => method === 'roots/list')) await later(5);
  const message = messages.find(({ method }) => method === 'roots/list')!;
  send({ id: message.id, error: { code: -32_601, message: 'no' } });
  const { result } = await answered(1);
  expect(result?.content[0]?.text).toMatch(/roots|input/);
  server.input.end();
  expect(await server.exit).toBe(0);
});

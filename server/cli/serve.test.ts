import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { agent, preflight, scratchFolders } from '../testing/preflight.ts';

const scratch = scratchFolders();
const running: AbortController[] = [];
afterEach(() => {
  for (const controller of running.splice(0)) controller.abort();
});

/**
 * Starts the command.
 * @returns among others the `url` and `key` that it prints
 */
async function serve(args: string[], files: Readonly<Record<string, string>> = {}, env: Record<string, string> = {}) {
  const stop = new AbortController();
  running.push(stop);
  let out = '';
  const firstOutput = new Promise<string>(resolve => {
    const stdout = {
      write: (text: string) => {
        out += text;
        setTimeout(() => resolve(out), 20);
      },
      isTTY: false,
      columns: 80,
    };
    exitResult = preflight(['serve', '--port', '0', ...args], scratch(files), { signal: stop.signal, stdout, env });
  });
  const lines = (await firstOutput).split('\n');
  return { url: lines[0]!, key: /: (key_\w+)$/.exec(lines[1] ?? '')?.[1], stop };
}
let exitResult: Promise<{ readonly code: number; readonly stderr: string }>;

const list = '/v2/list-conversation-flow-components';
const status = async (url: string, key: string | undefined): Promise<number> =>
  (await fetch(url, { headers: key === undefined ? {} : { authorization: `Bearer ${key}` } })).status;

test('serve generates a key if none is given, and prints it once', async () => {
  const { url, key, stop } = await serve(['--quiet'], { 'desk.agent.json': agent() });
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await status(url + list, key)).toBe(200);
  expect(await status(url + list, undefined)).toBe(401);
  stop.abort();
  const { code, stderr } = await exitResult;
  expect([code, stderr]).toEqual([0, '1 file of this workspace is served; changes stay in memory; ctrl-c ends it\n']);
});

test('serve can be stopped as soon as it prints the address', async () => {
  const stdout = { write: () => void process.emit('SIGTERM'), isTTY: false, columns: 80 };
  expect((await preflight(['serve', '--port', '0', '--quiet'], scratch({}), { stdout })).code).toBe(0);
});

test('serve exits soon after the first signal, even with connected clients', async () => {
  const { url, stop } = await serve([]);
  const { port } = new URL(url);
  const words = [
    '',
    'GET / HTTP/1.1\r\nHost: 127',
    'POST /create-chat HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 99\r\nContent-Type: application/json\r\n\r\n{',
    'GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n',
  ];
  const sockets = await Promise.all(
    words.map(
      text =>
        new Promise<Socket>(resolve => {
          const socket = connect(Number(port), '127.0.0.1', () => socket.write(text, () => resolve(socket)));
          socket.on('error', () => {}).resume();
        }),
    ),
  );
  stop.abort();
  expect((await exitResult).code).toBe(0);
  for (const socket of sockets) socket.destroy();
});

test('serve stops delivering an event that no server accepts when it ends', { timeout: 20_000 }, async () => {
  let answerOf = (): void => undefined;
  const requestReceived = new Promise<void>(resolve => (answerOf = resolve));
  let resolveClosed = (): void => undefined;
  const closed = new Promise<void>(resolve => (resolveClosed = resolve));
  const silentServer = createServer(socket => {
    socket.on('error', () => {}).on('close', resolveClosed);
    socket.once('data', answerOf);
  }).listen(0, '127.0.0.1');
  await once(silentServer, 'listening');
  const { port } = silentServer.address() as AddressInfo;
  const { url, key, stop } = await serve(['--quiet'], {
    'desk.agent.json': agent(`"webhook_url": "http://127.0.0.1:${port}/", "webhook_timeout_ms": 30000`),
    'n.phone-number.json':
      '{ "phone_number": "+14155550100", "outbound_agents": [{ "agent_id": "agent_desk", "agent_version": 1, "weight": 1 }] }',
  });
  const response = await fetch(`${url}/v2/create-phone-call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: '{ "from_number": "+14155550100", "to_number": "+14155550111" }',
  });
  expect(response.status).toBe(201);
  await requestReceived;
  stop.abort();
  expect((await exitResult).code).toBe(0);
  // the timeout of the delivery is longer than that of this test
  await closed;
  silentServer.close();
});

test('serve prints each request, with the reason of a refusal or the findings of lint', async () => {
  const { url, key, stop } = await serve([], { 'desk.agent.json': agent() });
  const ask = async (path: string, body: unknown) =>
    (
      await fetch(url + path, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).status;
  expect(await ask('/create-batch-call?x=1', { from_number: '+1415', tasks: [], cost_centre: 4711 })).toBe(201);
  expect(await ask('/v2/create-phone-call', {})).toBe(400);
  stop.abort();
  expect((await exitResult).stderr.split('\n').slice(1)).toEqual([
    '201 POST /create-batch-call',
    '    warning: tasks: expected at least 1 item, got 0 (at /tasks)',
    expect.stringMatching(/^ {4}warning: from_number: .*\(at \/from_number\)$/),
    '    info: unknown field of a batch call: "cost_centre" (at /cost_centre)',
    '400 POST /v2/create-phone-call',
    '    from_number: missing, required in a phone call',
    '    to_number: missing, required in a phone call',
    '',
  ]);
});

test('serve --strict refuses requests for which lint has a warning', async () => {
  const { url, key } = await serve(['--strict', '--quiet']);
  const answer = await fetch(`${url}/create-batch-call`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ from_number: '+1415', tasks: [] }),
  });
  expect([answer.status, await answer.json()]).toEqual([
    400,
    { status: 'error', message: expect.stringMatching(/^from_number: /m) },
  ]);
});

test.each([
  ['a near name of a setting', { voice_spede: 1.1 }, 400, '"voice_spede" is not a field of'],
  ['one where the specification shows no fields', { handbook_config: { high_empaty: true } }, 400, '"high_empaty" is'],
  ['a near value there', { pii_config: { mode: 'post_call', categories: ['e-mail'] } }, 400, 'did you mean "email"'],
  ['a name that is merely unknown', { cost_centre: 4711 }, 201, ''],
])('serve --strict: %s', async (_, more, status, message) => {
  const { url, key } = await serve(['--strict', '--quiet']);
  const answer = await fetch(`${url}/create-agent`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      voice_id: '11labs-Myra',
      response_engine: { type: 'custom-llm', llm_websocket_url: 'wss://llm.example.com/talk' },
      ...more,
    }),
  });
  const body = (await answer.json()) as { message?: string };
  expect([answer.status, body.message ?? '']).toEqual([status, expect.stringContaining(message)]);
});

test('serve names the workspaces below, which are not served', async () => {
  const { stop } = await serve([], {
    'desk.agent.json': agent(),
    'shop/preflight.config.json': '{}',
    'shop/a.agent.json': agent(),
  });
  stop.abort();
  expect((await exitResult).stderr.split('\n')).toEqual([
    '1 file of this workspace is served; changes stay in memory; ctrl-c ends it',
    'not served, because they are workspaces of their own: shop; --cwd serves one of them',
    '',
  ]);
});

test('serve accepts several keys from the option, and keys from the environment', async () => {
  const { url, key } = await serve(
    ['--api-key', 'key-number-1', '--api-key', 'key-number-2'],
    {},
    {
      PREFLIGHT_API_KEYS: 'key-number-3, key-number-4',
    },
  );
  expect(key).toBe(undefined);
  for (const number of [1, 2, 3, 4]) expect(await status(url + list, `key-number-${number}`)).toBe(200);
  expect(await status(url + list, 'key-number-5')).toBe(401);
});

test.each([
  [
    ['--host', '0.0.0.0'],
    '--host 0.0.0.0 can be reached from other machines, so --api-key or PREFLIGHT_API_KEYS is needed\n',
  ],
  [['--host', '127.0.0.1.example.com'], '--host 127.0.0.1.example.com can be reached'],
  [['--port', '70000'], '--port needs a number between 0 and 65535\n'],
  [['--api-key', 'short'], 'an API key has 8 to 512 ASCII'],
  [['here'], 'serve takes only options\n'],
  [['--api-keys', 'x'], 'unknown option --api-keys; did you mean "--api-key"?\n'],
])('serve refuses %j', async (args, message) => {
  const { code, stderr } = await preflight(['serve', ...args], scratch({}));
  expect([code, stderr.startsWith(message)]).toEqual([2, true]);
});

test('serve reports that a port is in use', async () => {
  const { url } = await serve([]);
  const { port } = new URL(url);
  const { code, stderr } = await preflight(['serve', '--port', port], scratch({}));
  expect([code, stderr]).toEqual([
    2,
    `cannot listen at 127.0.0.1 port ${port}: another process already listens there; ` +
      'choose another port with --port, or --port 0 for any free port\n',
  ]);
});

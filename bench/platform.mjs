// Compares `preflight serve` with a common mock server, in one run: sends the specification's two operations to each in turn, over
// keep-alive connections. `npm run build && node bench/platform.mjs [--rounds 5] [--requests 1000]`. The mock server is not in the lock
// file: it is installed into a temporary folder. It gets the OpenAPI description of these operations from `preflight serve`.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, requests: { type: 'string', default: '1000' } },
});
const [rounds, requests] = [Number(values.rounds), Number(values.requests)];
const CONNECTIONS = 8;
const key = 'key-of-a-measurement';
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-platform-')));
const running = [];
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

const component = JSON.stringify({
  name: 'Greeting',
  nodes: [{ id: 'hello', type: 'conversation', instruction: { type: 'prompt', text: 'Greet the caller by name.' } }],
  flex_mode: false,
  mcps: [{ name: 'files', url: 'https://mcp.example.com', headers: {}, query_params: {}, timeout_ms: 10_000 }],
});
const create = '/create-conversation-flow-component',
  remove = '/delete-test-case-definition';
/** The requests to measure, with the statuses that count as success. */
const operations = [
  { name: 'create a component', method: 'POST', path: () => create, body: component, statuses: [200, 201] },
  {
    name: 'refuse a component',
    method: 'POST',
    path: () => create,
    body: component.replace('"flex_mode":false', '"flex_mode":"no"'),
    statuses: [400, 422],
  },
  { name: 'delete a test case', method: 'DELETE', path: i => `${remove}/test_case_${i}`, statuses: [200, 204] },
];

try {
  const workspace = writeWorkspace();
  const ours = await startOurs(workspace);
  const description = JSON.parse(await answerOf(ours.port, 'GET', '/openapi.json'));
  const servers = [ours, await startMock(described(description))];
  const measurements = new Map();
  let deleted = 0;
  // the first round is a warm-up and does not count
  for (let round = -1; round < rounds; round++)
    for (const operation of operations) {
      for (const server of servers) {
        const measured = await measure(server, operation, deleted);
        if (round < 0) continue;
        const name = `${operation.name}|${server.name}`;
        measurements.set(name, [...(measurements.get(name) ?? []), measured]);
      }
      if (operation.method === 'DELETE') deleted += requests;
    }
  print(servers, measurements);
} finally {
  for (const child of running) child.kill();
  agent.destroy();
  rmSync(folder, { recursive: true, force: true });
}

function writeWorkspace() {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace);
  const write = (name, value) => writeFileSync(join(workspace, name), JSON.stringify(value));
  write('desk.llm.json', { llm_id: 'llm_desk', general_prompt: 'Help.', model: 'gpt-4.1' });
  const cases = Array.from({ length: requests * (rounds + 1) }, (_, i) => ({
    test_case_definition_id: `test_case_${i}`,
    name: `Case ${i}`,
    response_engine: { type: 'service-llm', llm_id: 'llm_desk' },
    user_prompt: 'You want an appointment.',
    metrics: ['The agent asked for the name.'],
  }));
  for (const one of cases) write(`${one.test_case_definition_id}.test-case.json`, one);
  return workspace;
}

/** Writes the description, reduced to the measured operations and the schemas they use. @returns its file */
function described({ paths, ...rest }) {
  const file = join(folder, 'openapi.json'),
    kept = Object.entries(paths).filter(([path]) => path === create || path.startsWith(remove));
  writeFileSync(file, JSON.stringify({ ...rest, paths: Object.fromEntries(kept) }));
  return file;
}

async function startOurs(workspace) {
  const command = fileURLToPath(new URL('../dist/preflight.cjs', import.meta.url));
  const child = start(process.execPath, [command, 'serve', '--port', '0', '--api-key', key, '--cwd', workspace]);
  const port = Number(await firstMatchIn(child, /:(\d+)\n/));
  return { name: 'preflight serve', child, port };
}

async function startMock(description) {
  const apart = join(folder, 'mock');
  mkdirSync(apart);
  writeFileSync(join(apart, 'package.json'), '{"private":true}');
  const packages = ['@stoplight/prism-cli@5.14'];
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: apart,
    stdio: 'ignore',
  });
  const command = join(apart, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child = start(process.execPath, [command, 'mock', '--port', '0', '--host', '127.0.0.1', description]);
  const port = Number(await firstMatchIn(child, /listening on http:\/\/127\.0\.0\.1:(\d+)/));
  const { version } = JSON.parse(readFileSync(join(apart, 'node_modules/@stoplight/prism-cli/package.json'), 'utf8'));
  return { name: `Prism ${version}`, child, port };
}

function start(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  running.push(child);
  return child;
}
/** Waits until a program prints something that matches. @returns the first group of the match */
function firstMatchIn(child, expression) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', chunk => {
      // the log of each request is read and dropped
      if (text.length < 100_000) text += chunk;
      const match = expression.exec(text);
      if (match) resolve(match[1]);
    });
    child.once('exit', code => reject(new Error(`ended with ${code}: ${text}`)));
  });
}

function ask(port, method, path, body) {
  const headers = { authorization: `Bearer ${key}`, ...(body && { 'content-type': 'application/json' }) };
  return new Promise((resolve, reject) => {
    const call = request({ agent, host: '127.0.0.1', port, method, path, headers }, answer => {
      let text = '';
      answer.on('data', chunk => (text += chunk));
      answer.on('end', () => resolve({ status: answer.statusCode, text }));
    });
    call.on('error', reject);
    call.end(body);
  });
}
async function answerOf(port, method, path) {
  return (await ask(port, method, path)).text;
}

/** The CPU time of a process in seconds, and its memory in megabytes. */
function usageOf({ child: { pid } }) {
  const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ').slice(11, 13);
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return { seconds: (Number(user) + Number(system)) / 100, megabytes: Number(kilobytes) / 1024 };
}

async function measure(server, { method, path, body, statuses }, first) {
  const before = usageOf(server),
    start = performance.now();
  let next = 0;
  const client = async () => {
    while (next < requests) {
      const { status, text } = await ask(server.port, method, path(first + next++), body);
      assert.ok(statuses.includes(status), `${server.name} answers ${method} with ${status}: ${text}`);
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const seconds = (performance.now() - start) / 1000,
    after = usageOf(server);
  return {
    perSecond: requests / seconds,
    cpu: ((after.seconds - before.seconds) / requests) * 1000,
    megabytes: after.megabytes,
  };
}

function print(servers, measurements) {
  const median = (list, of) => list.map(of).sort((a, b) => a - b)[list.length >> 1];
  console.log(`| median of ${rounds} rounds of ${requests} | ${servers.map(({ name }) => name).join(' | ')} |`);
  console.log(`| --- | ${servers.map(() => '---').join(' | ')} |`);
  for (const { name } of operations) {
    const cells = servers.map(server => {
      const list = measurements.get(`${name}|${server.name}`);
      const [rate, cpu, memory] = ['perSecond', 'cpu', 'megabytes'].map(key => median(list, one => one[key]));
      return `${Math.round(rate)} a second, ${cpu.toFixed(2)} ms of processor each, ${Math.round(memory)} MB`;
    });
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

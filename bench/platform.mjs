// Compares `preflight serve` with a common mock server in one run: sends two operations of the specification to each
// in turn, over keep-alive connections. `npm run build && node bench/platform.mjs [--rounds 5] [--requests 1000]`. The
// mock server is not in the lock file, but is installed into a temporary folder. It receives the OpenAPI description
// of these operations from `preflight serve`.
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
const children = [];
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

const component = JSON.stringify({
  name: 'Greeting',
  nodes: [{ id: 'hello', type: 'conversation', instruction: { type: 'prompt', text: 'Greet the caller by name.' } }],
  flex_mode: false,
  mcps: [{ name: 'files', url: 'https://mcp.example.com', headers: {}, query_params: {}, timeout_ms: 10_000 }],
});
const create = '/create-conversation-flow-component',
  remove = '/delete-test-case-definition';
/** The measured requests, with the statuses that count as success. */
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
  const preflight = await startOurs(workspace);
  const description = JSON.parse(await answerOf(preflight.port, 'GET', '/openapi.json'));
  const servers = [preflight, await startMock(writeDescription(description))];
  const measurements = new Map();
  let deletions = 0;
  // the first round is a warm-up that is not counted
  for (let round = -1; round < rounds; round++)
    for (const operation of operations) {
      for (const server of servers) {
        const measurement = await measure(server, operation, deletions);
        if (round < 0) continue;
        const name = `${operation.name}|${server.name}`;
        measurements.set(name, [...(measurements.get(name) ?? []), measurement]);
      }
      if (operation.method === 'DELETE') deletions += requests;
    }
  print(servers, measurements);
} finally {
  for (const child of children) child.kill();
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
  for (const testCase of cases) write(`${testCase.test_case_definition_id}.test-case.json`, testCase);
  return workspace;
}

/**
 * Writes the OpenAPI description with only the measured operations and their schemas.
 * @returns the path of the file
 */
function writeDescription({ paths, ...description }) {
  const file = join(folder, 'openapi.json'),
    measuredPaths = Object.entries(paths).filter(([path]) => path === create || path.startsWith(remove));
  writeFileSync(file, JSON.stringify({ ...description, paths: Object.fromEntries(measuredPaths) }));
  return file;
}

async function startOurs(workspace) {
  const command = fileURLToPath(new URL('../dist/preflight.cjs', import.meta.url));
  const child = start(process.execPath, [command, 'serve', '--port', '0', '--api-key', key, '--cwd', workspace]);
  const port = Number(await firstMatchIn(child, /:(\d+)\n/));
  return { name: 'preflight serve', child, port };
}

async function startMock(description) {
  const base = join(folder, 'mock');
  mkdirSync(base);
  writeFileSync(join(base, 'package.json'), '{"private":true}');
  const packages = ['@stoplight/prism-cli@5.14'];
  execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...packages], {
    cwd: base,
    stdio: 'ignore',
  });
  const command = join(base, 'node_modules/@stoplight/prism-cli/dist/index.js');
  const child = start(process.execPath, [command, 'mock', '--port', '0', '--host', '127.0.0.1', description]);
  const port = Number(await firstMatchIn(child, /listening on http:\/\/127\.0\.0\.1:(\d+)/));
  const { version } = JSON.parse(readFileSync(join(base, 'node_modules/@stoplight/prism-cli/package.json'), 'utf8'));
  return { name: `Prism ${version}`, child, port };
}

function start(command, args) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.push(child);
  return child;
}
/**
 * Waits until the output of a program matches an expression.
 * @returns the first group of the match
 */
function firstMatchIn(child, expression) {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', chunk => {
      // only the beginning of the output is stored, because the server prints each request
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
  const usageBefore = usageOf(server),
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
    usageAfter = usageOf(server);
  return {
    perSecond: requests / seconds,
    cpu: ((usageAfter.seconds - usageBefore.seconds) / requests) * 1000,
    megabytes: usageAfter.megabytes,
  };
}

function print(servers, measurements) {
  const median = (list, valueOf) => list.map(valueOf).sort((a, b) => a - b)[list.length >> 1];
  console.log(`| median of ${rounds} rounds of ${requests} | ${servers.map(({ name }) => name).join(' | ')} |`);
  console.log(`| --- | ${servers.map(() => '---').join(' | ')} |`);
  for (const { name } of operations) {
    const cells = servers.map(server => {
      const list = measurements.get(`${name}|${server.name}`);
      const [rate, cpu, memory] = ['perSecond', 'cpu', 'megabytes'].map(key => median(list, entry => entry[key]));
      return `${Math.round(rate)} a second, ${cpu.toFixed(2)} ms of CPU time each, ${Math.round(memory)} MB`;
    });
    console.log(`| ${name} | ${cells.join(' | ')} |`);
  }
}

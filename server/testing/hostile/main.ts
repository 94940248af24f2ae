import { spawn, type ChildProcess } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Random } from '../fuzz/random.ts';
import { answersIn, problemWith, type Received } from './answers.ts';
import { attackOf, type Attack, type AttackTarget } from './requests.ts';

const keys = ['key-of-the-owner-4711', 'key-of-a-stranger-0815'] as const;
const canaries = { outside: 'CANARY-OUTSIDE-OF-THE-WORKSPACE', first: 'CANARY-OF-THE-FIRST-ACCOUNT' } as const;
const ATTACKERS = 24;
/** Statuses that every long run must receive at least once; otherwise its requests are too uniform. */
const expectedStatuses = [201, 400, 401, 403, 404, 405, 415];
/** The share of the requests after which memory is first measured: by then, all bounded collections are full. */
const WARM_UP_SHARE = 0.3;
const MAX_GROWTH = 0.1;

/**
 * Attacks the built `preflight serve --write` over real sockets. The server must survive, keep its memory, and neither
 * reveal nor change anything that it must not.
 * @returns the exit code
 */
export async function main(root: string, args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { requests: { type: 'string', default: '2000' }, seed: { type: 'string', default: '1' } },
  });
  const requests = Number(values.requests),
    folder = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-hostile-')));
  let server: Server | undefined;
  try {
    const workspace = prepare(root, folder),
      before = outsideText(folder);
    server = await startServer(root, workspace);
    const result = await runAttacks(requests, Number(values.seed), server, targetOf);
    const problems = [...result.problems, ...(await finalProblems(root, workspace, server))];
    if (outsideText(folder) !== before) problems.push('something outside of the workspace has changed');
    console.log(`${result.requests} requests, seed ${values.seed}: ${result.summary}`);
    for (const problem of problems.slice(0, 20)) console.error(problem);
    return problems.length > 0 ? 1 : 0;
  } finally {
    server?.child.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}

function prepare(root: string, folder: string): string {
  const workspace = join(folder, 'workspace'),
    outside = join(folder, 'outside');
  cpSync(join(root, 'samples/clinic'), workspace, { recursive: true });
  mkdirSync(outside);
  writeFileSync(join(outside, 'canary.json'), JSON.stringify({ name: canaries.outside }));
  const component = { conversation_flow_component_id: 'component_canary', name: canaries.first, nodes: [] };
  writeFileSync(join(workspace, 'canary.flow-component.json'), JSON.stringify(component));
  return workspace;
}
/** The names and contents of all files outside the workspace, as one text. */
const outsideText = (folder: string): string =>
  readdirSync(folder)
    .filter(name => name !== 'workspace')
    .sort()
    .map(
      name =>
        `${name}: ${readdirSync(join(folder, name)).join()} ${readFileSync(join(folder, name, 'canary.json'), 'utf8')}`,
    )
    .join('\n');

interface Server {
  readonly child: ChildProcess;
  readonly port: number;
  /** The output of the server so far. */
  readonly output: () => string;
}
async function startServer(root: string, workspace: string): Promise<Server> {
  const args = ['serve', '--write', '--port', '0', '--seed', '1', '--cwd', workspace];
  const flags = ['--expose-gc', '--require', join(root, 'server/testing/hostile/collect.cjs')];
  const child = spawn(process.execPath, [...flags, join(root, 'dist/preflight.cjs'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, PREFLIGHT_API_KEYS: keys.join() },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      text = (text + String(chunk)).slice(-1_000_000);
    });
  await new Promise<unknown>(resolve => child.stdout.once('data', resolve));
  return { child, port: Number(/:(\d+)\s/.exec(text)![1]), output: () => text };
}

/**
 * Collects garbage in the server.
 * @returns the used heap and the resident memory, in mebibytes
 */
async function memoryOf({ child, output }: Server): Promise<{ readonly heap: number; readonly resident: number }> {
  const count = output().length;
  child.kill('SIGUSR2');
  let heap: string | undefined;
  while (heap === undefined && child.exitCode === null) {
    await new Promise(resolve => setTimeout(resolve, 20));
    heap = /held (\d+)(?: polluted)?\n/.exec(output().slice(count))?.[1];
  }
  const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))?.[1];
  return { heap: Number(heap) / 2 ** 20, resident: Number(resident) / 1024 };
}

/** The items of a list response; older paths return a bare list. */
const itemsOf = (answer: { readonly items?: object[] } | object[]): object[] =>
  Array.isArray(answer) ? answer : (answer.items ?? []);

async function targetOf({ port }: Server): Promise<AttackTarget> {
  const ask = async (method: string, path: string): Promise<any> =>
    (
      await fetch(`http://127.0.0.1:${port}${path}`, { method, headers: { authorization: `Bearer ${keys[0]}` } })
    ).json();
  const { paths } = (await ask('GET', '/openapi.json')) as { paths: Record<string, object> };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => ({ path, method: method.toUpperCase() })),
  );
  const lists = operations.filter(({ path }) => /\/list-[a-z-]+$/.test(path));
  const items = await Promise.all(lists.map(async ({ method, path }) => itemsOf(await ask(method, path))));
  const ids = items
    .flat()
    .flatMap(item =>
      Object.entries(item).flatMap(([key, value]) => (/(_id|^phone_number)$/.test(key) ? [String(value)] : [])),
    );
  return { operations, ids: ['component_canary', ...new Set(ids)], keys };
}

interface Answer {
  readonly requests: number;
  readonly summary: string;
  readonly problems: readonly string[];
}
async function runAttacks(
  limit: number,
  seed: number,
  server: Server,
  findTarget: (server: Server) => Promise<AttackTarget>,
): Promise<Answer> {
  const target = await findTarget(server),
    statuses = new Map<number, number>(),
    problems: string[] = [];
  let requests = 0,
    next = 0,
    requestLimit = Math.ceil(limit * WARM_UP_SHARE);
  const attacker = async (): Promise<void> => {
    while (requests < requestLimit && server.child.exitCode === null && problems.length < 20) {
      const number = next++,
        attack = attackOf(new Random(seed, number), target);
      requests += attack.requests;
      const { answers, remainder } = answersIn(await exchange(attack, server.port, new Random(seed, number, 1)));
      for (const answer of answers) {
        statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
        const wrong = problemIn(attack, answer);
        if (wrong !== undefined) problems.push(`attack ${number}: an answer ${wrong}: ${wordsOf(attack, answer)}`);
        if (answer.status === 201) await removeRecord(answer, attack, server);
      }
      if (remainder !== '' && !remainder.startsWith('HTTP/1.1 '))
        problems.push(`attack ${number}: what is no HTTP comes back`);
    }
  };
  const attackAll = (): Promise<unknown> => Promise.all(Array.from({ length: ATTACKERS }, attacker));
  await attackAll();
  const first = await memoryOf(server);
  requestLimit = limit;
  await attackAll();
  const last = await memoryOf(server),
    growth = (last.heap - first.heap) / first.resident;
  if (growth > MAX_GROWTH) problems.push(`its memory grew by ${(growth * 100).toFixed(1)} % of what it has`);
  // a short run need not receive every status
  if (requests >= 2000)
    for (const status of expectedStatuses)
      if (!statuses.has(status)) problems.push(`no request was answered with ${status}`);
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`);
  const [before, after] = [first, last].map(({ heap, resident }) => `${heap.toFixed(1)} of ${resident.toFixed(0)} MiB`);
  return { requests, problems, summary: `${counts.join(', ')}; memory held ${before}, then ${after}` };
}

function problemIn({ account, requestsError }: Attack, answer: Received): string | undefined {
  if (account === undefined && answer.status < 400) return 'needs no key';
  const otherSecrets: Readonly<Record<string, string>> =
    account === 0 ? {} : { 'what another account has': canaries.first };
  const secrets = { 'a key': keys[0], 'another key': keys[1], 'what is outside': canaries.outside, ...otherSecrets };
  return problemWith(answer, secrets, requestsError);
}
const wordsOf = ({ bytes }: Attack, { status, body }: Received): string =>
  JSON.stringify([status, body.slice(0, 300), bytes.toString('latin1').slice(0, 600)]);

/**
 * Sends the bytes of an attack as its `manner` says.
 * @returns what the server sends until it closes the connection or falls silent
 */
function exchange({ manner, bytes, requests }: Attack, port: number, random: Random): Promise<string> {
  return new Promise(resolve => {
    let output = '';
    const socket = connect(port, '127.0.0.1');
    const finish = (): void => {
      socket.destroy();
      resolve(output);
    };
    // a held request has an incomplete body, so its answer is not awaited
    const timer = setTimeout(finish, manner === 'held' ? 50 + random.upTo(400) : 1500);
    socket.on('error', () => {});
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(output);
    });
    socket.on('data', chunk => {
      output += chunk.toString('latin1');
      if (manner !== 'held' && answersIn(output).answers.length >= requests) finish();
    });
    socket.on('connect', () => send(socket, manner, bytes, random));
  });
}

function send(socket: ReturnType<typeof connect>, manner: Attack['manner'], bytes: Buffer, random: Random): void {
  const part = random.upTo(bytes.length);
  switch (manner) {
    case 'whole':
    case 'pipelined':
      return void socket.write(bytes);
    case 'cut':
      // sends a part, and then closes this side or resets the connection
      return void (random.chance(0.5)
        ? socket.end(bytes.subarray(0, part))
        : socket.write(bytes.subarray(0, part), () => socket.resetAndDestroy()));
    case 'held':
      return void socket.write(bytes.subarray(0, part));
    case 'dripped': {
      const size = Math.max(1, Math.ceil(bytes.length / 12));
      const drip = (offset: number): void => {
        if (offset >= bytes.length || socket.destroyed) return;
        socket.write(bytes.subarray(offset, offset + size));
        setTimeout(drip, random.upTo(15), offset + size);
      };
      return drip(0);
    }
  }
}

/** The paths that remove a created record, by its identifying field. The first field in the answer counts. */
const removals = [
  ['call_id', '/v2/delete-call'],
  ['chat_id', '/delete-chat'],
  ['test_case_definition_id', '/delete-test-case-definition'],
  ['conversation_flow_component_id', '/delete-conversation-flow-component'],
  ['conversation_flow_id', '/delete-conversation-flow'],
  ['agent_id', '/delete-agent'],
  ['llm_id', '/delete-service-llm'],
  ['phone_number', '/delete-phone-number'],
] as const;
/** Removes the record that an attack has created, so that records do not account for growing memory. */
async function removeRecord({ body }: Received, { account = 0 }: Attack, { port }: Server): Promise<void> {
  const record = JSON.parse(body) as Record<string, unknown>,
    [key, path] = removals.find(([name]) => typeof record[name] === 'string') ?? [];
  // only version 0 was created together with a new agent
  if (key === undefined || (key === 'agent_id' && record['version'] !== 0)) return;
  const id = String(record[key]);
  // a lone surrogate cannot be encoded in a URL
  if (/\p{Surrogate}/u.test(id)) return;
  const url = `http://127.0.0.1:${port}${path}/${encodeURIComponent(id)}`;
  const answer = await fetch(url, { method: 'DELETE', headers: { authorization: `Bearer ${keys[account]}` } });
  await answer.arrayBuffer();
}

/** The final checks: the server still answers, has printed no secret, and has written only complete files. */
async function finalProblems(root: string, workspace: string, { child, port, output }: Server): Promise<string[]> {
  if (child.exitCode !== null || child.signalCode !== null) return [`it has ended: ${output().slice(-2000)}`];
  const problems: string[] = [];
  const answer = await fetch(`http://127.0.0.1:${port}/v2/list-phone-numbers`, {
    headers: { authorization: `Bearer ${keys[0]}` },
  });
  if (answer.status !== 200) problems.push(`it no longer answers: ${answer.status}`);
  const text = output();
  if (/polluted/.test(text)) problems.push('a request has given every object a property');
  if (/internal error/.test(text)) problems.push(`it has failed inside: ${text.slice(-2000)}`);
  for (const secret of [...keys, canaries.outside]) if (text.includes(secret)) problems.push('it has printed a secret');
  for (const name of readdirSync(workspace, { recursive: true }) as string[]) {
    if (!name.endsWith('.json') || name === 'preflight.config.json') continue;
    try {
      JSON.parse(readFileSync(join(workspace, name), 'utf8'));
    } catch {
      problems.push(`${name} is half-written`);
    }
  }
  return problems;
}

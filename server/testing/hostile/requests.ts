import type { Random } from '../fuzz/random.ts';

/** Data about the attacked stand-in: its operations, existing ids, and keys. */
export interface AttackTarget {
  readonly operations: readonly { readonly method: string; readonly path: string }[];
  readonly ids: readonly string[];
  /** The key of the account with the workspace, and the key of an empty account. */
  readonly keys: readonly [string, string];
}
/** How the bytes of an attack are sent. */
type Manner = 'whole' | 'pipelined' | 'cut' | 'dripped' | 'held';
export interface Attack {
  readonly manner: Manner;
  readonly bytes: Buffer;
  /** The number of HTTP requests in the bytes. */
  readonly requests: number;
  /** The account whose key the requests contain; undefined if the server must reject all of them. */
  readonly account: 0 | 1 | undefined;
  /** Whether the requests ask for an error status, so that the answer may be a server error. */
  readonly requestsError: boolean;
}

const oddTexts = [
  'x',
  '..',
  '.',
  '%2e%2e',
  '..%2f..%2f..%2foutside%2fcanary.json',
  '%2e%2e%2f%2e%2e%2foutside',
  '..\\..\\outside',
  '/etc/passwd',
  '%00',
  '%zz',
  '%F0%9F%92%A9',
  '%C0%AF',
  '__proto__',
  'constructor',
  'toString',
  '%0d%0aX-Injected:%201',
  'a'.repeat(600),
  '{{x}}',
  '%3Cscript%3E',
  '*',
];
const queries = [
  '?limit=0',
  '?limit=1001',
  '?limit=NaN',
  '?limit[]=1',
  '?limit=1e3',
  '?pagination_key=e30',
  '?pagination_key=eyJsaXN0IjoiY2FsbHMiLCJhZnRlciI6MX0',
  '?version=__proto__',
  '?version=-1',
  '?version=latest',
  '?version=99999999999999999999',
  '?sort_order=',
  '?a&a&a',
  '?search=%00',
  '?search=%ff',
  `?${'a=1&'.repeat(800)}`,
];
const oddValues: readonly string[] = [
  'null',
  '-1',
  '1e308',
  '1e999',
  '99999999999999999999',
  '""',
  '"../../../outside/canary.json"',
  '"/etc/passwd"',
  '"\\u0000"',
  '"\\ud800"',
  '"{{x}}"',
  '"<script>alert(1)</script>"',
  '"file:///etc/passwd"',
  '"http://192.0.2.1/"',
  '[]',
  '{}',
  '[[[[]]]]',
  'true',
  '{"__proto__":{"admin":true}}',
  '{"constructor":{"prototype":{"admin":true}}}',
];
const brokenBodies: readonly string[] = [
  '',
  '{',
  ']',
  '[]',
  '"x"',
  'null',
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true},"name":"a","nodes":[]}',
  '\ud800',
  '{"a":1,}',
  '// remark\n{}',
  '\uFEFF{}',
  '{'.repeat(3000),
  '[['.repeat(2000),
  `{"a":"${'x'.repeat(60_000)}"}`,
  `{"name":"${'\\u0000'.repeat(2000)}","nodes":[]}`,
];
const bodies: readonly ((r: Random, t: AttackTarget) => string)[] = [
  () => '{"name":"a","nodes":[{"id":"a","type":"conversation","instruction":{"type":"prompt","text":"Hi {{name}}"}}]}',
  (r, t) => `{"agent_id":${JSON.stringify(r.pick(t.ids))},"agent_version":${r.pick(oddValues)}}`,
  (r, t) =>
    `{"voice_id":"11labs-Myra","response_engine":{"type":"retell-llm","llm_id":${JSON.stringify(r.pick(t.ids))}}}`,
  r => `{"general_prompt":${r.pick(oddValues)},"model":"gpt-4.1"}`,
  r => `{"phone_number":"+1415${r.upTo(9_999_999)}","nickname":${r.pick(oddValues)}}`,
  r => `{"phone_number":${r.pick(oddValues)}}`,
  (r, t) =>
    `{"from_number":"+14155550100","tasks":[{"to_number":"+14155550123","override_agent_id":${JSON.stringify(r.pick(t.ids))}}]}`,
  (r, t) =>
    `{"version":${r.upTo(6)},"base_version":${r.upTo(6)},"dynamic_variables":{"a":${r.pick(oddValues)}},` +
    `"agent_id":${JSON.stringify(r.pick(t.ids))}}`,
  r => `{"filter_criteria":${r.pick(oddValues)},"limit":${r.pick(oddValues)},"skip":${r.pick(oddValues)}}`,
  r =>
    `{"name":${r.pick(oddValues)},"nodes":${r.pick(oddValues)},"tools":${r.pick(oddValues)},"webhook_url":${r.pick(oddValues)}}`,
];
const hosts = [
  '127.0.0.1',
  'localhost:4010',
  '[::1]',
  'rebound.example.com',
  '127.0.0.1.example.com',
  '',
  'a b',
  '127.0.0.1@x',
];
const oddHeaders: readonly string[] = [
  'Content-Type: application/json; charset=utf-16',
  'Content-Type: multipart/form-data; boundary=x',
  'Content-Type: text/plain',
  'Content-Encoding: gzip',
  'X-HTTP-Method-Override: DELETE',
  'X-Forwarded-Host: example.com',
  'X-Forwarded-For: 10.0.0.1',
  'Origin: https://a.example',
  'Access-Control-Request-Method: DELETE',
  'Expect: 100-continue',
  'Expect: x',
  'Upgrade: websocket\r\nConnection: Upgrade',
  'Upgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: AAMAAABkAAQAAP__',
  'Range: bytes=0-99999',
  'If-Match: *',
  'Cookie: a=b',
  `X-Long: ${'x'.repeat(20_000)}`,
  'X-Control: a\u0001b',
  ' folded: x',
  'NoColon',
  'Content-Length: 5\r\nContent-Length: 6',
  'Transfer-Encoding: chunked\r\nContent-Length: 4',
  'Transfer-Encoding: identity, chunked',
  'Transfer-Encoding: xchunked',
  'User-Agent: Retell/JS 5.66.0',
];
const oddLengths = ['-1', '0', '1', '00000000000000000001', '99999999999', '1e3', '0x10', ' 5', '+5', '5000000'];
const otherMethods = ['OPTIONS', 'TRACE', 'CONNECT', 'PROPFIND', 'get', 'G\u0000T', 'X'.repeat(100)];

/** Makes an attack; the same random numbers make the same attack. */
export function attackOf(random: Random, target: AttackTarget): Attack {
  const manner = random.pick<Manner>(['whole', 'whole', 'whole', 'whole', 'pipelined', 'cut', 'dripped', 'held']);
  const requests = manner === 'pipelined' ? 2 + random.upTo(8) : 1;
  const kind = random.upTo(10),
    account = ([0, 0, 0, 1, 1, 1, 1] as const)[kind],
    requestsError = random.chance(0.02);
  const parts = Array.from({ length: requests }, () => requestOf(random, target, account, requestsError));
  const bytes = Buffer.from(parts.join(''), 'latin1');
  // requests with a wrong key are not changed, because a changed byte could make the key right
  const isChanged = account !== undefined && random.chance(0.05);
  return { manner, requests, account, requestsError, bytes: isChanged ? mutate(random, bytes) : bytes };
}

function requestOf(random: Random, target: AttackTarget, account: 0 | 1 | undefined, requestsError: boolean): string {
  const operation = random.pick(target.operations);
  const id = (): string => (random.chance(0.4) ? encodeURIComponent(random.pick(target.ids)) : random.pick(oddTexts));
  const text = operation.path.replace(/\{\w+\}/g, id),
    path = random.chance(0.05) ? `/${random.pick(oddTexts)}/${random.pick(oddTexts)}` : text;
  // most removals are replaced, because they would leave no records to attack
  const usualMethod = operation.method === 'DELETE' && random.chance(0.9) ? 'GET' : operation.method,
    method = random.chance(0.1) ? random.pick(otherMethods) : usualMethod;
  const url = random.chance(0.02) ? `/${'x'.repeat(5000)}` : path + (random.chance(0.3) ? random.pick(queries) : '');
  const takesBody = method !== 'GET' || random.chance(0.1),
    body = takesBody ? bodyOf(random, target) : '';
  const length = Buffer.byteLength(body, 'latin1');
  const lines = [
    `${method} ${url} HTTP/1.${random.chance(0.95) ? 1 : 0}`,
    ...(random.chance(0.97) ? [`Host: ${random.chance(0.9) ? '127.0.0.1' : random.pick(hosts)}`] : []),
    ...keyOf(random, target, account),
    ...(requestsError ? [`Prefer: code=${random.pick(['400', '402', '429', '500', '999', '200'])}`] : []),
    ...(random.chance(0.9) ? ['Content-Type: application/json'] : []),
    ...(random.chance(0.15) ? [random.pick(oddHeaders)] : []),
    ...(random.chance(0.9) && takesBody
      ? [`Content-Length: ${random.chance(0.95) ? length : random.pick(oddLengths)}`]
      : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}

const bodyOf = (random: Random, target: AttackTarget): string =>
  Buffer.from(random.chance(0.2) ? random.pick(brokenBodies) : random.pick(bodies)(random, target), 'utf8').toString(
    'latin1',
  );

/** The header with the right key, or with a wrong or missing key if the attack has no account. */
function keyOf(random: Random, { keys }: AttackTarget, account: 0 | 1 | undefined): string[] {
  if (account !== undefined) return [`Authorization: Bearer ${keys[account]}`];
  const [first] = keys;
  return random.pick([
    [],
    [`Authorization: Bearer ${first.slice(0, -1)}`],
    [`Authorization: Bearer ${first}x`],
    [`Authorization: Bearer ${first}\u00e9`],
    [`Authorization: Bearer ${first.toUpperCase()}`],
    [`Authorization: Basic ${first}`],
    ['Authorization: Bearer '],
    [`Authorization: Bearer ${'x'.repeat(5000)}`],
    [`X-Api-Key: ${first}`],
    [`Cookie: api_key=${first}`],
  ]);
}

/** Replaces, removes or inserts some bytes. */
function mutate(random: Random, bytes: Buffer): Buffer {
  const offset = random.upTo(bytes.length),
    times = 1 + random.upTo(20);
  const noise = Buffer.from(Array.from({ length: times }, () => random.upTo(256)));
  const end = random.pick([offset, Math.min(bytes.length, offset + times)]);
  return Buffer.concat([bytes.subarray(0, offset), random.chance(0.5) ? noise : Buffer.alloc(0), bytes.subarray(end)]);
}

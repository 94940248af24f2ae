// Malicious and meaningless requests: none stops the stand-in, none gets in, and each is rejected with the usual error
// body.
import { expect, test } from 'vitest';
import { validatorOf } from '../core/generated/validators.js';
import { component, firstKey, standIn } from '../testing/stand-in.ts';
import { operations } from './operations.ts';

/** Numbers in [0, 1), the same in every run. */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    return state / 2 ** 32;
  };
}
const ids = [
  'x',
  '..%2F..%2Fetc%2Fpasswd',
  '%00',
  '__proto__',
  'constructor',
  '%F0%9F%92%A9',
  'a'.repeat(600),
  '%zz',
  '.',
  '%2e%2e',
];
const values: readonly unknown[] = [null, -1, 1e308, '', '../../x', '\0', '{{x}}', [], {}, [[[]]], '<script>', true];
const broken = [
  '',
  '{',
  '[]',
  '"x"',
  '{"a":1,"a":2}',
  '{"__proto__":{"admin":true},"name":"a","nodes":[]}',
  '\ud800',
  '{"a":1e999}',
  'null',
  '{'.repeat(5000),
];
const queries = [
  '',
  '?limit=0',
  '?limit=NaN',
  '?limit[]=1',
  '?pagination_key=e30',
  '?version=__proto__',
  '?sort_order=',
  '?a&a&a',
  '?search=%00',
];
const headers: readonly Record<string, string>[] = [
  {},
  { authorization: `Bearer ${firstKey}\u00e9` },
  { authorization: 'Bearer ' },
  { host: 'example.com' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'multipart/form-data' },
  { prefer: 'code=200, code=999' },
  { 'x-http-method-override': 'DELETE' },
  { 'content-encoding': 'gzip' },
];

test('thousands of them', async () => {
  const random = numbers(14),
    one = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!;
  const stand = standIn();
  const methods = ['GET', 'POST', 'PATCH', 'PUT', 'DELETE', 'OPTIONS'];
  const counts = new Map<number, number>();
  for (let i = 0; i < 5000; i++) {
    const operation = one(operations);
    const path = operation.path.replace(/\{\w+\}/g, () => one(ids)) + one(queries);
    const method = random() < 0.8 ? operation.method : one(methods);
    const body =
      random() < 0.4
        ? one(broken)
        : { ...component(), [one(['name', 'nodes', 'agent_id', '__proto__', 'tools'])]: one(values) };
    const { status, body: answer } = await stand.ask(
      `${method} ${path}`,
      method === 'GET' ? undefined : body,
      one(headers),
    );
    counts.set(status, (counts.get(status) ?? 0) + 1);
    expect([method, path, body, status < 500]).toEqual([method, path, body, true]);
    if (status >= 400) expect([status, validatorOf('error-body')(answer)]).toEqual([status, true]);
  }
  expect(stand.failures).toEqual([]);
  expect(({} as Record<string, unknown>)['admin']).toBe(undefined);
  for (const status of [201, 400, 401, 403, 404, 405, 415])
    expect([status, counts.has(status)]).toEqual([status, true]);
  expect((await stand.ask('GET /v2/list-conversation-flow-components')).status).toBe(200);
});

// Tests 1,000 concurrent creates and updates with a SIGKILL in between: no file is half-written, and no confirmed
// change is lost.
import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { component } from '../testing/stand-in.ts';
// @ts-expect-error a build script has no types
import { buildCommand } from '../build/command.mjs';

let folder: string;
beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'preflight-killed-')));
  await buildCommand(
    { bundle: true, platform: 'node', target: 'node20', mainFields: ['module', 'main'], logLevel: 'warning' },
    folder,
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

const key = 'key-of-a-test';
async function started(workspace: string): Promise<{ readonly url: string; readonly kill: () => Promise<unknown> }> {
  const child = spawn(
    process.execPath,
    [join(folder, 'preflight.cjs'), 'serve', '--write', '--port', '0', '--api-key', key, '--cwd', workspace],
    { stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const ended = new Promise(resolve => child.on('exit', resolve));
  const url = await new Promise<string>(resolve => child.stdout.once('data', chunk => resolve(String(chunk).trim())));
  const kill = (): Promise<unknown> => {
    child.kill('SIGKILL');
    return ended;
  };
  return { url, kill };
}

test.each([150, 600])('after %i answers', async answerLimit => {
  const workspace = realpathSync(mkdtempSync(join(folder, 'workspace-')));
  const server = await started(workspace);
  const confirmed = new Map<string, { readonly name: string }>();
  let count = 0;
  const send = async (method: string, path: string, name: string): Promise<string | undefined> => {
    const response = await fetch(server.url + path, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify(component(name)),
    });
    const { conversation_flow_component_id: id } = (await response.json()) as Record<string, string>;
    expect(response.ok).toBe(true);
    if (++count === answerLimit) void server.kill();
    return id;
  };
  const fileNames = new Map<string, string>();
  const work = async (i: number): Promise<void> => {
    const id = (await send('POST', '/create-conversation-flow-component', `made ${i}`))!;
    confirmed.set(id, { name: `made ${i}` });
    fileNames.set(id, `changed ${i}`);
    await send('PATCH', `/update-conversation-flow-component/${id}`, `changed ${i}`);
    confirmed.set(id, { name: `changed ${i}` });
  };
  const sendInTurn = async (first: number): Promise<void> => {
    for (let i = first; i < first + 5; i++) await work(i);
  };
  await Promise.allSettled(Array.from({ length: 100 }, (_, i) => sendInTurn(i * 5)));
  await server.kill();
  const names = readdirSync(join(workspace, 'components')).filter(name => name.endsWith('.flow-component.json'));
  const byName = new Map(
    names.map(name => {
      const record = JSON.parse(readFileSync(join(workspace, 'components', name), 'utf8')) as Record<string, string>;
      return [record['conversation_flow_component_id']!, record['name']!];
    }),
  );
  expect(confirmed.size).toBeGreaterThan(answerLimit / 4);
  for (const [id, { name }] of confirmed) expect([name, fileNames.get(id)]).toContain(byName.get(id));
  for (const [id, name] of byName)
    if (confirmed.get(id)?.name.startsWith('changed')) expect(name).toBe(confirmed.get(id)!.name);
  // a restarted server reads all confirmed records
  const restarted = await started(workspace);
  const list = await fetch(`${restarted.url}/v2/list-conversation-flow-components?limit=1000`, {
    headers: { authorization: `Bearer ${key}` },
  });
  expect(((await list.json()) as { items: unknown[] }).items).toHaveLength(byName.size);
  await restarted.kill();
});

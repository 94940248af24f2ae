import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { preflight } from '../testing/preflight.ts';
// @ts-expect-error a build script has no types
import { buildCommand } from './command.mjs';

let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'preflight-command-'));
  await buildCommand({ bundle: true, platform: 'node', target: 'node20', mainFields: ['module', 'main'], logLevel: 'warning' }, folder);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true }));

test.each([['rules', '--format', 'json'], ['explain', 'wrong-type'], ['explain', 'internal-error'], ['lint', '--help']])('the bundles say what the sources say: %s %s', async (...args) => {
  const built = execFileSync(process.execPath, [join(folder, 'preflight.cjs'), ...args], { encoding: 'utf8' });
  expect(built).toBe((await preflight(args, folder)).stdout);
});

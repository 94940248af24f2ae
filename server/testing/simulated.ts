import { expect } from 'vitest';
import type { Outputs } from '../core/generated/outputs.js';
import { expectOutput } from './outputs.ts';
import { preflight } from './preflight.ts';

/** Runs `simulate` with `--format json`, checks the output against its schema, and parses it. */
export async function json(
  schema: keyof Outputs,
  cwd: string,
  ...args: string[]
): Promise<{ readonly code: number; readonly value: any }> {
  const { code, stdout, stderr } = await preflight(['simulate', ...args, '--format', 'json'], cwd);
  expect(stderr).toBe('');
  const value: unknown = JSON.parse(stdout);
  expectOutput(schema, value);
  expect(stdout).not.toContain(cwd);
  return { code, value };
}
export const table = async (cwd: string, ...args: string[]): Promise<string> =>
  (await preflight(['simulate', ...args], cwd)).stdout;

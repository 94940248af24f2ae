import { readFileSync } from 'node:fs';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import { preflight } from './preflight.ts';

export const samples = (name: string): string => new URL(`../../samples/${name}/`, import.meta.url).pathname;
const validator = (name: string) =>
  new Ajv2020.default({ strict: true, allowUnionTypes: true }).compile(
    JSON.parse(readFileSync(new URL(`../../schemas/outputs/${name}.json`, import.meta.url), 'utf8')) as object,
  );

/** Runs it with `--format json`, checks the output against its schema, and reads it. */
export async function json(
  schema: string,
  cwd: string,
  ...args: string[]
): Promise<{ readonly code: number; readonly value: any }> {
  const { code, stdout, stderr } = await preflight(['simulate', ...args, '--format', 'json'], cwd);
  expect(stderr).toBe('');
  const value: unknown = JSON.parse(stdout),
    validate = validator(schema);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
  expect(stdout).not.toContain(cwd);
  return { code, value };
}
export const table = async (cwd: string, ...args: string[]): Promise<string> =>
  (await preflight(['simulate', ...args], cwd)).stdout;

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { afterAll, expect, test } from 'vitest';
import { validatorOf } from '../core/generated/validators.js';
import { shapeNames } from '../core/shapes/table.ts';

const folder = mkdtempSync(join(tmpdir(), 'preflight-schemas-'));
execFileSync(process.execPath, [new URL('publish-schemas.mjs', import.meta.url).pathname, folder]);
afterAll(() => rmSync(folder, { recursive: true }));

const names = readdirSync(folder).filter(name => name.endsWith('.schema.json'));
const read = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(folder, name), 'utf8')) as Record<string, unknown>;
const ajv = new Ajv2020.default({ logger: false });
for (const name of names) ajv.addSchema(read(name));

test('every shape is published, and every reference resolves', () => {
  expect(names).toHaveLength(shapeNames.length);
  for (const name of names) expect(() => ajv.getSchema(name), name).not.toThrow();
});

test('the copies for VS Code explain each value', () => {
  expect(readdirSync(join(folder, 'vscode'))).toEqual(names);
  const { properties } = read('vscode/channel-filter.schema.json') as {
    properties: { value: { enumDescriptions: string[] } };
  };
  expect(properties.value.enumDescriptions).toEqual(['Agents that talk on calls.', 'Agents that write in chats.']);
  expect(JSON.stringify(names.map(read))).not.toContain('enumDescriptions');
});

test('published schemas contain no keyword of Preflight', () => {
  for (const name of names)
    expect(JSON.stringify(read(name)), name).not.toMatch(
      /"x-(?:variants|shape|noun|known-values|not-shown|unit|reference)":/,
    );
});

test('published schemas accept what the linter accepts', () => {
  const settings = [
    { voice_speed: 2.75 },
    { voice_speed: 1 },
    { response_engine: { type: 'llm' } },
    { ambient_sound: 'coffeeshop' },
    { voicemail_option: { action: { type: 'prompt', text: 1 } } },
    'text',
  ];
  for (const value of settings)
    expect(ajv.validate('agent-settings.schema.json', value), JSON.stringify(value)).toBe(
      validatorOf('agent-settings')(value),
    );
});

test('the schema of the configuration contains the ids of rules', () => {
  const config = (value: object): boolean => ajv.validate('preflight-config.schema.json', value) as boolean;
  expect(
    config({ rules: { 'wrong-type': 'off' }, overrides: [{ files: ['*'], rules: { 'wrong-type': 'info' } }] }),
  ).toBe(true);
  // an unknown id may be that of a policy, which is checked when the configuration is read
  expect(config({ rules: { 'Wrong type': 'off' } })).toBe(false);
  expect(config({ rules: { 'wrong-type': 'of' } })).toBe(false);
  expect(config({ suppress: [{ rule: 'Wrong type', file: 'a', at: '', reason: 'b' }] })).toBe(false);
});

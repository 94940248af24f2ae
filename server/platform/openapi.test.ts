import { Validator } from '@seriousme/openapi-schema-validator';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import type { JsonObject } from '../core/json/json.ts';
import { component, standIn } from '../testing/stand-in.ts';
import { operations } from './operations.ts';

const served = async (): Promise<any> =>
  (await standIn().ask('GET /openapi.json', undefined, { authorization: '' })).body;

test('the served description is valid OpenAPI 3.1', async () => {
  const description = await served();
  const validator = new Validator();
  expect(await validator.validate(structuredClone(description))).toEqual({ valid: true });
  expect(validator.version).toBe('3.1');
});
test('the description contains every operation, and marks the two operations of the specification', async () => {
  const { paths } = await served();
  const operationPaths = Object.entries<Record<string, JsonObject>>(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, object]) => ({
      line: `${method.toUpperCase()} ${path}`,
      isSpecified: object['x-in-specification'],
    })),
  );
  expect(operationPaths.filter(({ isSpecified }) => isSpecified).map(({ line }) => line)).toEqual([
    'POST /create-conversation-flow-component',
    'DELETE /delete-test-case-definition/{test_case_definition_id}',
  ]);
  expect(operationPaths).toHaveLength(
    operations.flatMap(operation => [operation.path, ...(operation.aliases ?? [])]).length,
  );
  const { responses } = paths['/create-conversation-flow-component'].post;
  expect(Object.keys(responses)).toEqual(['201', '400', '401', '404', '429', '500']);
});
test('the description marks the source of fields and values outside the specification', async () => {
  const { schemas } = (await served()).components;
  const { voice_model: model, volume, is_public: result } = schemas['agent-settings'].properties;
  expect(model.enum).toContain('sonic-3.6');
  expect(model['x-since-values']['sonic-3.6']).toBe('2026-09-10');
  expect([result['x-not-shown'], volume['x-not-shown']]).toEqual([true, undefined]);
  expect(schemas['custom-tool'].properties.max_retry['x-since']).toBe('2026-08-10');
});
test('the schemas of the description are complete, and distinguish valid from invalid values', async () => {
  const description = await served();
  const ajv = new Ajv2020.default({ strict: false, validateFormats: false });
  ajv.addSchema(description, 'api');
  const isValid = (shape: string, value: unknown): boolean =>
    ajv.validate({ $ref: `api#/components/schemas/${shape}` }, value);
  expect(isValid('flow-component', component())).toBe(true);
  expect(isValid('flow-component', component('A', { flex_mode: 'yes' }))).toBe(false);
  expect(isValid('error-body', (await standIn().ask('GET /nothing')).body)).toBe(true);
  for (const shape of Object.keys(description.components.schemas)) expect(() => isValid(shape, {})).not.toThrow();
});

import { readFileSync } from 'node:fs';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020.js';
import { expect } from 'vitest';
import type { Outputs } from '../core/generated/outputs.js';

const validators = new Map<keyof Outputs, ValidateFunction>();
/** The ajv validator for a published schema in `schemas/outputs`. */
export function outputValidator(name: keyof Outputs): ValidateFunction {
  let validator = validators.get(name);
  if (!validator) {
    const schema = readFileSync(new URL(`../../schemas/outputs/${name}.json`, import.meta.url), 'utf8');
    validator = new Ajv2020.default({ strict: true, allowUnionTypes: true }).compile(JSON.parse(schema) as object);
    validators.set(name, validator);
  }
  return validator;
}

/** Expects that the output of a command matches its published schema. */
export function expectOutput(name: keyof Outputs, value: unknown): void {
  const validate = outputValidator(name);
  expect(validate(value), JSON.stringify(validate.errors)).toBe(true);
}

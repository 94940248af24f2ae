import { readdirSync } from 'node:fs';
import { docsOf } from '../core/engine/rule-docs.ts';
import Ajv2020 from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { validatorOf } from '../core/generated/validators.js';
import type { Json } from '../core/json/json.ts';
import type { Rule } from '../core/engine/rule.ts';
import type { ShapeName, Violation } from '../core/shapes/table.ts';
import { changedAnywhere } from './changed.ts';
import { workspaceOf } from './fixture.ts';

const { expand } = (await import('../build/schemas.mjs' as string)) as { expand(schema: object): object };
const { platformSchemas } = (await import('../build/with-facts.mjs' as string)) as {
  platformSchemas(): Record<ShapeName, object>;
};

const schemas = platformSchemas();
const plainAjv = new Ajv2020.default({ allErrors: true, strict: false, logger: false, validateFormats: false });
for (const [name, schema] of Object.entries(schemas)) plainAjv.addSchema(expand(schema), `${name}.schema.json`);

const list = (errors: readonly Pick<Violation, 'instancePath' | 'keyword' | 'params'>[] | null | undefined): string[] =>
  [
    ...new Set(
      (errors ?? [])
        .filter(e => e.keyword !== 'if' && e.keyword !== 'not')
        .map(e => `${e.instancePath} ${e.keyword} ${JSON.stringify(e.params)}`),
    ),
  ].sort();

const junk: readonly Json[] = [null, 'x', -1, 1.5, [], {}];

test('the precompiled validators agree with ajv over the expanded schemas', async () => {
  const folder = new URL('../../rules/', import.meta.url);
  const ids = readdirSync(folder).filter(
    name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts',
  );
  let count = 0,
    refusals = 0;
  for (const file of ids) {
    const { default: rule } = (await import(`../../rules/${file.slice(0, -3)}.ts`)) as { default: Rule };
    for (const { files } of docsOf(rule).examples.invalid.slice(0, 1))
      for (const document of workspaceOf(files).documents)
        for (const root of document.roots) {
          if (root.value === undefined) continue;
          const shape = root.shapes[0]!;
          const reference = plainAjv.getSchema(`${shape}.schema.json`)!;
          for (const value of [root.value, ...changedAnywhere(root.value, () => junk)]) {
            const expected = reference(value),
              actual = validatorOf(shape)(value);
            const [text, words] = [list(validatorOf(shape).errors), list(reference.errors as never)];
            // `expect` is called only for differences, because it is slow for tens of thousands of values
            if (actual !== expected || text.join('\n') !== words.join('\n'))
              expect([shape, value, actual, text]).toEqual([shape, value, expected, words]);
            count++;
            if (!expected) refusals++;
          }
        }
  }
  expect(count).toBeGreaterThan(1000);
  expect(refusals).toBeGreaterThan(200);
});

// Precompiles one validator a shape with ajv, as one module without imports (ajv's own output still says `require`).
import Ajv from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';
import { expand } from './schemas.mjs';

// None of the schemas uses a keyword that 2020-12 brought, and ajv's class for it tracks what has been evaluated: twice the code.
export function compiler(schemas, options = {}) {
  const ajv = new Ajv.Ajv({  allErrors: true, strict: false, logger: false, messages: false, validateFormats: false, inlineRefs: false,
    // lengths in UTF-16 units: fast, and never less than in characters; the rule wrong-length counts characters before it reports
    unicode: false,
    code: { source: true, esm: true, lines: false, optimize: 1 }, ...options });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(expand(strip(schema)), `${name}.schema.json`);
  // a violation names the shape that states it: ajv would begin every path with a bare `#`
  for (const name of Object.keys(schemas)) ajv.schemas[`${name}.schema.json`].schemaPath = `${name}#`;
  return ajv;
}

/** What ajv does not read would only make its output larger. */
function strip(value) {
  if (Array.isArray(value)) return value.map(strip);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value)
    .filter(([key, child]) => !(key === '$id' || key === '$schema' || key === 'title' || key === 'description' && typeof child === 'string' || key === 'default' || (key.startsWith('x-') && key !== 'x-shape' && key !== 'x-variants')))
    .map(([key, child]) => [key, key === 'properties' ? Object.fromEntries(Object.entries(child).map(([name, sub]) => [name, strip(sub)])) : strip(child)]));
}

export async function compileValidators(schemas) {
  const ajv = compiler(schemas);
  const names = Object.keys(schemas);
  const code = standalone.default(ajv, Object.fromEntries(names.map(name => [identifier(name), `${name}.schema.json`])))
    + `\nexport const validators = {${names.map(name => `${JSON.stringify(name)}: ${identifier(name)}`).join(', ')}};\n`;
  const bundled = await build({
    stdin: { contents: code, resolveDir: new URL('../..', import.meta.url).pathname, loader: 'js' },
    bundle: true, format: 'esm', platform: 'neutral', mainFields: ['module', 'main'], write: false, legalComments: 'none', minify: true,
  });
  return bundled.outputFiles[0].text;
}

const identifier = name => `validate_${name.replaceAll('-', '_')}`;

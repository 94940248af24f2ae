// Compiles one ajv validator for each shape into one module without imports, although the output of ajv contains
// `require`.
import Ajv from 'ajv';
import standalone from 'ajv/dist/standalone/index.js';
import { build } from 'esbuild';

// The compiler for the default draft is used: the schemas need no keyword of 2020-12, whose compiler doubles the code
// because it records evaluated properties.
function compiler(schemas) {
  const ajv = new Ajv.Ajv({
    allErrors: true,
    strict: false,
    logger: false,
    messages: false,
    validateFormats: false,
    inlineRefs: false,
    // lengths are counted in UTF-16 units, which is fast and never less than in characters; the rule wrong-length
    // counts characters before it reports
    unicode: false,
    code: { source: true, esm: true, lines: false, optimize: 1 },
  });
  const asShape = (cxt, shape) =>
    cxt.subschema(
      {
        schema: { $ref: `${shape}.schema.json` },
        schemaPath: Ajv.nil,
        topSchemaRef: Ajv.nil,
        errSchemaPath: cxt.it.errSchemaPath,
      },
      cxt.gen.name('valid'),
    );
  // the short forms are compiled directly, because if/then, to which `expand` converts them, gives three times the
  // code
  ajv.addKeyword({
    keyword: 'x-shape',
    code: cxt => {
      cxt.gen.if(Ajv._`${cxt.data} !== null`, () => asShape(cxt, cxt.schema));
    },
  });
  ajv.addKeyword({
    keyword: 'x-variants',
    type: 'object',
    code(cxt) {
      const { gen, data, schema } = cxt;
      const decider = gen.const('decider', Ajv._`${data}[${schema.by}]`);
      const shapes = [...new Set(Object.values(schema.of))];
      for (const shape of shapes) {
        const values = Object.keys(schema.of).filter(value => schema.of[value] === shape);
        gen.if(
          values
            .slice(1)
            .reduce((sum, value) => Ajv._`${sum} || ${decider} === ${value}`, Ajv._`${decider} === ${values[0]}`),
          () => asShape(cxt, shape),
        );
      }
    },
  });
  for (const [name, schema] of Object.entries(schemas)) ajv.addSchema(strip(schema), `${name}.schema.json`);
  // a violation contains the name of its shape; without this, each path of ajv would begin with only `#`
  for (const name of Object.keys(schemas)) ajv.schemas[`${name}.schema.json`].schemaPath = `${name}#`;
  return ajv;
}

/** Removes keywords that ajv ignores, because they would only enlarge the output. */
function strip(value) {
  if (Array.isArray(value)) return value.map(strip);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(
        ([key, child]) =>
          !(
            key === '$id' ||
            key === '$schema' ||
            key === 'title' ||
            (key === 'description' && typeof child === 'string') ||
            key === 'default' ||
            key === 'examples' ||
            (key.startsWith('x-') && key !== 'x-shape' && key !== 'x-variants')
          ),
      )
      .map(([key, child]) => [
        key,
        key === 'properties'
          ? Object.fromEntries(Object.entries(child).map(([name, sub]) => [name, strip(sub)]))
          : strip(child),
      ]),
  );
}

export async function compileValidators(schemas) {
  const ajv = compiler(schemas);
  const names = Object.keys(schemas);
  const code = standalone.default(
    ajv,
    Object.fromEntries(names.map(name => [identifier(name), `${name}.schema.json`])),
  );
  const entries = names.map(name => `${JSON.stringify(name)}: ${identifier(name)}`).join(', ');
  const exports = `const validators = {${entries}};\nexport const validatorOf = shape => validators[shape];`;
  const bundled = await build({
    stdin: {
      contents: `${shorten(code)}\n${exports}\n`,
      resolveDir: new URL('../..', import.meta.url).pathname,
      loader: 'js',
    },
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    write: false,
    legalComments: 'none',
    minify: true,
  });
  return bundled.outputFiles[0].text;
}

const addError = [
  'function addError(errors, instancePath, schemaPath, keyword, params) {',
  'const error = { instancePath, schemaPath, keyword, params };',
  'if (errors === null) return [error]; errors.push(error); return errors; }',
].join(' ');
const addErrors = [
  'function addErrors(errors, more) { if (errors === null) return more;',
  'for (let i = 0; i < more.length; i++) errors.push(more[i]); return errors; }',
].join(' ');

/**
 * Moves the code that creates and stores an error, a third of the output of ajv, into one function, and shortens
 * schema paths to the shape, because each byte delays the start of the command. Errors of items are appended to one
 * list, which ajv would copy for every item. `validators.test.ts` compares the result with ajv.
 */
function shorten(code) {
  const pattern =
    /const (\w+) = \{instancePath(?::([^{}]*?))?,schemaPath:"([a-z0-9-]*#)[^"]*",keyword:("\w+"),params:(\{[^{}]*\})\};\s*/;
  const keptPattern =
    /if\(vErrors === null\)\{\s*vErrors = \[\1\];\s*\}\s*else \{\s*vErrors\.push\(\1\);\s*\}\s*errors\+\+;/;
  const error = new RegExp(pattern.source + keptPattern.source, 'g');
  let replacedCount = 0,
    joinCount = 0;
  const shortCode = code
    .replace(error, (_, __, path, shape, keyword, params) => {
      replacedCount++;
      return `vErrors = addError(vErrors, ${path ?? 'instancePath'}, "${shape}", ${keyword}, ${params});errors++;`;
    })
    .replace(/vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\)/g, (_, validate) => {
      joinCount++;
      return `vErrors = addErrors(vErrors, ${validate}.errors)`;
    })
    .replace(/,parentData(?::[^,{}]*)?,parentDataProperty(?::[^,{}]*)?,rootData\}/g, '}')
    .replace(/, parentData, parentDataProperty, rootData=data(, dynamicAnchors=\{\})?\}=\{\}/g, '}={}');
  if (replacedCount === 0 || joinCount === 0)
    throw new Error('the output of ajv does not have the form that server/build/validators.mjs expects');
  return `${addError}\n${addErrors}\n${shortCode}`;
}

const identifier = name => `validate_${name.replaceAll('-', '_')}`;

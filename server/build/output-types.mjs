// Generates the types of the `--format json` outputs from schemas/outputs, so that their keys are defined only once.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../schemas/outputs/', import.meta.url);

const pascal = name => name.replace(/(?:^|-|_)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const union = types => [...new Set(types)].join(' | ');
const doc = ({ description }) => (description ? `/** ${description} */ ` : '');

/**
 * The TypeScript type of a schema.
 * @param prefix the prefix for the names of `$defs` in the file
 */
function typeOf(schema, prefix) {
  if (schema.$ref) return prefix + pascal(schema.$ref.replace('#/$defs/', ''));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map(value => JSON.stringify(value)));
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return union(variants.map(variant => typeOf(variant, prefix)));
  return union([schema.type ?? 'any'].flat().map(type => ofType(type, schema, prefix)));
}

function ofType(type, schema, prefix) {
  switch (type) {
    case 'string':
    case 'boolean':
    case 'null':
      return type;
    case 'number':
    case 'integer':
      return 'number';
    case 'any':
      return 'unknown';
    case 'array': {
      const item = schema.items ? typeOf(schema.items, prefix) : 'unknown';
      return schema.maxItems !== undefined && schema.minItems === schema.maxItems
        ? `readonly [${Array(schema.maxItems).fill(item).join(', ')}]`
        : `readonly (${item})[]`;
    }
    case 'object': {
      const { additionalProperties: otherValues } = schema;
      if (!schema.properties)
        return `{ readonly [key: string]: ${typeof otherValues === 'object' ? typeOf(otherValues, prefix) : 'unknown'} }`;
      const required = new Set(schema.required ?? []);
      const keys = Object.entries(schema.properties).map(
        ([key, value]) =>
          `${doc(value)}readonly ${JSON.stringify(key)}${required.has(key) ? '' : '?'}: ${typeOf(value, prefix)};`,
      );
      return `{ ${keys.join('\n')} }`;
    }
    default:
      throw new Error(`schemas/outputs: unknown type ${JSON.stringify(type)}`);
  }
}

/** The tools of `preflight mcp` with a schema of their answers. */
const tools = 'affected cost describe drift explain lint plan prompt reach references resolve'.split(' ');
/** The schemas of the answers of tools, without descriptions. */
export const outputSchemas = () =>
  Object.fromEntries(
    tools.map(name => {
      const text = readFileSync(new URL(`${name}.json`, folder), 'utf8');
      const {
        $schema: _,
        $id: __,
        title: ___,
        ...schema
      } = JSON.parse(text, (key, value) => (key === 'description' && typeof value === 'string' ? undefined : value));
      return [name, schema];
    }),
  );

/**
 * The text of a declaration file: a type for each output, and `Outputs`, which maps the names of files to these types.
 */
export function outputTypes() {
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -5))
    .sort();
  const declarations = names.flatMap(name => {
    const schema = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
    const prefix = pascal(name);
    const parts = Object.entries(schema.$defs ?? {}).map(
      ([part, value]) => `${doc(value)}\nexport type ${prefix}${pascal(part)} = ${typeOf(value, prefix)};`,
    );
    return [...parts, `${doc(schema)}\nexport type ${prefix} = ${typeOf(schema, prefix)};`];
  });
  const subjects = names
    .filter(name => /^simulate-(?!withheld)/.test(name))
    .map(name => `'${name.slice('simulate-'.length)}'`);
  const members = names.map(name => `  readonly '${name}': ${pascal(name)};`);
  const outputs = `export interface Outputs {\n${members.join('\n')}\n}`;
  const subjectType = `/** What can be simulated: \`call\` is what \`simulate-call.json\` describes, and so on. */
export type Subject = ${subjects.join(' | ')};`;
  return `// generated\n${[...declarations, outputs, subjectType].join('\n')}\n`;
}

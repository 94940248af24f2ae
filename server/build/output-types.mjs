// Types of the commands' `--format json` output, generated from schemas/outputs, so that nobody writes these keys down
// twice.
import { readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../schemas/outputs/', import.meta.url);

const pascal = name => name.replace(/(?:^|-|_)([a-z0-9])/g, (_, letter) => letter.toUpperCase());
const union = types => [...new Set(types)].join(' | ');
const doc = ({ description }) => (description ? `/** ${description} */ ` : '');

/** @param own prefix of the names of this file's `$defs` */
function typeOf(schema, own) {
  if (schema.$ref) return own + pascal(schema.$ref.replace('#/$defs/', ''));
  if ('const' in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map(value => JSON.stringify(value)));
  const variants = schema.oneOf ?? schema.anyOf;
  if (variants) return union(variants.map(variant => typeOf(variant, own)));
  return union([schema.type ?? 'any'].flat().map(type => ofType(type, schema, own)));
}

function ofType(type, schema, own) {
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
      const item = schema.items ? typeOf(schema.items, own) : 'unknown';
      return schema.maxItems !== undefined && schema.minItems === schema.maxItems
        ? `readonly [${Array(schema.maxItems).fill(item).join(', ')}]`
        : `readonly (${item})[]`;
    }
    case 'object': {
      const { additionalProperties: otherValues } = schema;
      if (!schema.properties)
        return `{ readonly [key: string]: ${typeof otherValues === 'object' ? typeOf(otherValues, own) : 'unknown'} }`;
      const required = new Set(schema.required ?? []);
      const keys = Object.entries(schema.properties).map(
        ([key, value]) =>
          `${doc(value)}readonly ${JSON.stringify(key)}${required.has(key) ? '' : '?'}: ${typeOf(value, own)};`,
      );
      return `{ ${keys.join('\n')} }`;
    }
    default:
      throw new Error(`schemas/outputs: the type ${JSON.stringify(type)} is not known here`);
  }
}

/** The tools of `preflight mcp` whose answers have a schema. */
const tools = 'affected cost describe drift explain lint plan prompt reach references resolve'.split(' ');
/** The schemas of their answers, without descriptions and other text for people. */
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

/** A declaration file: one type for each output, and `Outputs` from the file's name to it. */
export function outputTypes() {
  const names = readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map(name => name.slice(0, -5))
    .sort();
  const declarations = names.flatMap(name => {
    const schema = JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'));
    const own = pascal(name);
    const parts = Object.entries(schema.$defs ?? {}).map(
      ([part, value]) => `${doc(value)}\nexport type ${own}${pascal(part)} = ${typeOf(value, own)};`,
    );
    return [...parts, `${doc(schema)}\nexport type ${own} = ${typeOf(schema, own)};`];
  });
  const subjects = names
    .filter(name => /^simulate-(?!withheld)/.test(name))
    .map(name => `'${name.slice('simulate-'.length)}'`);
  const members = names.map(name => `  readonly '${name}': ${pascal(name)};`);
  const outputs = `export interface Outputs {\n${members.join('\n')}\n}`;
  const simulated = `/** What can be simulated: \`call\` is what \`simulate-call.json\` describes, and so on. */
export type Subject = ${subjects.join(' | ')};`;
  return `// generated\n${[...declarations, outputs, simulated].join('\n')}\n`;
}

// Writes all modules that are generated from the schemas: the shape table, its documentation, and the validators. `npm
// run generate`
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expand, withoutMarks, readDialects } from './schemas.mjs';
import { compileShapes } from './shapes.mjs';
import { formatIndex, formatIndexFile, ruleIndex, ruleIndexFile } from './indexes.mjs';
import { outputSchemas, outputTypes } from './output-types.mjs';
import { rulePages } from './rule-docs.mjs';
import { compileValidators } from './validators.mjs';
import { platformSchemas, readFacts } from './with-facts.mjs';

const folder = new URL('../core/generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
const write = (name, text) => {
  const file = new URL(name, folder);
  let before;
  try {
    before = readFileSync(file, 'utf8');
  } catch {
    /* the file is new */
  }
  if (before !== text) writeFileSync(file, text);
};

const dialects = readDialects();
const facts = readFacts(),
  schemas = platformSchemas(dialects, facts);
const { nodes, docs, roots, requiredTexts, places } = compileShapes(schemas);
const shapeNames = Object.keys(roots).map(name => `'${name}'`);
const embed = value => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
write(
  'shapes.js',
  `// generated
const lines = ${JSON.stringify(nodes.map(node => JSON.stringify(node)).join('\n'))};
export const entryTexts = lines.split('\\n');
export const roots = ${embed(roots)};
export const places = ${embed(places)};
export const requiredTexts = ${embed(requiredTexts)};
`,
);
write(
  'shapes.d.ts',
  `// generated
export type ShapeName = ${shapeNames.join(' | ')};
export declare const entryTexts: readonly string[];
export declare const roots: Readonly<Record<ShapeName, number>>;
export interface PlaceNames {
  readonly names: readonly string[];
  /** For each entry the index of its names in \`lists\`, whose numbers are indexes in \`names\`. */
  readonly listOf: readonly number[];
  readonly lists: readonly (readonly number[])[];
  /** For each entry the index in \`sets\` of the names that can be reached from it, as bits in hexadecimal. */
  readonly setOf: readonly number[];
  readonly sets: readonly string[];
}
export declare const places: PlaceNames;
/** Places where a shape requires a string of any length that is not an id. */
export declare const requiredTexts: { readonly [Shape in ShapeName]?: readonly \`/\${string}\`[] };
`,
);
write('docs.js', `// generated\nlet docs;\nexport const docAt = entry => (docs ??= ${embed(docs)})[entry];\n`);
write(
  'docs.d.ts',
  `// generated
import type { ShapeDoc } from '../shapes/table.ts';
/** The description of an entry of the shape table. Read on demand: linting needs none of it. */
export declare function docAt(entry: number): ShapeDoc | undefined;
`,
);
write(
  'dialects.js',
  `// generated
export const dialects = ${embed(Object.fromEntries(Object.entries(dialects).map(([id, { title, names }]) => [id, { title, names }])))};
`,
);
write(
  'dialects.d.ts',
  `// generated
export interface Dialect {
  readonly title: string;
  /** Names of the specification, mapped to the dialect's spelling. */
  readonly names: Readonly<Record<string, string>>;
}
export declare const dialects: Readonly<Record<string, Dialect>>;
`,
);
write(
  'platform.js',
  `// generated\nexport const platform = ${JSON.stringify({ first: facts.first, newest: facts.newest })};\n`,
);
write(
  'platform.d.ts',
  `// generated
/** The days of the first and of the newest facts about the platform, \`YYYY-MM-DD\`. */
export declare const platform: { readonly first: string; readonly newest: string };
`,
);
write('rule-pages.js', `// generated\nexport const pages = () => ${embed(rulePages())};\n`);
write(
  'rule-pages.d.ts',
  `// generated\n/** The pages of the rules, by id. */\nexport declare const pages: () => Readonly<Record<string, string>>;\n`,
);
write('outputs.d.ts', outputTypes());
write(
  'mcp.js',
  `// generated
export const outputSchemas = ${embed(outputSchemas())};
`,
);
write(
  'mcp.d.ts',
  `// generated
import type { JsonObject } from '../json/json.ts';
/** The published schemas of outputs, without descriptions: a client keeps them all. */
export declare const outputSchemas: Readonly<Record<string, JsonObject>>;
`,
);
write('validators.js', `// generated\n${await compileValidators(schemas)}`);
write(
  'validators.d.ts',
  `// generated
import type { Validator } from '../shapes/table.ts';
import type { ShapeName } from './shapes.js';
/**
 * Ajv's validators, which list everything that the schemas reject in a value. Most runs need none: the walk decides
 * whether there is anything.
 */
export declare function validatorOf(shape: ShapeName): Validator;
`,
);

// keywords about the source of a field or value
const sources = new Set([
  'x-not-shown',
  'x-since',
  'x-since-values',
  'x-until',
  'x-until-values',
  'x-still-in-files',
  'x-notice',
  'x-notices',
]);
const publishedSchemas = Object.fromEntries(
  Object.entries(schemas)
    .filter(([name]) => name !== 'preflight-config')
    .map(([name, schema]) => [name, withoutMarks(expand(schema), { keep: sources })]),
);
write('json-schemas.js', `// generated\nexport const jsonSchemas = ${embed(publishedSchemas)};\n`);
write(
  'json-schemas.d.ts',
  `// generated
import type { JsonObject } from '../json/json.ts';
/** The shapes as JSON Schema 2020-12, for descriptions of the API. */
export declare const jsonSchemas: Readonly<Record<string, JsonObject>>;
`,
);

write(ruleIndexFile, ruleIndex());
write(formatIndexFile, formatIndex());

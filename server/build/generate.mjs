// Writes what is made from the schemas: the shape table, its documentation and the validators. `npm run generate`
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { readSchemas } from './schemas.mjs';
import { compileShapes } from './shapes.mjs';
import { ruleIndex } from './rule-index.mjs';
import { compileValidators } from './validators.mjs';

const folder = new URL('../core/generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
const write = (name, text) => {
  const file = new URL(name, folder);
  let before;
  try {
    before = readFileSync(file, 'utf8');
  } catch {
    /* first time */
  }
  if (before !== text) writeFileSync(file, text);
};

const schemas = readSchemas();
const { nodes, docs, roots } = compileShapes(schemas);
const embedded = value => `JSON.parse(${JSON.stringify(JSON.stringify(value))})`;
write(
  'shapes.js',
  `// generated\nexport const entryTexts = ${JSON.stringify(nodes.map(node => JSON.stringify(node)))};\nexport const roots = ${embedded(roots)};\n`,
);
write(
  'shapes.d.ts',
  `// generated\nexport type ShapeName = ${Object.keys(roots)
    .map(n => `'${n}'`)
    .join(
      ' | ',
    )};\nexport declare const entryTexts: readonly string[];\nexport declare const roots: Readonly<Record<ShapeName, number>>;\n`,
);
write('docs.js', `// generated\nlet docs;\nexport const docAt = entry => (docs ??= ${embedded(docs)})[entry];\n`);
write(
  'docs.d.ts',
  `// generated\nimport type { ShapeDoc } from '../shapes.ts';\n/** What the schemas say of an entry of the shape table. Read when first asked for: linting needs none of it. */\nexport declare function docAt(entry: number): ShapeDoc | undefined;\n`,
);
write('validators.js', `// generated\n${await compileValidators(schemas)}`);
write(
  'validators.d.ts',
  `// generated\nimport type { Validator } from '../shapes.ts';\nimport type { ShapeName } from './shapes.js';\nexport declare const validators: Readonly<Record<ShapeName, Validator>>;\n`,
);

const index = new URL('../../rules/index.ts', import.meta.url);
const wanted = ruleIndex();
let present;
try {
  present = readFileSync(index, 'utf8');
} catch {
  /* first time */
}
if (present !== wanted) writeFileSync(index, wanted);

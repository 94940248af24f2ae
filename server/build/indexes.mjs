// Writes the index of a folder from its files, so that a new rule or format needs only one new file.
import { readdirSync } from 'node:fs';

const folder = new URL('../../rules/', import.meta.url);

export const ruleIndexFile = new URL('index.ts', folder);

export const ruleIds = () =>
  readdirSync(folder)
    .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
    .map(name => name.slice(0, -3))
    .sort();

const camel = id => id.replace(/-(\w)/g, (_, c) => c.toUpperCase());

export function ruleIndex(ids = ruleIds()) {
  return `// Generated from the files of this folder by \`npm run generate\`.
import type { Rule } from '../server/core/engine/rule.ts';
${ids.map(id => `import ${camel(id)} from './${id}.ts';`).join('\n')}

/** Every rule, by id. */
export const rules: readonly Rule[] = [
${ids.map(id => `  ${camel(id)},`).join('\n')}
];
`;
}

export const formatIndexFile = new URL('../view/formats/index.ts', import.meta.url);

export function formatIndex() {
  const names = readdirSync(new URL('.', formatIndexFile))
    .filter(name => /^[a-z]+\.ts$/.test(name) && name !== 'index.ts')
    .map(name => name.slice(0, -3))
    .sort();
  return `// Generated from the files of this folder by \`npm run generate\`.
import type { ReportFormat } from '../report.ts';
${names.map(name => `import ${name} from './${name}.ts';`).join('\n')}

const byName = { ${names.join(', ')} };
export type FormatName = keyof typeof byName;
/** The formats of \`preflight lint --format\`. */
export const formats: Readonly<Record<FormatName, ReportFormat>> = byName;
export const isFormat = (name: string): name is FormatName => Object.hasOwn(formats, name);
`;
}

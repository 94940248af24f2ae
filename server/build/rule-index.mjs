// Writes rules/index.ts from the files beside it, so that a new rule is one new file.
import { readdirSync } from 'node:fs';

const folder = new URL('../../rules/', import.meta.url);

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

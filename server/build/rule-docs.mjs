// Moves the documentation of the rules out of the command's bundle: reading and dedenting it took a third of every
// start, and most runs print none of it. It goes into dist/rule-docs.json, from which a rule loads its own when `why`
// or `examples` is read.
import { readFile } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'acorn';
import { transform } from 'esbuild';
import { load } from './load.mjs';

const documentary = new Set(['why', 'clause', 'examples']);
const folder = fileURLToPath(new URL('../../rules/', import.meta.url));
const reader = 'rule-docs';

/** An esbuild plugin. @param {string} file the name of the file beside the bundle */
export const withoutRuleDocs = file => ({
  name: 'without-rule-docs',
  setup(build) {
    build.onResolve({ filter: new RegExp(`^${reader}$`) }, () => ({ path: reader, namespace: reader }));
    build.onLoad({ filter: /.*/, namespace: reader }, () => ({
      resolveDir: folder,
      contents: `
      import { readFileSync } from 'node:fs';
      import { join } from 'node:path';
      let docs;
      export const docsOf = id => (docs ??= JSON.parse(readFileSync(join(__dirname, ${JSON.stringify(file)}), 'utf8')))[id];
    `,
    }));
    build.onLoad({ filter: /[\\/]rules[\\/][a-z0-9-]+\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(folder) || path.endsWith('index.ts')) return undefined;
      const { code } = await transform(await readFile(path, 'utf8'), { loader: 'ts', target: 'es2022' });
      return { contents: stripped(code, path), loader: 'js' };
    });
  },
});

/** A rule's module with getters in place of its documentation. */
function stripped(code, path) {
  const { body } = parse(code, { ecmaVersion: 'latest', sourceType: 'module' });
  // esbuild writes `export default` as a variable and an export of it
  const rule = body
    .flatMap(statement =>
      statement.type === 'VariableDeclaration'
        ? statement.declarations.map(({ init }) => init)
        : [statement.declaration],
    )
    .find(value => value?.type === 'CallExpression' && /^define\w*Rule$/.test(value.callee.name))?.arguments[0];
  const id = rule?.properties.find(({ key }) => key?.name === 'id')?.value.value;
  if (typeof id !== 'string')
    throw new Error(`${path} defines no rule in a form that server/build/rule-docs.mjs knows`);
  const parts = rule.properties.filter(({ key }) => documentary.has(key?.name)).sort((a, b) => b.start - a.start);
  for (const { key, start, end } of parts)
    code = `${code.slice(0, start)}get ${key.name}() { return docsOf(${JSON.stringify(id)}).${key.name}; }${code.slice(end)}`;
  return `import { docsOf } from '${reader}';\n${code}`;
}

/** Writes what the plugin has moved. */
export async function writeRuleDocs(file) {
  const { rules } = await load("export { rules } from './rules/index.ts';");
  writeFileSync(
    file,
    JSON.stringify(Object.fromEntries(rules.map(({ id, why, clause, examples }) => [id, { why, clause, examples }]))),
  );
}

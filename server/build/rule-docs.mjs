// Writes the pages of rules to dist/rule-docs.json instead of the bundle of the command, because few runs need them.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const folder = new URL('../../rules/', import.meta.url);

export const rulePages = () =>
  Object.fromEntries(
    readdirSync(folder)
      .filter(name => name.endsWith('.md') && name !== 'README.md')
      .map(name => [name.slice(0, -3), readFileSync(new URL(name, folder), 'utf8')]),
  );

/**
 * An esbuild plugin that leaves the pages out of a bundle.
 * @param {string} file the name of the file beside the bundle
 */
export const withoutRuleDocs = file => ({
  name: 'without-rule-docs',
  setup(build) {
    build.onLoad({ filter: /generated[\\/]rule-pages\.js$/ }, () => ({
      contents: `
      import { readFileSync } from 'node:fs';
      import { join } from 'node:path';
      let read;
      export const pages = () => (read ??= JSON.parse(readFileSync(join(__dirname, ${JSON.stringify(file)}), 'utf8')));
    `,
    }));
  },
});

/** Writes the pages that the plugin leaves out. */
export const writeRuleDocs = file => writeFileSync(file, JSON.stringify(rulePages()));

// Node modules that few runs need are loaded when one of their functions is first called: node:crypto and
// node:child_process alone would cost every start a few milliseconds.
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
const late = { 'node:crypto': ['createHash'], 'node:child_process': ['spawnSync'], 'node:os': ['homedir'] };

/** An esbuild plugin. A function that is not listed fails the build, because it cannot be imported. */
export const lateBuiltins = {
  name: 'late-builtins',
  setup(build) {
    build.onResolve({ filter: /^node:(crypto|child_process|os)$/ }, ({ path, namespace }) =>
      namespace === 'late' ? undefined : { path, namespace: 'late' },
    );
    build.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
      contents: late[path]
        .map(name => `export const ${name} = (...args) => require(${JSON.stringify(path)}).${name}(...args);`)
        .join('\n'),
    }));
  },
};

/** A module that builds tables at startup that few runs need: of jsonc-parser only the formatter uses them. */
export const lateTables = {
  name: 'late-tables',
  setup(build) {
    build.onResolve({ filter: /\/string-intern$/ }, ({ importer, path }) =>
      importer.includes('jsonc-parser')
        ? { path: join(dirname(importer), `${path}.js`), sideEffects: false }
        : undefined,
    );
  },
};

/**
 * Modules that few runs need, each a file beside the bundles: the pattern engine for policies, and ajv's validators for
 * rejected values.
 */
const parts = {
  'patterns.cjs': {
    module: /^re2js$/,
    contents: "export { RE2JS } from 're2js';",
    late: "export const RE2JS = { compile: source => require('./patterns.cjs').RE2JS.compile(source) };",
  },
  'validators.cjs': {
    module: /\/generated\/validators\.js$/,
    contents: "export { validatorOf } from '../core/generated/validators.js';",
    late: "export const validatorOf = shape => require('./validators.cjs').validatorOf(shape);",
  },
};

export const lateParts = {
  name: 'late-parts',
  setup(build) {
    for (const [file, { module, late }] of Object.entries(parts)) {
      build.onResolve({ filter: module }, () => ({ path: file, namespace: 'late-parts' }));
      build.onResolve({ filter: /^\.\/[a-z]+\.cjs$/, namespace: 'late-parts' }, ({ path }) => ({
        path,
        external: true,
      }));
      build.onLoad({ filter: new RegExp(`^${file}$`), namespace: 'late-parts' }, () => ({ contents: late }));
    }
  },
};

/** @param {object} options of esbuild @param {string} folder where the files go */
export const buildParts = (options, folder) =>
  Promise.all(
    Object.entries(parts).map(([file, { contents }]) =>
      build({
        ...options,
        stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
        outfile: join(folder, file),
      }),
    ),
  );

/**
 * The same for the language server protocol packages, which are CommonJS: their other transports and their ways to
 * start processes are unused.
 */
export const lateInProtocol = {
  name: 'late-in-protocol',
  setup(build) {
    build.onResolve({ filter: /^(child_process|crypto|net)$/ }, ({ path, importer }) =>
      /[\\/]vscode-(jsonrpc|languageserver)[\\/]/.test(importer) ? { path, namespace: 'late-in-protocol' } : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: 'late-in-protocol' }, ({ path }) => {
      const names = JSON.stringify(Object.keys(require(path)));
      return {
        contents: `for (const name of ${names}) Object.defineProperty(exports, name, { get: () => require('node:${path}')[name] });`,
      };
    });
  },
};

/**
 * esbuild copies all names of a CommonJS package for every file that imports it; for the protocol's hundreds, one copy
 * is enough.
 */
export const protocolOnce = {
  name: 'protocol-once',
  setup(build) {
    const name = 'vscode-languageserver/node';
    build.onResolve({ filter: /^vscode-languageserver\/node$/ }, ({ namespace }) =>
      namespace === 'once' ? undefined : { path: name, namespace: 'once' },
    );
    build.onLoad({ filter: /.*/, namespace: 'once' }, () => {
      const names = Object.keys(require(name));
      const contents = `const all = require('${name}');\n${names.map(each => `export const ${each} = all.${each};`).join('\n')}`;
      return { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) };
    });
  },
};

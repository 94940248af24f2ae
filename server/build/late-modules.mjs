// Modules that few runs need are files of their own, or are loaded when one of their functions is first called.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
/**
 * Modules that few runs need, each a file beside the bundles: the pattern engine for policies, ajv's validators for
 * rejected values, and the tokenizer, which is all data.
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
  'tokenizer.cjs': {
    module: /^gpt-tokenizer\/encoding\/o200k_base$/,
    contents: "export { countTokens } from 'gpt-tokenizer/encoding/o200k_base';",
    late: "export const countTokens = (...all) => require('./tokenizer.cjs').countTokens(...all);",
    options: { charset: 'utf8' },
  },
};

export const lateParts = {
  name: 'late-parts',
  setup(build) {
    for (const [file, { module, late: isLate }] of Object.entries(parts)) {
      build.onResolve({ filter: module }, () => ({ path: file, namespace: 'late-parts' }));
      build.onResolve({ filter: /^\.\/[a-z]+\.cjs$/, namespace: 'late-parts' }, ({ path }) => ({
        path,
        external: true,
      }));
      build.onLoad({ filter: new RegExp(`^${file}$`), namespace: 'late-parts' }, () => ({ contents: isLate }));
    }
  },
};

/** @param {object} options of esbuild @param {string} folder where the files go */
export const buildParts = (options, folder) =>
  Promise.all(
    Object.entries(parts).map(([file, { contents, options: own }]) =>
      build({
        ...options,
        ...own,
        stdin: { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) },
        outfile: join(folder, file),
      }),
    ),
  );

/** Node's own modules that few runs need: calling one of their functions loads them. */
export const lateInNode = {
  name: 'late-in-node',
  setup(build) {
    build.onResolve({ filter: /^node:(child_process|crypto)$/ }, ({ path, namespace }) =>
      namespace === 'late-in-node' ? { path, external: true } : { path, namespace: 'late-in-node' },
    );
    build.onLoad({ filter: /.*/, namespace: 'late-in-node' }, ({ path }) => {
      const functions = Object.entries(require(path)).filter(([, value]) => typeof value === 'function');
      return {
        contents: functions
          .map(([name]) => `export const ${name} = (...all) => require('${path}').${name}(...all);`)
          .join('\n'),
      };
    });
  },
};

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
      const contents = `const all = require('${name}');\n${names.map(name => `export const ${name} = all.${name};`).join('\n')}`;
      return { contents, resolveDir: fileURLToPath(new URL('.', import.meta.url)) };
    });
  },
};

/** The validator that the server of coding agents would use if it were given none: a third of its bundle. */
export const withoutAjv = {
  name: 'without-ajv',
  setup(build) {
    build.onResolve({ filter: /^@modelcontextprotocol\/server\/_shims$/ }, () => ({
      path: 'shims',
      namespace: 'without-ajv',
    }));
    build.onLoad({ filter: /.*/, namespace: 'without-ajv' }, () => ({
      contents: "export { default as process } from 'node:process'; export class DefaultJsonSchemaValidator {}",
    }));
  },
};

// Modules that few runs need: each is a bundle of its own, or is loaded at the first call of one of its functions.
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const require = createRequire(import.meta.url);
/**
 * Modules that few runs need, by the name of their bundle: the pattern engine of policies, the ajv validators for
 * rejected values, and the tokenizer, which is mostly data.
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
    for (const [file, { module, late: lateContents }] of Object.entries(parts)) {
      build.onResolve({ filter: module }, () => ({ path: file, namespace: 'late-parts' }));
      build.onResolve({ filter: /^\.\/[a-z]+\.cjs$/, namespace: 'late-parts' }, ({ path }) => ({
        path,
        external: true,
      }));
      build.onLoad({ filter: new RegExp(`^${file}$`), namespace: 'late-parts' }, () => ({ contents: lateContents }));
    }
  },
};

/**
 * @param {object} options options of esbuild
 * @param {string} folder the folder for the bundles
 */
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

/** An esbuild plugin: modules of Node that few runs need are loaded at the first call of one of their functions. */
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
 * An esbuild plugin: the packages of the language server protocol load modules late for transports and processes that
 * are not used.
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
 * An esbuild plugin: esbuild would copy the hundreds of names of the CommonJS protocol package for every import. Here,
 * all imports share one copy.
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

/** An esbuild plugin without the default validator of the MCP server, which is a third of the bundle and not used. */
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

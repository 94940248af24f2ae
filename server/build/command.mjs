// Builds the command. preflight.cjs contains only main. The bundles lint.cjs, which hooks start for every change, and
// server.cjs, the language server, must start fast, and are separate, because a module that is loaded late within one
// bundle is compiled twice. The .cache beside each is V8's code cache for the Node of the build, and not in the
// package. Further bundles: serve.cjs (the stand-in, the only user of the web framework), mcp.cjs (the protocol of
// coding agents), guard.cjs (recognizes calls, which is all that most calls need), patterns.cjs (the pattern engine of
// policies), validators.cjs (the validators that describe violations), tokenizer.cjs (for prompt and cost),
// commands.cjs (all other commands).
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { after, before } from './bundle-loader.cjs';
import { buildParts, lateInNode, lateInProtocol, lateParts, protocolOnce, withoutAjv } from './late-modules.mjs';
import { withoutRuleDocs, writeRuleDocs } from './rule-docs.mjs';

const base = fileURLToPath(new URL('.', import.meta.url));
const cli = join(base, '../cli');
const samples = join(base, '../../samples');

/** The files of commands with a bundle of their own, and the names of the bundles. */
const ownBundles = new Map([
  ['./lint.ts', 'lint'],
  ['./lsp.ts', 'server'],
]);
/** The files of commands in a bundle without a code cache, because they start rarely or are small. */
const uncachedBundles = new Map([
  ['./serve.ts', 'serve'],
  ['./mcp.ts', 'mcp'],
  ['./guard.ts', 'guard'],
]);

/**
 * @param {object} options options of esbuild
 * @param {string} folder the folder for the bundles
 */
export async function buildCommand(options, folder) {
  // `require` is used even for dynamic imports: Node reads an imported CommonJS module twice, to find its exports
  const define = { ...options.define, 'import.meta.dirname': '__dirname' };
  const commonOptions = { ...options, define, format: 'cjs', supported: { 'dynamic-import': false } };
  const plugins = [withoutRuleDocs('rule-docs.json'), lateParts, lateInNode, lateInProtocol, protocolOnce];
  const otherModules = new Set();
  const separateBundles = {
    name: 'commands-apart',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\/((terminal|guard)\/)?[a-z-]+\.ts$/ }, ({ path, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        if (ownBundles.has(path)) return { path, namespace: 'cached' };
        if (uncachedBundles.has(path)) return { path: `./${uncachedBundles.get(path)}.cjs`, external: true };
        otherModules.add(path);
        return { path: 'commands', namespace: 'cached' };
      }),
  };
  const parts = {
    name: 'bundles-cached',
    setup: ({ onLoad }) =>
      onLoad({ filter: /.*/, namespace: 'cached' }, ({ path }) => ({
        contents: `module.exports = require('./bundle-loader.cjs').load(__dirname, '${ownBundles.get(path) ?? path}');`,
        resolveDir: base,
      })),
  };
  await build({
    ...commonOptions,
    entryPoints: [join(cli, 'preflight.ts')],
    outfile: join(folder, 'preflight.cjs'),
    banner: { js: '#!/usr/bin/env node' },
    plugins: [separateBundles, parts, ...plugins],
  });
  for (const [path, name] of ownBundles)
    await build({
      ...commonOptions,
      entryPoints: [join(cli, path)],
      outfile: join(folder, `${name}.cjs`),
      banner: { js: before },
      footer: { js: after },
      plugins,
    });
  for (const [path, name] of uncachedBundles)
    await build({
      ...commonOptions,
      entryPoints: [join(cli, path)],
      outfile: join(folder, `${name}.cjs`),
      // the modules of Fastify use modules of Node that other bundles load late
      plugins: [
        ...(name === 'guard' ? [separateBundles, parts] : []),
        withoutRuleDocs('rule-docs.json'),
        lateParts,
        withoutAjv,
      ],
    });
  await buildParts(commonOptions, folder);
  chmodSync(join(folder, 'preflight.cjs'), 0o755);
  // the file of a command exports the command under the name of the file
  const exportClause = path => (/^\.\/(terminal|guard)\//.test(path) ? '*' : `{ ${basename(path, '.ts')} }`);
  const contents = [...otherModules].map(path => `export ${exportClause(path)} from '${path}';`).join('\n');
  await build({
    ...commonOptions,
    stdin: { contents, resolveDir: cli, loader: 'ts' },
    outfile: join(folder, 'commands.cjs'),
    banner: { js: before },
    footer: { js: after },
    plugins,
  });
  await writeRuleDocs(join(folder, 'rule-docs.json'));
  for (const name of [...ownBundles.values(), 'commands']) writeAscii(join(folder, `${name}.cjs`));
  for (const name of ownBundles.values()) writeCache(folder, name);
}

/**
 * Escapes all non-ASCII characters, because Node reads and scans one-byte strings faster. They occur only in regular
 * expressions.
 */
const writeAscii = file =>
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );

/**
 * Writes the code cache of a bundle. A failure does not fail the build, because the bundle only starts more slowly.
 */
function writeCache(folder, name) {
  const { NODE_OPTIONS, ...env } = process.env;
  try {
    execFileSync(process.execPath, [join(base, 'code-cache.mjs'), name, folder, samples], { env, stdio: 'inherit' });
  } catch (error) {
    console.error(`${name}.cache cannot be written: ${error.message}`);
  }
}

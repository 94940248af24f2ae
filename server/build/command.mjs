// Builds the command: preflight.cjs holds main and nothing else; lint.cjs, which hooks start for every change, and server.cjs, the language
// server, must start fast and are files of their own, because a module that is loaded late within one bundle is compiled twice; the .cache
// beside each is what V8 made of it, for the Node that built it, and no part of the package; serve.cjs holds the stand-in, whose web
// framework no other command needs; patterns.cjs the engine of patterns for policies; validators.cjs what words the
// violations of a document that is refused; commands.cjs holds all other commands.
import { execFileSync } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { after, before } from './bundle-loader.cjs';
import { buildParts, lateBuiltins, lateInProtocol, lateParts, lateTables, protocolOnce } from './late-builtins.mjs';
import { withoutRuleDocs, writeRuleDocs } from './rule-docs.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const cli = join(here, '../cli');
const samples = join(here, '../../samples');

/** Commands with a bundle of their own. */
const apartFrom = new Map([
  ['./lint.ts', 'lint'],
  ['./lsp.ts', 'server'],
]);
/** Of these no code is kept beside the bundle: they are started once a day, and not for every change. */
const plainlyLoaded = new Map([['./serve.ts', 'serve']]);

/** @param {object} options of esbuild @param {string} folder where the files go */
export async function buildCommand(options, folder) {
  // as require: Node reads what is imported from CommonJS a second time, to find its exports
  const common = { ...options, format: 'cjs', supported: { 'dynamic-import': false } };
  const plugins = [
    withoutRuleDocs('rule-docs.json'),
    lateBuiltins,
    lateParts,
    lateTables,
    lateInProtocol,
    protocolOnce,
  ];
  const others = new Set();
  const apart = {
    name: 'commands-apart',
    setup: ({ onResolve }) =>
      onResolve({ filter: /^\.\/(terminal\/)?[a-z-]+\.ts$/ }, ({ path, kind }) => {
        if (kind !== 'dynamic-import') return undefined;
        if (apartFrom.has(path)) return { path, namespace: 'cached' };
        if (plainlyLoaded.has(path)) return { path: `./${plainlyLoaded.get(path)}.cjs`, external: true };
        others.add(path);
        return { path: './commands.cjs', external: true };
      }),
  };
  const cached = {
    name: 'bundles-cached',
    setup: ({ onLoad }) =>
      onLoad({ filter: /.*/, namespace: 'cached' }, ({ path }) => ({
        contents: `module.exports = require('./bundle-loader.cjs').load(__dirname, '${apartFrom.get(path)}');`,
        resolveDir: here,
      })),
  };
  await build({
    ...common,
    entryPoints: [join(cli, 'preflight.ts')],
    outfile: join(folder, 'preflight.cjs'),
    banner: { js: '#!/usr/bin/env node' },
    plugins: [apart, cached, ...plugins],
  });
  for (const [path, name] of apartFrom)
    await build({
      ...common,
      entryPoints: [join(cli, path)],
      outfile: join(folder, `${name}.cjs`),
      banner: { js: before },
      footer: { js: after },
      plugins,
    });
  // Fastify's own modules use what the others load late
  for (const [path, name] of plainlyLoaded)
    await build({
      ...common,
      entryPoints: [join(cli, path)],
      outfile: join(folder, `${name}.cjs`),
      plugins: [withoutRuleDocs('rule-docs.json'), lateParts],
    });
  await buildParts(common, folder);
  chmodSync(join(folder, 'preflight.cjs'), 0o755);
  // the file of a command exports it under its own name
  const exported = path => (path.startsWith('./terminal/') ? '*' : `{ ${basename(path, '.ts')} }`);
  const contents = [...others].map(path => `export ${exported(path)} from '${path}';`).join('\n');
  await build({
    ...common,
    stdin: { contents, resolveDir: cli, loader: 'ts' },
    outfile: join(folder, 'commands.cjs'),
    plugins,
  });
  await writeRuleDocs(join(folder, 'rule-docs.json'));
  for (const name of apartFrom.values()) writeCache(folder, name);
}

/** Without its .cache a bundle only starts more slowly: the build does not fail for it. */
function writeCache(folder, name) {
  const file = join(folder, `${name}.cjs`);
  // what esbuild leaves beyond ASCII lies in regular expressions; a text all of whose characters are one byte is read and scanned faster
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, char => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`),
  );
  const { NODE_OPTIONS, ...env } = process.env;
  try {
    execFileSync(process.execPath, [join(here, 'code-cache.mjs'), name, folder, samples], { env, stdio: 'inherit' });
  } catch (error) {
    console.error(`${name}.cache could not be made: ${error.message}`);
  }
}

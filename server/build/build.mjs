// Makes dist/: the command as one precompiled bundle that never loads the language server, and the library. `npm run build`
import { chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs';
import { build } from 'esbuild';
import './generate.mjs';
import { buildLibrary } from './library.mjs';
import { publishSchemas } from './publish-schemas.mjs';
import { withoutRuleDocs, writeRuleDocs } from './rule-docs.mjs';

const root = new URL('../../', import.meta.url);
const path = name => new URL(name, root).pathname;
const { version } = JSON.parse(readFileSync(path('package.json'), 'utf8'));

rmSync(path('dist'), { recursive: true, force: true });
mkdirSync(path('dist'), { recursive: true });
const common = {
  bundle: true, platform: 'node', target: 'node20', mainFields: ['module', 'main'], minifySyntax: true, minifyWhitespace: true,
  define: { PREFLIGHT_VERSION: JSON.stringify(version) }, logLevel: 'warning', legalComments: 'none',
};
await build({ ...common, entryPoints: [path('server/cli/preflight.ts')], format: 'cjs', outfile: path('dist/preflight.cjs'), banner: { js: '#!/usr/bin/env node' }, plugins: [withoutRuleDocs('rule-docs.json')] });
await writeRuleDocs(path('dist/rule-docs.json'));
chmodSync(path('dist/preflight.cjs'), 0o755);
await publishSchemas(new URL('dist/schemas/', root));
await buildLibrary(common);

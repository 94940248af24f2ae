// Builds dist/: the command as bundles with a code cache, of which the command itself does not load the language
// server, and the library. `npm run build`
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { buildCommand } from './command.mjs';
import './generate.mjs';
import { buildLibrary } from './library.mjs';
import { writeLicences } from './licences.mjs';
import { publishSchemas } from './publish-schemas.mjs';

const root = new URL('../../', import.meta.url);
const path = name => new URL(name, root).pathname;
const { version } = JSON.parse(readFileSync(path('package.json'), 'utf8'));

rmSync(path('dist'), { recursive: true, force: true });
mkdirSync(path('dist'), { recursive: true });
const commonOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  mainFields: ['module', 'main'],
  minify: true,
  define: { PREFLIGHT_VERSION: JSON.stringify(version) },
  logLevel: 'warning',
  legalComments: 'none',
};
await buildCommand(commonOptions, path('dist'));
await publishSchemas(new URL('dist/schemas/', root));
await buildLibrary(commonOptions);
await writeLicences(commonOptions, path('dist/THIRD-PARTY-LICENSES.txt'));

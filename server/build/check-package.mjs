// Checks that the npm package contains only what it needs to run.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packStaged, stagePackage } from './npm-package.mjs';

const folder = mkdtempSync(join(tmpdir(), 'preflight-package-'));
stagePackage(folder);
const { files, unpackedSize } = packStaged(folder, '--dry-run');
const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
rmSync(folder, { recursive: true });
const names = files.map(file => file.path);
const allowed = [
  /^package\.json$/,
  /^README\.md$/,
  /^LICENSE$/,
  /^CHANGELOG\.md$/,
  /^rules\/README\.md$/,
  /^schemas\/outputs\/[a-z]+\.json$/,
  /^dist\/(THIRD-PARTY-LICENSES\.txt|preflight\.cjs|index\.js|[a-z-]+\.cjs|rule-docs\.json|schemas\/[a-z0-9/.-]+\.json|types\/.*\.d\.ts)$/,
];
const needed = [
  'dist/preflight.cjs',
  'dist/lint.cjs',
  'dist/server.cjs',
  'dist/commands.cjs',
  'dist/patterns.cjs',
  'dist/validators.cjs',
  'dist/serve.cjs',
  'dist/rule-docs.json',
  'dist/THIRD-PARTY-LICENSES.txt',
  'dist/index.js',
  'dist/types/server/api/index.d.ts',
  'README.md',
  'LICENSE',
];

const problems = [
  ...names
    .filter(name => !allowed.some(pattern => pattern.test(name)))
    .map(name => `${name} does not belong in the package`),
  ...needed.filter(name => !names.includes(name)).map(name => `${name} is missing from the package`),
  ...['scripts', 'devDependencies', 'dependencies']
    .filter(key => key in manifest)
    .map(key => `the packed manifest has ${key}, which an installation must not see`),
  ...(unpackedSize > 8_700_000 ? [`the package is ${unpackedSize} bytes unpacked`] : []),
];
console.log(`${names.length} files, ${unpackedSize} bytes unpacked`);
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

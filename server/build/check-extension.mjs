// Checks that the packed extension contains only the files that it needs, is small, and matches its manifest. `node
// server/build/check-extension.mjs`; with --vsce also compares it with the package of @vscode/vsce.
import { readFileSync, rmSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { againstVsce } from './against-vsce.mjs';
import { extensionFolder, extensionManifest, packExtension, stageExtension } from './extension.mjs';

const expectedFiles = [
  'CHANGELOG.md',
  'LICENSE.txt',
  'README.md',
  'client/icon.png',
  'client/views/agents.svg',
  'client/media/agents.webp',
  ...['compare', 'findings', 'preview'].flatMap(name =>
    ['', '-dark', '-hc', '-hc-light'].map(theme => `client/media/${name}${theme}.webp`),
  ),
  'dist/THIRD-PARTY-LICENSES.txt',
  'dist/extension.cjs',
  'dist/language-client.cjs',
  'dist/patterns.cjs',
  'dist/validators.cjs',
  'dist/rule-docs.json',
  'dist/server.cjs',
  'dist/tokenizer.cjs',
  'package.json',
  ...['flow', 'plan', 'preview', 'prompt', 'simulation'].flatMap(page =>
    ['css', 'js', 'svg'].map(ending => `dist/webview/${page}.${ending}`),
  ),
];
const names = await stageExtension();
const file = join(tmpdir(), `preflight-${process.pid}.vsix`);
const problems = [
  ...names.filter(name => !expectedFiles.includes(name)).map(name => `${name} does not belong in the extension`),
  ...expectedFiles.filter(name => !names.includes(name)).map(name => `${name} is missing from the extension`),
];
try {
  const size = packExtension(names, extensionFolder, file);
  console.log(`${names.length} files, ${size} bytes packed`);
  // 1,009,000 of these bytes are the tokenizer
  if (size > 2_800_000) problems.push(`the extension is ${size} bytes packed`);
  if (process.argv.includes('--vsce')) {
    const differences = againstVsce(extensionFolder, file);
    if (differences.skipped) console.log(`skipped: ${differences.skipped}`);
    else problems.push(...differences.problems);
  }
} finally {
  rmSync(file, { force: true });
}

// an editor shows these pages without other files of the repository
for (const page of ['README.md', 'CHANGELOG.md'])
  for (const [link] of readFileSync(join(extensionFolder, page), 'utf8').matchAll(/\]\((?!\w+:|#)[^)]*\)/g))
    problems.push(`${page} links to a missing file: ${link}`);

const manifest = extensionManifest();
for (const key of [
  'name',
  'publisher',
  'version',
  'displayName',
  'description',
  'engines',
  'main',
  'icon',
  'contributes',
  'activationEvents',
  'capabilities',
]) {
  if (manifest[key] === undefined) problems.push(`the manifest has no ${key}`);
}
// all files in the manifest and all modules that the bundles require must be in the extension
const paths = [...JSON.stringify(manifest).matchAll(/"(?:\.\/)?((?:dist|client)\/[^"*]+)"/g)].map(match => match[1]);
problems.push(
  ...paths
    .filter(name => !names.includes(name))
    .map(name => `the manifest names ${name}, which is not in the extension`),
);
// the protocol packages support sockets and pipes, too, but the extension uses only standard input and output
const overPipes = new Map([
  ['language-client.cjs', ['net']],
  ['server.cjs', ['node:net']],
]);
for (const bundle of ['extension.cjs', 'language-client.cjs', 'server.cjs']) {
  const text = readFileSync(join(extensionFolder, 'dist', bundle), 'utf8');
  const required = new Set(
    [...text.matchAll(/\brequire\("([^"]+)"\)/g)]
      .map(match => match[1])
      .filter(module => module !== 'vscode' || bundle === 'server.cjs'),
  );
  problems.push(
    ...[...required]
      .filter(module => !isBuiltin(module) && !names.includes(join('dist', module)))
      .map(module => `${bundle} requires ${module}, which is not in the extension`),
  );
  const network = [...required].filter(module => /^(node:)?(http|https|http2|net|tls|dgram|dns)(\/|$)/.test(module));
  problems.push(
    ...network
      .filter(module => !overPipes.get(bundle)?.includes(module))
      .map(module => `${bundle} requires ${module}, but the extension must not open a connection`),
  );
  if (/registerCommand\("preflight\./.test(text)) {
    const commandIds = new Set([...text.matchAll(/"(preflight\.[A-Za-z]+)"/g)].map(match => match[1]));
    problems.push(
      ...manifest.contributes.commands
        .filter(({ command }) => !commandIds.has(command))
        .map(({ command }) => `the extension does not register ${command}`),
    );
  }
}
if (problems.length > 0) {
  console.error(problems.join('\n'));
  process.exit(1);
}

// Builds the VS Code extension: .cache/extension, a folder that an editor can run, and preflight.vsix, the packed
// folder. `npm run package`
import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { zipSync } from 'fflate';
import { buildParts, lateInProtocol, lateParts, protocolOnce } from './late-modules.mjs';
import { writeLicences } from './licences.mjs';
import { withoutRuleDocs, writeRuleDocs } from './rule-docs.mjs';
import { signs } from './signs.mjs';
import { contentTypes, vsixManifest } from './vsix.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** The folder of the unpacked extension. */
export const extensionFolder = join(root, '.cache/extension');
export const vsixFile = join(root, 'preflight.vsix');

/** Fields of package.json that belong only in an npm package. */
const npmOnly = ['type', 'bin', 'exports', 'files', 'scripts', 'devDependencies', 'overrides', 'allowScripts'];
const pictures = [
  'client/icon.png',
  'client/views/agents.svg',
  ...readdirSync(join(root, 'client/media'))
    .sort()
    .map(name => `client/media/${name}`),
];
const copies = {
  'LICENSE.txt': 'LICENSE',
  ...Object.fromEntries(pictures.map(name => [name, name])),
};

/** The manifest of the extension, from package.json. */
export function extensionManifest() {
  const {
    engines: { vscode },
    ...manifest
  } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const key of npmOnly) delete manifest[key];
  // `main` is only added here, because npm packs the file in `main` even if `files` excludes it
  return { ...manifest, main: './dist/extension.cjs', engines: { vscode } };
}

/**
 * The source of the program that starts the server.
 * @param version the version of the extension
 */
const serverMain = version => `
  import { serveStdio } from './server/lsp/connection/main.ts';
  void serveStdio(${JSON.stringify(version)}, __dirname).then(code => process.exit(code));
`;

/** The options of esbuild for the pages of panels, each of which is a script, a style and an icon. */
const pages = { platform: 'browser', format: 'iife', target: 'es2022' };
const pageFiles = ending =>
  readdirSync(join(root, 'client/panels/webview/pages'))
    .filter(name => name.endsWith(ending))
    .map(name => `client/panels/webview/pages/${name}`);

/** Keeps the language client in a file of its own, because it is the largest part and needed only if a server runs. */
const languageClientApart = {
  name: 'language-client-apart',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\/language-client\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: './language-client.cjs', external: true } : undefined,
    ),
};

/**
 * client/README.md without pictures, for the page of an extension that is installed from a file: there, only pictures
 * from the web are shown, and links run no commands, so the text says where the pictures are.
 */
const withoutPictures = markdown =>
  markdown
    .replace(/!\[[^\]]*\]\(media\/[^)]+\)/, 'The command **Preflight: Get Started** shows it in pictures.')
    .replaceAll(/!\[[^\]]*\]\(media\/[^)]+\)\n*/g, '');

/** A page without links to files of the repository, which users of the extension do not have. */
const withoutFileLinks = markdown => markdown.replaceAll(/\[([^\]]*)\]\((?!\w+:|#)[^)]*\)/g, '$1');

/**
 * Creates the folder again.
 * @returns the sorted names of its files
 */
export async function stageExtension(folder = extensionFolder) {
  const manifest = extensionManifest(),
    dist = join(folder, 'dist');
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(dist, { recursive: true });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
  for (const [name, from] of Object.entries(copies)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    copyFileSync(join(root, from), join(folder, name));
  }
  writeFileSync(join(folder, 'README.md'), withoutPictures(readFileSync(join(root, 'client/README.md'), 'utf8')));
  writeFileSync(join(folder, 'CHANGELOG.md'), withoutFileLinks(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')));
  const commonOptions = {
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    mainFields: ['module', 'main'],
    supported: { 'dynamic-import': false },
    minify: true,
    keepNames: false,
    logLevel: 'warning',
    legalComments: 'none',
    absWorkingDir: root,
  };
  const client = { ...commonOptions, external: ['vscode'], define: { PREFLIGHT_SIGNS: JSON.stringify(await signs()) } };
  const server = {
    ...commonOptions,
    plugins: [withoutRuleDocs('rule-docs.json'), lateInProtocol, lateParts, protocolOnce],
    stdin: { contents: serverMain(manifest.version), resolveDir: root, loader: 'ts' },
  };
  await build({
    ...client,
    entryPoints: ['client/extension.ts'],
    outfile: join(dist, 'extension.cjs'),
    plugins: [languageClientApart],
  });
  await build({
    ...client,
    entryPoints: ['client/session/language-client.ts'],
    outfile: join(dist, 'language-client.cjs'),
  });
  await build({ ...server, outfile: join(dist, 'server.cjs') });
  await buildParts(commonOptions, dist);
  await build({ ...commonOptions, ...pages, entryPoints: pageFiles('.ts'), outdir: join(dist, 'webview') });
  for (const name of pageFiles('.svg')) copyFileSync(join(root, name), join(dist, 'webview', basename(name)));
  await writeRuleDocs(join(dist, 'rule-docs.json'));
  await writeLicences({ ...commonOptions, external: ['vscode'] }, join(dist, 'THIRD-PARTY-LICENSES.txt'), [
    'client/extension.ts',
    'server/lsp/connection/main.ts',
  ]);
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry =>
      join(entry.parentPath ?? entry.path, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
    .sort();
}

/** The earliest date in a zip, so that the same contents give the same bytes. */
const noDate = new Date(1980, 0, 1);

/**
 * Packs the folder.
 * @returns the size of the package in bytes
 */
export function packExtension(names, folder = extensionFolder, file = vsixFile) {
  const inside = names.map(name => [`extension/${name}`, readFileSync(join(folder, name))]);
  const manifest = Buffer.from(vsixManifest(extensionManifest()));
  const types = Buffer.from(contentTypes([...names, 'extension.vsixmanifest']));
  const entries = [['extension.vsixmanifest', manifest], ['[Content_Types].xml', types], ...inside];
  const archive = zipSync(Object.fromEntries(entries), { level: 9, mtime: noDate });
  writeFileSync(file, archive);
  return archive.length;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = await stageExtension();
  console.log(`preflight.vsix: ${names.length} files, ${packExtension(names)} bytes`);
}

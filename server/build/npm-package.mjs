// Builds the npm package as published: the files that package.json names, with a manifest without fields that only a
// checkout needs. In particular without the `prepare` script, about which npm asks users. `npm run tarball` packs it
// into the checkout.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Fields of package.json that only a checkout needs. */
const checkoutOnlyFields = ['scripts', 'devDependencies', 'overrides', 'allowScripts'];

const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** A page without links to files that are only in a checkout. */
function withoutDeadLinks(page, folder) {
  const text = readFileSync(join(folder, page), 'utf8');
  return text.replaceAll(/\[([^\]]*)\]\((?!\w+:|#)([^)#]+)[^)]*\)/g, (link, label, target) =>
    existsSync(join(folder, dirname(page), target)) ? link : label,
  );
}

/** Copies the files of the package into an empty folder. */
export function stagePackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  const [{ files }] = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root));
  for (const { path } of files) cpSync(join(root, path), join(folder, path));
  for (const { path } of files)
    if (path.endsWith('.md')) writeFileSync(join(folder, path), withoutDeadLinks(path, folder));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const key of checkoutOnlyFields) delete manifest[key];
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * Packs the folder.
 * @returns the description of the tarball by npm; with --dry-run no tarball is written
 */
export function packStaged(folder, ...args) {
  const [result] = JSON.parse(npm(['pack', '--json', ...args], folder));
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, '.cache/package');
  stagePackage(folder);
  console.log(packStaged(folder, '--pack-destination', root).filename);
}

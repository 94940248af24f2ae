// Builds the npm package as it is published: the files that package.json names, with a manifest without the fields that
// only a checkout needs. npm asks users about a package's `prepare` script, so that must not be in it.
// `npm run tarball` packs it into the checkout.
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
/** Only for a checkout. */
const checkoutOnly = ['scripts', 'devDependencies', 'overrides', 'allowScripts'];

const npm = (args, cwd) => execFileSync('npm', args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });

/** A page without links to files that only a checkout has. */
function withoutDeadLinks(page, folder) {
  const text = readFileSync(join(folder, page), 'utf8');
  return text.replaceAll(/\[([^\]]*)\]\((?!\w+:|#)([^)#]+)[^)]*\)/g, (link, label, target) =>
    existsSync(join(folder, dirname(page), target)) ? link : label,
  );
}

/** Copies the package's files into an empty folder. */
export function stagePackage(folder) {
  rmSync(folder, { recursive: true, force: true });
  const [{ files }] = JSON.parse(npm(['pack', '--dry-run', '--json', '--ignore-scripts'], root));
  for (const { path } of files) cpSync(join(root, path), join(folder, path));
  for (const { path } of files)
    if (path.endsWith('.md')) writeFileSync(join(folder, path), withoutDeadLinks(path, folder));
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const key of checkoutOnly) delete manifest[key];
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** @returns npm's description of the tarball that it wrote into a folder, or of the one that it would write */
export function packStaged(folder, ...args) {
  const [result] = JSON.parse(npm(['pack', '--json', ...args], folder));
  return result;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = join(root, '.cache/package');
  stagePackage(folder);
  console.log(packStaged(folder, '--pack-destination', root).filename);
}

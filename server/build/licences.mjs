// Writes dist/THIRD-PARTY-LICENSES.txt: the licenses of the bundled libraries, which these licenses require.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** @param {string[]} entries the bundled entry points, relative to the repository */
export async function writeLicences(options, file, entries = ['server/cli/preflight.ts', 'server/api/index.ts']) {
  const { metafile } = await build({
    ...options,
    entryPoints: entries.map(entry => join(root, entry)),
    absWorkingDir: root,
    format: 'esm',
    outdir: join(root, 'dist'),
    write: false,
    metafile: true,
  });
  const packages = new Set(
    Object.keys(metafile.inputs).flatMap(input => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(input)?.[1] ?? []),
  );
  const parts = [...packages].sort().map(name => {
    const folder = join(root, 'node_modules', name);
    const { version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = licenceIn(folder);
    if (text === undefined) throw new Error(`${name} is bundled, but has no license text`);
    return `${name} ${version} (${license})\n\n${text.trim()}\n`;
  });
  writeFileSync(file, `The bundles of Preflight contain these libraries.\n\n${parts.join(`\n${'-'.repeat(78)}\n\n`)}`);
}

/** The license text of a package, from its license file or the license section of its README. */
function licenceIn(folder) {
  const entries = readdirSync(folder);
  const read = name => readFileSync(join(folder, name), 'utf8');
  const file = entries.find(entry => /^licen[cs]e/i.test(entry));
  if (file) return read(file);
  const page = entries.find(entry => /^readme/i.test(entry));
  return page && /^#+ licen[cs]e\s*$([^]*)/im.exec(read(page))?.[1];
}

// Dates what the platform has added and removed: reads all releases of its public client on npm into
// schemas/platform/facts.json. `npm run facts`; with `-- --check` only prints the differences (exit code 1).
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPatch } from 'diff';
import { format, resolveConfig } from 'prettier';
import { datedFacts } from './dated-facts.mjs';
import { readRelease } from './facts-reading.mjs';
import { readDialects, readSchemas } from './schemas.mjs';

const root = new URL('../../', import.meta.url).pathname;
const folder = join(root, 'schemas/platform'),
  factsFile = join(folder, 'facts.json'),
  cache = join(root, '.cache/facts');

const { client, major, types } = JSON.parse(readFileSync(join(folder, 'client.json'), 'utf8'));
mkdirSync(cache, { recursive: true });

const npm = (...words) =>
  execFileSync('npm', words, { cwd: cache, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
const inOrder = (a, b) => a.localeCompare(b, 'en', { numeric: true });

/**
 * Downloads and unpacks a release. A folder is renamed only when it is complete, so an existing folder is complete.
 */
function unpack(version) {
  const fullFolder = join(cache, version);
  if (existsSync(fullFolder)) return fullFolder;
  const part = `${fullFolder}.part`;
  mkdirSync(part, { recursive: true });
  const [{ filename }] = JSON.parse(npm('pack', `${client}@${version}`, '--json'));
  execFileSync('tar', ['-xzf', join(cache, filename), '-C', part, '--strip-components=1']);
  renameSync(part, fullFolder);
  return fullFolder;
}

/**
 * The dates of versions in a changelog, from headings such as `## 5.9.0 (2026-03-13)`, in which the version may be a
 * link.
 */
const datesIn = changelog =>
  new Map(
    [...changelog.matchAll(/^## \[?(\d[^\s\]]*)\]?.*\((\d{4}-\d\d-\d\d)\)$/gm)].map(([, version, date]) => [
      version,
      date,
    ]),
  );

async function readFacts() {
  const names = Object.entries(readDialects().retell.names);
  const ours = new Map(names.map(([name, spelling]) => [spelling, name]));
  const schemas = readSchemas();
  const versions = [JSON.parse(npm('view', client, 'versions', '--json'))]
    .flat()
    .filter(version => version.startsWith(`${major}.`))
    .sort(inOrder);
  const dates = datesIn(readFileSync(join(unpack(versions.at(-1)), 'CHANGELOG.md'), 'utf8'));
  const releases = versions.map(version => {
    const date = dates.get(version);
    if (date === undefined) throw new Error(`the changelog has no date for ${version}`);
    return { date, byShape: readRelease(unpack(version), types, schemas, name => ours.get(name) ?? name) };
  });
  return format(JSON.stringify(datedFacts(releases)), { ...(await resolveConfig(factsFile)), parser: 'json' });
}

const before = existsSync(factsFile) ? readFileSync(factsFile, 'utf8') : '';
const currentFacts = await readFacts();
if (process.argv.includes('--check')) {
  if (currentFacts !== before) process.stdout.write(createPatch('schemas/platform/facts.json', before, currentFacts));
  const latest = JSON.parse(npm('view', client, 'version', '--json'));
  const isRead = latest.startsWith(`${major}.`);
  if (!isRead) process.stdout.write(`${client} ${latest} was released; client.json reads only ${major}.x\n`);
  process.exitCode = currentFacts === before && isRead ? 0 : 1;
} else if (currentFacts !== before) writeFileSync(factsFile, currentFacts);

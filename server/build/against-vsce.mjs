// Compares the .vsix with the package that @vscode/vsce makes of the same folder. vsce depends on hundreds of
// packages, so it is installed in a separate folder only for this comparison.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { strFromU8, unzipSync } from 'fflate';

const vsce = '@vscode/vsce@3.9.2';
const home = fileURLToPath(new URL('../../.cache/vsce', import.meta.url));
/** The error codes of npm for a failed network, as opposed to a failed package. */
const unreachable =
  /\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ENETUNREACH|EHOSTUNREACH|ETIMEDOUT|ERR_SOCKET_TIMEOUT)\b/;

/**
 * @param {string} folder the staged extension
 * @param {string} file the .vsix of this folder
 * @returns {{ skipped: string } | { problems: string[] }} the reason why nothing was compared, or the differences
 */
export function againstVsce(folder, file) {
  const run = (command, args, cwd) =>
    spawnSync(command, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], maxBuffer: 2 ** 26 });
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }');
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const install = run('npm', ['install', ...options, vsce], home);
  if (install.status !== 0) {
    const code = unreachable.exec(install.stderr)?.[0];
    if (code) return { skipped: `not compared with ${vsce}: the npm registry cannot be reached (${code})` };
    return { problems: [`${vsce} cannot be installed: ${install.stderr.trim()}`] };
  }
  const vscePackage = join(home, 'theirs.vsix'),
    program = join(home, 'node_modules/@vscode/vsce/vsce');
  // the extension links to no repository
  const as = ['--no-dependencies', '--no-rewrite-relative-links', '--allow-missing-repository', '-o', vscePackage];
  const result = run(process.execPath, [program, 'package', ...as], folder);
  if (result.status !== 0) {
    const output = `${result.stderr}${result.stdout}`.trim();
    return { problems: [`${vsce} cannot package the extension: ${output}`] };
  }
  return { problems: differences(read(file), read(vscePackage)) };
}

/** The files of a .vsix by name. vsce always writes readme.md and changelog.md in lower case. */
const read = file =>
  new Map(
    Object.entries(unzipSync(readFileSync(file))).map(([name, data]) => [name.toLowerCase(), strFromU8(data, true)]),
  );

const special = {
  'extension.vsixmanifest': elements,
  '[content_types].xml': elements,
  'extension/package.json': text =>
    Object.entries(JSON.parse(text)).map(([key, value]) => `${key}: ${JSON.stringify(value)}`),
};

function differences(ownParts, vsceParts) {
  const names = [...new Set([...ownParts.keys(), ...vsceParts.keys()])].sort();
  return names.flatMap(name => {
    const [a, b] = [ownParts.get(name), vsceParts.get(name)];
    if (a === undefined) return `only vsce packs ${name}`;
    if (b === undefined) return `only the build packs ${name}`;
    const parts = special[name];
    if (!parts) return a === b ? [] : `${name} differs from the file that vsce packs`;
    const [own, otherParts] = [parts(a), parts(b)];
    return [
      ...otherParts.filter(part => !own.includes(part)).map(part => `${name}: only vsce has ${part}`),
      ...own.filter(part => !otherParts.includes(part)).map(part => `${name}: only the build has ${part}`),
    ];
  });
}

/** The elements of an XML text, each with its text, sorted and without whitespace. */
function elements(xml) {
  return [...xml.matchAll(/<(\w[^<>]*?)\s*\/?>([^<]*)/g)].map(([, tag, text]) => {
    const words = tag === 'Tags' ? text.split(',').sort().join(',') : text.trim();
    return `<${tag.replace(/(?<=Path=")[^"]*/, path => path.toLowerCase())}>${words}`;
  });
}

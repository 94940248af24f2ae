#!/usr/bin/env node
// Installs the packages of the host that are missing: `node client/testing/host/install.mjs`. This takes about 800 MB and
// half a minute.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { chromiumFile, hostFolder, vscodeFolder } from './folders.mjs';

const here = fileURLToPath(new URL('.', import.meta.url));
const packageFiles = ['package.json', 'package-lock.json', '.npmrc'];
const quietOptions = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
const npm = (folder, ...args) =>
  execFileSync('npm', [...args, ...quietOptions], { cwd: folder, stdio: ['ignore', 'inherit', 'inherit'] });

/** Installs the host if it is missing. If that fails, throws an error with the command to run. */
export function install() {
  installPackages();
  installChromium();
}

function installPackages() {
  const hash = createHash('sha256')
    .update(packageFiles.map(name => readFileSync(join(here, name), 'utf8')).join('\0'))
    .digest('hex');
  const stamp = join(hostFolder, 'installed');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new Error(
      'the editor host needs Linux on x64; elsewhere set VSCODE_EXECUTABLE to an installed VS Code, or VSCODE_DOWNLOAD=1',
    );
  }
  console.log(`installing the editor host into ${hostFolder}`);
  mkdirSync(hostFolder, { recursive: true });
  rmSync(stamp, { force: true });
  for (const name of packageFiles) copyFileSync(join(here, name), join(hostFolder, name));
  npm(hostFolder, 'ci');
  npm(vscodeFolder, 'install', '--omit=dev');
  writeFileSync(stamp, hash);
}

function installChromium() {
  if (existsSync(chromiumFile)) return;
  const commands = [
    ['apt-get', 'update', '-qq'],
    ['apt-get', 'install', '-y', '-qq', '--no-install-recommends', 'chromium'],
  ];
  const typed = commands.map(command => command.join(' ')).join(' && ');
  const advice = `no browser at ${chromiumFile}: as root run\n  ${typed}\nor set CHROMIUM to one`;
  if (process.env.CHROMIUM !== undefined || process.getuid?.() !== 0) throw new Error(advice);
  try {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    for (const [command, ...args] of commands)
      execFileSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env });
  } catch {
    throw new Error(advice);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  try {
    install();
  } catch (error) {
    console.error(error.message);
    process.exit(1);
  }
}

#!/usr/bin/env node
// Runs the suites of suite/ in a real extension host, each in a separate workspace:
// `node client/testing/suites.mjs [NAME]…`
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { stageExtension } from '../../server/build/extension.mjs';
import { root } from './host/folders.mjs';
import { install } from './host/install.mjs';
import { runSuite } from './host/run-suite.mjs';
import { writeCrowd } from './workspaces/crowd.mjs';
import { writeOversized } from './workspaces/oversized.mjs';

/**
 * The workspace of each suite: the folders to copy, or a function that writes the files into a folder. Several folders
 * make a multi-root workspace, in which a folder with a scheme is not on disk.
 */
const workspaces = {
  unrelated: ['client/testing/workspaces/unrelated'],
  loose: ['client/testing/workspaces/loose'],
  findings: ['samples/broken'],
  prompts: ['samples/clinic'],
  roots: ['samples/clinic', 'samples/broken'],
  elsewhere: ['client/testing/workspaces/elsewhere', 'memfs:/cellar'],
  crowded: folder => writeCrowd(folder, 10_000),
  oversized: folder => writeOversized(folder, 20_000_000),
};
const selection = process.argv.slice(2);

if (!process.env.VSCODE_EXECUTABLE && !process.env.VSCODE_DOWNLOAD) install();
const scratch = mkdtempSync(join(tmpdir(), 'suites-')),
  extension = join(scratch, 'extension');
await stageExtension(extension);
let hasFailed = false;
try {
  for (const [name, folders] of Object.entries(workspaces)) {
    if (selection.length > 0 && !selection.includes(name)) continue;
    const tests = join(scratch, `${name}.cjs`);
    await build({
      entryPoints: [join(root, `client/testing/suite/${name}.ts`)],
      outfile: tests,
      bundle: true,
      platform: 'node',
      format: 'cjs',
      external: ['vscode'],
      logLevel: 'warning',
    });
    console.log(`suite ${name}`);
    try {
      await runSuite({ extension, tests, workspace: workspaceOf(join(scratch, name), folders) }).catch(error => {
        // on a slow machine, a suite may time out; a real failure also occurs in a new editor
        console.log(`once more ${name}: ${error.message}`);
        return runSuite({ extension, tests, workspace: workspaceOf(join(scratch, 'again', name), folders) });
      });
    } catch (error) {
      hasFailed = true;
      console.error(`suite ${name}: ${error.message}`);
    }
  }
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
}

/**
 * Creates a workspace.
 * @returns the path that an editor opens
 */
function workspaceOf(place, folders) {
  if (typeof folders === 'function') {
    mkdirSync(place, { recursive: true });
    folders(place);
    return place;
  }
  const isOnDisk = folder => !/^\w+:/.test(folder);
  for (const folder of folders.filter(isOnDisk))
    cpSync(join(root, folder), join(place, basename(folder)), { recursive: true });
  if (folders.length === 1) return join(place, basename(folders[0]));
  const file = join(place, 'several.code-workspace');
  writeFileSync(
    file,
    JSON.stringify({
      folders: folders.map(folder => (isOnDisk(folder) ? { path: basename(folder) } : { uri: folder })),
    }),
  );
  return file;
}
process.exit(hasFailed ? 1 : 0);

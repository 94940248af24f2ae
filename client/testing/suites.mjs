#!/usr/bin/env node
// Runs the suites of suite/ in a real extension host, each in a workspace of its own: `node client/testing/suites.mjs [NAME]…`
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { build } from 'esbuild';
import { extensionFolder, stageExtension } from '../../server/build/extension.mjs';
import { root } from './host/folders.mjs';
import { install } from './host/install.mjs';
import { runSuite } from './host/run-suite.mjs';

/** By suite: the folders that copies are made of; several are a workspace of several folders. */
const workspaces = { unrelated: ['client/testing/workspaces/unrelated'], findings: ['samples/broken'], roots: ['samples/clinic', 'samples/broken'] };
const asked = process.argv.slice(2);

if (!process.env.VSCODE_EXECUTABLE && !process.env.VSCODE_DOWNLOAD) install();
await stageExtension();
const scratch = mkdtempSync(join(tmpdir(), 'suites-'));
let failed = false;
try {
  for (const [name, folders] of Object.entries(workspaces)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const workspace = workspaceOf(join(scratch, name), folders), tests = join(scratch, `${name}.cjs`);
    await build({ entryPoints: [join(root, `client/testing/suite/${name}.ts`)], outfile: tests, bundle: true, platform: 'node', format: 'cjs', external: ['vscode'], logLevel: 'warning' });
    console.log(`suite ${name}`);
    try { await runSuite({ extension: extensionFolder, tests, workspace }); } catch (error) { failed = true; console.error(`suite ${name}: ${error.message}`); }
  }
} finally { rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }); }

/** Copies the folders. @returns what an editor opens */
function workspaceOf(place, folders) {
  const copies = folders.map(folder => join(place, basename(folder)));
  folders.forEach((folder, i) => cpSync(join(root, folder), copies[i], { recursive: true }));
  if (copies.length === 1) return copies[0];
  const file = join(place, 'several.code-workspace');
  writeFileSync(file, JSON.stringify({ folders: copies.map(path => ({ path: basename(path) })) }));
  return file;
}
process.exit(failed ? 1 : 0);

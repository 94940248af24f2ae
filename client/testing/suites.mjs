#!/usr/bin/env node
// Runs the suites of suite/ in a real extension host, each in a workspace of its own: `node client/testing/suites.mjs [NAME]…`
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { extensionFolder, stageExtension } from '../../server/build/extension.mjs';
import { root } from './host/folders.mjs';
import { install } from './host/install.mjs';
import { runSuite } from './host/run-suite.mjs';

/** By suite: the workspace that a copy is made of. */
const workspaces = { unrelated: 'client/testing/workspaces/unrelated', findings: 'samples/broken' };
const asked = process.argv.slice(2);

if (!process.env.VSCODE_EXECUTABLE && !process.env.VSCODE_DOWNLOAD) install();
await stageExtension();
const scratch = mkdtempSync(join(tmpdir(), 'suites-'));
let failed = false;
try {
  for (const [name, from] of Object.entries(workspaces)) {
    if (asked.length > 0 && !asked.includes(name)) continue;
    const workspace = join(scratch, name), tests = join(scratch, `${name}.cjs`);
    cpSync(join(root, from), workspace, { recursive: true });
    await build({ entryPoints: [join(root, `client/testing/suite/${name}.ts`)], outfile: tests, bundle: true, platform: 'node', format: 'cjs', external: ['vscode'], logLevel: 'warning' });
    console.log(`suite ${name}`);
    try { await runSuite({ extension: extensionFolder, tests, workspace }); } catch (error) { failed = true; console.error(`suite ${name}: ${error.message}`); }
  }
} finally { rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 }); }
process.exit(failed ? 1 : 0);

#!/usr/bin/env node
// A stand-in for the executable of a desktop VS Code: it accepts the same command line, runs the tests in the host, and
// exits with their code.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEditor } from './editor.mjs';

const options = new Map(),
  paths = [];
for (const argument of process.argv.slice(2)) {
  const [, name, value] = /^--([\w-]+)(?:=(.*))?$/s.exec(argument) ?? [];
  if (name === undefined) paths.push(argument);
  else options.set(name, value);
}
const scratch = mkdtempSync(join(tmpdir(), 'code-'));
const userData = options.get('user-data-dir') ?? join(scratch, 'u');
mkdirSync(userData, { recursive: true });

let editor,
  isLeaving = false;
async function leave(code, reason) {
  if (isLeaving) return;
  isLeaving = true;
  if (reason) console.error(`${reason}\n${(editor?.log() ?? '').slice(-4000)}`);
  await editor?.stop();
  rmSync(scratch, { recursive: true, force: true });
  process.exit(code);
}
process.on('SIGINT', () => leave(130));
process.on('SIGTERM', () => leave(143));
setTimeout(
  () => leave(124, 'the tests did not end in time'),
  Number(process.env.EDITOR_HOST_TIMEOUT ?? 600_000),
).unref();
try {
  editor = await startEditor({
    extension: options.get('extensionDevelopmentPath'),
    tests: options.get('extensionTestsPath'),
    workspace: paths[0],
    userData,
    extensions: options.get('extensions-dir'),
    onLog: (type, values) => (type === 'error' || type === 'warn' ? console.error : console.log)(...values),
  });
  const { code, why: reason } = await editor.ended;
  await leave(code, reason);
} catch (error) {
  await leave(1, error.stack);
}

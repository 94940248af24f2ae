import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { draft, preflight, scratchFolders } from '../testing/preflight.ts';
import { fnv1a } from '../core/hash.ts';

const folderWith = scratchFolders();
/** The name that a process with this number gives to a file. */
const nameOf = (pid: number | undefined, use = '', machine = fnv1a(hostname())): string =>
  `.${pid}-${machine}-${Math.random().toString(36).slice(2, 10)}${use}.preflight`;

test.each([
  ['lint', '--fix'],
  ['lint', '--format', 'json=agents/out.json'],
])('%s %s removes only the leftovers of a killed process', async (...args) => {
  const deadProcess = spawnSync(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")']),
    liveProcess = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  const remainingNames = [
    nameOf(liveProcess.pid),
    nameOf(process.pid),
    // what a file held while it was overwritten may be all that is left of it
    nameOf(deadProcess.pid, '.old'),
    // of another machine, or of somebody else
    nameOf(deadProcess.pid, '', '00000000'),
    `.${deadProcess.pid}-notes.preflight`,
    'notes.preflight',
  ];
  const folder = folderWith({ 'agents/a.agent.json': draft('"voice_speed": "1.5"') }),
    subfolder = join(folder, 'agents');
  try {
    for (const name of [nameOf(deadProcess.pid), ...remainingNames]) writeFileSync(join(subfolder, name), 'x');
    const folderName = nameOf(deadProcess.pid),
      link = nameOf(deadProcess.pid);
    mkdirSync(join(subfolder, folderName));
    symlinkSync('a.agent.json', join(subfolder, link));
    await preflight(args, folder);
    expect(
      readdirSync(subfolder)
        .filter(name => name.endsWith('.preflight'))
        .sort(),
    ).toEqual([...remainingNames, folderName, link].sort());
  } finally {
    liveProcess.kill('SIGKILL');
  }
});

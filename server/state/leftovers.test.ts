import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { draft, preflight, scratchFolders } from '../testing/preflight.ts';
import { fnv1a } from '../core/json/by-text.ts';

const folderWith = scratchFolders();
/**
 * The name that a process gives to a temporary file.
 * @param pid the number of the process
 */
const nameOf = (pid: number | undefined, use = '', machine = fnv1a(hostname())): string =>
  `.${pid}-${machine}-${Math.random().toString(36).slice(2, 10)}${use}.preflight`;

test.each([
  ['lint', '--fix'],
  ['lint', '--format', 'json=agents/out.json'],
])('%s %s removes the temporary files of a killed process, and no other files', async (...args) => {
  const killed = spawnSync(process.execPath, ['-e', 'process.kill(process.pid, "SIGKILL")']),
    living = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)']);
  const keptNames = [
    nameOf(living.pid),
    nameOf(process.pid),
    // a copy made before overwriting may be the only copy left
    nameOf(killed.pid, '.old'),
    // the next two files belong to another machine or another user
    nameOf(killed.pid, '', '00000000'),
    `.${killed.pid}-notes.preflight`,
    'notes.preflight',
  ];
  const folder = folderWith({ 'agents/a.agent.json': draft('"voice_speed": "1.5"') }),
    agentsFolder = join(folder, 'agents');
  try {
    for (const name of [nameOf(killed.pid), ...keptNames]) writeFileSync(join(agentsFolder, name), 'x');
    const folderName = nameOf(killed.pid),
      link = nameOf(killed.pid);
    mkdirSync(join(agentsFolder, folderName));
    symlinkSync('a.agent.json', join(agentsFolder, link));
    await preflight(args, folder);
    expect(
      readdirSync(agentsFolder)
        .filter(name => name.endsWith('.preflight'))
        .sort(),
    ).toEqual([...keptNames, folderName, link].sort());
  } finally {
    living.kill('SIGKILL');
  }
});

import { readdirSync, unlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import { fnv1a } from '../core/hash.ts';
import { linkStatsOf } from './regular-file.ts';

/** Numbers of processes mean something on one machine only. */
const here = fnv1a(hostname());
const written = /^\.(\d+)-([0-9a-f]{8})-[0-9a-z]+\.preflight$/;

/**
 * The temporary name of a new file, hidden, and ignored by walks. What an old file held while it is overwritten has
 * another: nobody but its owner can say whether it is still needed.
 */
export const nameBeside = (target: string, use: 'new' | 'old'): string =>
  join(
    dirname(target),
    `.${process.pid}-${here}-${Math.random().toString(36).slice(2, 10)}${use === 'old' ? '.old' : ''}.preflight`,
  );

/** Removes new files that were never put in their places, because the process that made them was killed. */
export function removeLeftovers(folders: Iterable<string>): void {
  for (const folder of folders)
    for (const name of namesIn(folder)) {
      const [, pid, machine] = written.exec(name) ?? [];
      if (machine !== here || isAlive(Number(pid))) continue;
      const path = join(folder, name);
      try {
        if (linkStatsOf(path)?.isFile()) unlinkSync(path);
      } catch {
        // it may be somebody else's
      }
    }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

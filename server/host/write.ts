import { chmodSync, mkdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/**
 * Writes a file whole or not at all: beside it first, then renamed over it. Its mode stays; a symbolic link stays one.
 * @throws as the system does; nothing is left behind then
 */
export function writeAtomically(path: string, text: string): void {
  let target = path;
  let mode: number | undefined;
  try {
    target = realpathSync(path);
    mode = statSync(target).mode & 0o7777;
  } catch {
    /* a new file */
  }
  const folder = dirname(target);
  mkdirSync(folder, { recursive: true });
  const beside = join(folder, `.${basename(target)}.${process.pid}.preflight`);
  try {
    writeFileSync(beside, text, { flag: 'wx', ...(mode !== undefined && { mode }) });
    if (mode !== undefined) chmodSync(beside, mode);
    renameSync(beside, target);
  } catch (error) {
    rmSync(beside, { force: true });
    throw error;
  }
}

import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { Io } from './io.ts';

/** Today's date in UTC, `YYYY-MM-DD`: core has no clock. */
export const today = (): string => new Date().toISOString().slice(0, 10);

/** A path of the workspace in outputs: relative to the working directory, with `/`. */
export const pathFrom = ({ cwd }: Pick<Io, 'cwd'>, root: string, file: string): string =>
  (root === cwd && !isAbsolute(file) ? file : relative(cwd, resolve(root, file)).split(sep).join('/')) || '.';

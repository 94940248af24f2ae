import { basename, join } from 'node:path';

/** The path of a file in the installed package. The bundles are in `dist`, but tests run this source file. */
export const packageFile = (name: string): string =>
  join(import.meta.dirname, basename(import.meta.dirname) === 'terminal' ? '../../..' : '..', name);

import { basename, join } from 'node:path';

/** The path of a file of the installed package: bundles are in `dist`, and the tests run this file. */
export const packageFile = (name: string): string =>
  join(import.meta.dirname, basename(import.meta.dirname) === 'terminal' ? '../../..' : '..', name);

import { basename, join } from 'node:path';

declare const PREFLIGHT_VERSION: string | undefined;

/** The version of Preflight, inserted by the build. */
export const version: string = typeof PREFLIGHT_VERSION === 'string' ? PREFLIGHT_VERSION : '0.0.0-development';

/** The path of a file in the installed package. The bundles are in `dist`, but tests run this source file. */
export const packageFile = (name: string): string =>
  join(import.meta.dirname, basename(import.meta.dirname) === 'terminal' ? '../../..' : '..', name);

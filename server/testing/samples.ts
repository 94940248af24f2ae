import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { openSettings, openWorkspace, type State } from '../state/open.ts';

/** The path of the folder of a sample. */
export const samples = (name: string): string => fileURLToPath(new URL(`../../samples/${name}/`, import.meta.url));

/** Opens a sample from disk, on the date for which the samples were written. */
export const openSample = (name: 'clinic' | 'broken'): State =>
  openWorkspace(openSettings(samples(name), rules), { today: '2026-01-15' });

/** The texts of all files below a folder, by path. */
export const textsIn = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile())
      .map(entry => join(entry.parentPath, entry.name))
      .sort()
      .map(path => [path.slice(join(folder, '/').length).replaceAll('\\', '/'), readFileSync(path, 'utf8')]),
  );

/** The folder of additional real files for tests, if one is named. */
export const corpus = process.env['PREFLIGHT_CORPUS'];
export const corpusDocuments = (): Document[] =>
  Object.entries(textsIn(corpus!))
    .filter(([file]) => file.endsWith('.json'))
    .map(([file, text]) => new Document(file, text));

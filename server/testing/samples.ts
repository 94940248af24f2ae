import { fileURLToPath } from 'node:url';
import { rules } from '../../rules/index.ts';
import { openSettings, openWorkspace, type OpenedWorkspace } from '../host/open.ts';

/** A sample as on disk, on the date for which the samples were written. */
export const openSample = (name: 'clinic' | 'broken'): OpenedWorkspace =>
  openWorkspace(openSettings(fileURLToPath(new URL(`../../samples/${name}/`, import.meta.url)), rules), {
    today: '2026-01-15',
  });

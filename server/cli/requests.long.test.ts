// The requests of real changes are sent to the stand-in, by the command's own words and by its shell form.
import { expect, test } from 'vitest';
import { callersChanges } from '../testing/changes/callers.ts';
import type { Change } from '../testing/changes/change.ts';
import { settingsChanges } from '../testing/changes/settings.ts';
import { teamChanges } from '../testing/changes/team.ts';
import { preflight, scratchFolders } from '../testing/preflight.ts';
import { prove } from '../testing/sending.ts';

const folderWith = scratchFolders();
const scenarios = [...teamChanges, ...settingsChanges, ...callersChanges];

test.each<Change>(scenarios)('$name', async change => {
  const folder = change.repository(folderWith),
    base = change.base ?? 'main';
  change.do(folder);
  const { code, stderr } = await preflight(['requests', '--base', base], folder);
  // its base is not here, which the command says
  if (code === 2) return expect(stderr).toMatch(change.says!);
  const { wrong, forth, back } = await prove(folder, base);
  (await import('node:fs')).appendFileSync('/tmp/rq.out', JSON.stringify([change.name, forth?.requests.map(r => r.text), forth?.cannot, back?.cannot], undefined, 1) + '\n');
  expect(wrong).toEqual([]);
});

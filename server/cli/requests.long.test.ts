// Sends the requests for real changes to the stand-in, as JSON and as a shell script.
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { callersChanges } from '../testing/changes/callers.ts';
import type { Change } from '../testing/changes/change.ts';
import { settingsChanges } from '../testing/changes/settings.ts';
import { teamChanges } from '../testing/changes/team.ts';
import { deployment } from '../testing/deployments.ts';
import { Random } from '../testing/fuzz/random.ts';
import { committed, preflight, scratch, scratchFolders, write } from '../testing/preflight.ts';
import { prove, proveByShell, type Proof } from '../testing/sending.ts';

const folderWith = scratchFolders();

test.each<Change>([...teamChanges, ...settingsChanges, ...callersChanges])('$name', async change => {
  const folder = change.repository(folderWith),
    base = change.base ?? 'main';
  change.do(folder);
  const { code, stderr } = await preflight(['requests', '--base', base], folder);
  // the base of this change is missing in the repository, which the command reports
  if (code === 2) return expect(stderr).toMatch(change.says!);
  expect((await prove(folder, base)).wrong).toEqual([]);
});

const RUNS = 200,
  RUNS_BY_SHELL = 20;
/** Runs a function in the repository of a team between two deployments. */
async function inDeployment<T>(seed: number, use: (folder: string, isPossible: boolean) => Promise<T>): Promise<T> {
  const { before, after, isPossible } = deployment(new Random(seed, 39)),
    { folder, dispose } = scratch(before);
  committed(folder);
  for (const file of Object.keys(before)) if (!(file in after)) rmSync(join(folder, file));
  write(folder, after);
  try {
    return await use(folder, isPossible);
  } finally {
    dispose();
  }
}
/** The changes that cannot be requested, without the remarks about new records, whose ids the platform assigns. */
const obstacles = ({ forward }: Proof): readonly unknown[] =>
  forward.cannot.filter(({ text }) => !text.includes('the platform assigns another id'));

test(
  `the requests of ${RUNS} random deployments have the same result as the files, and a rollback undoes them`,
  { timeout: 1_800_000 },
  async () => {
    let requests = 0,
      wholeCount = 0;
    for (let seed = 0; seed < RUNS; seed++) {
      const [proof, isPossible] = await inDeployment(seed, async (folder, isPossible) => [
        await prove(folder, 'HEAD'),
        isPossible,
      ]);
      expect([seed, proof.wrong]).toEqual([seed, []]);
      if (isPossible) expect([seed, obstacles(proof)]).toEqual([seed, []]);
      requests += proof.forward.requests.length;
      if (obstacles(proof).length === 0) wholeCount++;
    }
    expect(requests).toBeGreaterThan(2 * RUNS);
    expect(wholeCount).toBeGreaterThan(RUNS / 2);
  },
);

const missing = ['bash', 'curl', 'jq'].filter(name => spawnSync(name, ['--version']).status !== 0);
test.skipIf(missing.length > 0)(
  `the shell scripts of ${RUNS_BY_SHELL} deployments do, too${missing.length > 0 ? `; skipped: there is no ${missing.join(', ')}` : ''}`,
  { timeout: 600_000 },
  async () => {
    for (let seed = 0; seed < RUNS_BY_SHELL; seed++)
      expect([seed, await inDeployment(seed, folder => proveByShell(folder, 'HEAD'))]).toEqual([seed, []]);
  },
);

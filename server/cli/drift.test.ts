import { describe, expect, test } from 'vitest';
import type { Drift } from '../core/generated/outputs.js';
import { clinic } from '../testing/clients.ts';
import { exported } from '../testing/exported.ts';
import { expectOutput } from '../testing/outputs.ts';
import { committed, preflight, scratchFolders } from '../testing/preflight.ts';

const folderWith = scratchFolders();
const texts = (files: Readonly<Record<string, unknown>>, folder = ''): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([name, value]) => [`${folder}${name}`, JSON.stringify(value)]));

async function driftJson(args: string[], cwd: string): Promise<Drift & { readonly code: number }> {
  const { code, stdout, stderr } = await preflight(['drift', '--format', 'json', ...args], cwd);
  if (stdout === '') throw new Error(stderr);
  const result = JSON.parse(stdout) as Drift;
  expectOutput('drift', result);
  return { ...result, code };
}
const changesIn = ({ records }: Drift): string[] =>
  records.flatMap(({ kind, id, status, changes }) =>
    status === 'same'
      ? []
      : changes.length === 0
        ? [`${kind} ${id} ${status}`]
        : changes.map(({ at, side }) => `${kind} ${id} ${at} ${side}`),
  );

describe('an account', () => {
  test('that is what the files say has no drift', async () => {
    const folder = committed(folderWith(clinic));
    const answers = folderWith(texts(await exported(clinic)));
    const result = await driftJson([answers], folder);
    expect(changesIn(result).filter(line => !line.endsWith('here-only'))).toEqual([]);
    expect(result.code).toBe(0);
    expect(result.summary.same).toBeGreaterThan(10);
  });
});

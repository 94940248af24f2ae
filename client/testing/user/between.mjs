// Between two walks in one editor: nothing is open any more, and the files are as they were.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, cpSync } from 'node:fs';
import { join } from 'node:path';

/**
 * @param {ReturnType<typeof import('./browser.mjs').hands>} person
 * @param {string} copy the workspace that is open
 * @param {string} original what it is a copy of
 */
export async function clearAway({ command, key, page }, copy, original) {
  await key('Escape');
  // the editor saves by itself; what is not saved would be asked about
  await page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
  await command('View: Close All Editors');
  await page.locator('.tab').first().waitFor({ state: 'detached' });
  if (await page.locator('.part.panel').first().isVisible()) await command('View: Hide Panel');
  // what a save was still writing comes after the first time
  for (let same = 0; same < 4; same++) {
    if (restore(copy, original)) same = 0;
    await page.waitForTimeout(250);
  }
}

/** Makes a folder like another one; a file that is like its own is not touched. @returns whether anything was different */
function restore(copy, original) {
  let differed = false;
  for (const entry of readdirSync(copy, { withFileTypes: true })) {
    const there = join(original, entry.name);
    if (existsSync(there) && statSync(there).isDirectory() === entry.isDirectory()) continue;
    rmSync(join(copy, entry.name), { recursive: true, maxRetries: 10, retryDelay: 200 });
    differed = true;
  }
  for (const entry of readdirSync(original, { withFileTypes: true })) {
    const [from, to] = [join(original, entry.name), join(copy, entry.name)];
    if (entry.isDirectory() && existsSync(to)) differed = restore(to, from) || differed;
    else if (entry.isDirectory() || !existsSync(to) || !readFileSync(to).equals(readFileSync(from))) {
      cpSync(from, to, { recursive: true });
      differed = true;
    }
  }
  return differed;
}

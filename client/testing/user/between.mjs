// The work between two walks in one editor: closes everything, and restores the files.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, cpSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Closes all editors and restores the workspace.
 * @param {ReturnType<typeof import('./browser.mjs').userActions>} actions
 * @param {string} copy the workspace that is open
 * @param {string} original the folder from which the workspace was copied
 */
export async function clearAway({ command, key, page }, copy, original) {
  await key('Escape');
  // the editor saves automatically; closing unsaved files would open a dialog
  await page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
  await command('View: Close All Editors');
  await page.locator('.tab').first().waitFor({ state: 'detached' });
  if (await page.locator('.part.panel').first().isVisible()) await command('View: Hide Panel');
  // a save in progress may finish after the first round
  for (let equalRounds = 0; equalRounds < 4; equalRounds++) {
    if (restore(copy, original)) equalRounds = 0;
    await page.waitForTimeout(250);
  }
}

/**
 * Makes a folder equal to another folder, without touching equal files.
 * @returns whether anything differed
 */
function restore(copy, original) {
  let hasChanged = false;
  for (const entry of readdirSync(copy, { withFileTypes: true })) {
    const source = join(original, entry.name);
    if (existsSync(source) && statSync(source).isDirectory() === entry.isDirectory()) continue;
    rmSync(join(copy, entry.name), { recursive: true, maxRetries: 10, retryDelay: 200 });
    hasChanged = true;
  }
  for (const entry of readdirSync(original, { withFileTypes: true })) {
    const [from, to] = [join(original, entry.name), join(copy, entry.name)];
    if (entry.isDirectory() && existsSync(to)) hasChanged = restore(to, from) || hasChanged;
    else if (entry.isDirectory() || !existsSync(to) || !readFileSync(to).equals(readFileSync(from))) {
      cpSync(from, to, { recursive: true });
      hasChanged = true;
    }
  }
  return hasChanged;
}

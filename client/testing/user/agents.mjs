// The Agents view.
import assert from 'node:assert/strict';

export const workspace = 'samples/clinic';
export const file = 'agents/front-desk/v4.agent.json';
const rowIn = page => text => page.locator('.sidebar .monaco-list-row', { hasText: text }).first();

export const steps = [
  [
    'the Agents view shows agents, versions, tags and who refers to them',
    async ({ editorOf, page, picture }) => {
      const row = rowIn(page);
      await editorOf('v4.agent.json').locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
      await page
        .locator('.activitybar .action-item', { has: page.locator('[aria-label^="Preflight"]') })
        .first()
        .click();
      await row('Front desk').waitFor();
      await row('Front desk').click();
      await page.keyboard.press('ArrowRight');
      await row('version 2').waitFor();
      await row('version 2').click();
      await page.keyboard.press('ArrowRight');
      await row('prod').waitFor();
      await row('prod').click();
      await page.keyboard.press('ArrowRight');
      await page.waitForTimeout(500);
      assert.match(await row('version 2').innerText(), /live/);
      await picture('agents');
    },
  ],
  [
    'a version opens its file',
    async ({ editorOf, page }) => {
      await rowIn(page)('version 2').click();
      await editorOf('v2.agent.json').waitFor();
    },
  ],
  [
    'what is live can be shown alone, and what was unfolded stays so',
    async ({ page, picture }) => {
      const row = rowIn(page),
        filter = title =>
          page
            .locator('.sidebar .action-label', { hasText: '' })
            .and(page.locator(`[aria-label^="${title}"]`))
            .first();
      await row('version 4').waitFor();
      await row('Front desk').hover();
      await filter('Show Live Agents Only').click();
      await row('version 4').waitFor({ state: 'detached' });
      await row('version 2').waitFor();
      await picture('agents-live');
      await row('Front desk').hover();
      await filter('Show All Agents').click();
      await row('version 4').waitFor();
    },
  ],
  [
    'a reference is copied',
    async ({ page, picture }) => {
      await rowIn(page)('prod').click({ button: 'right' });
      const entry = page.locator('.monaco-menu .action-item', { hasText: 'Copy Reference' }).first();
      await entry.waitFor();
      await picture('agents-menu');
      await entry.click();
      await page.locator('.statusbar-item', { hasText: '@prod is in the clipboard' }).first().waitFor();
    },
  ],
];

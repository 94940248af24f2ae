// An untrusted folder: files are read and checked, nothing is started.
import assert from 'node:assert/strict';

export const workspace = 'samples/broken';
export const file = 'agents/front-desk/v3.agent.json';
export const trusted = false;

export const steps = [
  [
    'findings are shown in an untrusted folder',
    async ({ editorOf, page, problem, picture }) => {
      await page.locator('.statusbar-item', { hasText: 'Restricted Mode' }).first().waitFor();
      await editorOf('v3.agent.json').locator('.squiggly-error').first().waitFor({ state: 'attached' });
      await problem('"eleven_turbo_v2" is retired');
      await picture('untrusted');
    },
  ],
  [
    'nothing that needs git is offered in an untrusted folder',
    async ({ key, page }) => {
      await key('F1');
      await page.keyboard.type('Preflight');
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await rows.filter({ hasText: 'Preflight: Restart' }).first().waitFor();
      assert.equal(await rows.filter({ hasText: 'Compare with Branch' }).count(), 0);
      await key('Escape');
    },
  ],
  [
    'the Agents view says what an untrusted folder turns off',
    async ({ page }) => {
      await page.locator('.activitybar .action-item', { has: page.locator('[aria-label^="Preflight"]') }).click();
      await page
        .locator('.tree-explorer-viewlet-tree-view .message', { hasText: 'Compare with Branch' })
        .first()
        .waitFor();
    },
  ],
];

// The walk in an untrusted folder: files are read and checked, but no program is started.
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
    'a command that is off in an untrusted folder says so',
    async ({ command, page, picture }) => {
      await command('Preflight: Compare with Branch…');
      await command('Notifications: Show Notifications');
      const notice = page.locator('.notifications-center .monaco-list-row', {
        hasText: 'Restricted Mode: Compare with Branch is off',
      });
      await notice.first().waitFor();
      assert.match(await notice.first().innerText(), /Manage Workspace Trust/);
      await picture('turned-off');
    },
  ],
  [
    'the Agents view lists the commands that are off in an untrusted folder',
    async ({ page }) => {
      await page.locator('.activitybar .action-item', { has: page.locator('[aria-label^="Preflight"]') }).click();
      await page
        .locator('.tree-explorer-viewlet-tree-view .message', { hasText: 'Compare with Branch' })
        .first()
        .waitFor();
    },
  ],
];

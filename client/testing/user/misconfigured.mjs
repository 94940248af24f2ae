// The walk with an invalid configuration: the reason is shown, with a button that opens the configuration.
import assert from 'node:assert/strict';

export const workspace = 'client/testing/workspaces/misconfigured';
export const file = 'desk.agent.json';
const toast = page => page.locator('.notification-list-item', { hasText: 'preflight.config.json cannot be used' });

export const steps = [
  [
    'an invalid configuration is reported, also in the status bar',
    async ({ command, editorOf, page, picture, statusBar }) => {
      await editorOf('desk.agent.json').locator('.squiggly-error').first().waitFor({ state: 'attached' });
      await command('Notifications: Show Notifications');
      await toast(page).first().waitFor();
      assert.match(
        await toast(page).first().innerText(),
        /: unreachable-node: expected off, info, warning or error, got "loud"/,
      );
      await statusBar.locator('[aria-label^="Preflight: configuration"]').first().waitFor();
      await picture('misconfigured');
    },
  ],
  [
    'the button opens the place of the error',
    async ({ editorOf, page, picture }) => {
      await toast(page).first().getByText('Show', { exact: true }).click();
      const editor = editorOf('preflight.config.json');
      await editor.locator('.squiggly-error').first().waitFor({ state: 'attached' });
      await page.locator('.statusbar-item', { hasText: 'Ln 2, Col' }).first().waitFor();
      await picture('misconfigured-place');
    },
  ],
];

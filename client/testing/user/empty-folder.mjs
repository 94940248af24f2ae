// The walk through creating the first agent in an empty folder.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

export const workspace = 'samples/clinic';
/** The walk needs a new editor, because the extension must not run before the command. */
export const alone = true;

export function prepare(folder) {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
}

export const steps = [
  [
    'an agent is created in an empty folder',
    async ({ command, editorOf, key, page, picture, waitUntil, workspace: folder }) => {
      const picker = title =>
        page.locator('.quick-input-widget .quick-input-title', { hasText: title }).first().waitFor();
      await page.locator('.part.sidebar').first().waitFor();
      await command('Preflight: New Agent');
      await picker('New Agent');
      await page.locator('.quick-input-widget input').first().fill('Front desk');
      await key('Enter');
      await picker('New Agent: Channel');
      await key('ArrowDown');
      await key('Enter');
      await picker('New Agent: Engine');
      await key('ArrowDown');
      await key('Enter');
      await editorOf('agents/front-desk/v0.agent.json').waitFor();
      await page.locator('.statusbar [aria-label*="Preflight: agent"][aria-label*="nothing found"]').first().waitFor();
      const newFiles = ['agents/agents.agent-list.json', 'flows/front-desk.conversation-flow.json'];
      await waitUntil(() => newFiles.every(name => existsSync(join(folder, name))));
      assert.deepEqual(
        newFiles.filter(name => !existsSync(join(folder, name))),
        [],
      );
      await picture('empty-folder');
    },
  ],
];

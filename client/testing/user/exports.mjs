// The walk through splitting an export into files of their kinds, from the file and from the clipboard; it also opens
// the page of the installed extension.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from './files.mjs';

export const workspace = 'samples/exports';
export const file = 'dental-front-desk.json';
const pastedFile = 'pharmacy-chat.json';

/**
 * Waits until a file exists and was written.
 * @returns the contents of the file
 */
async function contentsOf(waitUntil, file, isExpected = () => true) {
  const text = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  await waitUntil(() => text().trim() !== '' && isExpected(text()));
  return JSON.parse(text());
}

export const steps = [
  [
    'the preview of a flow in an export shows the agent of the export',
    async ({ command, editorOf, goTo, open, picture, webview, workspace: folder }) => {
      const { agent_name: name } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      await editorOf(file).locator('.codelens-decoration', { hasText: 'used by 1 agent' }).first().waitFor();
      await goTo(...placeOf(folder, file, '"start_node_id"'));
      await command('Preflight: Open Preview to the Side');
      await webview.locator('.heading h1', { hasText: name }).waitFor();
      await picture('export-preview');
      await command('View: Close All Editors');
      await open(file);
    },
  ],
  [
    'an export is split into an agent and its flow without a loss',
    async actions => {
      const { editorOf, goTo, picture, waitUntil, workspace: folder } = actions;
      const { conversationFlow: flow, ...agent } = JSON.parse(readFileSync(join(folder, file), 'utf8'));
      await editorOf(file).locator('.codelens-decoration', { hasText: 'Show flow' }).first().waitFor();
      await goTo(3, 6);
      const row = await actions.action('Split into agent and conversation flow files', () =>
        actions.command('Refactor...'),
      );
      await picture('split-menu');
      await row.click();
      assert.deepEqual(await contentsOf(waitUntil, join(folder, 'dental-front-desk.conversation-flow.json')), flow);
      // the editor saves both files automatically
      assert.deepEqual(
        await contentsOf(waitUntil, join(folder, file), text => !text.includes('conversationFlow')),
        agent,
      );
      await actions.open('dental-front-desk.conversation-flow.json');
      const lens = editorOf('dental-front-desk.conversation-flow.json').locator('.codelens-decoration');
      await lens.filter({ hasText: 'used by 1 agent' }).first().waitFor();
      await picture('split');
      await lens.getByText('Simulate').first().click();
      await actions.webview
        .locator('h1', { hasText: `${agent.agent_name} v` })
        .first()
        .waitFor();
      await picture('split-simulated');
      await actions.command('View: Close All Editors');
    },
  ],
  [
    'an export in the clipboard becomes files, and no file is overwritten',
    async ({ command, editorOf, key, open, page, picture, waitUntil, workspace: folder }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const { retellLlmData: engine, ...agent } = JSON.parse(readFileSync(join(folder, pastedFile), 'utf8')),
        before = readdirSync(folder);
      await open(pastedFile);
      await editorOf(pastedFile).locator('.view-line').first().click();
      await key('Control+A');
      await key('Control+C');
      await key('Home');
      await command('Preflight: Paste as Files');
      assert.deepEqual(await contentsOf(waitUntil, join(folder, 'pharmacy-chat-copy.llm.json')), engine);
      assert.deepEqual(await contentsOf(waitUntil, join(folder, 'pharmacy-chat-copy.agent.json')), agent);
      await editorOf('pharmacy-chat-copy.agent.json').waitFor();
      assert.deepEqual(
        readdirSync(folder).filter(name => !before.includes(name)),
        ['pharmacy-chat-copy.agent.json', 'pharmacy-chat-copy.llm.json'],
      );
      await picture('pasted');
      await command('Preflight: Paste as Files');
      await contentsOf(waitUntil, join(folder, 'pharmacy-chat-copy-2.agent.json'));
      await editorOf('pharmacy-chat-copy-2.agent.json').waitFor();
    },
  ],
  [
    'a clipboard without an export is refused with the reason',
    async ({ command, editorOf, key, open, page, picture }) => {
      await open('preflight.config.json');
      await editorOf('preflight.config.json').locator('.view-line').first().click();
      await key('Control+A');
      await key('Control+C');
      await command('Preflight: Paste as Files');
      await command('Notifications: Show Notifications');
      const notification = page.locator('.notifications-center .monaco-list-row', {
        hasText: 'cannot be pasted as files',
      });
      await notification.first().waitFor();
      assert.match(await notification.first().innerText(), /it is no record that Preflight knows/);
      await picture('not-pasted');
      await key('Escape');
    },
  ],
  [
    'the page of the extension has no broken images, and says which command shows pictures',
    async ({ command, page, picture, webview }) => {
      await command('Extensions: Show Installed Extensions');
      await page.locator('.extensions-list .monaco-list-row', { hasText: 'Preflight' }).first().click();
      await webview.locator('p', { hasText: 'Preflight: Get Started shows it in pictures' }).first().waitFor();
      const broken = await webview
        .locator('img')
        .evaluateAll(elements => elements.filter(element => element.naturalWidth === 0).length);
      assert.equal(broken, 0);
      await picture('extension-page');
    },
  ],
];

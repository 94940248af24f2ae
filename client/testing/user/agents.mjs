// The walk through the Agents view.
import assert from 'node:assert/strict';
import { readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';

export const workspace = 'samples/clinic';
export const file = 'agents/front-desk/v4.agent.json';
const rowIn = page => text => page.locator('.sidebar .monaco-list-row', { hasText: text }).first();

export const steps = [
  [
    'the Agents view shows agents, versions, tags and the references to them',
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
    'selecting a version shows its file, and Enter moves the focus into the file without selecting text',
    async ({ editorOf, key, page }) => {
      await rowIn(page)('version 2').click();
      await editorOf('v2.agent.json').waitFor();
      await page.locator('.sidebar .monaco-list:focus').waitFor();
      await key('Enter');
      await page.locator('.monaco-editor.focused[data-uri$="v2.agent.json"]').waitFor();
      const status = page.locator('.statusbar-item', { hasText: 'Ln 1, Col 1' }).first();
      await status.waitFor();
      assert.doesNotMatch(await status.innerText(), /selected/);
    },
  ],
  [
    'the view can be limited to live agents, and rows stay expanded',
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
      // opening a file also updates the view
      for (const version of ['version 3', 'version 1', 'version 0', 'version 4', 'version 2']) {
        await row(version).click();
        await filter('Show Live Agents Only').click();
        await row('version 4').waitFor({ state: 'detached' });
        await row('prod').waitFor();
        await filter('Show All Agents').click();
        await row('version 4').waitFor();
        await row('prod').waitFor();
      }
    },
  ],
  [
    'a reference is copied',
    async ({ chooseEntry, page, picture }) => {
      await chooseEntry('Copy Reference', rowIn(page)('prod'), () => picture('agents-menu'));
      await page.locator('.statusbar-item', { hasText: '@prod is in the clipboard' }).first().waitFor();
    },
  ],
  [
    'the tree shows what moving a tag would change',
    async ({ chooseEntry, page, picture, webview }) => {
      await chooseEntry('What Would Change If This Tag Moved', rowIn(page)('prod'));
      const choice = page.locator('.quick-input-list .monaco-list-row', { hasText: 'version 3' }).first();
      await choice.click();
      await page.locator('.tab', { hasText: 'If prod Moved to v3' }).first().waitFor();
      await webview.locator('.question', { hasText: 'If tag prod of Front desk moved to version 3' }).waitFor();
      assert.match(await webview.locator('.heading h1').innerText(), /3 references change, 2 of them live/);
      // the letters of the bars are before their names, not above them
      const letter = webview.locator('.stacked .key li').first();
      assert.ok((await letter.boundingBox()).height < 40);
      await picture('what-if');
      // a link leads to the differences, and a button leads back
      await webview.locator('[data-does]', { hasText: 'differ' }).first().click();
      await webview.locator('[data-act=back]').waitFor();
      await picture('what-if-differs');
      await webview.locator('[data-act=back]').click();
      await webview.locator('.question', { hasText: 'If tag prod of Front desk moved to version 3' }).waitFor();
    },
  ],
  [
    'the effect of moving a tag or publishing a draft can be asked for in the Command Palette',
    async ({ command, key, page, picture, webview }) => {
      const rows = page.locator('.quick-input-list .monaco-list-row'),
        pick = async words => {
          await rows.filter({ hasText: words }).first().waitFor();
          await page.keyboard.type(words);
          await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: words }).first().waitFor();
          await key('Enter');
        };
      await command('Preflight: What Would Change If…');
      // the agent of the open file is preselected, not the first agent
      await page.locator('.quick-input-list .monaco-list-row.focused', { hasText: 'Front desk' }).first().waitFor();
      await pick('Front desk');
      await rows.filter({ hasText: 'tag canary moved' }).first().waitFor();
      await picture('what-if-asked');
      await pick('version 4 were published');
      await page.locator('.tab', { hasText: 'If v4 Were Published' }).first().waitFor();
      await webview.locator('.question', { hasText: 'version 4' }).waitFor();
      await picture('what-if-published');
    },
  ],
  [
    'a new agent is created with its engine and list item, without findings',
    async ({ command, editorOf, key, page, picture, waitUntil, workspace: folder }) => {
      const input = page.locator('.quick-input-widget input').first(),
        picker = title => page.locator('.quick-input-widget .quick-input-title', { hasText: title }).first().waitFor();
      await command('Preflight: New Agent');
      await picker('New Agent');
      await input.fill('Lost and found');
      await key('Enter');
      await picker('New Agent: Channel');
      await picture('new-agent');
      await key('Enter');
      await picker('New Agent: Engine');
      await key('Enter');
      await editorOf('agents/lost-and-found/v0.agent.json').waitFor();
      const text = name => readFileSync(join(folder, name), 'utf8');
      await waitUntil(() => text('agents/agents.agent-list.json').includes('"agent_lost_and_found"'));
      assert.match(text('agents/agents.agent-list.json'), /"agent_lost_and_found"/);
      assert.match(text('engines/lost-and-found.llm.json'), /"llm_id": "llm_lost_and_found"/);
      await page.locator('.statusbar [aria-label*="Preflight: agent"][aria-label*="nothing found"]').first().waitFor();
      await picture('new-agent-made');
    },
  ],
  [
    'agents and findings of a deleted folder disappear from the view and from Problems, and return with the folder',
    async ({ command, page, picture, problem, workspace: folder }) => {
      // an open document would keep its findings
      await command('View: Close All Editors');
      const row = rowIn(page),
        engines = join(folder, 'engines'),
        agents = join(folder, 'agents');
      const dangling = page.locator('.markers-panel .monaco-list-row', { hasText: 'llm_webchat01' }).first();
      renameSync(engines, `${folder}-engines`);
      await problem('llm_webchat01');
      await picture('engines-deleted');
      await row('Front desk').waitFor();
      renameSync(agents, `${folder}-agents`);
      await row('Front desk').waitFor({ state: 'detached' });
      await dangling.waitFor({ state: 'detached' });
      await picture('agents-deleted');
      renameSync(`${folder}-agents`, agents);
      await row('Front desk').waitFor();
      await dangling.waitFor();
      renameSync(`${folder}-engines`, engines);
      await dangling.waitFor({ state: 'detached' });
      await picture('folders-back');
    },
  ],
];

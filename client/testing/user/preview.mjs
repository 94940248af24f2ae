// The walk through the Preview panel, which follows the cursor, shows the effect of an unsaved edit, and draws calls
// from weights.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'agents/agents.agent-list.json';
/**
 * In a browser, the editor saves a second after an edit, which on a slow machine is before the walk looks at the
 * unsaved edit.
 */
export const settings = { 'files.autoSave': 'off' };

/** Moves the focus from the panel to the editor. It tries several times, because the focus moves with a delay. */
const toEditor = async (editor, key) => {
  for (let turn = 0; turn < 10 && !(await editor.evaluate(element => element.classList.contains('focused'))); turn++) {
    await key('Control+1');
    await editor.page().waitForTimeout(200);
  }
};

export const steps = [
  [
    'the preview beside the editor shows what a tag resolves to',
    async ({ command, editorOf, goTo, picture, webview, workspace: folder }) => {
      await editorOf('agents.agent-list.json')
        .locator('.codelens-decoration', { hasText: 'Preview' })
        .first()
        .waitFor();
      await goTo(...placeOf(folder, file, '"prod"'));
      await command('Preflight: Open Preview to the Side');
      await webview.locator('.card .large', { hasText: 'Version 2' }).waitFor();
      assert.match(await webview.locator('.content').innerText(), /Front desk@prod[\s\S]*published[\s\S]*live/);
      await picture('preview');
    },
  ],
  [
    'the preview follows the cursor unless it is pinned',
    async ({ editorOf, goTo, key, webview, page, workspace: folder }) => {
      await goTo(...placeOf(folder, file, '"staging"'));
      await webview.locator('.card .large', { hasText: 'Version 4' }).waitFor();
      assert.match(await webview.locator('.card').innerText(), /draft/);
      await webview.locator('[data-act="pin"]').click();
      const isPressed = pressed => webview.locator(`[data-act="pin"][aria-pressed="${pressed}"]:focus`).waitFor();
      await isPressed(true);
      await key('Enter');
      await isPressed(false);
      await key('Space');
      await isPressed(true);
      await toEditor(editorOf('agents.agent-list.json'), key);
      await goTo(...placeOf(folder, file, '"canary"'));
      await page.waitForTimeout(600);
      assert.match(await webview.locator('.heading h1').innerText(), /@staging/);
      await webview.locator('[data-act="pin"]').click();
      await isPressed(false);
      await toEditor(editorOf('agents.agent-list.json'), key);
      await goTo(...placeOf(folder, file, '"prod"'));
      await webview.locator('.heading h1', { hasText: '@prod' }).waitFor();
    },
  ],
  [
    'the states before and after an unsaved edit of a tag are shown',
    async ({ goTo, key, page, picture, webview, workspace: folder }) => {
      const [line] = placeOf(folder, file, '"prod"'),
        [at, column] = [line + 1, readFileSync(join(folder, file), 'utf8').split('\n')[line].indexOf('2') + 1];
      await goTo(at, column);
      await key('Delete');
      await page.keyboard.type('3');
      await webview.locator('.card .large', { hasText: 'Version 3' }).waitFor();
      const unsaved = webview.locator('[data-section="unsaved"]');
      assert.match(
        (await unsaved.innerText()).replace(/\s+/g, ' '),
        /2 of them live.*Before Version 2 ✓ ?published.*After Version 3/i,
      );
      await picture('preview-unsaved');
      await key('Control+Z');
      await key('Control+Z');
      await webview.locator('.card .large', { hasText: 'Version 2' }).waitFor();
    },
  ],
  [
    'calls are drawn from weights, and can be drawn again',
    async ({ goTo, open, picture, webview, workspace: folder }) => {
      await open('main.phone-number.json');
      await goTo(...placeOf(folder, 'numbers/main.phone-number.json', '"canary"'));
      const numbers = webview.locator('.bar .numbers').first();
      await numbers.waitFor();
      const before = await numbers.innerText();
      await picture('preview-weights');
      await webview.locator('[data-act="again"]').click();
      await webview.locator('input[name="seed"]').evaluate(
        (field, expected) =>
          new Promise((resolve, reject) => {
            const timer = setInterval(() => {
              if (field.value === expected) {
                clearInterval(timer);
                resolve();
              }
            }, 20);
            setTimeout(() => reject(new Error(`the seed is ${field.value}`)), 5000);
          }),
        '2',
      );
      assert.notEqual(await numbers.innerText(), before);
    },
  ],
  [
    'a double click on a place moves the focus into its text',
    async ({ editorOf, page, webview }) => {
      await webview.locator('.bar .name .place', { hasText: 'Version 3' }).first().dblclick();
      await editorOf('v3.agent.json').waitFor();
      await page.locator('.monaco-editor.focused[data-uri$="v3.agent.json"]').waitFor();
      assert.equal(await page.locator('.editor-group-container').count(), 2);
      await webview.locator('.card .large', { hasText: 'Version 3' }).waitFor();
    },
  ],
  [
    'after a reload, the preview shows the same place as before, and follows the cursor again',
    async ({ command, editorOf, goTo, key, page, webview, workspace: folder }) => {
      await goTo(...placeOf(folder, 'agents/front-desk/v3.agent.json', '"agent_id"'));
      await webview.locator('[data-act="pin"]').click();
      await webview.locator('[data-act="pin"][aria-pressed="true"]').waitFor();
      await page.waitForTimeout(500); // the page needs a moment to store its state
      await toEditor(editorOf('v3.agent.json'), key);
      const here = new URL(page.url());
      here.searchParams.delete('payload'); // otherwise the reload would open this file instead of the open editors
      await page.evaluate(address => history.replaceState(null, '', address), here.href);
      await Promise.all([page.waitForEvent('load'), command('Developer: Reload Window')]);
      await page.locator('.statusbar').waitFor();
      await webview.locator('.card .large', { hasText: 'Version 3' }).waitFor();
      await webview.locator('[data-act="pin"][aria-pressed="true"]').waitFor();
    },
  ],
];

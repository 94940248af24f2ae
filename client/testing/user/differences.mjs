// The walk through differences of texts in the comparison editor of VS Code, and through exports of the platform that
// are compared with the files and taken.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'engines/front-desk.llm.json';
export const settings = { 'files.autoSave': 'off' };
/** The walk needs a new editor, because it begins with a commit. */
export const alone = true;

/**
 * Changes the engine of the front desk: another greeting in the workspace; another prompt and temperature in an export
 * outside of it.
 */
export function prepare(folder) {
  commitAll(folder);
  const text = readFileSync(join(folder, file), 'utf8');
  writeFileSync(
    join(folder, '..', 'front-desk.json'),
    text.replace('friendly voice', 'patient voice').replace('"model_temperature": 0.2', '"model_temperature": 0.4'),
  );
  writeFileSync(
    join(folder, file),
    text.replace('Good day, this is {{clinic_name}}. How', 'Good morning, this is {{clinic_name}}.\\n\\nHow'),
  );
}
/** Closes the active editor by its button: in the palette, commands that close all editors would be found as well. */
const close = page => page.locator('.tab.active .tab-actions .action-label').first().click();
const inDiff = page => page.locator('.monaco-diff-editor').first();
const choose = async ({ page }, words) => {
  const row = page.locator('.quick-input-list .monaco-list-row', { hasText: words }).first();
  await row.waitFor();
  await page.waitForTimeout(400);
  await row.click();
};
/** Enters a path into the file dialog. In a browser, the dialog of VS Code is a text field. */
const chooseFile = async ({ page }, path) => {
  const input = page.locator('.quick-input-widget input').first();
  await choose({ page }, 'Files…');
  await page.locator('.quick-input-widget .monaco-button', { hasText: 'Compare' }).first().waitFor();
  // the dialog first fills in its own folder
  for (let turn = 0; turn < 50 && !(await input.inputValue()).startsWith('/'); turn++) await page.waitForTimeout(200);
  await page.waitForTimeout(500);
  await input.fill(path);
  await page.waitForTimeout(1500);
  await page.locator('.quick-input-widget .monaco-button', { hasText: 'Compare' }).first().click();
};

export const steps = [
  [
    'the text at the cursor is compared with the last commit, line by line and word by word',
    async actions => {
      const { command, editorOf, goTo, page, picture, workspace: folder } = actions;
      await editorOf('front-desk.llm.json').locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
      await goTo(...placeOf(folder, file, 'Good morning'));
      await command('Preflight: Compare Text');
      await choose(actions, 'the last commit');
      await inDiff(page).waitFor();
      await page.locator('.tab', { hasText: 'HEAD ↔ now' }).first().waitFor();
      await page.locator('.monaco-diff-editor .char-insert').first().waitFor();
      await picture('text-diff');
      await close(page);
    },
  ],
  [
    'an export is compared in a panel',
    async actions => {
      const { command, page, picture, webview, workspace: folder } = actions;
      await command('Preflight: Compare with an Export');
      await chooseFile(actions, join(folder, '..', 'front-desk.json'));
      await webview.locator('.heading h1', { hasText: 'differs in' }).waitFor();
      const text = await webview.locator('.content').innerText();
      assert.match(text, /model_temperature[^]*0\.2 → 0\.4[^]*changed there/);
      assert.match(text, /begin_message[^]*changed here/);
      for (const width of [600, 1400]) {
        await page.setViewportSize({ width, height: 800 });
        await picture(`drift-${width}`);
      }
    },
  ],
  [
    'the panel of an export opens a decoded text',
    async ({ page, picture, webview }) => {
      await webview.locator('.values li', { hasText: 'general_prompt' }).locator('[data-act=text]').click();
      await page.locator('.monaco-diff-editor .char-insert').first().waitFor();
      await picture('drift-text');
      await close(page);
    },
  ],
  [
    'single changes are taken from the panel, and undone in one step',
    async ({ editorOf, key, open, page, picture, webview }) => {
      await webview.locator('.values li', { hasText: 'model_temperature' }).locator('[data-act=take]').click();
      await webview.locator('.content', { hasText: 'model_temperature' }).waitFor({ state: 'detached' });
      await open('front-desk.llm.json');
      const text = editorOf('front-desk.llm.json');
      await text.locator('.view-line', { hasText: '"model_temperature": 0.4' }).first().waitFor();
      await picture('drift-taken');
      await text.locator('.view-line').first().click();
      await key('Control+Z');
      await text.locator('.view-line', { hasText: '"model_temperature": 0.2' }).first().waitFor();
      // the file has opened in front of the panel
      await page.locator('.tab', { hasText: 'Drift' }).first().click();
      await webview.locator('.content', { hasText: 'model_temperature' }).waitFor();
    },
  ],
  [
    'all changes of the platform are taken together',
    async ({ editorOf, webview }) => {
      await webview.locator('[data-act=takeAll]').click();
      await webview.locator('.content', { hasText: 'general_prompt' }).waitFor({ state: 'detached' });
      await editorOf('front-desk.llm.json').locator('.view-line', { hasText: 'patient voice' }).first().waitFor();
    },
  ],
  [
    'for a prompt document, the list contains the branches of its repository, and versions that have a record',
    async ({ command, goTo, key, open, page, picture, workspace: folder }) => {
      const rows = page.locator('.quick-input-list .monaco-list-row');
      await open('front-desk.llm.json');
      await goTo(...placeOf(folder, file, 'Good morning'));
      await command('Preflight: Edit Text as Document');
      await page.locator('.tab.active', { hasText: 'begin message.md' }).waitFor();
      await command('Preflight: Compare with Branch');
      await rows.filter({ hasText: 'checked out' }).first().waitFor();
      await picture('branches-of-prompt');
      await key('Escape');
      await command('Preflight: Compare Text');
      await rows.filter({ hasText: 'version 3' }).first().waitFor();
      await picture('versions-of-text');
      const labels = (await rows.allInnerTexts()).join();
      assert.match(labels, /An export…/);
      assert.doesNotMatch(labels, /version [01]\b/);
      await key('Escape');
    },
  ],
];

// The walk through "Compare with Branch…", which shows the effect of a change of the files on every reference,
// compared with a git revision.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { commitAll, moveTags } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'numbers/main.phone-number.json';
const config = 'preflight.config.json';

export function prepare(folder) {
  const text = readFileSync(join(folder, config), 'utf8'),
    demands = '"ci": { "assert": ["no breaks", "prod unchanged"] },';
  writeFileSync(join(folder, config), text.replace('"complete"', `${demands}\n  "complete"`));
}

export const steps = [
  [
    'the plan shows the effect of moving a tag',
    async ({ editorOf, page, command, key, webview, picture, workspace: folder }) => {
      commitAll(folder);
      moveTags(folder, { prod: 3 });
      await editorOf('main.phone-number.json').waitFor();
      await page.locator('.statusbar [aria-label^="Preflight: phone-number"]').first().waitFor();
      await command('Preflight: Compare with Branch');
      const head = page.locator('.quick-input-list .monaco-list-row', { hasText: 'the last commit' }).first();
      await head.waitFor();
      await page.waitForTimeout(400);
      await picture('plan-revisions');
      await key('Enter');
      await webview.locator('.item').first().waitFor();
      assert.match(await webview.locator('.heading h1').innerText(), /references change, 2 of them live/);
      assert.match(await webview.locator('.item').first().innerText(), /tag prod of Front desk[^]*100.% move/);
      await webview.locator('.item', { hasText: 'tag prod of Front desk' }).first().waitFor();
      await webview.locator('.item .fold summary').first().click();
      await picture('plan');
    },
  ],
  [
    'a change leads to its place',
    async ({ editorOf, webview }) => {
      await webview.locator('.item .place', { hasText: 'tag prod' }).first().click();
      await editorOf('agents.agent-list.json').waitFor();
    },
  ],
  [
    'the plan is copied as markdown',
    async ({ page, webview }) => {
      await webview.locator('[data-act=copy]').click();
      await page.locator('.statusbar-item', { hasText: 'in the clipboard' }).first().waitFor();
    },
  ],
  [
    'the assertions of the configuration are tests, and the unmet assertion fails',
    async ({ command, key, page, picture }) => {
      const test = words => page.locator(`.test-explorer .monaco-list-row[aria-label*="${words}"]`).first();
      await command('Testing: Focus on Test Explorer View');
      await test('preflight.config.json').click();
      await key('ArrowRight');
      await test('prod unchanged').waitFor();
      await command('Test: Run All Tests');
      await page.locator('.test-explorer [aria-label*="prod unchanged"][aria-label*="Failed"]').first().waitFor();
      await page.locator('.test-explorer [aria-label*="no breaks"][aria-label*="Passed"]').first().waitFor();
      await picture('assertions');
    },
  ],
];

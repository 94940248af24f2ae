// The walk of a user who opens a file with mistakes and looks around.
import assert from 'node:assert/strict';

export const workspace = 'samples/broken';
export const file = 'agents/front-desk/v3.agent.json';

export const steps = [
  [
    'the mistakes are underlined at their characters',
    async ({ editorOf, picture, page }) => {
      const editor = editorOf('v3.agent.json');
      await editor.waitFor();
      await editor.locator('.squiggly-error').first().waitFor({ state: 'attached' });
      const line = editor.locator('.view-line', { hasText: 'eleven_turbo_v2' }).first();
      // waits until the underline covers the value and its quotes, because lines move while lenses appear
      for (let triesLeft = 40; ; triesLeft--) {
        const word = await line.locator('span', { hasText: 'eleven_turbo_v2' }).last().boundingBox();
        const marks = await editor
          .locator('.squiggly-error')
          .evaluateAll(elements => elements.map(element => element.getBoundingClientRect().toJSON()));
        const mark = marks.find(({ top }) => Math.abs(top - word.y) < 12);
        if (mark && Math.abs(mark.left - word.x) < 3 && Math.abs(mark.width - word.width) < 3) break;
        assert.ok(triesLeft > 0, JSON.stringify({ word, marks }));
        await page.waitForTimeout(250);
      }
      await picture('findings');
    },
  ],
  [
    'the Problems panel lists the mistakes',
    async ({ problem, picture }) => {
      await problem('"eleven_turbo_v2" is retired');
      await picture('problems');
    },
  ],
  [
    'the status bar shows the kind of the file and the number of findings',
    async ({ statusBar, page, picture }) => {
      const item = statusBar.locator('[aria-label^="Preflight: agent, "]', { hasText: 'Preflight' }).first();
      await item.waitFor();
      await item.click();
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'Restart Preflight' }).first().waitFor();
      await picture('menu');
      await page.keyboard.press('Escape');
    },
  ],
  [
    'a rule is explained in a preview',
    async ({ problem, webview, picture }) => {
      const row = await problem('"eleven_turbo_v2" is retired');
      await row.locator('a', { hasText: 'retired-value' }).first().click();
      await webview.locator('h1', { hasText: 'retired-value' }).first().waitFor();
      await picture('explained');
    },
  ],
];

// The walk through a maximized Flow panel, from which a text is opened.
import assert from 'node:assert/strict';
import { placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'flows/billing.conversation-flow.json';

export const steps = [
  [
    'a text that is opened from a maximized panel leaves half of the window to the graph',
    async ({ command, editorOf, goTo, page, picture, webview, workspace: folder }) => {
      const name = 'Look up the balance',
        tab = page.locator('.tab.active', { hasText: `${name} instruction.md` }).first(),
        width = async () => (await webview.locator('#page').boundingBox()).width;
      await editorOf('billing.conversation-flow.json').waitFor();
      await page.locator('.statusbar [aria-label^="Preflight: conversation-flow"]').first().waitFor();
      await goTo(...placeOf(folder, file, '"id": "balance"'));
      await command('Preflight: Show as Flow');
      await webview.locator('#graph .node.current', { hasText: name }).first().waitFor();
      await page.locator('.tab', { hasText: 'Flow:' }).first().click();
      await command('View: Maximize Editor Group');
      await page.waitForTimeout(500);
      const fullWidth = await width();
      await webview.locator('#graph .node', { hasText: name }).locator('.box').click();
      await webview.locator('#details h2', { hasText: name }).waitFor();
      await webview.locator('#details [data-act=edit]').first().click();
      await tab.waitFor();
      await page.waitForTimeout(1500);
      await picture('flow-halves');
      assert.ok((await width()) > fullWidth * 0.4, `${await width()} of ${fullWidth}`);
      const [node, canvas] = await Promise.all(
        ['#graph .node.current .box', '#canvas'].map(selector => webview.locator(selector).first().boundingBox()),
      );
      assert.ok(node.x >= canvas.x && node.x + node.width <= canvas.x + canvas.width);
    },
  ],
];

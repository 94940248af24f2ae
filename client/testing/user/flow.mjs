// The Flow panel: a flow as a graph that follows the cursor and leads to its text.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'flows/billing.conversation-flow.json';
const component = 'components/verify-caller.flow-component.json';

export const steps = [
  [
    'the flow is drawn with every node, and the one at the cursor is marked',
    async ({ editorOf, page, command, goTo, webview, picture, workspace: folder }) => {
      await editorOf('billing.conversation-flow.json').waitFor();
      await page.locator('.statusbar [aria-label^="Preflight: conversation-flow"]').first().waitFor();
      const text = readFileSync(join(folder, file), 'utf8');
      await goTo(...placeOf(folder, file, '"id": "balance"'));
      await command('Preflight: Show as Flow');
      await webview.locator('#graph .node.current', { hasText: 'Look up the balance' }).first().waitFor();
      assert.equal(await webview.locator('#graph .node.placed').count(), JSON.parse(text).nodes.length);
      await webview.locator('[data-act=list]').click();
      assert.equal(await webview.locator('#tree > .step').count(), JSON.parse(text).nodes.length);
      await picture('flow');
    },
  ],
  [
    'the mark follows the cursor without redrawing the graph',
    async ({ editorOf, goTo, webview, workspace: folder }) => {
      await webview.locator('#graph').evaluate(graph => {
        graph.dataset.kept = 'yes';
      });
      await editorOf('billing.conversation-flow.json').click();
      await goTo(...placeOf(folder, file, '"id": "greet-verify"'));
      await webview.locator('#graph .node.current', { hasText: 'Greet' }).waitFor();
      assert.equal(await webview.locator('#graph .line.current').count(), 1);
      assert.equal(await webview.locator('#graph').getAttribute('data-kept'), 'yes');
    },
  ],
  [
    'a click on a node highlights its text, and the keyboard stays in the graph',
    async ({ editorOf, key, page, picture, webview, workspace: folder }) => {
      const highlighted = editorOf('billing.conversation-flow.json').locator('.view-overlays [class*="ced-"]');
      const before = await webview.locator('#percent').innerText();
      await webview.locator('#graph .node', { hasText: 'Explain the terms' }).locator('.name').click();
      await highlighted.first().waitFor();
      assert.ok((await highlighted.count()) > 1);
      await picture('flow-highlight');
      await key('+');
      assert.notEqual(await webview.locator('#percent').innerText(), before);
      await key('0');
      assert.equal(await page.locator('.tab.dirty').count(), 0);
      assert.match(readFileSync(join(folder, file), 'utf8'), /Explain the terms/);
    },
  ],
  [
    'a double click goes into the text, where nothing is selected',
    async ({ editorOf, key, page, webview }) => {
      await webview.locator('#graph .node', { hasText: 'Explain the terms' }).locator('.name').dblclick();
      const status = page.locator('.statusbar-item', { hasText: 'Ln 64' }).first();
      await status.waitFor();
      assert.doesNotMatch(await status.innerText(), /selected/);
      await key('ArrowDown');
      await page.locator('.statusbar-item', { hasText: 'Ln 65' }).first().waitFor();
      await editorOf('billing.conversation-flow.json')
        .locator('.view-overlays [class*="ced-"]')
        .first()
        .waitFor({ state: 'detached' });
    },
  ],
  [
    'nodes and text can be reached by keyboard',
    async ({ key, page, webview }) => {
      await webview.locator('#canvas').focus();
      const before = await webview.locator('#percent').innerText();
      await key('-');
      assert.notEqual(await webview.locator('#percent').innerText(), before);
      await key('n');
      await key('p');
      await key('p');
      await webview.locator('#graph .node.current', { hasText: 'Verify the caller' }).waitFor();
      await key('Enter');
      await page.locator('.statusbar-item', { hasText: 'Ln 44' }).first().waitFor();
    },
  ],
  [
    'a component can be opened, and its nodes lead to its own file',
    async ({ editorOf, webview, picture, workspace: folder }) => {
      await webview.locator('#tree .opener').first().click();
      await webview.locator('[data-act=back]').waitFor();
      const { nodes } = JSON.parse(readFileSync(join(folder, component), 'utf8'));
      assert.equal(await webview.locator('#tree > .step').count(), nodes.length);
      await picture('flow-component');
      await webview.locator('#tree > .step').first().locator('.name').click();
      await editorOf('verify-caller.flow-component.json').waitFor();
      await webview.locator('#graph .node.current').waitFor();
      await webview.locator('[data-act=back]').click();
      await webview.locator('#graph .node', { hasText: 'Look up the balance' }).first().waitFor();
    },
  ],
  [
    'the picture is exported',
    async ({ key, page, until, webview, workspace: folder }) => {
      const pictures = () => readdirSync(join(folder, 'flows')).filter(name => name.endsWith('.svg'));
      await webview.locator('[data-act=export]').click();
      await page.locator('.quick-input-widget input').first().waitFor();
      await page.waitForTimeout(500);
      await key('Enter');
      await until(() => pictures().length > 0);
      assert.deepEqual(pictures(), ['conversation_flow_billing01.svg']);
      assert.match(
        readFileSync(join(folder, 'flows', pictures()[0]), 'utf8'),
        /^<svg[^]*Look up the balance[^]*<\/svg>\s*$/,
      );
    },
  ],
];

// The walk through the Flow panel, which shows a flow as a graph that follows the cursor and links to the text.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'flows/billing.conversation-flow.json';
// people who edit prompts usually wrap lines
export const settings = { 'editor.wordWrap': 'on' };
const component = 'components/verify-caller.flow-component.json';

export const steps = [
  [
    'the flow is drawn with every node, and the node at the cursor is marked',
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
    'a click shows the details of a node, and highlights its text if that is visible; the cursor does not move',
    async ({ command, editorOf, goTo, key, page, picture, webview, workspace: folder }) => {
      // the cursor is outside of all nodes, so that only the click can cause the highlight
      await goTo(1, 1);
      const highlight = editorOf('billing.conversation-flow.json').locator('.view-overlays [class*="ced-"]');
      const before = await webview.locator('#percent').innerText();
      await webview.locator('#graph .node', { hasText: 'Look up the balance' }).locator('.box').click();
      await webview.locator('#details h2', { hasText: 'Look up the balance' }).waitFor();
      const { nodes } = JSON.parse(readFileSync(join(folder, file), 'utf8')),
        { instruction } = nodes.find(({ name }) => name === 'Look up the balance');
      assert.equal(await webview.locator('#details .text').first().innerText(), instruction.text);
      await highlight.first().waitFor();
      assert.ok((await highlight.count()) > 1);
      await page.waitForTimeout(1000);
      await webview.locator('#graph .node.current', { hasText: 'Look up the balance' }).waitFor();
      await picture('flow-details');
      await key('+');
      assert.notEqual(await webview.locator('#percent').innerText(), before);
      await key('0');
      assert.equal(await page.locator('.tab.dirty').count(), 0);
      await command('View: Focus First Editor Group');
      await page.locator('.statusbar-item', { hasText: 'Ln 1, Col 1' }).first().waitFor();
    },
  ],
  [
    'edges in the details lead to the next node, a text can be copied, and a maximized panel stays maximized',
    async ({ command, page, picture, waitUntil, webview }) => {
      const title = webview.locator('#details h2'),
        width = async () => (await webview.locator('#page').boundingBox()).width;
      await webview.locator('#graph .node', { hasText: 'Look up the balance' }).locator('.box').click();
      await title.filter({ hasText: 'Look up the balance' }).waitFor();
      await webview.locator('#details [data-act=copy]').first().click();
      await webview.locator('#said', { hasText: 'Copied' }).waitFor({ state: 'attached' });
      const edge = webview.locator('#details [data-act=follow]').first(),
        to = (await edge.locator('b').innerText()).slice(2);
      await edge.click();
      await title.filter({ hasText: to }).waitFor();
      await webview.locator('#graph .node.current', { hasText: to }).waitFor();
      await webview.locator('#graph .line.current').first().waitFor();
      assert.equal(await webview.locator('#ends text').count(), 2);
      const beside = await width();
      await command('View: Maximize Editor Group');
      await waitUntil(async () => (await width()) > beside * 1.3);
      const fullWidth = await width();
      await webview.locator('#graph .node', { hasText: 'Explain the terms' }).locator('.box').click();
      await title.filter({ hasText: 'Explain the terms' }).waitFor();
      await page.waitForTimeout(1000);
      assert.equal(await width(), fullWidth);
      await picture('flow-maximized');
      await webview.locator('#details [data-act=close]').click();
      await title.waitFor({ state: 'detached' });
      await command('View: Reset Editor Group Sizes');
      await waitUntil(async () => (await width()) < fullWidth * 0.8);
    },
  ],
  [
    'a fitted flow is fitted again after a change of the panel size',
    async ({ key, page, picture, waitUntil, webview }) => {
      await webview.locator('#canvas').focus();
      await key('f');
      const isFitted = async () => {
        const [graph, canvas] = await Promise.all(
          ['#graph', '#canvas'].map(selector => webview.locator(selector).boundingBox()),
        );
        return (
          graph.width <= canvas.width + 1 &&
          graph.height <= canvas.height + 1 &&
          Math.max(graph.width / canvas.width, graph.height / canvas.height) > 0.9
        );
      };
      for (const width of [900, 1400]) {
        await page.setViewportSize({ width, height: 900 });
        await waitUntil(isFitted);
        await picture(`flow-fitted-${width}`);
      }
    },
  ],
  [
    'a double click moves the focus into the text without selecting text',
    async ({ editorOf, key, page, webview }) => {
      const box = webview.locator('#graph .node', { hasText: 'Explain the terms' }).locator('.box'),
        // the line of the box becomes thicker, so its center is compared
        middle = ({ x, y, width, height }) => [x + width / 2, y + height / 2].map(Math.round),
        start = middle(await box.boundingBox());
      await page.mouse.click(...start);
      await page.waitForTimeout(150);
      const moved = middle(await box.boundingBox()).map((value, i) => Math.abs(value - start[i]));
      // a difference of 3 pixels comes from the width of the line and from rounding
      assert.ok(Math.max(...moved) <= 3, `moved by ${moved.join(', ')}`);
      await page.mouse.click(...start, { clickCount: 2 });
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
    'a text of a node opens as a document by its button, by Enter, and by a double click, which keeps the clicked position',
    async ({ editorOf, page, picture, webview }) => {
      const name = 'Look up the balance',
        tab = page.locator('.tab.active', { hasText: `${name} instruction.md` }).first(),
        text = webview.locator('#details .text').first();
      const closed = async column => {
        await tab.waitFor();
        await page
          .locator('.statusbar-item', { hasText: `Ln 1, Col ${column}` })
          .first()
          .waitFor();
        await picture(`flow-text-${column}`);
        await tab.click({ button: 'middle' });
        await tab.waitFor({ state: 'detached' });
        await editorOf('billing.conversation-flow.json').waitFor();
        await selected();
      };
      const selected = async () => {
        // the panel follows the cursor with a delay
        await page.waitForTimeout(1500);
        await webview.locator('#graph .node', { hasText: name }).locator('.box').click();
        await webview.locator('#details h2', { hasText: name }).waitFor();
      };
      await selected();
      const button = webview.locator('#details [data-act=edit]').first();
      assert.equal(await button.innerText(), 'Read');
      await button.click();
      await closed(1);
      await text.focus();
      await text.press('Enter');
      await closed(1);
      const { x, y } = await text.evaluate(element => {
        const range = document.createRange(),
          [words] = element.childNodes;
        range.setStart(words, words.data.indexOf('opening') + 1);
        range.setEnd(words, words.data.indexOf('opening') + 4);
        const { x, y, height } = range.getBoundingClientRect(),
          box = element.getBoundingClientRect();
        return { x: x - box.x, y: y + height / 2 - box.y };
      });
      await text.dblclick({ position: { x, y } });
      await closed('One moment, I am '.length + 1);
    },
  ],
  [
    'the details of another node begin at their top, and details of the same node keep their scroll position',
    async ({ page, webview }) => {
      const details = webview.locator('#details'),
        top = () => details.evaluate(({ scrollTop }) => scrollTop);
      await page.setViewportSize({ width: 1400, height: 460 });
      await webview.locator('#graph .node', { hasText: 'Look up the balance' }).locator('.box').click();
      await details.locator('h2', { hasText: 'Look up the balance' }).waitFor();
      await details.evaluate(element => element.scrollTo(0, 50));
      assert.equal(await top(), 50);
      await webview.locator('[data-kind=talk]').click();
      await webview.locator('[data-kind=talk][aria-pressed=true]').click();
      assert.equal(await top(), 50);
      await webview.locator('#graph .node', { hasText: 'Anything to pay?' }).locator('.box').click();
      await details.locator('h2', { hasText: 'Anything to pay?' }).waitFor();
      assert.equal(await top(), 0);
      await page.setViewportSize({ width: 1400, height: 900 });
    },
  ],
  [
    'a double click in a maximized panel shows the text of the node, too',
    async ({ command, editorOf, page, picture, webview }) => {
      for (const [name, line] of [
        ['Anything else?', 244],
        ['Explain the terms', 64],
      ]) {
        // VS Code maximizes the group of the tab that was clicked last
        await page.locator('.tab', { hasText: 'Flow:' }).first().click();
        await command('View: Maximize Editor Group');
        await page.waitForTimeout(500);
        await webview.locator('#graph .node', { hasText: name }).locator('.box').first().dblclick();
        await page
          .locator('.statusbar-item', { hasText: `Ln ${line}` })
          .first()
          .waitFor();
        await page.waitForTimeout(1000);
        await picture(`flow-maximized-${line}`);
        const lines = await editorOf('billing.conversation-flow.json').locator('.line-numbers').allInnerTexts();
        assert.ok(lines.includes(String(line)), `line ${line} is not among ${lines.join(' ')}`);
      }
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
    'both layouts can be shown, and the flow opens again in the last one',
    async ({ command, goTo, page, picture, webview, workspace: folder, editorOf }) => {
      const isPressed = way => webview.locator(`[data-way=${way}]`).getAttribute('aria-pressed');
      await webview.locator('[data-way=placed]').click();
      await webview.locator('[data-way=placed][aria-pressed=true]').waitFor();
      assert.equal(await isPressed('tidy'), 'false');
      await picture('flow-placed');
      await page.locator('.tab', { hasText: 'Flow:' }).first().click({ button: 'middle' });
      await page.locator('.tab', { hasText: 'Flow:' }).first().waitFor({ state: 'detached' });
      await editorOf('billing.conversation-flow.json').click();
      await goTo(...placeOf(folder, file, '"id": "balance"'));
      await command('Preflight: Show as Flow');
      await webview.locator('[data-way=placed][aria-pressed=true]').waitFor();
      await webview.locator('[data-way=tidy]').click();
      await webview.locator('[data-way=tidy][aria-pressed=true]').waitFor();
      await webview.locator('[data-act=list]').click();
    },
  ],
  [
    'nodes that are not connected to the selected node are pale, and paths can be shown without other nodes',
    async ({ key, picture, webview }) => {
      const nodes = selector => webview.locator(`#graph .node${selector}`).count();
      await webview.locator('#graph .node', { hasText: 'Look up the balance' }).locator('.box').click();
      await webview.locator('#graph .node.current', { hasText: 'Look up the balance' }).waitFor();
      assert.ok((await nodes('.pale')) > 0);
      await picture('flow-focus');
      await webview.locator('[data-act=from]').click();
      await webview.locator('.only', { hasText: 'Only nodes reached from Look up the balance' }).waitFor();
      assert.ok((await nodes('.out')) > 0);
      await key('Escape');
      await webview.locator('.only', { hasText: 'Only' }).waitFor({ state: 'detached' });
      assert.equal((await nodes('.out')) + (await nodes('.pale')), 0);
    },
  ],
  [
    'Escape clears the search first, the filter second, and the selection last',
    async ({ key, webview }) => {
      await webview.locator('[data-kind=work]').click();
      await webview.locator('#query').fill('balance');
      await webview.locator('#query').press('Escape');
      assert.equal(await webview.locator('#query').inputValue(), '');
      await webview.locator('[data-kind=work][aria-pressed=true]').waitFor();
      await key('Escape');
      await webview.locator('[data-kind=work][aria-pressed=false]').waitFor();
      await webview.locator('#graph .node.current').waitFor();
      await key('Escape');
      await webview.locator('#graph .node.current').waitFor({ state: 'detached' });
      assert.equal(await webview.locator('#details').isVisible(), false);
    },
  ],
  [
    'a node is found by its name and its text, and arrow keys follow edges',
    async ({ key, page, webview }) => {
      await webview.locator('#canvas').focus();
      await key('/');
      await page.keyboard.type('balance look');
      await key('Enter');
      await webview.locator('#graph .node.current', { hasText: 'Look up the balance' }).waitFor();
      // the selected node is itself a match, so Enter goes to the first match, and then to the second
      await webview.locator('#query').fill('bal');
      for (const nth of ['1 of', '2 of', '3 of']) {
        await key('Enter');
        await webview.locator('.count', { hasText: nth }).waitFor();
      }
      await webview.locator('#query').fill('balance look');
      await key('Enter');
      await webview.locator('#graph .node.current', { hasText: 'Look up the balance' }).waitFor();
      await webview.locator('#query').press('Escape');
      await key('ArrowDown');
      await webview.locator('#graph .node.current', { hasText: 'Anything to pay?' }).waitFor();
      await key('ArrowUp');
      await webview.locator('#graph .node.current', { hasText: 'Look up the balance' }).waitFor();
      await webview.locator('[data-act=fit]').focus();
      await key('0');
      assert.equal(await webview.locator('#percent').innerText(), '100 %');
      const [box, canvas] = await Promise.all(
        ['#graph .node.current .box', '#canvas'].map(selector => webview.locator(selector).boundingBox()),
      );
      assert.ok(box.y >= canvas.y && box.y + box.height <= canvas.y + canvas.height);
    },
  ],
  [
    'in a narrow panel, the flow takes most of the room',
    async ({ command, key, page, picture, webview }) => {
      if (await page.locator('.part.sidebar').isVisible()) await command('View: Close Primary Side Bar');
      const zoom = async () => parseInt(await webview.locator('#percent').innerText());
      await command('View: Maximize Editor Group');
      await webview.locator('#canvas').focus();
      await key('f');
      assert.ok((await zoom()) >= 50, `${await zoom()} % of a whole window`);
      await command('View: Reset Editor Group Sizes');
      await page.setViewportSize({ width: 600, height: 700 });
      await webview.locator('[data-act=larger]').waitFor({ state: 'hidden' });
      const [stage, whole] = await Promise.all(
        ['.stage', '#page'].map(async selector => (await webview.locator(selector).boundingBox()).height),
      );
      await picture('flow-narrow');
      assert.ok((await zoom()) >= 50, `${await zoom()} %`);
      await page.setViewportSize({ width: 1400, height: 900 });
      assert.ok(stage > whole * 0.8, `${stage} of ${whole}`);
      await webview.locator('[data-act=larger]').waitFor();
    },
  ],
  [
    'while the text cannot be parsed, the last valid flow is shown',
    async ({ editorOf, goTo, key, page, webview, workspace: folder }) => {
      const before = await webview.locator('#graph .node').count();
      await editorOf('billing.conversation-flow.json').click();
      await goTo(...placeOf(folder, file, '"id": "balance"'));
      await page.keyboard.type('"');
      await webview.locator('.stage.old').waitFor();
      assert.equal(await webview.locator('#graph .node').count(), before);
      const { height } = await webview.locator('.notes').boundingBox();
      assert.ok(height <= 28, `notes of ${height} pixels`);
      await key('Backspace');
      await webview.locator('.stage:not(.old)').waitFor();
    },
  ],
  [
    'a component can be opened, and its nodes lead to the file of the component',
    async ({ editorOf, webview, picture, workspace: folder }) => {
      await webview.locator('#tree .opener').first().click();
      await webview.locator('[data-act=back]').waitFor();
      const { nodes } = JSON.parse(readFileSync(join(folder, component), 'utf8'));
      assert.equal(await webview.locator('#tree > .step').count(), nodes.length);
      await picture('flow-component');
      await webview.locator('#tree > .step').first().locator('.name').dblclick();
      await editorOf('verify-caller.flow-component.json').waitFor();
      await webview.locator('#graph .node.current').waitFor();
      await webview.locator('[data-act=back]').click();
      await webview.locator('#graph .node', { hasText: 'Look up the balance' }).first().waitFor();
    },
  ],
  [
    'the picture is exported',
    async ({ key, page, waitUntil, webview, workspace: folder }) => {
      const pictures = () => readdirSync(join(folder, 'flows')).filter(name => name.endsWith('.svg'));
      await webview.locator('[data-act=export]').click();
      await page.locator('.quick-input-widget input').first().waitFor();
      await page.waitForTimeout(500);
      await key('Enter');
      await waitUntil(() => pictures().length > 0);
      assert.deepEqual(pictures(), ['flow of Billing.svg']);
      assert.match(
        readFileSync(join(folder, 'flows', pictures()[0]), 'utf8'),
        /^<svg[^]*Look up the balance[^]*<\/svg>\s*$/,
      );
    },
  ],
];

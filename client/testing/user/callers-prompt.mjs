// The walk through the Prompt panel: the prompt that the model gets at the node of the cursor, for a chosen caller;
// the panel follows edits.
import assert from 'node:assert/strict';
import { placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'engines/front-desk.llm.json';
export const settings = { 'files.autoSave': 'off' };

const first = locator => locator.first();
/** The texts of the unfolded sections. */
const texts = webview => webview.locator('.section[open] .verbatim').allInnerTexts();

export const steps = [
  [
    'the prompt at the cursor is shown beside the text, with its values and its tokens',
    async ({ command, goTo, picture, webview, workspace: folder }) => {
      await goTo(...placeOf(folder, file, '"general_prompt"'));
      await command('Preflight: Show Prompt as Callers Get It');
      await first(webview.locator('.verbatim .piece.good')).waitFor();
      assert.match(await webview.locator('.content').innerText(), /A request has [\d,]+ tokens/);
      assert.match((await texts(webview)).join('\n'), /Thursday, January 15, 2026/);
      // most callers get version 2, although version 3 is also live and version 4 is newer
      assert.match(await webview.locator('.heading h1').innerText(), /^Front desk v2,/);
      await picture('prompt');
    },
  ],
  [
    'another tag shows its own version and values, and given values come first',
    async ({ webview, picture }) => {
      const tag = webview.locator('select[name=as]');
      assert.match(await tag.innerText(), /tag prod[^]*tag canary[^]*of \+1415/);
      await tag.selectOption('tag summer');
      await webview.locator('.heading h1', { hasText: 'Front desk@summer (version 4)' }).waitFor();
      await picture('prompt-tag');
      await tag.selectOption('tag prod');
      await webview.locator('.heading h1', { hasText: 'Front desk v2' }).waitFor();
      await webview.locator('input[name=given]').fill('clinic_name=The Test Clinic');
      await webview.locator('input[name=given]').press('Enter');
      await first(webview.locator('.piece.good', { hasText: 'The Test Clinic' })).waitFor();
      await picture('prompt-given');
      await webview.locator('input[name=given]').fill('');
      await webview.locator('input[name=given]').press('Enter');
    },
  ],
  [
    'the panel follows the cursor to a state, and an edit of the text',
    async ({ editorOf, goTo, page, picture, webview, workspace: folder }) => {
      const text = editorOf('front-desk.llm.json');
      await text.click();
      await goTo(...placeOf(folder, file, '"state_prompt"'));
      await webview.locator('.heading h1', { hasText: ', state ' }).waitFor();
      await page.keyboard.press('End');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.type(' Say {{shoe_size}}.');
      await first(webview.locator('.verbatim', { hasText: 'Say {{shoe_size}} unset.' })).waitFor();
      for (const width of [600, 1400]) {
        await page.setViewportSize({ width, height: 800 });
        await picture(`prompt-${width}`);
      }
    },
  ],
  [
    'the panel scrolls to the part at the cursor',
    async ({ editorOf, goTo, page, picture, webview, workspace: folder }) => {
      await editorOf('front-desk.llm.json').click();
      await goTo(...placeOf(folder, file, 'The caller wants a new'));
      const part = webview.locator('.section[open][aria-current]', { hasText: 'The caller wants a new' });
      await part.waitFor();
      assert.ok(await part.evaluate(element => element.getBoundingClientRect().bottom <= innerHeight && scrollY > 0));
      await page.locator('.tab', { hasText: 'Prompt: Front desk' }).first().waitFor();
      await picture('prompt-scrolled');
    },
  ],
  [
    'the panel opens at its top, wherever the cursor is, and does not scroll when its controls are used',
    async ({ command, editorOf, goTo, page, picture, webview, workspace: folder }) => {
      const scrollTop = () => webview.locator('body').evaluate(() => scrollY);
      await page.locator('.tab', { hasText: 'Prompt: Front desk' }).first().click({ button: 'middle' });
      await editorOf('front-desk.llm.json').click();
      await goTo(...placeOf(folder, file, 'The caller wants a new'));
      await command('Preflight: Show Prompt as Callers Get It');
      await webview.locator('.section[open][aria-current]').waitFor();
      await page.waitForTimeout(500);
      assert.equal(await scrollTop(), 0);
      await picture('prompt-opened');
      await webview.locator('select[name=turn]').selectOption({ index: 2 });
      await webview.locator('.heading h1', { hasText: 'state booking' }).waitFor();
      assert.equal(await scrollTop(), 0);
      await webview.locator('select[name=turn]').selectOption({ index: 0 });
    },
  ],
  [
    'a double click on a place moves the focus into its text',
    async ({ command, page, webview, workspace: folder }) => {
      const [line] = placeOf(folder, file, '"begin_message"');
      await webview
        .locator('.section[open] .place', { hasText: `front-desk.llm.json:${line}` })
        .first()
        .dblclick();
      await page.locator('.monaco-editor.focused[data-uri$="front-desk.llm.json"]').waitFor();
      await page
        .locator('.statusbar-item', { hasText: `Ln ${line}, ` })
        .first()
        .waitFor();
      // an unsaved edit would prevent the next walk from closing this editor
      await command('File: Revert File');
      await page.locator('.tab.dirty').first().waitFor({ state: 'detached' });
    },
  ],
];

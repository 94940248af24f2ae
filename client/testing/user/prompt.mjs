// The walk through the prompt as a document: it is opened from its lens, typed in, completed, fixed, saved and undone,
// and changed and removed by edits of its file.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const workspace = 'samples/clinic';
export const file = 'engines/reception.llm.json';
export const alone = true;
export const settings = { 'editor.wordWrap': 'on', 'files.autoSave': 'off' };

const promptSteps = Array.from(
  { length: 24 },
  (_, i) => `${i + 1}. Step ${i + 1}: ask one thing at a time and wait for the answer.`,
);
const prompt = [
  '# Reception',
  '',
  'You answer for {{clinic_name}}, beside the café on Main Street. It is open {{opening_hours}}.',
  '',
  '---',
  '',
  '## Steps',
  '',
  ...promptSteps,
  '',
  '## Tools',
  '',
  '- Use the tool find_patient to look somebody up.',
  '- Greet with {{clinic_nmae}} and/or the name of the caller.',
  '',
].join('\n');
const spelling = JSON.stringify(prompt).replace('é', '\\u00e9').replace('and/or', 'and\\/or');
const text = `{
  "llm_id": "llm_reception",
  "general_prompt": ${spelling},
  "begin_message": "Caf\\u00e9 \\/ clinic: hello.",
  "general_tools": [
    { "type": "custom", "name": "find_patient", "url": "https://example.com/patient", "description": "Finds a patient." }
  ],
  "default_dynamic_variables": { "clinic_name": "Juniper", "opening_hours": "eight to five" }
}
`;
export const prepare = copy => writeFileSync(join(copy, file), text);

const editorOn = page => page.locator('.monaco-editor[data-uri^="preflight-prompt:"]').first();
const line = (page, words) => editorOn(page).locator('.view-line', { hasText: words }).first();
const notice = (page, words) => page.locator('.notification-list-item', { hasText: words }).first();
const read = folder => readFileSync(join(folder, file), 'utf8');
const promptIn = folder => JSON.parse(read(folder)).general_prompt;
const status = (page, words) => page.locator('.statusbar-item', { hasText: words }).first();
const titleAction = (page, words) =>
  page.locator(`.part.editor .editor-actions .action-label[aria-label*="${words}"]`).first();
const position = page =>
  page
    .locator('.statusbar-item', { hasText: /^Ln \d+, Col \d+/ })
    .first()
    .innerText();
const openPrompt = async ({ command, key, page }) => {
  await command('Preflight: Edit a Text of the Agent');
  await page.locator('.quick-input-list .monaco-list-row', { hasText: 'general prompt' }).first().waitFor();
  await key('Enter');
  await page.locator('.tab.active', { hasText: 'general prompt.md' }).waitFor();
};
const save = async ({ key, page, waitUntil, workspace: folder }, isExpected) => {
  await key('Control+S');
  await waitUntil(() => isExpected(read(folder)));
  assert.ok(isExpected(read(folder)), read(folder));
  // VS Code reads the modification time after it has written the file, and would miss a change between these two steps
  await page.locator('.tab.active:not(.dirty)').first().waitFor();
};

export const steps = [
  [
    'a lens opens the prompt as a document',
    async ({ editorOf, page, picture }) => {
      const lens = editorOf('reception.llm.json').locator('.codelens-decoration a', { hasText: 'Edit prompt' }).first();
      await lens.waitFor();
      assert.match(await lens.innerText(), /^Edit prompt · about \d+ tokens · 3 variables$/);
      await picture('prompt-lens');
      await lens.click();
      await line(page, '## Steps').waitFor();
      await page.locator('.tab.active', { hasText: 'general prompt.md' }).waitFor();
      await editorOn(page).locator('.squiggly-hint').first().waitFor({ state: 'attached' });
      await status(page, /about \d+ tokens · 3 variables · general prompt/).waitFor();
      await titleAction(page, 'Show in the JSON File').waitFor();
      await titleAction(page, 'Show Prompt as Callers Get It').waitFor();
      assert.equal(await status(page, 'UTF-8 with BOM').count(), 0);
      await picture('prompt-document');
    },
  ],
  [
    'the commands of a prompt document refer to the text and its file',
    async ({ command, goTo, key, page, picture, webview }) => {
      await goTo(3, 10);
      await command('Preflight: Compare Text');
      await page.locator('.quick-input-widget input[placeholder^="Compare this text"]').first().waitFor();
      await key('Escape');
      await titleAction(page, 'Show Prompt as Callers Get It').click();
      await webview.locator('.verbatim', { hasText: 'You answer for' }).first().waitFor();
      await picture('prompt-panel-beside');
      await page
        .locator('.tab', { hasText: /^Prompt: / })
        .locator('.tab-actions .action-label')
        .first()
        .click();
      await line(page, '## Steps').click();
    },
  ],
  [
    'the typed text is saved as one escaped string, and nothing else changes',
    async actions => {
      const { goTo, page, picture, workspace: folder } = actions;
      await goTo(7, 100);
      await page.keyboard.type('\nSay "hello", a	tab.');
      await picture('prompt-typed');
      const newText = JSON.stringify('\nSay "hello", a	tab.').slice(1, -1);
      await save(actions, content => content !== text);
      assert.equal(read(folder).replace(/(## Steps)\\nSay \\"hello\\", a(\\t| +)tab\./, '$1'), text);
      assert.ok(newText.length > 0);
    },
  ],
  [
    'a variable is completed',
    async actions => {
      const { goTo, key, showRow, page, picture } = actions;
      await goTo(8, 100);
      await page.keyboard.type(' {{open');
      const row = page.locator('.suggest-widget .monaco-list-row', { hasText: 'opening_hours' }).first();
      await showRow(row, () => key('Control+Space'));
      await picture('prompt-completion');
      await key('Enter');
      await save(actions, content => /tab\. \{\{opening_hours\}\}/.test(content));
    },
  ],
  [
    'undo restores the old bytes',
    async actions => {
      const { goTo, key, page, workspace: folder } = actions;
      // undo also restores text that was spelled with an escape
      const before = read(folder);
      await line(page, 'beside the café').waitFor();
      const column = prompt.split('\n')[2].indexOf('é') + 2;
      await goTo(3, column);
      await key('Backspace');
      await save(actions, content => content !== before);
      assert.ok(!read(folder).includes('beside the caf\\u00e9'));
      for (let turn = 0; turn < 20 && read(folder) !== text; turn++) {
        for (let step = 0; step < 6; step++) await key('Control+Z');
        await page.waitForTimeout(500);
        await key('Control+S');
        await page.waitForTimeout(1000);
      }
      assert.equal(read(folder), text);
    },
  ],
  [
    'renaming a variable keeps the cursor at the variable',
    async actions => {
      const { goTo, key, page, picture } = actions;
      const row = prompt.split('\n').findIndex(line => line.includes('{{opening_hours}}')),
        column = prompt.split('\n')[row].indexOf('opening_hours') + 4;
      for (const [from, to] of [
        ['opening_hours', 'office_hours'],
        ['office_hours', 'opening_hours'],
      ]) {
        await goTo(row + 1, column);
        await key('F2');
        await page.locator('.rename-box input').first().waitFor();
        await page.locator('.rename-box input').first().fill(to);
        await key('Enter');
        await line(page, `{{${to}}}`).waitFor();
        await page.waitForTimeout(1000);
        assert.equal(await position(page), `Ln ${row + 1}, Col ${column}`, from);
        await picture(`prompt-renamed-${to}`);
        await save(actions, content => content.includes(`{{${to}}}`) && content.includes(`"${to}"`));
      }
    },
  ],
  [
    'closing a prompt document without saving discards the typed text',
    async actions => {
      const { goTo, page, picture, workspace: folder } = actions,
        before = read(folder);
      await goTo(1, 100);
      await page.keyboard.type(' of nobody');
      await page.locator('.tab.dirty', { hasText: 'reception.llm.json' }).waitFor();
      await page.locator('.tab.active .tab-actions .action-label').first().click();
      await page.locator('.monaco-dialog-box .monaco-button', { hasText: "Don't Save" }).first().click();
      await page.locator('.tab', { hasText: 'general prompt.md' }).first().waitFor({ state: 'detached' });
      await page.locator('.tab.dirty', { hasText: 'reception.llm.json' }).waitFor({ state: 'detached' });
      await picture('prompt-discarded');
      assert.equal(read(folder), before);
      await openPrompt(actions);
      await line(page, '# Reception').waitFor();
      assert.ok(!(await editorOn(page).innerText()).includes('nobody'));
    },
  ],
  [
    'a finding can be fixed in the prompt document',
    async actions => {
      const { action, goTo, page, picture } = actions;
      const at = prompt.split('\n').findIndex(line => line.includes('nmae')) + 1;
      await goTo(at, 20);
      await editorOn(page).locator('.squiggly-hint').first().waitFor({ state: 'attached' });
      await picture('prompt-finding');
      const row = await action('clinic_name');
      await picture('prompt-fix');
      await row.click();
      await line(page, 'Greet with {{clinic_name}}').waitFor();
      await save(actions, content => content.includes('Greet with {{clinic_name}} and\\/or'));
    },
  ],
  [
    'a change of the file by another program is shown',
    async ({ page, workspace: folder }) => {
      writeFileSync(join(folder, file), read(folder).replace('## Tools', '## The tools'));
      await line(page, '## The tools').waitFor();
      assert.equal(await page.locator('.tab.dirty', { hasText: 'general prompt.md' }).count(), 0);
    },
  ],
  [
    'while the JSON file is broken, a message says so, and the typed text is kept',
    async actions => {
      const { command, goTo, key, page, picture, workspace: folder } = actions;
      const original = read(folder);
      writeFileSync(join(folder, file), original.replace('"begin_message": "', '"begin_message": '));
      await status(page, 'not saved: the JSON file is not valid').waitFor();
      await goTo(1, 100);
      await page.keyboard.type(' today');
      await key('Control+S');
      await command('Notifications: Show Notifications');
      await notice(page, 'is not valid JSON at the moment; the text is kept here').waitFor();
      await picture('prompt-broken');
      assert.equal(await page.locator('.tab.active .strikethrough').count(), 0);
      await command('Notifications: Clear All Notifications');
      // a click on the status item opens the place of the error
      await status(page, 'not saved: the JSON file is not valid').click();
      await page.locator('.tab.active', { hasText: 'reception.llm.json' }).waitFor();
      const broken = read(folder)
        .split('\n')
        .findIndex(words => words.includes('"begin_message"'));
      assert.match(await position(page), new RegExp(`^Ln ${broken + 1}, `));
      await page.locator('.tab', { hasText: 'general prompt.md' }).first().click();
      writeFileSync(join(folder, file), original);
      await status(page, / · general prompt/).waitFor();
      await editorOn(page).click();
      await save(actions, content => content.includes('# Reception today'));
      await goTo(1, 100);
      for (let lettersLeft = ' today'.length; lettersLeft > 0; lettersLeft--) await key('Backspace');
      await save(actions, content => content === original);
    },
  ],
  [
    'if the text is removed from its file, a message says so, and the text is kept',
    async actions => {
      const { command, key, page, picture, goTo, workspace: folder } = actions;
      const original = read(folder);
      writeFileSync(join(folder, file), original.replace('"general_prompt"', '"former_prompt"'));
      await page.locator('.tab.active', { hasText: 'general prompt.md' }).locator('.label-name').first().waitFor();
      await command('Notifications: Show Notifications');
      await notice(page, 'no longer has a text at /general_prompt').waitFor();
      await line(page, '## The tools').waitFor();
      await picture('prompt-gone');
      await goTo(1, 100);
      await page.keyboard.type(' desk');
      await key('Control+S');
      await command('Notifications: Show Notifications');
      await notice(page, 'is not saved: engines/reception.llm.json no longer has a text').waitFor();
      assert.equal(await notice(page, 'FileSystemError').count(), 0);
      await picture('prompt-not-saved');
      assert.ok(!read(folder).includes('Reception desk'));
      writeFileSync(join(folder, file), original);
      await command('Notifications: Clear All Notifications');
      await editorOn(page).click();
      await save(actions, content => content.includes('# Reception desk'));
      assert.equal(promptIn(folder).split('\n')[0], '# Reception desk');
      await picture('prompt-back');
    },
  ],
  [
    'the texts of the agent are listed, and lead back to the JSON file',
    async ({ command, editorOf, key, page, picture }) => {
      await command('Preflight: Edit a Text of the Agent');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'begin message' }).first().waitFor();
      await picture('prompt-list');
      await page.keyboard.type('begin');
      await key('Enter');
      await page.locator('.tab.active', { hasText: 'begin message.md' }).waitFor();
      await command('Preflight: Show in the JSON File');
      await editorOf('reception.llm.json').waitFor();
    },
  ],
  [
    'lines that are pasted into a string are escaped',
    async actions => {
      const { command, editorOf, goTo, key, page, picture, workspace: folder } = actions;
      await command('Preflight: Edit a Text of the Agent');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'general prompt' }).first().waitFor();
      await key('Enter');
      await page.locator('.tab.active', { hasText: 'general prompt.md' }).waitFor();
      await goTo(1, 1);
      await key('Shift+ArrowDown');
      await key('Shift+ArrowDown');
      await key('Control+C');
      await command('Preflight: Show in the JSON File');
      await editorOf('reception.llm.json').waitFor();
      const lines = read(folder).split('\n'),
        at = lines.findIndex(line => line.includes('"begin_message"'));
      await goTo(at + 1, lines[at].indexOf('clinic: hello') + 1);
      await key('Control+V');
      // pasted text arrives with a delay, and saving before would miss it
      await editorOf('reception.llm.json').locator('.view-line', { hasText: '\\n\\nclinic' }).first().waitFor();
      await picture('prompt-pasted');
      await save(actions, content => content.includes('# Reception desk\\n\\nclinic: hello'));
    },
  ],
  [
    'a byte order mark at the beginning of the JSON file is kept',
    async actions => {
      const { goTo, page, workspace: folder } = actions;
      writeFileSync(join(folder, file), `\ufeff${read(folder)}`);
      await openPrompt(actions);
      await goTo(1, 100);
      await page.keyboard.type(' again');
      await save(actions, content => content.includes('desk again'));
      assert.equal(read(folder)[0], '\ufeff');
    },
  ],
  [
    'the prompt of a published version is read-only, and the reason is shown',
    async ({ goTo, page, picture, workspace: folder }) => {
      writeFileSync(join(folder, file), read(folder).replace('{', '{ "version": 3, "is_published": true,'));
      await status(page, / · read-only/).waitFor();
      await status(page, /read-only: version 3 is published/).hover();
      await page.locator('.monaco-hover', { hasText: 'is published and cannot be changed' }).first().waitFor();
      await picture('prompt-read-only');
      await goTo(1, 3);
      const reasonShown = () =>
        line(page, '# Reception desk').evaluate(element =>
          [...element.querySelectorAll('span')].map(part => getComputedStyle(part, '::after').content).join(),
        );
      for (let triesLeft = 40; !(await reasonShown()).includes('version 3 is published') && triesLeft > 0; triesLeft--)
        await page.waitForTimeout(250);
      assert.match(await reasonShown(), /read-only: version 3 is published/);
      await picture('prompt-read-only-cursor');
    },
  ],
];

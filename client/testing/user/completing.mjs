// The walk through completion while typing: in a prompt document and in its JSON string, in a file that takes a while
// to read.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const workspace = 'samples/clinic';
export const file = 'engines/reception.llm.json';
export const alone = true;
export const settings = { 'files.autoSave': 'off' };

const rules = Array.from(
  { length: 150 },
  (_, i) => `${i + 1}. Step ${i + 1}: ask {{caller_name}} one thing at a time.`,
);
const prompt = ['You are Aubrey, an inbound agent.', '', 'Tone: calm.', '', ...rules, ''].join('\n');
const states = Array.from({ length: 60 }, (_, i) => ({
  name: `state_${i}`,
  state_prompt: rules.slice(0, 20).join('\n'),
}));
const text = JSON.stringify(
  {
    llm_id: 'llm_reception',
    general_prompt: prompt,
    begin_message: 'Tone is all.',
    general_tools: [
      { type: 'custom', name: 'find_patient', url: 'https://example.com/patient', description: 'Finds.' },
    ],
    states,
    starting_state: 'state_0',
    default_dynamic_variables: { caller_email: 'a@example.com', caller_name: 'Ada', caller_phone: '+1' },
  },
  undefined,
  2,
);
export const prepare = copy => writeFileSync(join(copy, file), text);

const rows = page => page.locator('.editor-widget.suggest-widget.visible .monaco-list-row', { hasText: 'caller_' });
const editorOn = page => page.locator('.monaco-editor[data-uri^="preflight-prompt:"]').first();
/** The content of the file, or empty strings while the file is being written. */
const read = folder => {
  try {
    return JSON.parse(readFileSync(join(folder, file), 'utf8'));
  } catch {
    return { general_prompt: '', begin_message: '' };
  }
};
const saveUntil = async ({ key, waitUntil, workspace: folder }, isExpected) => {
  await key('Control+S');
  await waitUntil(() => isExpected(read(folder)));
};
/** Undoes all edits, so that each try begins with the same text. */
const restore = async actions => {
  const { key, page } = actions;
  for (let turn = 0; turn < 20; turn++) {
    for (let step = 0; step < 12; step++) await key('Control+Z');
    await page.waitForTimeout(300);
    await saveUntil(actions, () => true);
    await page.waitForTimeout(300);
    const { general_prompt: current, begin_message: message } = read(actions.workspace);
    if (current === prompt && message === 'Tone is all.') return;
  }
};
/** The typed text of each try, and the number of milliseconds between keys. */
const tries = [
  ['{{', 0],
  ['{{', 200],
  ['{{ca', 30],
  ['{{ca', 100],
  ['{{ca', 250],
  ['{{caller', 60],
  ['{{caller', 100],
  ['{{caller', 130],
];

export const steps = [
  [
    'the list opens automatically in a prompt document, and the braces are kept',
    async actions => {
      const { command, goTo, key, page, workspace: folder } = actions;
      await command('Preflight: Edit a Text of the Agent');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'general prompt' }).first().waitFor();
      await key('Enter');
      await page.locator('.tab.active', { hasText: 'general prompt.md' }).waitFor();
      await editorOn(page).locator('.view-line', { hasText: 'Aubrey' }).first().waitFor();
      const results = [];
      for (const [word, delay] of tries) {
        await goTo(2, 1);
        await page.keyboard.type(`Ask ${word}`, { delay });
        const isOpen = await rows(page)
          .first()
          .waitFor({ timeout: 5000 })
          .then(
            () => true,
            () => false,
          );
        if (isOpen) {
          await key('ArrowDown');
          await key('Enter');
        }
        await page.waitForTimeout(1000);
        await saveUntil(actions, engine => /Ask /.test(engine.general_prompt));
        results.push(`${word} ${delay}: ${isOpen} ${read(folder).general_prompt.split('\n')[1]}`);
        console.log(results.at(-1));
        await key('Escape');
        await restore(actions);
      }
      assert.deepEqual(
        results.filter(result => !/: true Ask \{\{caller_\w+\}\}$/.test(result)),
        [],
      );
    },
  ],
  [
    'the tools are listed after the word for "tool" in the text',
    async actions => {
      const { goTo, key, page, picture, workspace: folder } = actions,
        row = page.locator('.editor-widget.suggest-widget.visible .monaco-list-row').first();
      await goTo(2, 1);
      await page.keyboard.type('Use the tool fin', { delay: 100 });
      // in Markdown, VS Code opens the list only on request
      await key('Control+Space');
      await row.filter({ hasText: 'find_patient' }).waitFor();
      await picture('completing-tool');
      await key('Enter');
      await saveUntil(actions, engine => engine.general_prompt.includes('find_patient'));
      assert.equal(read(folder).general_prompt.split('\n')[1], 'Use the tool find_patient');
      await restore(actions);
    },
  ],
  [
    'the word after the cursor is kept, in a prompt document and in a JSON string',
    async actions => {
      const { command, editorOf, goTo, key, page, picture, workspace: folder } = actions;
      const accept = async () => {
        await page.keyboard.type('{{caller_e', { delay: 100 });
        await rows(page).first().waitFor();
        await picture('completing-before-word');
        await key('Enter');
      };
      await goTo(1, 9);
      await accept();
      await saveUntil(actions, engine => engine.general_prompt.includes('caller_email}}'));
      assert.equal(read(folder).general_prompt.split('\n')[0], 'You are {{caller_email}}Aubrey, an inbound agent.');
      await restore(actions);
      await command('Preflight: Show in the JSON File');
      await editorOf('reception.llm.json').waitFor();
      await goTo(4, '  "begin_message": "'.length + 1);
      await accept();
      await saveUntil(actions, engine => engine.begin_message.includes('caller_email}}'));
      assert.equal(read(folder).begin_message, '{{caller_email}}Tone is all.');
      await restore(actions);
    },
  ],
  [
    'undo of a rename restores every place',
    async actions => {
      const { command, goTo, key, page, picture, waitUntil, workspace: folder } = actions,
        before = readFileSync(join(folder, file), 'utf8'),
        currentText = () => readFileSync(join(folder, file), 'utf8');
      await command('Preflight: Edit a Text of the Agent');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'general prompt' }).first().waitFor();
      await key('Enter');
      await page.locator('.tab.active', { hasText: 'general prompt.md' }).waitFor();
      await goTo(5, prompt.split('\n')[4].indexOf('caller_name') + 3);
      await key('F2');
      await page.locator('.rename-box input').first().waitFor();
      await page.locator('.rename-box input').first().fill('guest_name');
      await key('Enter');
      await editorOn(page).locator('.view-line', { hasText: '{{guest_name}}' }).first().waitFor();
      await key('Control+S');
      await waitUntil(() => currentText() === before.replaceAll('caller_name', 'guest_name'));
      assert.equal(currentText(), before.replaceAll('caller_name', 'guest_name'));
      await page.waitForTimeout(1000);
      await key('Control+Z');
      await editorOn(page).locator('.view-line', { hasText: '{{caller_name}}' }).first().waitFor();
      await page.waitForTimeout(500);
      await key('Control+S');
      await waitUntil(() => currentText() === before);
      await picture('rename-undone');
      assert.equal(currentText(), before);
    },
  ],
];

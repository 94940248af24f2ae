// The walk through the rename of a variable that texts also mention without braces.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'engines/reception.llm.json';
export const alone = true;
export const settings = { 'files.autoSave': 'off' };

const engine = {
  llm_id: 'llm_reception',
  general_prompt: 'Greet {{caller_found}}. If caller_found is true, say the name.',
  begin_message: '',
  default_dynamic_variables: { caller_found: 'yes' },
};
export const prepare = copy => writeFileSync(join(copy, file), JSON.stringify(engine, undefined, 2));

export const steps = [
  [
    'a rename shows the mentions without braces for confirmation, and changes only what is confirmed',
    async ({ editorOf, goTo, key, page, picture, waitUntil, workspace: folder }) => {
      const read = () => readFileSync(join(folder, file), 'utf8'),
        panel = page.locator('.bulk-edit-panel');
      await editorOf('reception.llm.json').waitFor();
      await page.locator('.statusbar [aria-label^="Preflight: llm"]').first().waitFor();
      await goTo(...placeOf(folder, file, 'caller_found": "yes'));
      await key('F2');
      const input = page.locator('.rename-box input').first();
      await input.waitFor();
      await input.fill('known_caller');
      await key('Enter');
      await panel.locator('.monaco-list-row', { hasText: 'reception.llm.json' }).first().waitFor();
      await picture('rename-mentions');
      assert.equal(await panel.locator('.monaco-list-row', { hasText: 'known_caller' }).count(), 3);
      await panel.locator('.monaco-button', { hasText: 'Apply' }).first().click();
      await editorOf('reception.llm.json').locator('.view-line', { hasText: '"known_caller"' }).first().waitFor();
      await key('Control+S');
      await waitUntil(() => read().includes('"known_caller"'));
      const { general_prompt: prompt } = JSON.parse(read());
      assert.equal(prompt, 'Greet {{known_caller}}. If caller_found is true, say the name.');
    },
  ],
];

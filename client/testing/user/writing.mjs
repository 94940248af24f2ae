// The walk through writing: a completion is accepted, and an agent is renamed in every file that refers to it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'agents/front-desk/v4.agent.json';

export const steps = [
  [
    'a completion is accepted',
    async ({ editorOf, goTo, key, showRow, page, picture, workspace: folder }) => {
      const editor = editorOf('v4.agent.json');
      await editor.locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
      await goTo(placeOf(folder, file, '"voice_id"')[0], 200);
      await key('Enter');
      await page.keyboard.type('"expressive_m');
      const completion = page.locator('.suggest-widget .monaco-list-row', { hasText: 'expressive_mode_prompt' });
      await showRow(completion.first(), () => key('Control+Space'));
      await picture('completion');
      await key('Enter');
      const line = editor.locator('.view-line', { hasText: 'expressive_mode_prompt' }).first();
      await line.waitFor();
      assert.equal((await line.innerText()).replaceAll('\u00a0', ' ').trim(), '"expressive_mode_prompt": "",');
      const typed = editor.locator('.view-line', { hasText: 'expressive_m' });
      for (let turn = 0; turn < 30 && (await typed.count()) > 0; turn++) await key('Control+Z');
      await key('Control+Z');
    },
  ],
  [
    'a rename changes every file',
    async ({ goTo, key, page, picture, waitUntil, workspace: folder }) => {
      const before = /"agent_id": "([^"]+)"/.exec(readFileSync(join(folder, file), 'utf8'))[1];
      await goTo(...placeOf(folder, file, before));
      await key('F2');
      const input = page.locator('.rename-box input').first();
      await input.waitFor();
      await input.fill('agent_reception');
      await picture('rename');
      await key('Enter');
      const otherFiles = ['agents/agents.agent-list.json', 'numbers/main.phone-number.json'];
      const isRenamed = name => {
        const text = readFileSync(join(folder, name), 'utf8');
        return text.includes('"agent_reception"') && !text.includes(`"${before}"`);
      };
      await waitUntil(() => otherFiles.every(isRenamed));
      assert.deepEqual(
        otherFiles.filter(name => !isRenamed(name)),
        [],
      );
      await picture('renamed');
    },
  ],
  [
    'a tag is pinned to its version number, and the number is replaced by the tag again',
    async ({ action, command, editorOf, goTo, open, picture, workspace: folder }) => {
      const number = 'main.phone-number.json',
        refactoring = words => action(words, () => command('Refactor...')),
        textOf = value =>
          editorOf(number)
            .locator('.view-line', { hasText: new RegExp(`"agent_version":\\s${value}\\D`) })
            .first();
      await open(number);
      await editorOf(number).locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
      await goTo(...placeOf(folder, join('numbers', number), '"prod"'));
      await (await refactoring('Pin to version 2, which "prod" selects')).click();
      await textOf('2').waitFor();
      const back = await refactoring('Use "prod", which selects version 2');
      await picture('pinned');
      await back.click();
      await textOf('2').waitFor({ state: 'detached' });
    },
  ],
];

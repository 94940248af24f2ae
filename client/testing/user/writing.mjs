// Writing: a completion is accepted, and an agent is renamed in every file that names it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const workspace = 'samples/clinic';
export const file = 'agents/front-desk/v4.agent.json';

export const steps = [
  [
    'a completion is accepted',
    async ({ editorOf, goTo, key, page, picture, workspace: folder }) => {
      const editor = editorOf('v4.agent.json');
      await editor.locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
      const lines = readFileSync(join(folder, file), 'utf8').split('\n');
      await goTo(lines.findIndex(line => line.includes('"voice_id"')) + 1, 200);
      await key('Enter');
      await page.keyboard.type('"expressive_m');
      const offered = page.locator('.suggest-widget .monaco-list-row', { hasText: 'expressive_mode_prompt' }).first();
      for (let turn = 0; turn < 5 && !(await offered.isVisible()); turn++) {
        await key('Control+Space');
        await offered.waitFor({ timeout: 3000 }).catch(() => key('Escape'));
      }
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
    'a rename reaches every file',
    async ({ goTo, key, page, picture, workspace: folder }) => {
      const lines = readFileSync(join(folder, file), 'utf8').split('\n'),
        line = lines.findIndex(text => text.includes('"agent_id"'));
      const before = /"agent_id": "([^"]+)"/.exec(lines[line])[1];
      await goTo(line + 1, lines[line].indexOf(before) + 3);
      await key('F2');
      const input = page.locator('.rename-box input').first();
      await input.waitFor();
      await input.fill('agent_reception');
      await picture('rename');
      await key('Enter');
      const others = ['agents/agents.agent-list.json', 'numbers/main.phone-number.json'];
      const renamed = name => {
        const text = readFileSync(join(folder, name), 'utf8');
        return text.includes('"agent_reception"') && !text.includes(`"${before}"`);
      };
      for (let turn = 0; turn < 40 && !others.every(renamed); turn++) await page.waitForTimeout(250);
      assert.deepEqual(
        others.filter(name => !renamed(name)),
        [],
      );
      await picture('renamed');
    },
  ],
  [
    'a tag is pinned to its number, and the number becomes the tag again',
    async ({ editorOf, goTo, open, picture, refactoring, workspace: folder }) => {
      const number = 'main.phone-number.json',
        text = readFileSync(join(folder, 'numbers', number), 'utf8'),
        line = text.split('\n').findIndex(one => one.includes('"prod"')) + 1,
        written = value =>
          editorOf(number)
            .locator('.view-line', { hasText: `"agent_version": ${value},` })
            .first();
      await open(number);
      await editorOf(number).locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
      await goTo(line, text.split('\n')[line - 1].indexOf('"prod"') + 3);
      await (await refactoring('Pin to version 2, which "prod" selects')).click();
      await written('2').waitFor();
      const back = await refactoring('Use "prod", which selects version 2');
      await picture('pinned');
      await back.click();
      await written('2').waitFor({ state: 'detached' });
    },
  ],
];

// The walk through colors of variables and references in the text: unset variables and broken references look
// different from others.
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const workspace = 'samples/broken';
export const file = 'engines/front-desk.llm.json';

const styleOf = (editor, text) =>
  editor
    .locator('.view-line span[class*="mtk"]', { hasText: text })
    .last()
    .evaluate(element => {
      const { color, fontStyle } = getComputedStyle(element);
      return `${color} ${fontStyle}`;
    });

export function prepare(folder, theme = 'Default Dark Modern') {
  const settings = { 'editor.wordWrap': 'on', 'workbench.colorTheme': theme };
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify(settings));
}

export const steps = [
  [
    'variables that are set, possibly unset and missing have different colors',
    async ({ editorOf, page, picture }) => {
      const editor = editorOf('front-desk.llm.json');
      await editor.locator('.codelens-decoration', { hasText: 'used by' }).first().waitFor();
      await page.waitForTimeout(1500);
      const styles = await Promise.all(
        [/^\{\{clinic_name\}\}$/, /^\{\{caller_name\}\}$/, /^live$/].map(text => styleOf(editor, text)),
      );
      assert.equal(new Set(styles).size, 3, styles.join('; '));
      await picture('colours');
    },
  ],
  [
    'a variable differs from the text around it in the default light theme, too',
    async ({ editorOf, page, picture, workspace: folder }) => {
      prepare(folder, 'Light 2026');
      const editor = editorOf('front-desk.llm.json');
      await page.locator('body .monaco-workbench.vs').first().waitFor();
      await page.waitForTimeout(1500);
      const [variable, text] = await Promise.all(
        [/^\{\{clinic_name\}\}$/, /You\sare/].map(words => styleOf(editor, words)),
      );
      await picture('colours-light');
      assert.notEqual(variable, text);
    },
  ],
];

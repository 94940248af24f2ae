// The walk through support within a file: hover, quick fixes, and decorations in the text.
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const workspace = 'samples/broken';
export const file = 'agents/front-desk/v3.agent.json';

/** Makes version 3 a draft in every file, because only drafts have fixes. */
export function prepare(folder) {
  for (const name of ['v3.agent.json', 'v3 (copy).agent.json', 'agent_frontdesk01.agent-versions.json']) {
    const path = join(folder, 'agents/front-desk', name);
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace(/("version": 3,[^{}]*?"is_published": )true/g, '$1false'));
  }
}

export const steps = [
  [
    'hovering over a field explains it',
    async ({ editorOf, page, picture }) => {
      const editor = editorOf('v3.agent.json');
      await editor.locator('.squiggly-error').first().waitFor({ state: 'attached' });
      const line = editor.locator('.view-line', { hasText: 'backchannel_frequency' }).first();
      const { x, y, height } = await line.locator('span', { hasText: 'backchannel_frequency' }).last().boundingBox();
      await page.mouse.move(x + 40, y + height / 2);
      const hover = page.locator('.monaco-hover:not(.hidden)', { hasText: 'no effect while' }).first();
      await hover.waitFor();
      await page.waitForTimeout(300);
      assert.match(await hover.innerText(), /backchannel_frequency: no effect while enable_backchannel is false/);
      await picture('hover');
      await page.mouse.move(5, 500);
    },
  ],
  [
    'the next problem is explained in place, with its fix',
    async ({ action, command, editorOf, goTo, key }) => {
      await goTo(12, 1);
      await command('Go to Next Problem (Error, Warning, Info)');
      const widget = editorOf('v3.agent.json').locator('.marker-widget', { hasText: 'is retired' }).first();
      await widget.waitFor();
      await action('eleven_flash_v2');
      await key('Escape');
      await key('Escape');
      await widget.waitFor({ state: 'detached' });
    },
  ],
  [
    'a quick fix is applied, and saved',
    async ({ action, goTo, key, picture, waitUntil, workspace: folder, editorOf }) => {
      await goTo(13, 22);
      const fix = await action('eleven_flash_v2');
      await picture('quick-fix');
      await fix.click();
      await editorOf('v3.agent.json').locator('.view-line', { hasText: '"eleven_flash_v2"' }).first().waitFor();
      await key('Control+S');
      const saved = () => readFileSync(join(folder, file), 'utf8').includes('"voice_model": "eleven_flash_v2"');
      await waitUntil(saved);
      assert.ok(saved());
    },
  ],
  [
    'lenses show tags and references, hints show times',
    async ({ editorOf, key, page, picture }) => {
      const editor = editorOf('v3.agent.json');
      await key('Control+Home');
      await editor.locator('.codelens-decoration', { hasText: 'prod → v2 published' }).first().waitFor();
      // the editor's JSON support provides an outline, too
      await page
        .locator('.breadcrumbs-control .monaco-breadcrumb-item', { hasText: /^Preflight$/ })
        .first()
        .waitFor();
      await editor
        .locator('.view-line', { hasText: 'reminder_trigger_ms' })
        .locator('span', { hasText: '8 s' })
        .first()
        .waitFor();
      await page.mouse.move(5, 500);
      await picture('at-a-glance');
    },
  ],
];

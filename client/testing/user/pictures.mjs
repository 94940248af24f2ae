// The scenes of the walkthrough and the READMEs. `node client/testing/user.mjs pictures --media` retakes their
// pictures.
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../host/folders.mjs';
import { commitAll, moveTags, placeOf } from './files.mjs';

export const workspace = 'samples/clinic';
export const file = 'agents/front-desk/v3.agent.json';
/** The other walks test what these scenes show, so this walk runs only on request. */
export const onRequest = true;
export const viewport = { width: 1020, height: 620 };
export const settings = {
  'workbench.activityBar.location': 'hidden',
  'editor.minimap.enabled': false,
  'breadcrumbs.enabled': false,
  'window.commandCenter': false,
  'workbench.layoutControl.enabled': false,
  'editor.scrollbar.vertical': 'hidden',
  'editor.overviewRulerBorder': false,
  'editor.stickyScroll.enabled': false,
};

/** Prepares the clinic sample with one file of mistakes, a git repository, and an uncommitted edit. */
export function prepare(folder) {
  cpSync(join(root, 'samples/broken', file), join(folder, file));
  commitAll(folder);
  writeFileSync(join(folder, '.git/info/exclude'), '.vscode\n');
}

/** The area of a part of the workbench, limited to the given size. */
const partOf = async (page, part, { width, height } = viewport) => {
  const box = await page.locator(part).first().boundingBox();
  return { x: box.x, y: box.y, width: Math.min(box.width, width), height: Math.min(box.height, height) };
};

/**
 * The themes of the pictures in the walkthrough, by their key in `media.image` of the manifest. The READMEs also use
 * the light picture.
 */
const themes = {
  dark: 'Default Dark Modern',
  hc: 'Default High Contrast',
  'hc-light': 'Default High Contrast Light',
  light: 'Default Light Modern',
};

/** Takes a picture in the light theme; when pictures of the documentation are retaken, also in all other themes. */
async function inEveryTheme({ isMedia, page, publish, workspace: folder }, name, clip) {
  await publish(name, clip);
  if (!isMedia) return;
  mkdirSync(join(folder, '.vscode'), { recursive: true });
  for (const [ending, theme] of Object.entries(themes)) {
    writeFileSync(join(folder, '.vscode/settings.json'), JSON.stringify({ 'workbench.colorTheme': theme }));
    await page.waitForTimeout(4000);
    if (ending !== 'light') await publish(`${name}-${ending}`, clip);
  }
}

export const steps = [
  [
    'a mistake, its explanation and its fix',
    async actions => {
      const { action, command, editorOf, goTo, key, page } = actions;
      const editor = editorOf('v3.agent.json');
      await editor.locator('.squiggly-error').first().waitFor({ state: 'attached' });
      await editor.locator('.codelens-decoration', { hasText: 'Preview' }).first().waitFor();
      await key('Control+B');
      await goTo(12, 1);
      await command('Go to Next Problem (Error, Warning, Info)');
      await editor.locator('.marker-widget', { hasText: 'is retired' }).first().waitFor();
      await action('eleven_flash_v2');
      await page.waitForTimeout(800);
      await inEveryTheme(actions, 'findings', await partOf(page, '.part.editor', { width: 900, height: 520 }));
      await key('Escape');
      await key('Escape');
    },
  ],
  [
    'the version that a tag resolves to',
    async actions => {
      const { command, goTo, open, page, webview, workspace: folder } = actions;
      await open('agents.agent-list.json');
      await goTo(...placeOf(folder, 'agents/agents.agent-list.json', '"prod"'));
      await command('Preflight: Open Preview to the Side');
      await webview.locator('.card .large', { hasText: 'Version 2' }).waitFor();
      await page.waitForTimeout(1000);
      await inEveryTheme(actions, 'preview', await partOf(page, '.part.editor'));
      await command('View: Close All Editors');
    },
  ],
  [
    'the view of all agents',
    async ({ command, key, page, publish }) => {
      await command('Preflight: Focus on Agents View');
      const row = text => page.locator('.sidebar .monaco-list-row', { hasText: text }).first();
      for (const text of ['Front desk', 'version 2', 'prod']) {
        await row(text).waitFor();
        await row(text).click();
        await key('ArrowRight');
        await page.waitForTimeout(300);
      }
      const { x, width } = await page.locator('.part.sidebar').first().boundingBox();
      await page.mouse.move(x + width, 300);
      await page.mouse.down();
      await page.mouse.move(560, 300, { steps: 5 });
      await page.mouse.up();
      await page.mouse.move(700, 400);
      await page.waitForTimeout(600);
      await publish('agents', await partOf(page, '.part.sidebar', { width: 640, height: 400 }));
      await key('Control+B');
      await command('View: Close All Editors');
    },
  ],
  [
    'the effect of a change on live calls',
    async actions => {
      const { command, key, open, page, webview, workspace: folder } = actions;
      moveTags(folder, { prod: 3 });
      await open('agents.agent-list.json');
      await page.locator('.statusbar [aria-label^="Preflight: agent-list"]').first().waitFor();
      await command('Preflight: Compare with Branch');
      await page.locator('.quick-input-list .monaco-list-row', { hasText: 'the last commit' }).first().waitFor();
      await key('Enter');
      await webview.locator('.item').first().waitFor();
      await page.waitForTimeout(1000);
      await inEveryTheme(actions, 'compare', await partOf(page, '.part.editor'));
    },
  ],
];

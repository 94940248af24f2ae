// The actions of a user in the editor, for the walks.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../host/folders.mjs';

/** The folder of the screenshots. */
export const pictures = join(root, '.cache/editor-pictures');
const media = join(root, 'client/media');

/** Takes a screenshot. */
export async function photograph(page, name) {
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/**
 * The actions of a user on a page.
 * @param {import('playwright-core').Page} page
 * @param {{ isMedia?: boolean, isPictured?: boolean }} [options] whether to retake the pictures of the documentation,
 * and whether to take other screenshots
 */
export function userActions(page, { isMedia = false, isPictured = false } = {}) {
  const key = combination => page.keyboard.press(combination);
  /**
   * Presses a key until the prompt that it opens is visible, because a panel that just got the focus may ignore the
   * key.
   */
  const openPrompt = async combination => {
    for (let turn = 1; ; turn++) {
      await key(combination);
      try {
        const timeout = turn < 6 ? 5000 : undefined;
        return await page.locator('.quick-input-widget input').first().waitFor({ timeout });
      } catch (error) {
        if (turn === 6) throw error;
      }
      await key('Escape');
    }
  };
  const command = async title => {
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first();
    for (let turn = 1; ; turn++) {
      await openPrompt('F1');
      await page.keyboard.type(title);
      try {
        await row.waitFor({ timeout: turn < 4 ? 5000 : undefined });
        break;
      } catch (error) {
        if (turn === 4) throw error;
      }
      // the list contains only the commands that existed when it was opened
      await key('Escape');
    }
    await key('Enter');
  };
  /**
   * Opens a menu repeatedly until it shows a row, because the menu may be incomplete right after an edit or a click.
   */
  const showRow = async (row, open, timeout = 4000) => {
    for (let turn = 0; turn < 5 && !(await row.isVisible()); turn++) {
      await open();
      await row.waitFor({ timeout }).catch(() => key('Escape'));
    }
    return row;
  };
  /** Chooses an entry of a context menu. A menu ignores clicks in its first tenth of a second. */
  const chooseEntry = async (entry, row, seen) => {
    const menuEntry = page.locator('.monaco-menu .action-item', { hasText: entry }).first();
    for (let turn = 1; ; turn++) {
      await row.click({ button: 'right' });
      try {
        await menuEntry.waitFor({ timeout: 4000 });
        await page.waitForTimeout(200);
        await seen?.();
        await menuEntry.click({ timeout: 4000 });
        return await menuEntry.waitFor({ state: 'hidden', timeout: 4000 });
      } catch (error) {
        if (turn === 4) throw error;
      }
      await key('Escape');
    }
  };
  const editorOf = file => page.locator(`.monaco-editor[data-uri$="${file}"]`).first();
  return {
    page,
    key,
    editorOf,
    /** Takes a screenshot for people, after all movement has ended. */
    picture: async name => {
      if (!isPictured) return;
      await page.waitForTimeout(600);
      await photograph(page, name);
    },
    /**
     * Takes a picture of a part of the page for the documentation.
     * @param clip in CSS pixels
     */
    publish: async (name, clip) => {
      const place = isMedia ? media : pictures,
        session = await page.context().newCDPSession(page);
      // webp is half the size of a lossless picture
      const picture = { format: 'webp', quality: 80, clip: { ...clip, scale: 1 } };
      const { data } = await session.send('Page.captureScreenshot', picture);
      await session.detach();
      mkdirSync(place, { recursive: true });
      writeFileSync(join(place, `${name}.webp`), Buffer.from(data, 'base64'));
    },
    isMedia,
    /** Runs a command by its title. */
    command,
    /** Opens a file of the workspace by its name. */
    open: async file => {
      for (let turn = 1; ; turn++) {
        await openPrompt('Control+P');
        await page.keyboard.type(file);
        await page
          .locator('.quick-input-list .monaco-list-row.focused', { hasText: file.split('/').at(-1) })
          .first()
          .waitFor();
        await key('Enter');
        try {
          return await editorOf(file).waitFor({ timeout: turn < 3 ? 10_000 : undefined });
        } catch (error) {
          // the list was refilled after the row was found and before the key was pressed
          if (turn === 3) throw error;
        }
        await key('Escape');
      }
    },
    /** Moves the cursor to a 1-based line and column. */
    goTo: async (line, column) => {
      const input = page.locator('.quick-input-widget');
      for (let turn = 1; ; turn++) {
        // if a panel has the focus instead of an editor, the prompt finds no line and stays open
        await page.locator('.monaco-editor[data-uri] :is(.native-edit-context, textarea.inputarea)').first().focus();
        await openPrompt('Control+G');
        await page.keyboard.type(`${line}:${column}`);
        await key('Enter');
        try {
          return await input.waitFor({ state: 'hidden', timeout: turn < 4 ? 3000 : undefined });
        } catch (error) {
          if (turn === 4) throw error;
        }
        await key('Escape');
      }
    },
    showRow,
    chooseEntry,
    /** The row with the given words in the menu of actions at the cursor. */
    action: (words, open = () => key('Control+.')) =>
      showRow(page.locator('.action-widget .monaco-list-row', { hasText: words }).first(), open),
    /** Waits for a condition for at most a minute; the caller then asserts the expected value. */
    waitUntil: async isMet => {
      for (const end = Date.now() + 60_000; !(await isMet()) && Date.now() < end;) await page.waitForTimeout(100);
    },
    /**
     * Shows the Problems panel, filtered by a text.
     * @returns the first row with a finding
     */
    problem: async text => {
      await command('Problems: Focus on Problems View');
      const filter = page.locator('.part.panel .monaco-inputbox input').first();
      await filter.fill(text);
      const row = page
        .locator('.markers-panel .monaco-list-row', { has: page.locator('.marker-source'), hasText: text })
        .first();
      await row.waitFor();
      return row;
    },
    statusBar: page.locator('.statusbar'),
    /** The content of the visible webview. */
    webview: page.frameLocator('iframe.webview.ready').frameLocator('iframe#active-frame'),
  };
}

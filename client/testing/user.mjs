#!/usr/bin/env node
// Drives the packaged extension in a real editor like a user: `node client/testing/user.mjs [NAME]… [--pictures] [--media]`.
// It writes screenshots of failures to .cache/editor-pictures, with `--pictures` also those of every walk; with
// `--media`, it writes the pictures of the documentation to client/media.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension, stageExtension } from '../../server/build/extension.mjs';
import { startEditor } from './host/editor.mjs';
import { root } from './host/folders.mjs';
import { install } from './host/install.mjs';
import { installExtension } from './host/server.mjs';
import { clearAway } from './user/between.mjs';
import { userActions, photograph, pictures } from './user/browser.mjs';

const folder = new URL('user/', import.meta.url);
const isMedia = process.argv.includes('--media'),
  isPictured = process.argv.includes('--pictures'),
  selection = process.argv.slice(2).filter(name => !name.startsWith('--'));
const names = readdirSync(folder)
  .map(file => file.slice(0, -'.mjs'.length))
  .filter(
    name => !['between', 'browser', 'files'].includes(name) && (selection.length === 0 || selection.includes(name)),
  )
  .sort();

/**
 * The walks by workspace and settings. Walks with the same key share an editor, because starting an editor takes most
 * of the time. `alone` marks a walk that tests the start; `onRequest` marks a walk that only makes pictures.
 */
const groups = new Map();
for (const name of names) {
  const walk = { name, ...(await import(new URL(`${name}.mjs`, folder))) };
  if (walk.onRequest && selection.length === 0 && !isMedia) continue;
  const key = JSON.stringify([walk.workspace, walk.settings, walk.trusted, walk.viewport, walk.alone && name]);
  groups.set(key, [...(groups.get(key) ?? []), walk]);
}

install();
const packFolder = mkdtempSync(join(tmpdir(), 'us-')),
  staged = join(packFolder, 'extension'),
  vsix = join(packFolder, 'preflight.vsix'),
  extensions = join(packFolder, 'e');
packExtension(await stageExtension(staged), staged, vsix);
await installExtension(vsix, extensions);
let passes = 0,
  failures = 0;
for (const group of groups.values()) {
  for (let walks = group; walks.length > 0;) {
    const results = await inOneEditor(walks),
      last = walks[results.length - 1];
    // on a slow machine, a key or a click may be lost; a real failure also occurs in a new editor
    if (results.at(-1).failing > 0) {
      console.log(`again   ${last.name}`);
      results.splice(-1, 1, ...(await inOneEditor([last])));
    }
    for (const result of results) {
      passes += result.passing;
      failures += result.failing;
    }
    walks = walks.slice(results.length);
  }
}

/**
 * Runs walks one after the other in one editor and workspace, until a walk fails.
 * @returns the numbers of steps that passed and failed, for each walk
 */
async function inOneEditor(walks) {
  const [{ name, workspace, file, settings, trusted, viewport, prepare }] = walks,
    results = [];
  const scratch = mkdtempSync(join(tmpdir(), 'us-')),
    original = join(root, workspace),
    copy = join(scratch, workspace.split('/').at(-1));
  cpSync(original, copy, { recursive: true });
  let editor;
  try {
    prepare?.(copy);
    const openFile = file && join(copy, file);
    editor = await startEditor({ extensions, workspace: copy, file: openFile, settings, trusted, viewport });
    editor.page.setDefaultTimeout(60_000);
    for (const walk of walks) {
      if (results.length > 0) {
        const actions = userActions(editor.page);
        await clearAway(actions, copy, original);
        walk.prepare?.(copy);
        if (walk.file) await actions.open(walk.file);
        // the editor may still contain the text of the previous walk
        if (walk.file) await actions.command('File: Revert File');
      }
      results.push(await runSteps(walk, editor.page, copy));
      if (results.at(-1).failing > 0) break;
    }
  } catch (error) {
    console.log(`FAILED  ${walks[results.length]?.name ?? name}\n${error.stack}\n${editor?.log().slice(-4000) ?? ''}`);
    results.push({ passing: 0, failing: 1 });
  } finally {
    await editor?.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return results;
}

/**
 * Runs the steps of a walk.
 * @returns the numbers of steps that passed and failed
 */
async function runSteps({ name, steps }, page, workspace) {
  let passes = 0,
    failures = 0;
  console.log(`walk    ${name}`);
  for (const [title, body] of steps) {
    const actions = userActions(page, { isMedia, isPictured });
    try {
      await body({ ...actions, workspace });
      passes++;
      console.log(`ok      ${title}`);
    } catch (error) {
      failures++;
      await photograph(page, `failed-${name}-${failures}`).catch(() => {});
      console.log(`FAILED  ${title} (picture in ${pictures})\n${error.stack}`);
    }
  }
  return { passing: passes, failing: failures };
}
rmSync(packFolder, { recursive: true, force: true });
console.log(`${passes} passing, ${failures} failing`);
process.exit(failures > 0 || passes === 0 ? 1 : 0);

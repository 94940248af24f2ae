#!/usr/bin/env node
// Drives the packaged extension in a real editor like a user; screenshots go to .cache/editor-pictures. `node
// client/testing/user.mjs [NAME]… [--media]`; with `--media`, the pictures of the documentation go to client/media.
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { packExtension, stageExtension } from '../../server/build/extension.mjs';
import { startEditor } from './host/editor.mjs';
import { root } from './host/folders.mjs';
import { install } from './host/install.mjs';
import { hands, pictures } from './user/browser.mjs';

const folder = new URL('user/', import.meta.url);
const isMedia = process.argv.includes('--media'),
  asked = process.argv.slice(2).filter(name => name !== '--media');
const runs = readdirSync(folder)
  .filter(name => name !== 'browser.mjs' && (asked.length === 0 || asked.includes(name.slice(0, -'.mjs'.length))))
  .sort();

install();
const packing = mkdtempSync(join(tmpdir(), 'us-')),
  staged = join(packing, 'extension'),
  vsix = join(packing, 'preflight.vsix');
packExtension(await stageExtension(staged), staged, vsix);
let passing = 0,
  failing = 0;
for (const name of runs) {
  let result = await walk(name);
  // a slow machine may lose a key or a click; a real failure also occurs in a new editor
  if (result.failing > 0) {
    console.log(`again   ${name}`);
    result = await walk(name);
  }
  passing += result.passing;
  failing += result.failing;
}

/** One walk, in an editor and a workspace of its own. @returns how many of its steps passed and failed */
async function walk(name) {
  let passing = 0,
    failing = 0;
  const { workspace, file, settings, trusted, viewport, prepare, steps } = await import(new URL(name, folder));
  const scratch = mkdtempSync(join(tmpdir(), 'us-')),
    copy = join(scratch, workspace.split('/').at(-1));
  cpSync(join(root, workspace), copy, { recursive: true });
  let editor;
  try {
    prepare?.(copy);
    editor = await startEditor({
      vsix: [vsix],
      workspace: copy,
      file: file && join(copy, file),
      settings,
      trusted,
      viewport,
    });
    editor.page.setDefaultTimeout(40_000);
    for (const [title, body] of steps) {
      const person = hands(editor.page, isMedia);
      try {
        await body({ ...person, workspace: copy });
        passing++;
        console.log(`ok      ${title}`);
      } catch (error) {
        failing++;
        await person.picture(`failed-${name}-${failing}`).catch(() => {});
        console.log(`FAILED  ${title} (picture in ${pictures})\n${error.stack}`);
      }
    }
  } catch (error) {
    failing++;
    console.log(`FAILED  ${name}\n${error.stack}\n${editor?.log().slice(-4000) ?? ''}`);
  } finally {
    await editor?.stop();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
  return { passing, failing };
}
rmSync(packing, { recursive: true, force: true });
console.log(`${passing} passing, ${failing} failing`);
process.exit(failing > 0 || passing === 0 ? 1 : 0);

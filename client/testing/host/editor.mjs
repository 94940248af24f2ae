// A real editor: VS Code's server and a headless browser on it, started and stopped together.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPage } from './page.mjs';
import { startServer } from './server.mjs';

const proof = fileURLToPath(new URL('proof.cjs', import.meta.url));

/**
 * Starts an editor.
 * @param {object} options
 * @param {string} [options.workspace] a folder or a .code-workspace
 * @param {string} [options.file] to open
 * @param {string} [options.extensions] a folder of installed extensions
 * @param {string} [options.extension] the folder of an extension under development
 * @param {string} [options.tests] a CommonJS bundle with `run`, called in the extension host; needs `userData`, an
 * existing folder
 * @returns the page; `ended`, which says how the tests ended; `stop`; `log`, the server's output
 */
export async function startEditor({
  workspace,
  file,
  extension,
  tests,
  userData,
  extensions,
  settings,
  trusted,
  viewport,
  onLog,
}) {
  const env = tests ? { EDITOR_HOST_TESTS: tests, EDITOR_HOST_PROOF: proofOf(userData) } : {};
  const server = await startServer({ userData, extensions, settings, trusted, env });
  let page;
  const stop = async () => {
    await page?.close();
    await server.stop();
  };
  try {
    page = await openPage(server, { workspace, file, extension, tests: tests && proof, viewport, onLog });
    const died = server.exit.then(code => ({ code: 1, why: `the editor's server ended with ${code}` }));
    const end = page.ended.then(outcome => proven(outcome, tests, userData));
    return { page: page.page, ended: Promise.race([end, died]), stop, log: server.log };
  } catch (error) {
    await stop();
    throw error;
  }
}

const proofOf = userData => join(userData, 'tests-ended');
/** A workbench whose remote extension host dies reports success; only the proof shows that the tests were finished. */
function proven(outcome, tests, userData) {
  const isUnproven = outcome.code === 0 && tests && !existsSync(proofOf(userData));
  return isUnproven ? { code: 70, why: 'the extension host ended before the tests did' } : outcome;
}

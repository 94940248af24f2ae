// A real editor: the server of VS Code and a headless browser with its page, which are started and stopped together.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openPage } from './page.mjs';
import { startServer } from './server.mjs';

const proof = fileURLToPath(new URL('proof.cjs', import.meta.url));

/**
 * Starts an editor.
 * @param {object} options
 * @param {string} [options.workspace] a folder or a .code-workspace file
 * @param {string} [options.file] the file to open
 * @param {string} [options.extensions] a folder of installed extensions
 * @param {string} [options.extension] the folder of an extension under development
 * @param {string} [options.tests] a CommonJS bundle with `run`, called in the extension host; needs `userData`, an
 * existing folder
 * @returns `page`; `ended`, the outcome of the tests; `stop`; `log`, the output of the server
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
/**
 * The outcome of the tests, with an error if there is no proof that they were finished: a workbench reports success
 * even if its remote extension host has died.
 */
function proven(outcome, tests, userData) {
  const isUnproven = outcome.code === 0 && tests && !existsSync(proofOf(userData));
  return isUnproven ? { code: 70, why: 'the extension host ended before the tests did' } : outcome;
}

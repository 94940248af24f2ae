// Runs a suite in an extension host with @vscode/test-electron: in the VS Code of VSCODE_EXECUTABLE, in a downloaded
// one if VSCODE_DOWNLOAD is set, or else in the host of this folder.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runTests } from '@vscode/test-electron';

/**
 * Runs a suite, and throws if it fails.
 * @param {{ extension: string, tests: string, workspace: string, env?: Record<string, string> }} options `tests` is a
 * CommonJS bundle that exports `run`
 */
export async function runSuite({ extension, tests, workspace, env = {} }) {
  const scratch = mkdtempSync(join(tmpdir(), 'ps-'));
  const executable =
    process.env.VSCODE_EXECUTABLE ??
    (process.env.VSCODE_DOWNLOAD ? undefined : fileURLToPath(new URL('code.mjs', import.meta.url)));
  try {
    await runTests({
      ...(executable && { vscodeExecutablePath: executable }),
      extensionDevelopmentPath: extension,
      extensionTestsPath: tests,
      extensionTestsEnv: env,
      launchArgs: [workspace, `--user-data-dir=${join(scratch, 'u')}`, `--extensions-dir=${join(scratch, 'e')}`],
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }
}

// Runs TypeScript of this repository in a build step. The code is bundled first, because Node 20 cannot run
// TypeScript.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../../', import.meta.url).pathname;

/**
 * Runs a module.
 * @param source its source, with imports relative to the repository
 * @returns its exports
 */
export async function load(source) {
  const folder = mkdtempSync(join(tmpdir(), 'preflight-build-'));
  const outfile = join(folder, 'bundle.mjs');
  try {
    await build({
      stdin: { contents: source, resolveDir: root, loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      mainFields: ['module', 'main'],
      outfile,
      logLevel: 'error',
      legalComments: 'none',
      // CommonJS packages call `require` for the modules of Node
      banner: {
        js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(root)});`,
      },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

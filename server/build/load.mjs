// Runs this repository's TypeScript in a build step: bundled first, because Node 20 cannot run it.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = new URL('../../', import.meta.url).pathname;

/** The exports of a module with this source, whose imports are relative to the repository. */
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
      // packages in CommonJS call it for Node's own modules
      banner: {
        js: `import { createRequire } from 'node:module'; const require = createRequire(${JSON.stringify(root)});`,
      },
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

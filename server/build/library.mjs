// Builds the library: one ESM bundle, and the declarations for its public types.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lateParts } from './late-modules.mjs';

const root = fileURLToPath(new URL('../../', import.meta.url));

export async function buildLibrary(options) {
  await build({
    ...options,
    entryPoints: [join(root, 'server/api/index.ts')],
    format: 'esm',
    plugins: [lateParts],
    outfile: join(root, 'dist/index.js'),
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  });
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-b', 'server/api'], {
    cwd: root,
    stdio: 'inherit',
  });
  const queue = ['server/api/index.d.ts'],
    seenFiles = new Set(queue);
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    const emittedFile = join(root, '.cache/types', file),
      output = join(root, file);
    const text = readFileSync(existsSync(emittedFile) ? emittedFile : output, 'utf8');
    const declarations = text.replace(/(from |import\()'(\.[^']+)\.(?:ts|js)'/g, (_, before, target) => {
      const path = relative(root, join(root, dirname(file), `${target}.d.ts`));
      if (!seenFiles.has(path)) {
        seenFiles.add(path);
        queue.push(path);
      }
      return `${before}'${target}.js'`;
    });
    const path = join(root, 'dist/types', file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, declarations);
  }
}

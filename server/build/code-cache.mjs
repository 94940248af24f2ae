// Writes lint.cache beside a lint.cjs: what V8 compiled of it while it checked samples, functions that are compiled when first called
// included. A process of its own, so that nothing else is in it. `node server/build/code-cache.mjs LINT.CJS SAMPLES`
import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile, headerOf, run } from './lint-loader.cjs';

const [file, samples] = process.argv.slice(2);
const script = compile(file);
const { lint } = run(script, file);
const nowhere = { write: () => {}, isTTY: false, columns: 80 };
for (const [folder, path] of [['clinic', 'agents/front-desk/v4.agent.json'], ['broken', 'agents/front-desk/v3.agent.json']]) {
  await lint.run([path], { stdout: nowhere, stderr: nowhere, cwd: join(samples, folder), env: {}, readStdin: () => Buffer.alloc(0) });
}
const data = script.createCachedData();
const cache = join(dirname(file), 'lint.cache');
writeFileSync(`${cache}.new`, Buffer.concat([headerOf(file, data), data]));
renameSync(`${cache}.new`, cache);

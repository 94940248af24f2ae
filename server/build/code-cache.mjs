// Writes lint.cache beside a lint.cjs: what V8 compiled of it while it checked a folder, functions that are compiled when first called
// included. A process of its own, so that nothing else is in it. `node server/build/code-cache.mjs LINT.CJS FOLDER`
import { renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { compile, headerOf, run } from './lint-loader.cjs';

const [file, folder] = process.argv.slice(2);
const script = compile(file);
const { lint } = run(script, file);
const nowhere = { write: () => {}, isTTY: false, columns: 80 };
for (const args of [['clean.agent.json'], ['findings.agent.json']]) await lint.run(args, { stdout: nowhere, stderr: nowhere, cwd: folder, env: {}, readStdin: () => Buffer.alloc(0) });
const data = script.createCachedData();
const cache = join(dirname(file), 'lint.cache');
writeFileSync(`${cache}.new`, Buffer.concat([headerOf(file, data), data]));
renameSync(`${cache}.new`, cache);

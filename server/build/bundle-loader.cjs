// Loads a bundle, lint.cjs, server.cjs or commands.cjs, with V8's code cache, which saves compiling it at every start:
// linting one small file takes 0.92 of the CPU time that it takes without (30 pairs), and `ci` 0.79. If the cache is
// missing, damaged, or made for another bundle or another Node, the bundle is compiled. Built into preflight.cjs.
const { readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

/**
 * The header before V8's data: its size and checksum, and size and time of the bundle. V8 itself compares only its
 * version, its flags and the length of the source, and would run damaged data.
 */
const HEADER = 24;
/**
 * The wrapper that Node puts around a CommonJS module. It is stored in the file, because concatenating strings would
 * copy the text again, which for this size alone triggers the garbage collector.
 */
const [before, after] = Module.wrap('?').split('?');

/**
 * Flags by version of V8, for Node 20, 22 and 24; another version may lack the flag and would print an error. By default
 * V8 optimizes much that a short run hardly uses afterwards.
 */
const lateModules = {
  11.3: '--interrupt-budget=1000000',
  12.4: '--invocation-count-for-turbofan=50000',
  13.6: '--invocation-count-for-turbofan=50000',
};
/** Lets V8 optimize only what stays hot. To be called before a code cache is read, which was made with the same flags. */
function optimizeLate() {
  const flag = lateModules[process.versions.v8.split('.', 2).join('.')];
  if (flag) setFlagsFromString(flag);
}

/**
 * @param {string} file a CommonJS module between `before` and `after`, all ASCII
 * @param {Buffer} [cachedData]
 */
const compile = (file, cachedData) => new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });

/** Runs what was compiled, like `require`. @param {Script} script @param {string} file */
function run(script, file) {
  const loadedModule = new Module(file);
  loadedModule.filename = file;
  script
    .runInThisContext()
    .call(loadedModule.exports, loadedModule.exports, Module.createRequire(file), loadedModule, file, dirname(file));
  loadedModule.loaded = true;
  return loadedModule.exports;
}

/** @param {string} file @param {Buffer} data @returns {Buffer} the header that fits both */
function headerOf(file, data) {
  const { size, mtimeMs } = statSync(file);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(data.length, 0);
  header.writeInt32LE(sumOf(data), 4);
  header.writeDoubleLE(size, 8);
  header.writeDoubleLE(mtimeMs, 16);
  return header;
}

/** Samples a few bytes of every disk block: detects partial writes at no cost. */
function sumOf(data) {
  let sum = 0;
  for (let i = 0; i + 4 <= data.length; i += 1024) sum = (Math.imul(sum, 31) + data.readInt32LE(i)) | 0;
  return sum;
}

function scriptFrom(file, cache) {
  try {
    const stored = readFileSync(cache),
      data = stored.subarray(HEADER);
    if (!headerOf(file, data).equals(stored.subarray(0, HEADER))) return undefined;
    // if V8 rejects the data, it has compiled the source instead
    return compile(file, data);
  } catch {
    return undefined;
  }
}

/** V8's code cache is for one version of Node on one architecture. */
const platform = `${process.version}-${process.arch}`;

/**
 * Saves V8's code cache of this run beside a bundle, because the package comes without one. The next run starts in
 * three quarters of the time.
 */
function keep(script, file, cache) {
  process.once('exit', () => {
    const partial = `${cache}.${process.pid}`;
    try {
      const data = script.createCachedData();
      writeFileSync(partial, Buffer.concat([headerOf(file, data), data]), { flag: 'wx' });
      renameSync(partial, cache);
    } catch {
      // a read-only folder or a full disk: the next run starts like this one, and this one ends normally
      try {
        rmSync(partial, { force: true });
      } catch {
        // a conflicting file was not made by Preflight
      }
    }
  });
}

/** @param {string} folder of the bundle @param {string} name of it, without `.cjs` @returns its exports */
function load(folder, name) {
  if (name !== 'server') optimizeLate();
  const file = join(folder, `${name}.cjs`),
    own = join(folder, `${name}-${platform}.cache`);
  let script = scriptFrom(file, own);
  if (!script) {
    script = scriptFrom(file, join(folder, `${name}.cache`)) ?? compile(file);
    if (script.cachedDataRejected !== false && !process.env.NODE_DISABLE_COMPILE_CACHE) keep(script, file, own);
  }
  return run(script, file);
}

module.exports = { before, after, compile, run, headerOf, load, late: lateModules, optimizeLate };

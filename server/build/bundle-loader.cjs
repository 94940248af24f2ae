// Loads lint.cjs, server.cjs or commands.cjs with V8's code cache, so that the bundle is not compiled at every start:
// linting one small file takes 0.92 of the CPU time without a cache (30 pairs), and `ci` 0.79. If the cache is
// missing, damaged, or of another bundle or version of Node, the bundle is compiled. Part of preflight.cjs.
const { readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { setFlagsFromString } = require('node:v8');
const { Script } = require('node:vm');

/**
 * The size of the header before V8's data. It contains the size and checksum of the data, and the size and time of the
 * bundle. V8 compares only its version, its flags and the length of the source, and would run damaged data.
 */
const HEADER = 24;
/**
 * The wrapper that Node puts around a CommonJS module. The build writes it into the bundle, because concatenating such
 * long strings at run time would start the garbage collector.
 */
const [before, after] = Module.wrap('?').split('?');

/**
 * The flags that delay optimization, by version of V8 in Node 20, 22 and 24. Another version may not know the flag and
 * would print an error. By default V8 optimizes functions that a short run no longer needs.
 */
const lateModules = {
  11.3: '--interrupt-budget=1000000',
  12.4: '--invocation-count-for-turbofan=50000',
  13.6: '--invocation-count-for-turbofan=50000',
};
/**
 * Lets V8 optimize only functions that are called often. Must be called before a code cache is read, which depends on
 * the flags.
 */
function optimizeLate() {
  const flag = lateModules[process.versions.v8.split('.', 2).join('.')];
  if (flag) setFlagsFromString(flag);
}

/**
 * Compiles a bundle.
 * @param {string} file a CommonJS module between `before` and `after`, only ASCII
 * @param {Buffer} [cachedData]
 */
const compile = (file, cachedData) => new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });

/**
 * Runs a compiled module like `require`.
 * @param {Script} script
 * @param {string} file
 */
function run(script, file) {
  const loadedModule = new Module(file);
  loadedModule.filename = file;
  script
    .runInThisContext()
    .call(loadedModule.exports, loadedModule.exports, Module.createRequire(file), loadedModule, file, dirname(file));
  loadedModule.loaded = true;
  return loadedModule.exports;
}

/**
 * @param {string} file
 * @param {Buffer} data
 * @returns {Buffer} the header for this bundle and data
 */
function headerOf(file, data) {
  const { size, mtimeMs } = statSync(file);
  const header = Buffer.alloc(HEADER);
  header.writeUInt32LE(data.length, 0);
  header.writeInt32LE(sumOf(data), 4);
  header.writeDoubleLE(size, 8);
  header.writeDoubleLE(mtimeMs, 16);
  return header;
}

/** A checksum over a few bytes of every disk block. It detects partial writes and costs almost nothing. */
function sumOf(data) {
  let sum = 0;
  for (let i = 0; i + 4 <= data.length; i += 1024) sum = (Math.imul(sum, 31) + data.readInt32LE(i)) | 0;
  return sum;
}

function scriptFrom(file, cache) {
  try {
    const storedBytes = readFileSync(cache),
      data = storedBytes.subarray(HEADER);
    if (!headerOf(file, data).equals(storedBytes.subarray(0, HEADER))) return undefined;
    // if V8 rejects the data, it compiles the source
    return compile(file, data);
  } catch {
    return undefined;
  }
}

/** The part of a file name for one version of Node and architecture, because V8's code cache is valid only there. */
const platform = `${process.version}-${process.arch}`;

/**
 * Saves V8's code cache of this run beside a bundle, because the package contains none. The next run starts in three
 * quarters of the time.
 */
function keep(script, file, cache) {
  process.once('exit', () => {
    const temporaryFile = `${cache}.${process.pid}`;
    try {
      const data = script.createCachedData();
      writeFileSync(temporaryFile, Buffer.concat([headerOf(file, data), data]), { flag: 'wx' });
      renameSync(temporaryFile, cache);
    } catch {
      // if the folder is read-only or the disk is full, the next run compiles the bundle again
      try {
        rmSync(temporaryFile, { force: true });
      } catch {
        // another process may have created a file of this name
      }
    }
  });
}

/**
 * @param {string} folder the folder of the bundle
 * @param {string} name the name of the bundle, without `.cjs`
 * @returns the exports of the bundle
 */
function load(folder, name) {
  if (name !== 'server') optimizeLate();
  const file = join(folder, `${name}.cjs`),
    ownCache = join(folder, `${name}-${platform}.cache`);
  let script = scriptFrom(file, ownCache);
  if (!script) {
    script = scriptFrom(file, join(folder, `${name}.cache`)) ?? compile(file);
    if (script.cachedDataRejected !== false && !process.env.NODE_DISABLE_COMPILE_CACHE) keep(script, file, ownCache);
  }
  return run(script, file);
}

module.exports = { before, after, compile, run, headerOf, load, late: lateModules, optimizeLate };

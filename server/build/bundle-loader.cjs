// Loads a bundle, lint.cjs or server.cjs, with the code that V8 made of it at build time (lint.cache), which saves
// compiling it at every start. Where that code is missing, damaged, of another bundle or of another Node, the bundle is
// compiled. Built into preflight.cjs.
const { readFileSync, renameSync, rmSync, statSync, writeFileSync } = require('node:fs');
const Module = require('node:module');
const { dirname, join } = require('node:path');
const { Script } = require('node:vm');

/**
 * Before what V8 made: its size and sum, and size and time of the bundle. V8 itself compares its version, its flags and
 * the length of the source, nothing else, and would run what is damaged.
 */
const HEADER = 24;
/**
 * What Node puts around a CommonJS module. It stands in the file, because a text that is put together in memory is copied once more, and
 * for texts of that size this alone sets the garbage collector to work.
 */
const [before, after] = Module.wrap('?').split('?');

/** @param {string} file a CommonJS module between `before` and `after`, all ASCII @param {Buffer} [cachedData] */
const compile = (file, cachedData) => new Script(readFileSync(file, 'latin1'), { filename: file, cachedData });

/** Runs what was compiled, as `require` would. @param {Script} script @param {string} file */
function run(script, file) {
  const loaded = new Module(file);
  loaded.filename = file;
  script
    .runInThisContext()
    .call(loaded.exports, loaded.exports, Module.createRequire(file), loaded, file, dirname(file));
  loaded.loaded = true;
  return loaded.exports;
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

/** Of a few bytes in every block of a disk: finds what was written in part, and costs nothing. */
function sumOf(data) {
  let sum = 0;
  for (let i = 0; i + 4 <= data.length; i += 1024) sum = (Math.imul(sum, 31) + data.readInt32LE(i)) | 0;
  return sum;
}

function cached(file, cache) {
  try {
    const stored = readFileSync(cache),
      data = stored.subarray(HEADER);
    if (!headerOf(file, data).equals(stored.subarray(0, HEADER))) return undefined;
    // where V8 rejects the data, it has compiled the source instead
    return compile(file, data);
  } catch {
    return undefined;
  }
}

/** What V8 makes of a bundle is for one version of Node on one architecture. */
const here = `${process.version}-${process.arch}`;

/**
 * Leaves beside a bundle what V8 made of it in this run, for a package comes without. The next run starts in three quarters of the time.
 */
function keep(script, file, cache) {
  process.once('exit', () => {
    const partial = `${cache}.${process.pid}`;
    try {
      const data = script.createCachedData();
      writeFileSync(partial, Buffer.concat([headerOf(file, data), data]), { flag: 'wx' });
      renameSync(partial, cache);
    } catch {
      // a folder that cannot be written, a full disk: the next run starts as this one did, and this one ends as it would have
      try {
        rmSync(partial, { force: true });
      } catch {
        // what is in the way is not ours
      }
    }
  });
}

/** @param {string} folder of the bundle @param {string} name of it, without `.cjs` @returns what it exports */
function load(folder, name) {
  const file = join(folder, `${name}.cjs`),
    own = join(folder, `${name}-${here}.cache`);
  let script = cached(file, own);
  if (!script) {
    script = cached(file, join(folder, `${name}.cache`)) ?? compile(file);
    if (script.cachedDataRejected !== false && !process.env.NODE_DISABLE_COMPILE_CACHE) keep(script, file, own);
  }
  return run(script, file);
}

module.exports = { before, after, compile, run, headerOf, load };

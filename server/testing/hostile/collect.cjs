// Loaded before the program that is attacked: when asked, it throws away what nobody holds, and tells in bytes what is left.
process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`held ${heapUsed + external}\n`);
});

// Preloaded into the attacked program. On SIGUSR2 it collects garbage, and prints the used memory in bytes and whether
// a request has polluted Object.prototype.
process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`held ${heapUsed + external}${'admin' in {} ? ' polluted' : ''}\n`);
});

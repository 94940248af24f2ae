// Preloaded into the attacked program: on request, it collects garbage and reports the remaining memory in bytes, and
// whether a request has given every object a property.
process.on('SIGUSR2', () => {
  globalThis.gc();
  globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  process.stderr.write(`held ${heapUsed + external}${'admin' in {} ? ' polluted' : ''}\n`);
});

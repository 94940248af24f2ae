// Modules of Node that few runs need are loaded when one of their functions is first called: node:crypto and node:child_process alone
// would cost every start a few milliseconds.
const late = { 'node:crypto': ['createHash'], 'node:child_process': ['spawnSync'] };

/** An esbuild plugin. A function that is not listed fails the build, because it cannot be imported. */
export const lateBuiltins = {
  name: 'late-builtins',
  setup(build) {
    build.onResolve({ filter: /^node:(crypto|child_process)$/ }, ({ path, namespace }) => (namespace === 'late' ? undefined : { path, namespace: 'late' }));
    build.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
      contents: late[path].map(name => `export const ${name} = (...args) => require(${JSON.stringify(path)}).${name}(...args);`).join('\n'),
    }));
  },
};

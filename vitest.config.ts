import { defineConfig } from 'vitest/config';

// `npm test` runs the short tests. Tests that check thousands of texts, or start the built command many times, are run
// by `npm run test:long`.
const longTests = '**/*.long.test.ts';
const folders = '{server,rules,schemas,samples,client}';
// These tests replace modules or change the state of a module, so each of them loads its own modules. All other tests
// share loaded modules, because loading would take most of their time.
const isolatedFiles = [
  'testing/new-reference',
  'state/write',
  'state/windows',
  'state/exchanged',
  'core/json/by-text',
].map(name => `server/${name}.test.ts`);
// This test counts the steps of V8, which slows down all other code in its process.
const countingFiles = ['server/testing/growth.long.test.ts'];
// long tests take minutes, and even more while the machine has other work
const longTimeouts = { testTimeout: 600_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
export default defineConfig({
  test: {
    // all cores are used; by default, one is kept for the main process, which has little to do
    maxWorkers: '100%',
    // compiled modules are kept for later runs, until `npm ci`, because compiling takes most of the time of a run of
    // one file
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'short',
          include: [`${folders}/**/*.test.ts`],
          exclude: [longTests, ...isolatedFiles],
          isolate: false,
          ...timeouts,
        },
      },
      { test: { name: 'short, apart', include: isolatedFiles, ...timeouts } },
      {
        test: {
          name: 'long',
          include: [`${folders}/${longTests}`],
          exclude: countingFiles,
          isolate: false,
          ...longTimeouts,
        },
      },
      { test: { name: 'long, apart', include: countingFiles, ...longTimeouts } },
    ],
  },
});

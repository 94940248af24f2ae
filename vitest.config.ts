import { defineConfig } from 'vitest/config';

// `npm test` is what a person waits for; what goes through thousands of texts, or starts the built command for each
// sentence, is `npm run test:long`.
const long = '**/*.long.test.ts';
const folders = '{server,rules,schemas,samples,client}';
// These exchange modules or change what one keeps, so they share none; all others load theirs once, which would be most of their time.
const mocking = ['testing/new-reference', 'state/write', 'state/windows', 'state/exchanged', 'core/json/by-text'].map(
  name => `server/${name}.test.ts`,
);
// This counts what V8 runs, which slows whatever else is in its process.
const counting = ['server/testing/growth.long.test.ts'];
// minutes of work, with what other work leaves of the machine
const patience = { testTimeout: 600_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 30_000 } } };
export default defineConfig({
  test: {
    // all cores: by default one is kept for the process that starts the others, which has little to do
    maxWorkers: '100%',
    // what one run has compiled the next ones read, until `npm ci`: most of what a run of one file takes
    experimental: { fsModuleCache: true },
    projects: [
      {
        test: {
          name: 'short',
          include: [`${folders}/**/*.test.ts`],
          exclude: [long, ...mocking],
          isolate: false,
          ...timeouts,
        },
      },
      { test: { name: 'short, apart', include: mocking, ...timeouts } },
      {
        test: { name: 'long', include: [`${folders}/${long}`], exclude: counting, isolate: false, ...patience },
      },
      { test: { name: 'long, apart', include: counting, ...patience } },
    ],
  },
});

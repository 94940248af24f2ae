import { defineConfig } from 'vitest/config';

// `npm test` is what a person waits for; what goes through thousands of texts is `npm run test:long`.
const long = '**/*.long.test.ts';
const folders = '{server,rules,schemas,samples,client}';
// These exchange modules, so they share none; all others load theirs once, which would be most of their time.
const mocking = ['server/testing/new-reference.test.ts', 'server/host/write.test.ts'];
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 };
export default defineConfig({
  test: {
    // all cores: by default one is kept for the process that starts the others, which has little to do
    maxWorkers: '100%',
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
      // minutes of work on a machine that has other work too
      { test: { name: 'long', include: [`${folders}/**/*.long.test.ts`], testTimeout: 300_000, hookTimeout: 60_000 } },
    ],
  },
});

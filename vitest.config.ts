import { defineConfig } from 'vitest/config';

// `npm test` is what a person waits for; what goes through thousands of texts is `npm run test:long`.
const long = '**/*.long.test.ts';
const folders = '{server,rules,schemas,samples,client}';
// It exchanges modules, so it shares none; all others load theirs once, which is most of the time that they would take.
const mocking = 'server/testing/new-reference.test.ts';
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 };
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'short',
          include: [`${folders}/**/*.test.ts`],
          exclude: [long, mocking],
          isolate: false,
          ...timeouts,
        },
      },
      { test: { name: 'short, apart', include: [mocking], ...timeouts } },
      { test: { name: 'long', include: [`${folders}/**/*.long.test.ts`], ...timeouts } },
    ],
  },
});

import { defineConfig } from 'vitest/config';

// `npm test` is what a person waits for; what goes through thousands of texts is `npm run test:long`.
const long = '**/*.long.test.ts';
const folders = '{server,rules,schemas,samples,client}';
const timeouts = { testTimeout: 60_000, hookTimeout: 60_000 };
export default defineConfig({
  test: {
    projects: [
      { test: { name: 'short', include: [`${folders}/**/*.test.ts`], exclude: [long], ...timeouts } },
      { test: { name: 'long', include: [`${folders}/**/*.long.test.ts`], ...timeouts } },
    ],
  },
});

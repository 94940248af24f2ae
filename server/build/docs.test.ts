import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('rules/README.md is fresh: run "npm run docs" if this fails', () => {
  expect(() =>
    execFileSync(process.execPath, [new URL('docs.mjs', import.meta.url).pathname, '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});

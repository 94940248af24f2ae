import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the pages generated from the rules and commands are current (if not, run "npm run docs")', () => {
  expect(() =>
    execFileSync(process.execPath, [new URL('docs.mjs', import.meta.url).pathname, '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});

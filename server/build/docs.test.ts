import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the pages made from the rules and commands are current: run "npm run docs" if this fails', () => {
  expect(() =>
    execFileSync(process.execPath, [new URL('docs.mjs', import.meta.url).pathname, '--check'], { stdio: 'pipe' }),
  ).not.toThrow();
});

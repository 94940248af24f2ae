import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { preflight } from '../server/testing/preflight.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// `npx vitest run samples -u` writes them again: read the difference before you commit it
test.each([['compact', 'txt'], ['pretty', 'txt'], ['json', 'json'], ['markdown', 'md'], ['github', 'txt'], ['junit', 'xml']])('lint samples as %s', async (format, ending) => {
  const { code, stdout } = await preflight(['lint', 'samples', '--format', format, '--no-color'], root);
  expect(code).toBe(1);
  await expect(stdout).toMatchFileSnapshot(`golden/lint.${format}.${ending}`);
});

test('the safe fixes of the broken samples, as a patch', async () => {
  const { stdout } = await preflight(['lint', 'samples/broken', '--fix', '--diff', '--quiet'], root);
  await expect(stdout).toMatchFileSnapshot('golden/fix.diff');
});

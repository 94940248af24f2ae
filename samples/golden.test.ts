import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { preflight } from '../server/testing/preflight.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// `npx vitest run samples -u` writes it again: read the difference before you commit it. Other formats: server/view/printers.test.ts
test('lint samples', async () => {
  const { code, stdout } = await preflight(['lint', 'samples', '--format', 'compact', '--no-color'], root);
  expect(code).toBe(1);
  await expect(stdout).toMatchFileSnapshot('golden/lint.compact.txt');
});

test('the safe fixes of the broken samples, as a patch', async () => {
  const { stdout } = await preflight(['lint', 'samples/broken', '--fix', '--diff', '--quiet'], root);
  await expect(stdout).toMatchFileSnapshot('golden/fix.diff');
});
test('all fixes of the broken samples, as a patch', async () => {
  const { stdout } = await preflight(['lint', 'samples/broken', '--fix', '--unsafe', '--diff', '--quiet'], root);
  await expect(stdout).toMatchFileSnapshot('golden/fix-unsafe.diff');
});

test('the picture of the README is what the terminal shows', async () => {
  const drawing = '../server/build/picture.mjs';
  const { picture } = (await import(drawing)) as { picture(text: string, title: string): string };
  const exports = ['cleaning-receptionist', 'pharmacy-chat'].map(name => `samples/exports/${name}.json`);
  const { stdout } = await preflight(['lint', ...exports], root, { env: { FORCE_COLOR: '1' } });
  expect(stdout).toContain('\u001b[');
  await expect(picture(stdout, 'npx preflight lint')).toMatchFileSnapshot('../docs/lint.svg');
});

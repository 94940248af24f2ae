import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { lintJson, preflight } from '../server/testing/preflight.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

// `npx vitest run samples -u` writes them again: read the difference before you commit it
test.each([
  ['compact', 'txt'],
  ['pretty', 'txt'],
  ['json', 'json'],
  ['markdown', 'md'],
  ['github', 'txt'],
  ['junit', 'xml'],
])('lint samples as %s', async (format, ending) => {
  const { code, stdout } = await preflight(['lint', 'samples', '--format', format, '--no-color'], root);
  expect(code).toBe(1);
  await expect(stdout).toMatchFileSnapshot(`golden/lint.${format}.${ending}`);
});

test('the safe fixes of the broken samples, as a patch', async () => {
  const { stdout } = await preflight(['lint', 'samples/broken', '--fix', '--diff', '--quiet'], root);
  await expect(stdout).toMatchFileSnapshot('golden/fix.diff');
});
test('all fixes of the broken samples, those of published versions too, as a patch', async () => {
  const { stdout } = await preflight(['lint', 'samples/broken', '--fix', '--unsafe', '--diff', '--quiet'], root);
  await expect(stdout).toMatchFileSnapshot('golden/fix-unsafe.diff');
});

test('the picture of the README is what the terminal shows', async () => {
  const drawing = '../server/build/picture.mjs';
  const { picture } = (await import(drawing)) as { picture(text: string, title: string): string };
  const { stdout } = await preflight(['lint', 'samples/broken/numbers/main.phone-number.json'], root, {
    env: { FORCE_COLOR: '1' },
  });
  const findings = stdout.split('\n\n').slice(0, 6).join('\n\n');
  expect(findings).toContain('\u001b[');
  await expect(picture(findings, 'npx preflight lint')).toMatchFileSnapshot('lint.svg');
});

test('what the README says of schemas alone is still so', async () => {
  const { findings } = await lintJson(['samples'], root);
  const bySchema = new Set(rules.flatMap(rule => ('violates' in rule ? [rule.id] : [])));
  const [, all, alone] = /Of the (\d+) findings in `samples\/broken` they alone would give (\d+)/.exec(
    readFileSync(`${root}README.md`, 'utf8'),
  )!;
  expect([findings.length, findings.filter(({ rule }) => bySchema.has(rule)).length]).toEqual([
    Number(all),
    Number(alone),
  ]);
});

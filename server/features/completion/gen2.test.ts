import { test } from 'vitest';
import { writeFileSync, readFileSync } from 'node:fs';
import { labels } from '../../testing/accepted.ts';
test('gen', () => {
  const files = /const files = `([\s\S]*?)`;/.exec(readFileSync('server/features/completion/order.test.ts', 'utf8'))![1]!;
  const cases = JSON.parse(readFileSync('/tmp/lab.json', 'utf8')) as [string, string, string][];
  writeFileSync('/tmp/labout.json', JSON.stringify(cases.map(([t, f, x]) => [t, f, x, labels(`${files}-- ${f} --\n${x}`)])));
});

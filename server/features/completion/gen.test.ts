import { test } from 'vitest';
import { writeFileSync, readFileSync } from 'node:fs';
import { accepted, askedInConfiguration } from '../../testing/accepted.ts';
test('gen', () => {
  const suites = JSON.parse(readFileSync('/tmp/cases.json', 'utf8')) as Record<string, { fixture: string; cases: [string, string, string][]; config?: boolean; plain?: boolean }>;
  const out: Record<string, string[][]> = {};
  for (const [name, { fixture, cases, config, plain }] of Object.entries(suites)) {
    out[name] = cases.map(([title, text, label]) => {
      const asked = config ? askedInConfiguration(text) : fixture + text;
      return [title, text, label, accepted(asked, label, { snippets: !plain, ruleIds: ['wrong-type', 'unknown-node'] }).replaceAll('\r', '\\r')];
    });
  }
  writeFileSync('/tmp/out.json', JSON.stringify(out));
});

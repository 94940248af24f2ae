import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { stableOf } from '../core/configuration/lint-workspace.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { reported } from '../core/engine/report.ts';
import { applyFixes } from '../core/fixing/apply.ts';
import { openSample } from './samples.ts';

const set = new RuleSet(rules);
const samples = [openSample('clinic'), openSample('broken')];
const junk = fc.constantFrom(
  '',
  ' ',
  ',',
  ':',
  '{',
  '}',
  '[',
  ']',
  '"',
  '\\',
  '//',
  '/*',
  '\n',
  'null',
  '-',
  '1e999',
  '{}',
  '[]',
  '"x"',
  '{{',
  '}}',
  '\ud800',
  '\u0000',
  '__proto__',
  '<<<<<<< HEAD\n',
);

test('whatever is typed into a file, every rule ends, every place is in the text, and fixes leave no worse JSON', () => {
  let broken = 0,
    found = 0;
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.nat({ max: 12 }), junk), { minLength: 1, maxLength: 4 }),
      (pick, edits) => {
        const { workspace, configuration } = samples[pick % samples.length]!;
        const { documents } = workspace;
        const original = documents[Math.floor(pick / samples.length) % documents.length]!;
        const text = edits.reduce((now, [at, length, insert]) => {
          const start = at % (now.length + 1);
          return now.slice(0, start) + insert + now.slice(start + length);
        }, original.text);
        const document = new Document(original.file, text, 1);
        const changed = workspace.with(document);
        const findings = lint(document, changed, set);
        if (!document.valid) broken++;
        found += findings.length;
        for (const finding of findings) expect(finding.rule, finding.message).not.toBe('internal-error');
        for (const {
          range: { start, end },
        } of reported(findings, file => changed.document(file))) {
          expect(start.line).toBeGreaterThan(0);
          expect(start.line).toBeLessThanOrEqual(document.lines.lineCount);
          expect(end.line > start.line || end.column >= start.column).toBe(true);
        }
        for (const finding of findings)
          expect(stableOf(finding, file => changed.document(file), configuration)).toEqual(expect.any(String));
        if (document.valid)
          expect(
            new Document(
              document.file,
              applyFixes(
                document,
                findings.flatMap(finding => finding.fix ?? []),
              ).text,
            ).valid,
          ).toBe(true);
      },
    ),
    { numRuns: 1500 },
  );
  expect(broken).toBeGreaterThan(300);
  expect(found).toBeGreaterThan(3000);
});

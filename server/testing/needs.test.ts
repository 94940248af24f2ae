import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { RuleSet } from '../core/engine/lint.ts';
import type { Rule } from '../core/engine/rule.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { fixtureOf } from './fixture.ts';
import { asking, expectSameFindings, findingsIn } from './quick-looks.ts';
import { openSample } from './samples.ts';

test.each(rules.map(rule => [rule.id, rule] as const))('%s: its examples', (_, { examples }) => {
  for (const { files } of [...examples.invalid, ...examples.valid])
    expectSameFindings(() => fixtureOf(files).workspace);
});

test.each(['clinic', 'broken'] as const)('the sample %s', sample =>
  expectSameFindings(() => openSample(sample).workspace),
);

const corpus = process.env['PREFLIGHT_CORPUS'];
test.runIf(corpus)('the folder named by PREFLIGHT_CORPUS', () => {
  const files = readdirSync(corpus!, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.json'));
  expectSameFindings(
    () => new Workspace(files.map(file => new Document(file, readFileSync(join(corpus!, file), 'utf8')))),
  );
});

test('rules are asked less often for it', () => {
  const count = (from: readonly Rule[]): number => {
    let calls = 0;
    const counted = from.map(rule =>
      'at' in rule ? { ...rule, check: (...of: Parameters<typeof rule.check>) => (calls++, rule.check(...of)) } : rule,
    );
    findingsIn(openSample('clinic').workspace, new RuleSet(counted));
    return calls;
  };
  expect(count(rules)).toBeLessThan(count(asking) / 2);
});

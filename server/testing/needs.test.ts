import { expect, test } from 'vitest';
import { docsOf } from '../core/engine/rule-docs.ts';
import { rules } from '../../rules/index.ts';
import { RuleSet } from '../core/engine/lint.ts';
import type { Rule } from '../core/engine/rule.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { fixtureOf } from './fixture.ts';
import { asking, expectSameFindings, findingsIn } from './quick-looks.ts';
import { corpus, corpusDocuments, openSample } from './samples.ts';

test.each(rules.map(rule => [rule.id, rule] as const))('%s: its examples', (_, rule) => {
  const { examples } = docsOf(rule);
  for (const { files } of [...examples.invalid, ...examples.valid])
    expectSameFindings(() => fixtureOf(files).workspace);
});

test.each(['clinic', 'broken'] as const)('the sample %s', sample =>
  expectSameFindings(() => openSample(sample).workspace),
);

test.runIf(corpus)('the folder named by PREFLIGHT_CORPUS', () =>
  expectSameFindings(() => new Workspace(corpusDocuments())),
);

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

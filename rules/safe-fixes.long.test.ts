import { describe, expect, test } from 'vitest';
import { docsOf } from '../server/core/engine/rule-docs.ts';
import { Document } from '../server/core/document.ts';
import { lint, RuleSet } from '../server/core/engine/lint.ts';
import { chooseFixes } from '../server/core/fixing/choose.ts';
import { fixtureOf } from '../server/testing/fixture.ts';
import { openSample } from '../server/testing/samples.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { rules } from './index.ts';

const ruleSet = RuleSet.of(rules);

/** The safe fixes after which some rule finds what it did not find before. */
function trades({ workspace, id }: { readonly workspace: Workspace; readonly id: string | undefined }): string[] {
  return workspace.documents
    .filter(({ valid }) => valid)
    .flatMap(document => {
      const findings = lint(document, workspace, ruleSet);
      return findings
        .filter(({ rule, fix }) => fix?.safe && (id === undefined || rule === id))
        .flatMap(finding => {
          const { rejectedFixes } = chooseFixes([finding], {
            safeOnly: true,
            outlookBefore: { document, findings: () => findings },
            outlookAfter: text => {
              const changedDocument = new Document(document.file, text, 1);
              return {
                document: changedDocument,
                findings: () => lint(changedDocument, workspace.withDocument(changedDocument), ruleSet),
              };
            },
          });
          return rejectedFixes
            .filter(({ reason }) => reason === 'adds')
            .map(() => `${document.file} ${finding.rule}: ${finding.message}`);
        });
    });
}

// such a fix is not applied without --unsafe; a rule whose own examples have one promises too much
describe('a safe fix leaves a subset of the findings', () => {
  test.each(rules.filter(rule => docsOf(rule).examples.invalid.some(({ fixed }) => fixed !== undefined)))(
    '$id',
    rule => {
      for (const { files } of docsOf(rule).examples.invalid)
        expect(trades({ workspace: fixtureOf(files).workspace, id: rule.id })).toEqual([]);
    },
  );
  test('in the broken sample', () =>
    expect(trades({ workspace: openSample('broken').workspace, id: undefined })).toEqual([]));
});

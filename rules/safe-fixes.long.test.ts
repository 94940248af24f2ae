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

/** The safe fixes after which a rule has a new finding. */
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

// without --unsafe, such a fix is not applied; a rule whose own examples have one should mark it unsafe
describe('a safe fix causes no new finding', () => {
  test.each(rules.filter(rule => docsOf(rule).examples.invalid.some(({ fixedFiles: fixed }) => fixed !== undefined)))(
    'in the examples of $id',
    rule => {
      for (const { files } of docsOf(rule).examples.invalid)
        expect(trades({ workspace: fixtureOf(files).workspace, id: rule.id })).toEqual([]);
    },
  );
  test('in the broken sample', () =>
    expect(trades({ workspace: openSample('broken').workspace, id: undefined })).toEqual([]));
});

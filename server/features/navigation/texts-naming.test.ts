import { describe, expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { baselineOf, baselineText, readBaseline, type Baseline } from '../../core/configuration/baseline.ts';
import { defaultConfiguration } from '../../core/configuration/configuration.ts';
import { identityOf, lintWorkspace } from '../../core/configuration/suppressions-and-baseline.ts';
import { ruleNames } from '../../core/configuration/rule-names.ts';
import { Document } from '../../core/document.ts';
import { RuleSet } from '../../core/engine/lint.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { isRefused, renameAt } from './rename.ts';

const set = new RuleSet(rules);
const flow = `{ "conversation_flow_id": "flow_a", "start_node_id": "greet", "nodes": [
  { "id": "greet", "type": "conversation", "instruction": { "type": "prompt", "text": "Hi {{ caller }} and {{caller}}" }, "edges": [] },
  { "id": "lost", "type": "conversation", "instruction": { "type": "static_text", "text": "" }, "edges": [] } ],
  "default_dynamic_variables": { "caller": 7 } }
`;

describe('a finding stays in the baseline after a rename', () => {
  test.each([
    ['lost"', 'found'],
    ['greet"', 'welcome'],
    ['caller }', 'guest'],
    ['caller"', 'guest_name'],
  ])('of %s', (fixture, newName) => {
    const file = 'a.conversation-flow.json';
    const document = new Document(file, flow),
      workspace = new Workspace([document]);
    const { findings } = lintWorkspace(workspace, set, defaultConfiguration);
    const baseline = baselineOf(findings, finding =>
      identityOf(finding, name => workspace.document(name), defaultConfiguration),
    );
    const settings = new Document('preflight.baseline.json', baselineText(baseline));
    const result = renameAt(
      { workspace, savedWorkspace: workspace, document, offset: flow.indexOf(fixture) + 1 },
      newName,
      [settings],
    );
    if (isRefused(result)) throw new Error(result.refusal);
    const textOf = (document: Document): string =>
      applyTextEdits(
        document.text,
        result.flatMap(edit => ('edits' in edit && edit.file === document.file ? edit.edits : [])),
      )!;
    const after = new Workspace([new Document(file, textOf(document))]),
      heldBaseline = readBaseline(textOf(settings), ruleNames(rules)) as Baseline;
    expect(textOf(document)).toContain(newName);
    expect(findings.length).toBeGreaterThan(2);
    const {
      findings: remainingFindings,
      unusedEntries: unusedFixture,
      baselinedFindings: baselined,
    } = lintWorkspace(after, set, defaultConfiguration, heldBaseline);
    expect([remainingFindings.map(({ message }) => message), unusedFixture, baselined.length]).toEqual([
      [],
      [],
      findings.length,
    ]);
  });
});

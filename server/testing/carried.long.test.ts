import fc from 'fast-check';
import { expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { Document } from '../core/document.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { anyOf } from '../core/json/by-text.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { isVersionChange, changesBetween } from '../compare/changes.ts';
import { identityOf, referencesOf, resolutionOf } from '../core/index/agent-references.ts';
import { openSample } from './samples.ts';

const set = new RuleSet(rules);
/** The findings, resolutions, agents and plan of a workspace, as one text. */
function wordsOf(workspace: Workspace, savedWorkspace: Workspace): string {
  const plan = changesBetween({ workspace: savedWorkspace }, { workspace });
  return JSON.stringify({
    findings: workspace.documents.map(document => lint(document, workspace, set)),
    references: referencesOf(workspace).map(reference => [
      identityOf(reference),
      reference.isLive,
      resolutionOf(reference, workspace),
    ]),
    agents: [...workspace.agents.values()].map(({ id, records, listItems, summaries }) => [
      id,
      ...[records, listItems, summaries].map(places =>
        places.map(({ document: { file }, pointer, value }) => [file, pointer, value]),
      ),
    ]),
    plan: [
      plan.unchangedCount,
      plan.changes
        .filter(isVersionChange)
        .map(({ effect, isLive: live, before, after }) => [
          effect,
          live,
          before?.reference.at.pointer,
          before?.resolution,
          after?.reference.at.pointer,
          after?.resolution,
        ]),
    ],
  });
}

const freshCopy = (workspace: Workspace): Workspace =>
  new Workspace(
    workspace.documents.map(({ file, text }) => new Document(file, text)),
    workspace.facts,
  );
/** Each sample as a workspace, as a fresh copy of the workspace, and as its text by `wordsOf`. */
const samples = (['clinic', 'broken'] as const).map(name => {
  const { workspace } = openSample(name);
  return [workspace, freshCopy(workspace), wordsOf(workspace, workspace)] as const;
});
/** Matches names and values to which other files refer, so that a replacement affects other files. */
const words = anyOf(
  'g',
  /"(?:agent_[^"]*|prod|staging|latest|version|agent_id|llm_[^"]*|conversation_flow_[^"]*|\+[0-9]+|tags|is_published)"/,
  /\b[0-9]+\b|true|false/,
);
const insertions = fc.constantFrom(
  '0',
  '1',
  '3',
  '"prod"',
  '"latest"',
  'null',
  '"agent_frontdesk01"',
  '"agent_x"',
  ',',
  '}',
  '',
);

test('an edited workspace gives the same answers as a workspace built from the edited texts', () => {
  let changedCount = 0;
  fc.assert(
    fc.property(
      fc.nat(),
      fc.array(fc.tuple(fc.nat(), fc.nat(), insertions), { minLength: 1, maxLength: 5 }),
      (pick, edits) => {
        const [savedWorkspace, freshWorkspace, original] = samples[pick % samples.length]!;
        let workspace = savedWorkspace,
          currentText = original;
        for (const [number, place, text] of edits) {
          const before = workspace.documents[number % workspace.documents.length]!,
            places = [...before.text.matchAll(words)];
          if (places.length === 0) continue;
          const match = places[place % places.length]!;
          workspace = workspace.withDocument(
            before.withChanges([{ start: match.index, end: match.index + match[0].length, text }]),
          );
          // asked after every edit, so that later workspaces can reuse the results
          currentText = wordsOf(workspace, savedWorkspace);
        }
        if (currentText !== original) changedCount++;
        const expectedWords = wordsOf(freshCopy(workspace), freshWorkspace);
        if (currentText !== expectedWords) expect(JSON.parse(currentText)).toEqual(JSON.parse(expectedWords));
      },
    ),
    { numRuns: 60 },
  );
  expect(changedCount).toBeGreaterThan(20);
});

import { describe, expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { Document } from '../../core/document.ts';
import { lint, RuleSet } from '../../core/engine/lint.ts';
import { needsOf } from '../../core/domain/variables.ts';
import { applyTextEdits } from '../../core/fixing/apply.ts';
import { agentOf } from '../../core/workspace/records.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { referencesOf, resolutionOf } from '../../core/index/agent-references.ts';
import { occurrencesIn } from '../../core/index/occurrences-in.ts';
import { nameIn, namesIn, type Name } from './index-of-names.ts';
import type { NameKind } from '../../core/index/occurrences.ts';
import { openSample } from '../../testing/samples.ts';
import type { EditedFile, FileRename } from '../file-change.ts';
import { partSpan } from './destinations.ts';
import { isRefused, renameAt } from './rename.ts';
import { scopesIn } from '../../core/index/scopes.ts';

const aboutNames = [
  'invalid-tag-name',
  'unselectable-tag',
  'malformed-',
  'misspelled-',
  'repeated-tool-name',
  'stray-whitespace',
  'placeholder-',
  'analysis-name-of-preset',
  'unknown-mocked-tool',
  'unused-call-variable',
  'equation-without-variable',
];
/** The workspace after an editor has applied the edits. */
function applyEdits(workspace: Workspace, edits: readonly (EditedFile | FileRename)[]): Workspace {
  let after = workspace.documents;
  for (const edit of edits) {
    if ('from' in edit) {
      after = after.map(document => (document.file === edit.from ? new Document(edit.to, document.text) : document));
      continue;
    }
    after = after.map(document =>
      document.file === edit.file ? new Document(edit.file, applyTextEdits(document.text, edit.edits)!) : document,
    );
  }
  return new Workspace(after, workspace.facts);
}

const ruleSet = new RuleSet(rules);
const findingsOf = (workspace: Workspace): string[] =>
  workspace.documents
    .flatMap(document => lint(document, workspace, ruleSet))
    .map(({ rule, severity }) => `${rule} ${severity}`)
    .sort();
/** The selection and variables of every reference, and the number of variables that each agent needs from outside. */
const selections = (workspace: Workspace): string[] =>
  [
    ...needs(workspace),
    ...referencesOf(workspace).map(reference => {
      const { outcome, version, variablesOutcome, variables } = resolutionOf(reference, workspace);
      return `${reference.kind} ${outcome} ${version} ${variablesOutcome} ${Object.values(variables ?? {}).join()} ${reference.isLive}`;
    }),
  ].sort();
const needs = (workspace: Workspace): string[] =>
  workspace.documents
    .filter(({ kind }) => kind === 'agent')
    .flatMap(({ roots }) => roots.map(agentOf))
    .map(agent => `needs ${needsOf(agent, workspace)?.variables.size}`);

/** The list without the items of another list. Each item removes only one equal item. */
function removeEach(list: readonly string[], removals: readonly string[]): string[] {
  const remainder = [...list];
  for (const item of removals) {
    const index = remainder.indexOf(item);
    if (index >= 0) remainder.splice(index, 1);
  }
  return remainder;
}

const kinds: readonly NameKind[] = [
  'agent',
  'llm',
  'conversation-flow',
  'flow-component',
  'node',
  'tool',
  'mcp',
  'state',
  'tag',
  'analysis-field',
  'variable',
];
const newNames: Partial<Record<NameKind, string>> = { tag: 'renamed-tag', variable: 'a "new" näme\\' };

/** One name of each scope, at the first place where it occurs, by kind, name and scope. */
function everyName(workspace: Workspace): Map<string, Name> {
  const names = new Map<string, Name>();
  for (const kind of kinds)
    for (const document of workspace.documents)
      for (const [name, [first]] of occurrencesIn(document, kind)) {
        const key = `${kind} ${name} ${scopesIn(first!, workspace).join()}`;
        if (!names.has(key)) names.set(key, nameIn(document, first!));
      }
  return names;
}

describe.each(['clinic', 'broken'] as const)('renaming each name of samples/%s', folder => {
  const { workspace } = openSample(folder);
  const before = { findings: findingsOf(workspace), selections: selections(workspace) };
  const names = [...everyName(workspace)];
  test('finds names of all kinds', () => expect(new Set(names.map(([, { kind }]) => kind)).size).toBeGreaterThan(8));
  test.each(kinds)('of kind %s changes nothing else', kind => {
    for (const [key, name] of names) {
      if (name.kind !== kind) continue;
      const newName = newNames[kind] ?? `renamed_${kind.replace('-', '_')}`;
      const request = {
        workspace,
        savedWorkspace: workspace,
        document: name.at.document,
        offset: partSpan(name.at, name.part)!.start,
      };
      const edits = renameAt(request, newName);
      if (isRefused(edits)) {
        expect(edits.refusal, key).not.toBe('');
        continue;
      }
      const after = applyEdits(workspace, edits);
      const findings = findingsOf(after);
      // a former misspelling of the old name resembles no name after the rename, so it is reported as an unset
      // variable
      const misspellings = removeEach(before.findings, findings).filter(finding =>
        finding.startsWith('misspelled-variable'),
      );
      const expected = [...before.findings, ...misspellings.map(() => 'unset-variable warning')];
      // other records may use the old name, and nothing sets it after the rename; that is reported only once no file
      // sets it
      const isLeft =
        kind === 'variable' && [...everyName(after).values()].some(otherName => otherName.name === name.name);
      if (isLeft) expected.push('unset-variable info');
      expect({ key, selections: selections(after), brought: removeEach(findings, expected) }).toEqual({
        key,
        selections: before.selections,
        brought: [],
      });
      // findings about an invalid name, or a name similar to another one, disappear with the rename
      expect(
        removeEach(before.findings, findings).filter(finding => !aboutNames.some(rule => finding.startsWith(rule))),
        key,
      ).toEqual([]);
      for (const document of after.documents)
        for (const remainingName of namesIn(document, kind, name.name))
          expect(scopesIn(remainingName, after), `${key} in ${document.file}`).not.toEqual(scopesIn(name, workspace));
      // renaming back restores the exact texts, unless the original name is invalid as a new name
      const newFiles = new Map(edits.flatMap(edit => ('from' in edit ? [[edit.from, edit.to] as const] : [])));
      const next = after.document(newFiles.get(name.at.document.file) ?? name.at.document.file)!;
      const rename = renameAt(
        { workspace: after, savedWorkspace: after, document: next, offset: request.offset },
        name.name,
      );
      if (folder === 'broken' && isRefused(rename)) continue;
      expect(
        isRefused(rename)
          ? `${key}: ${rename.refusal}`
          : applyEdits(after, rename).documents.map(({ file, text }) => [file, text]),
      ).toEqual(workspace.documents.map(({ file, text }) => [file, text]));
    }
  });
});

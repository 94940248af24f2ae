import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { rules } from '../../../rules/index.ts';
import { fixtureOf } from '../../testing/fixture.ts';
import { openSample } from '../../testing/samples.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { examplesOf } from './rule-docs.ts';
import { plainFindings, RuleSet } from './lint.ts';

const pages = new URL('../../../rules/', import.meta.url);
/** The workspaces of the samples and of the examples of all rules. */
function* workspaces(): Generator<Workspace> {
  for (const name of ['clinic', 'broken'] as const) yield openSample(name).workspace;
  for (const file of readdirSync(pages).filter(name => name.endsWith('.md')))
    for (const { files } of examplesOf(readFileSync(new URL(file, pages), 'utf8')))
      if (files.includes('-- ')) yield fixtureOf(files).workspace;
}

test('rules that declare to read only records read nothing else of other files', () => {
  const recordRules = rules.filter(rule => 'at' in rule && rule.reads === 'records'),
    set = new RuleSet(recordRules);
  expect(recordRules.length).toBeGreaterThan(10);
  for (const workspace of workspaces())
    for (const document of workspace.documents) {
      const otherDocuments = workspace.documents.filter(other => other !== document),
        contents = { versions: new Map(otherDocuments.map(other => [other.file, [other]])), isRead: false };
      plainFindings(document, workspace.recording(contents), set, {});
      expect(contents.isRead, document.file).toBe(false);
    }
});

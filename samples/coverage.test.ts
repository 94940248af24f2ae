import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { Document } from '../server/core/document.ts';
import { lint, RuleSet } from '../server/core/engine/lint.ts';
import { reported } from '../server/core/engine/report.ts';
import { kindNames } from '../server/core/kinds.ts';
import { entryOf, marksOf, rootOf } from '../server/core/shapes.ts';
import { parseText, valueOf } from '../server/core/syntax/parse.ts';
import type { Facts } from '../server/core/workspace/facts.ts';
import { Workspace } from '../server/core/workspace/workspace.ts';

const CONFIG = 'preflight.config.json';
const set = new RuleSet(rules);

/** A folder of the samples as the workspace that it is. */
function open(folder: string): Workspace {
  const root = new URL(`./${folder}/`, import.meta.url);
  const read = (file: string): string => readFileSync(new URL(file, root), 'utf8');
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).map(file => file.replaceAll('\\', '/')).filter(file => /\.jsonc?$/.test(file) && file !== CONFIG).sort();
  const facts = valueOf(parseText(read(CONFIG), true).tape) as unknown as Partial<Facts>;
  return new Workspace(files.map(file => new Document(file, read(file))), { ...facts, today: '2026-01-15' });
}
const findings = (workspace: Workspace) => reported(workspace.documents.flatMap(document => lint(document, workspace, set)), file => workspace.document(file));
const lines = (workspace: Workspace) => findings(workspace).map(f => `${f.file}:${f.range.start.line}:${f.range.start.column} ${f.severity} ${f.rule}: ${f.message}`);

describe('the clinic', () => {
  const clinic = open('clinic');
  test('has no finding, not even an info', () => expect(lines(clinic)).toEqual([]));
  test('has every kind of file', () => expect(kindNames.filter(kind => !clinic.documents.some(document => document.kind === kind))).toEqual([]));
  test('has only files that are ours', () => expect(clinic.documents.filter(document => !document.kind).map(document => document.file)).toEqual([]));
  test('has every field of the agent settings table somewhere', () => {
    const used = new Set(clinic.documents.filter(document => document.kind === 'agent').flatMap(document => Object.keys(document.value as object)));
    const settings = Object.entries(entryOf(rootOf('agent-settings')).props ?? {}).filter(([, id]) => !marksOf(id)['x-not-shown'] && !marksOf(id).deprecated);
    expect(settings.map(([name]) => name).filter(name => !used.has(name))).toEqual([]);
  });
});

describe('its broken twin', () => {
  const broken = open('broken');
  test('shows every rule at work', () => {
    const fired = new Set(findings(broken).map(finding => finding.rule));
    expect(rules.map(rule => rule.id).filter(id => !fired.has(id))).toEqual([]);
  });
  test('breaks no rule itself', () => expect(lines(broken).filter(line => line.includes(' internal-error'))).toEqual([]));
});

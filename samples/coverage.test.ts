import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { settle } from '../server/core/configuration/suppressions-and-baseline.ts';
import { lint, RuleSet } from '../server/core/engine/lint.ts';
import { reportFindings } from '../server/core/engine/report.ts';
import { kindNames } from '../server/core/kinds.ts';
import { entryOf, marksOf, rootOf } from '../server/core/shapes/table.ts';
import { openSettings, openWorkspace } from '../server/state/open.ts';

/** Far from when they were written: the samples do not grow old. */
const today = '2030-01-01';
const set = new RuleSet(rules);
/** A mistake of ours, what only a change has, and what makes a configuration unusable: no workspace can be made to show them. */
const neverFires = [
  'internal-error',
  ...rules.filter(({ group, severity }) => group === 'configuration' && severity === 'error').map(({ id }) => id),
  ...rules.filter(rule => 'step' in rule && rule.step === 'comparing').map(({ id }) => id),
];

/** A folder of the samples, and every finding in it. */
function open(folder: string) {
  const settings = openSettings(fileURLToPath(new URL(folder, import.meta.url)), rules);
  const { configuration } = settings;
  const { workspace, unknownFiles: foreign, unreadableFindings } = openWorkspace(settings, { today });
  const all = [
    ...workspace.documents.flatMap(document => lint(document, workspace, set, configuration.severityOf)),
    ...unreadableFindings,
  ];
  const documents = new Map(
    [...workspace.documents, ...(configuration.document ? [configuration.document] : [])].map(document => [
      document.file,
      document,
    ]),
  );
  return {
    workspace,
    foreign,
    findings: reportFindings(settle(all, workspace, configuration).findings, file => documents.get(file)),
  };
}

describe('the clinic', () => {
  const {
    workspace: { documents },
    foreign,
    findings,
  } = open('clinic');
  test('has no finding, not even an info', () => {
    expect(
      findings.map(
        ({ file, range: { start }, severity, rule, message }) =>
          `${file}:${start.line}:${start.column} ${severity} ${rule}: ${message}`,
      ),
    ).toEqual([]);
  });
  test('has every kind of file, and no other', () => {
    expect(kindNames.filter(kind => !documents.some(document => document.kind === kind))).toEqual([]);
    expect(foreign).toEqual([]);
  });
  test('has every field of the agent settings table', () => {
    const used = new Set(
      documents
        .filter(document => document.kind === 'agent')
        .flatMap(document => Object.keys(document.value as object)),
    );
    const settings = Object.entries(entryOf(rootOf('agent-settings')).props ?? {}).filter(
      ([, id]) => !marksOf(id)['x-not-shown'] && !marksOf(id).deprecated,
    );
    expect(settings.map(([name]) => name).filter(name => !used.has(name))).toEqual([]);
  });
});

test('every rule is at work in the broken twin', () => {
  const { findings } = open('broken');
  expect([...new Set(findings.filter(({ rule }) => neverFires.includes(rule)).map(({ message }) => message))]).toEqual(
    [],
  );
  const fired = new Set(findings.map(({ rule }) => rule));
  expect(rules.map(rule => rule.id).filter(id => !fired.has(id) && !neverFires.includes(id))).toEqual([]);
});

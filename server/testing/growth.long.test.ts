import { readFileSync } from 'node:fs';
import { stepsOf, type Steps } from './steps.ts';
import { describe, expect, test } from 'vitest';
import { rules } from '../../rules/index.ts';
import { baselineOf, baselineText, withoutBaselined, type Identity } from '../core/configuration/baseline.ts';
import { defaultConfiguration, type Suppression } from '../core/configuration/configuration.ts';
import { settle, identityOf } from '../core/configuration/suppressions-and-baseline.ts';
import { Document } from '../core/document.ts';
import { chooseFixes, type Outlook } from '../core/fixing/choose.ts';
import { lint, RuleSet } from '../core/engine/lint.ts';
import { reportFindings } from '../core/engine/report.ts';
import { pointerOf, type Finding } from '../core/finding.ts';
import { isEqual } from '../core/json/json.ts';
import { anyOf } from '../core/json/by-text.ts';
import { nearest } from '../core/wording.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { formats } from '../view/formats/index.ts';
import { families, type Family } from './grown.ts';
import { workspaces } from './grown-workspaces.ts';
import { plainOptions } from './report-fixture.ts';
import { affectedBy } from '../compare/affected.ts';
import { changesBetween } from '../compare/changes.ts';
import { driftBetween } from '../compare/drift.ts';
import { takeOver } from '../compare/drift-edits.ts';
import { driftSides } from '../compare/drift-values.ts';
import { entriesOf } from '../compare/entries.ts';
import { referencesOf, resolutionOf } from '../core/index/agent-references.ts';
import { Room } from '../core/room.ts';
import { withCandidates } from '../simulator/resolution.ts';
import { paint } from '../view/paint.ts';
import type { MadePlan } from '../view/plan-report.ts';
import { publishedJson } from '../view/printable.ts';
import { ReachReport } from '../view/reach-report.ts';
import { followReference } from '../view/resolve-report.ts';
import { affectedBlocks, affectedOutput } from '../view/results/affected.ts';
import { driftBlocks, driftOutput } from '../view/results/drift.ts';
import { plansHtml, plansMarkdown, plansOutput, plansText } from '../view/results/plans.ts';
import { reachedBlocks } from '../view/results/reach.ts';
import { resolveBlocks } from '../view/results/resolve.ts';
import { viewText } from '../view/text.ts';
import { entryFamilies } from './entered.ts';

const SIZE = 96;
/**
 * The maximum factor by which the steps may grow for four times the input: four, times the growth of the logarithm (for
 * sorting), times 1.5 as a reserve.
 */
const MAX_FACTOR = 4 * (Math.log(4 * SIZE) / Math.log(SIZE)) * 1.5;
/** Code with at most twelve steps per item is fast enough, and is not checked. */
const MAX_UNCHECKED_STEPS = 12 * 4 * SIZE;
/**
 * The functions whose own steps are not checked. Searches for similar names have a test of their own, because their cost
 * jumps with the number of names; the steps of binary searches and of letter-by-letter comparisons are counted at the
 * callers.
 */
const searches: readonly (readonly [file: string, name: string])[] = [
  ['neighbours.ts', ''],
  ['syntax/search.ts', ''],
  ['domain/meant-variables.ts', 'isTypo '],
];
const isSearch = (place: string): boolean =>
  searches.some(([file, name]) => place.startsWith(`server/core/${file} ${name}`));

const set = new RuleSet(rules);
const workspaceOf = (files: Readonly<Record<string, string>>): Workspace =>
  new Workspace(
    Object.entries(files).map(([file, text]) => new Document(file, text)),
    { today: '2026-01-15' },
  );
const lintAll = (workspace: Workspace): Finding[] =>
  workspace.documents.flatMap(document => lint(document, workspace, set));

/** The code that ran more often than allowed in the larger run, each as `place: times → times`. */
const growthOver = (few: Steps, many: Steps): string[] =>
  many.outgrown(few, times => Math.max(MAX_UNCHECKED_STEPS, times * MAX_FACTOR)).filter(place => !isSearch(place));

test('the counts of V8 are reproducible and reveal quadratic code', () => {
  const list = (n: number) => Array.from({ length: n }, (_, i) => i);
  const linear = (n: number) => stepsOf(() => isEqual(list(n), list(n)), 32);
  const quadratic = (n: number) => stepsOf(() => list(n).forEach(() => isEqual(list(n), list(n))), 32);
  linear(4 * SIZE);
  expect(linear(4 * SIZE).total).toBe(linear(4 * SIZE).total);
  expect(growthOver(linear(SIZE), linear(4 * SIZE))).toEqual([]);
  expect(growthOver(quadratic(SIZE), quadratic(4 * SIZE))).not.toEqual([]);
});

test('each exception names an existing file or function', () => {
  for (const [file, name] of searches) {
    const text = readFileSync(new URL(`../core/${file}`, import.meta.url), 'utf8');
    expect(text, file).toContain(name && `function ${name.trim()}(`);
  }
});

test('the nearest of many names is found without comparing all of them', () => {
  const search = (n: number): number => {
    const names = new Set(Array.from({ length: n }, (_, i) => `name_${i}_of_many`));
    const misspellings = [...names].map(name => name.replace('many', 'mnay'));
    const steps = stepsOf(() => misspellings.forEach(misspelling => nearest(misspelling, names)), 32);
    return steps.total;
  };
  search(SIZE);
  expect(search(16 * SIZE)).toBeLessThan(search(4 * SIZE) * MAX_FACTOR);
});

describe('linting with any rule takes at most n log n steps', () => {
  test.each([...workspaces, ...families()])('$name', ({ files }: Family) => {
    const stepsAt = (n: number): Steps => {
      const workspace = workspaceOf(files(n));
      return stepsOf(() => lintAll(workspace), 32);
    };
    lintAll(workspaceOf(files(8)));
    expect(growthOver(stepsAt(SIZE), stepsAt(4 * SIZE))).toEqual([]);
  });
});

/** The operations on findings whose steps are counted: sorting, suppressing, baseline, printing. */
const operations: Readonly<Record<string, (workspace: Workspace, findings: readonly Finding[]) => void>> = {
  'a report': (workspace, findings) => reportFindings(findings, file => workspace.document(file)),
  'a baseline': (workspace, findings) => {
    const answerOf = (finding: Finding): Identity =>
      identityOf(finding, file => workspace.document(file), defaultConfiguration);
    const baseline = baselineOf(findings, answerOf);
    baselineText(baseline);
    withoutBaselined(findings, baseline, answerOf, () => true);
  },
  'a choice of fixes': ({ documents }, findings) => {
    const outlookOf = (document: Document): Outlook => ({
      document,
      findings: () => lint(document, new Workspace([document], { today: '2026-01-15' }), set),
    });
    for (const document of documents)
      chooseFixes(
        findings.filter(({ file, fix }) => fix && file === document.file),
        { outlookBefore: outlookOf(document), outlookAfter: text => outlookOf(new Document(document.file, text)) },
      );
  },
  suppressions: (workspace, findings) => {
    const document = new Document('preflight.config.json', '{}');
    const suppress = findings.map(({ rule, file, target }, i): Suppression => ({
      rule,
      file,
      at: i % 2 === 0 ? pointerOf(target) : `${pointerOf(target)}/gone`,
      reason: 'known',
      document,
      pointer: `/suppress/${i}`,
    }));
    settle(findings, workspace, { ...defaultConfiguration, document, suppress });
  },
  ...Object.fromEntries(
    Object.entries(formats).map(([format, { print }]) => [
      `the format ${format}`,
      (workspace: Workspace, findings: readonly Finding[]) => {
        const documentOf = (file: string) => workspace.document(file);
        const summary = { files: 1, errors: findings.length, warnings: 0, infos: 0 };
        const ruleOf = new Map(rules.map(rule => [rule.id, rule]));
        print(
          {
            findings: reportFindings(findings, documentOf),
            summary,
            rules: ruleOf,
            documentOf,
            stablePointerOf: ({ pointer }) => pointer,
          },
          plainOptions,
        );
      },
    ]),
  ),
};
const wrongFamilies = workspaces.filter(({ name }) =>
  /one key many times|nothing sets|wrong tasks|unknown keys|repeated/.test(name),
);

/** The findings in a family of size `n`, cached because all operations use the same findings. */
const findingsOf = new Map<string, readonly Finding[]>();
function workspaceWithFindings({ name, files }: Family, n: number): [Workspace, readonly Finding[]] {
  const key = `${n} ${name}`;
  if (!findingsOf.has(key)) findingsOf.set(key, lintAll(workspaceOf(files(n))));
  return [workspaceOf(files(n)), findingsOf.get(key)!];
}

describe.each(Object.keys(operations))('%s of many findings takes no more than n log n', name => {
  test.each(wrongFamilies)('$name', family => {
    const stepsAt = (n: number): Steps => {
      const [workspace, findings] = workspaceWithFindings(family, n);
      return stepsOf(() => operations[name]!(workspace, findings), 32);
    };
    stepsAt(8);
    expect(growthOver(stepsAt(SIZE), stepsAt(4 * SIZE))).toEqual([]);
  });
});

/** Functions that print all entries and references of a workspace and of a change to it. */
const printers: Readonly<Record<string, (before: Workspace, after: Workspace) => string>> = {
  'what callers reach': (_, after) => {
    const report = new ReachReport(),
      entries = entriesOf(after).map(entry => report.entry(entry, after, file => file));
    return publishedJson(entries.map(({ result }) => result)) + viewText(reachedBlocks(entries), columns);
  },
  'a plan': (before, after) => {
    const plans = { parts: [{ folder: '', plan: madeOf(before, after) }], assertions: [] };
    return publishedJson(plansOutput(plans)) + plansText(plans, columns) + plansMarkdown(plans) + plansHtml(plans);
  },
  'what is affected': (before, after) => {
    const output = affectedOutput({ revision: '', commit: '', merge_base: true }, [
      { records: affectedBy({ before, after }), pathOf: file => file, workspaces: [after, before] },
    ]);
    return publishedJson(output) + viewText(affectedBlocks(output, '', [after, before]), columns);
  },
  'what has drifted': (before, after) => {
    const wordsOf = (file: string): string => file,
      drift = driftBetween({ filesWorkspace: before, accountWorkspace: after, base: undefined }, { byName: true }),
      { workspace } = takeOver({ filesWorkspace: before, ...drift, sides: driftSides, removesRecords: true }),
      parts = [{ ...drift, filesWorkspace: before, plan: undefined, pathOf: wordsOf }];
    const output = driftOutput(null, parts),
      blocks = driftBlocks(output, parts, { comparison: '', isComplete: true });
    return publishedJson(output) + viewText(blocks, columns) + workspace.documents.map(({ text }) => text).join('');
  },
  'what references select': (_, after) => {
    const room = new Room(),
      answers = referencesOf(after).map(reference =>
        followReference(resolutionOf(reference, after), after, {
          placedReference: reference,
          hint: '',
          explain: false,
          pathOf: file => file,
        }),
      );
    return (
      publishedJson(answers.map(({ result }) => withCandidates(result, room))) +
      viewText(resolveBlocks(answers, true), columns)
    );
  },
};
const columns = { paint: paint(false), columns: 80 };
const madeOf = (before: Workspace, after: Workspace): MadePlan => ({
  ...changesBetween({ workspace: before }, { workspace: after }, 'live'),
  base: undefined,
  edits: [],
  before,
  after,
  pathOf: file => file,
});

/** Exceptions: if many agents refer to each other, the walk from each agent visits all of them. */
const EXEMPT_WALKS = anyOf(
  '',
  /^\(elsewhere\) an iteration/,
  /^server\/core\/(reach\/|domain\/flows\.ts |workspace\/workspace-settings\.ts )/,
  /^server\/(compare\/reach|view\/reach-report\.ts )/,
);

describe.each(Object.keys(printers))('%s takes no more than n log n, in steps and in characters', name => {
  test.each(entryFamilies)('$name', ({ files, changed: edit }) => {
    const measureAt = (n: number): { readonly steps: Steps; readonly length: number } => {
      const [before, after] = [files(n), { ...files(n), ...edit(n) }].map(workspaceOf);
      let length = 0;
      const steps = stepsOf(() => (length = printers[name]!(before!, after!).length), 32);
      return { steps, length };
    };
    measureAt(8);
    const [few, many] = [measureAt(SIZE), measureAt(4 * SIZE)];
    expect(growthOver(few.steps, many.steps).filter(place => !EXEMPT_WALKS.test(place))).toEqual([]);
    expect(many.length).toBeLessThan(Math.max(few.length * MAX_FACTOR, 12_000_000));
  });
});

test('ids of 9,000 characters do not make an output too long for a string', () => {
  const longFiles = entryFamilies[0]!.files(60),
    lengthen = (text: string): string => text.replace(/agent_\d+/g, id => `${id}_${'x'.repeat(9000)}`),
    files = Object.fromEntries(Object.entries(longFiles).map(([file, text]) => [file, lengthen(text)])),
    before = workspaceOf(files),
    changes = Object.entries(entryFamilies[0]!.changed(60)).map(([file, text]) => [file, lengthen(text)]),
    after = workspaceOf({ ...files, ...(Object.fromEntries(changes) as Record<string, string>) });
  for (const print of Object.values(printers)) expect(print(before, after).length).toBeLessThan(20_000_000);
});

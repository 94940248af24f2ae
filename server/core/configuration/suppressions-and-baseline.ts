import type { Document } from '../document.ts';
import { lint, type RuleSet } from '../engine/lint.ts';
import { type Finding, identifyingPointer } from '../finding.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { withoutBaselined, type Baseline, type Identity } from './baseline.ts';
import { caretText } from './caret-text.ts';
import { layerIn, type Configuration, type Suppression } from './configuration.ts';
import { stablePointer } from './stable-pointer.ts';
import { applySuppressions } from './suppress.ts';

/** The findings that remain after configuration and baseline are applied. */
export interface SettledFindings {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Finding[];
  readonly baselined: readonly Finding[];
  /** Entries of the baseline without a finding. */
  readonly unused: Baseline;
}

/** @param wasChecked whether everything that an entry could suppress was checked; true by default */
export function settle(
  findings: readonly Finding[],
  workspace: Workspace,
  configuration: Configuration,
  baseline: Baseline = [],
  wasChecked: (entry: Suppression) => boolean = () => true,
): SettledFindings {
  const documentOf = (file: string): Document | undefined => workspace.document(file);
  const files = (): string[] => workspace.documents.map(({ file }) => file);
  const { remaining, suppressed, ownFindings } = applySuppressions(findings, configuration, {
    today: workspace.facts.today,
    documentOf,
    files,
    tags: () => new Set([...workspace.agents.values()].flatMap(({ tags }) => [...tags.keys()])),
    wasChecked,
  });
  const split = withoutBaselined(
    [...remaining, ...ownFindings],
    baseline,
    finding => identityOf(finding, documentOf, configuration),
    file => !documentOf(file) && !layerIn(configuration, file),
  );
  return { findings: split.remaining, suppressed, baselined: split.baselined, unused: split.unused };
}

/** The stable pointer of a finding; for an unreadable file, the plain pointer. */
export function stableOf(
  finding: Finding,
  documentOf: (file: string) => Document | undefined,
  configuration: Configuration,
): string {
  const document = documentOfFinding(finding, documentOf, configuration);
  return document ? stablePointer(document, identifyingPointer(finding)) : identifyingPointer(finding);
}

const documentOfFinding = (
  { file }: Finding,
  documentOf: (file: string) => Document | undefined,
  configuration: Configuration,
): Document | undefined => layerIn(configuration, file) ?? documentOf(file);

/** The identity of a finding in the baseline. */
export const identityOf = (
  finding: Finding,
  documentOf: (file: string) => Document | undefined,
  configuration: Configuration,
): Identity => ({
  at: stableOf(finding, documentOf, configuration),
  text: () => caretText(documentOfFinding(finding, documentOf, configuration), finding),
});

/**
 * All findings of a workspace after suppressions and baseline.
 * @param skippedFiles files to skip: findings in a file that is not text would be noise
 */
export function lintWorkspace(
  workspace: Workspace,
  rules: RuleSet,
  configuration: Configuration,
  baseline?: Baseline,
  skippedFiles: ReadonlySet<string> = new Set(),
  moreFindings: readonly Finding[] = [],
): SettledFindings {
  const linted = workspace.documents.filter(({ file }) => !skippedFiles.has(file));
  return settle(
    [...linted.flatMap(document => lint(document, workspace, rules, configuration)), ...moreFindings],
    workspace,
    configuration,
    baseline,
  );
}

import type { Document } from '../document.ts';
import { lint, type RuleSet } from '../engine/lint.ts';
import { type Finding, identifyingPointer, pointerOf } from '../finding.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { withoutBaselined, type Baseline, type Identity } from './baseline.ts';
import { layerIn, type Configuration, type Suppression } from './configuration.ts';
import { stablePointer } from './stable-pointer.ts';
import { applySuppressions } from './suppress.ts';
import { secretSpans } from '../domain/redacted.ts';
import { fnv1a } from '../json/by-text.ts';
import { spanOf } from '../locate.ts';
import type { Span } from '../syntax/lines.ts';
import { countWhile } from '../syntax/search.ts';

/** The findings that remain after configuration and baseline are applied. */
export interface SettledFindings {
  readonly findings: readonly Finding[];
  readonly suppressed: readonly Finding[];
  readonly baselinedFindings: readonly Finding[];
  /** Entries of the baseline without a finding. */
  readonly unusedEntries: Baseline;
}

/**
 * Applies a configuration and a baseline to findings.
 * @param wasChecked whether everything was checked that an entry could suppress; true by default
 */
export function settle(
  findings: readonly Finding[],
  workspace: Workspace,
  configuration: Configuration,
  baseline: Baseline = [],
  wasChecked: (entry: Suppression) => boolean = () => true,
): SettledFindings {
  const documentOf = (file: string): Document | undefined => workspace.document(file);
  const files = (): string[] => workspace.documents.map(({ file }) => file);
  const { remainingFindings, suppressed, ownFindings } = applySuppressions(findings, configuration, {
    today: workspace.facts.today,
    documentOf,
    files,
    tags: () => new Set([...workspace.agents.values()].flatMap(({ tags }) => [...tags.keys()])),
    wasChecked,
  });
  const baselineSplit = withoutBaselined(
    [...remainingFindings, ...ownFindings],
    baseline,
    finding => identityOf(finding, documentOf, configuration),
    file => !documentOf(file) && !layerIn(configuration, file),
  );
  return {
    findings: baselineSplit.newFindings,
    suppressed,
    baselinedFindings: baselineSplit.baselinedFindings,
    unusedEntries: baselineSplit.unusedEntries,
  };
}

/** The stable pointer of a finding. In an unreadable file, the plain pointer. */
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
 * @param skippedFiles files that are not text, in which findings would be useless
 */
export function lintWorkspace(
  workspace: Workspace,
  rules: RuleSet,
  configuration: Configuration,
  baseline?: Baseline,
  skippedFiles: ReadonlySet<string> = new Set(),
  moreFindings: readonly Finding[] = [],
): SettledFindings {
  const lintedDocuments = workspace.documents.filter(({ file }) => !skippedFiles.has(file));
  return settle(
    [...lintedDocuments.flatMap(document => lint(document, workspace, rules, configuration)), ...moreFindings],
    workspace,
    configuration,
    baseline,
  );
}

/**
 * A hash of the text under the carets of a finding, which distinguishes different mistakes at one place. Null for a
 * missing field, for an object or list (only its bracket is marked), and for a possible credential, because hashes of
 * credentials are not stored.
 */
export function caretText(document: Document | undefined, finding: Finding): string | null {
  if (!document || finding.redacted) return null;
  // if earlier versions of the rule reported the finding at another place, that place counts, because older baselines
  // contain its text
  const target = finding.formerly ?? finding.target;
  if (finding.span === undefined) {
    const place = document.at(pointerOf(target));
    if (!place.exists || (typeof target === 'string' && (place.isObject || place.isArray))) return null;
  }
  const { start, end } = spanOf(document, { ...finding, target });
  if (start >= end || containsSecret(secretSpans(document), { start, end })) return null;
  return fnv1a(document.text.slice(start, end).replaceAll('\r\n', '\n'));
}

/**
 * Whether a span overlaps a credential.
 * @param secrets sorted, without overlaps
 */
function containsSecret(secrets: readonly Span[], { start, end }: Span): boolean {
  const next = secrets[countWhile(secrets.length, i => secrets[i]!.end <= start)];
  return next !== undefined && next.start < end;
}

import type { Document } from '../core/document.ts';
import type { Configuration } from '../core/configuration/configuration.ts';
import { lint, plainFindings, type RuleSet } from '../core/engine/lint.ts';
import { identityOf } from '../core/configuration/suppressions-and-baseline.ts';
import { severities, type Finding, type Severity } from '../core/finding.ts';
import { hasSameRecords } from '../core/workspace/tables.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** The files of a state, and their settings. */
interface State {
  readonly workspace: Workspace;
  readonly configuration: Configuration;
}
interface Comparison {
  readonly after: State;
  readonly before: State;
  /** The former findings of a file. */
  formerFindingsOf(file: string): readonly Finding[];
}

/**
 * The new findings, so that fixing one line of a file does not report the old findings of the file. A finding is
 * identified as in a baseline (rule, stable place, text), so another wrong value is new, as is a finding that has
 * become more severe. In an unchanged file, rule and place are enough. A new file is also compared with removed files,
 * so that a rename adds no finding.
 */
export function newFindings(findings: readonly Finding[], { after, before, formerFindingsOf }: Comparison): Finding[] {
  const documentIn = ({ workspace }: State, file: string) => workspace.document(file);
  const isMoved = (file: string): boolean =>
    (documentIn(after, file) === undefined) !== (documentIn(before, file) === undefined);
  const isSame = (file: string): boolean =>
    documentIn(after, file) !== undefined && documentIn(after, file) === documentIn(before, file);
  const keyOf = (finding: Finding, state: State, level: Severity): string => {
    const { rule, file, target } = finding;
    if (isSame(file)) return JSON.stringify([rule, file, target, level]);
    const { at, text } = identityOf(finding, name => documentIn(state, name), state.configuration);
    return JSON.stringify([rule, at, level, text(), isMoved(file) ? '' : file]);
  };
  const files = new Set(findings.map(({ file }) => file));
  const movedFiles = [...files].some(isMoved)
    ? before.workspace.documents.flatMap(({ file }) => (documentIn(after, file) ? [] : [file]))
    : [];
  const formerCounts = new Map<string, number>();
  for (const file of new Set([...files, ...movedFiles]))
    for (const finding of formerFindingsOf(file))
      for (const level of severitiesUpTo(finding)) {
        const key = keyOf(finding, before, level);
        formerCounts.set(key, (formerCounts.get(key) ?? 0) + 1);
      }
  // among equal findings only the additional ones are new
  return findings.filter(finding => {
    const key = keyOf(finding, after, finding.severity),
      allowance = formerCounts.get(key) ?? 0;
    if (allowance > 0) formerCounts.set(key, allowance - 1);
    return allowance === 0;
  });
}

/** The findings that are new since a former state of the files, for the same settings. */
export function newSince(
  findings: readonly Finding[],
  current: State,
  formerWorkspace: Workspace,
  rules: RuleSet,
): Finding[] {
  const { configuration } = current;
  const formerFindings = (file: string): Finding[] => {
    const document = formerWorkspace.document(file);
    return document ? lint(document, formerWorkspace, rules, configuration) : [];
  };
  return newFindings(findings, {
    after: current,
    before: { workspace: formerWorkspace, configuration },
    formerFindingsOf: formerFindings,
  });
}

/**
 * The unchanged files in which a change may add or remove a finding, because rules that read other files may have
 * another result there. If all records are unchanged, only rules that read more than records of a changed file may
 * have another result.
 */
export function affectedFiles(
  documents: readonly Document[],
  { workspace, configuration }: State,
  formerWorkspace: Workspace,
  rules: RuleSet,
): Document[] {
  const versions = versionsWithEqualRecords(workspace, formerWorkspace),
    affectedRules = versions ? rules.contentReaders : rules.acrossFiles;
  const findingsText = (document: Document, state: Workspace): string =>
    JSON.stringify(
      plainFindings(document, state, affectedRules, configuration).map(({ rule, target, severity }) => [
        rule,
        target,
        severity,
      ]),
    );
  if (!versions)
    return documents.filter(document => findingsText(document, workspace) !== findingsText(document, formerWorkspace));
  const contents = { versions, isRead: false },
    recording = workspace.recording(contents);
  return documents.filter(document => {
    contents.isRead = false;
    const current = findingsText(document, recording);
    return contents.isRead && current !== findingsText(document, formerWorkspace);
  });
}

/** Both versions of each changed file; `undefined` unless both states have the same files with the same records. */
function versionsWithEqualRecords(
  { documents }: Workspace,
  formerWorkspace: Workspace,
): ReadonlyMap<string, readonly Document[]> | undefined {
  if (documents.length !== formerWorkspace.documents.length) return undefined;
  const versions = new Map<string, readonly Document[]>();
  for (const document of documents) {
    const formerDocument = formerWorkspace.document(document.file);
    if (formerDocument === document) continue;
    if (!formerDocument || !hasSameRecords(formerDocument, document)) return undefined;
    versions.set(document.file, [formerDocument, document]);
  }
  return versions;
}

/**
 * The new findings among the findings of a comparison. Findings in unchanged files are new, because changed files
 * cause them.
 */
export function newlyCaused(
  findings: readonly Finding[],
  current: State,
  formerWorkspace: Workspace,
  rules: RuleSet,
): Finding[] {
  const isCaused = ({ file }: Finding): boolean => formerWorkspace.document(file) === current.workspace.document(file);
  const isNew = new Set(
    newSince(
      findings.filter(finding => !isCaused(finding)),
      current,
      formerWorkspace,
      rules,
    ),
  );
  return findings.filter(finding => isCaused(finding) || isNew.has(finding));
}

/**
 * For a former finding, the severities with which an equal current finding is not new: the former severity and the
 * lower severities.
 */
const severitiesUpTo = ({ severity }: Finding): readonly Severity[] => severities.slice(severities.indexOf(severity));

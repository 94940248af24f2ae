import type { Document } from '../core/document.ts';
import type { Configuration } from '../core/configuration/configuration.ts';
import { lint, plainFindings, type RuleSet } from '../core/engine/lint.ts';
import { identityOf } from '../core/configuration/suppressions-and-baseline.ts';
import { severities, type Finding, type Severity } from '../core/finding.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** Files in one state, and what applies to them. */
interface State {
  readonly workspace: Workspace;
  readonly configuration: Configuration;
}
interface Comparison {
  readonly now: State;
  readonly before: State;
  /** The former findings of a file. */
  were(file: string): readonly Finding[];
}

/**
 * The findings that are new, so that fixing one line of a file does not bring up all the others. A finding has the
 * identity that a baseline gives it (rule, stable place, the text there), so another wrong value is new, as is a
 * finding that has become more severe. In an unchanged file its place is enough. A new file is also compared with the
 * removed ones, so that a rename adds no finding.
 */
export function newFindings(findings: readonly Finding[], { now, before, were }: Comparison): Finding[] {
  const documentIn = ({ workspace }: State, file: string) => workspace.document(file);
  const isMoved = (file: string): boolean =>
    (documentIn(now, file) === undefined) !== (documentIn(before, file) === undefined);
  const isSame = (file: string): boolean =>
    documentIn(now, file) !== undefined && documentIn(now, file) === documentIn(before, file);
  const keyOf = (finding: Finding, state: State, level: Severity): string => {
    const { rule, file, target } = finding;
    if (isSame(file)) return JSON.stringify([rule, file, target, level]);
    const { at, text } = identityOf(finding, name => documentIn(state, name), state.configuration);
    return JSON.stringify([rule, at, level, text(), isMoved(file) ? '' : file]);
  };
  const files = new Set(findings.map(({ file }) => file));
  const gone = [...files].some(isMoved)
    ? before.workspace.documents.flatMap(({ file }) => (documentIn(now, file) ? [] : [file]))
    : [];
  const left = new Map<string, number>();
  for (const file of new Set([...files, ...gone]))
    for (const one of were(file))
      for (const level of noWorse(one)) {
        const key = keyOf(one, before, level);
        left.set(key, (left.get(key) ?? 0) + 1);
      }
  // among equal findings only the additional ones are new
  return findings.filter(one => {
    const key = keyOf(one, now, one.severity),
      allowed = left.get(key) ?? 0;
    if (allowed > 0) left.set(key, allowed - 1);
    return allowed === 0;
  });
}

/** The findings that are new since a former state of the files, for the same settings. */
export function newSince(findings: readonly Finding[], now: State, past: Workspace, rules: RuleSet): Finding[] {
  const { configuration } = now;
  const were = (file: string): Finding[] => {
    const document = past.document(file);
    return document ? lint(document, past, rules, configuration) : [];
  };
  return newFindings(findings, { now, before: { workspace: past, configuration }, were });
}

/**
 * The unchanged files in which a change may add or remove a finding: those where rules that read other files may have
 * another result. All other rules have the same.
 */
export const affectedFiles = (
  documents: readonly Document[],
  { workspace, configuration }: State,
  past: Workspace,
  rules: RuleSet,
): Document[] => {
  const foundIn = (document: Document, state: Workspace): string =>
    JSON.stringify(
      plainFindings(document, state, rules.acrossFiles, configuration).map(({ rule, target, severity }) => [
        rule,
        target,
        severity,
      ]),
    );
  return documents.filter(document => foundIn(document, workspace) !== foundIn(document, past));
};

/** The new findings among those of a comparison: a finding in an unchanged file was caused elsewhere, and is new. */
export function broughtSince(findings: readonly Finding[], now: State, past: Workspace, rules: RuleSet): Finding[] {
  const isCaused = ({ file }: Finding): boolean => past.document(file) === now.workspace.document(file);
  const isNew = new Set(
    newSince(
      findings.filter(one => !isCaused(one)),
      now,
      past,
      rules,
    ),
  );
  return findings.filter(one => isCaused(one) || isNew.has(one));
}

/** The severities with which a finding would not be new: its own and those below. */
const noWorse = ({ severity }: Finding): readonly Severity[] => severities.slice(severities.indexOf(severity));

import type { Configuration } from '../../core/configuration/configuration.ts';
import { identityOf } from '../../core/configuration/lint-workspace.ts';
import type { Finding } from '../../core/finding.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { beyond, levelsOf } from '../lint/new-elsewhere.ts';

/** Files in one state, and what applies to them. */
interface State {
  readonly workspace: Workspace;
  readonly configuration: Configuration;
}
interface Comparison {
  readonly now: State;
  readonly before: State;
  /** Whether nothing about a file has changed, so that what is found in it now was caused elsewhere. */
  isSame(file: string): boolean;
  /** What was found in a file before. */
  were(file: string): readonly Finding[];
}

/**
 * The findings in changed files that are new: fixing one line of a file does not bring up all the others. A renamed
 * file is compared with those that are gone, so that a move adds nothing. Another value that is wrong is new, as in a
 * baseline, and so is a finding that has become more severe.
 */
export function newFindings(findings: readonly Finding[], { now, before, isSame, were }: Comparison): Finding[] {
  const changed = new Set(findings.map(({ file }) => file).filter(file => !isSame(file)));
  const isThere = ({ workspace }: State, file: string): boolean => workspace.document(file) !== undefined;
  const isMoved = (file: string): boolean => isThere(now, file) !== isThere(before, file);
  const gone = [...changed].some(isMoved)
    ? before.workspace.documents.flatMap(({ file }) => (isThere(now, file) ? [] : [file]))
    : [];
  const keyOf = (finding: Finding, state: State, level: string): string => {
    const { at, text } = identityOf(finding, file => state.workspace.document(file), state.configuration);
    const { rule, file, message } = finding;
    return JSON.stringify([rule, at, level, isMoved(file) ? { message } : { file, text: text() }]);
  };
  const isMore = beyond(
    [...new Set([...changed, ...gone])].flatMap(file =>
      were(file).flatMap(one => levelsOf(one).map(level => keyOf(one, before, level))),
    ),
  );
  return findings.filter(one => !changed.has(one.file) || isMore(keyOf(one, now, one.severity)));
}

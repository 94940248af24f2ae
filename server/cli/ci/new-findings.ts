import { stablePointer } from '../../core/configuration/stable-pointer.ts';
import { lint, type LintSettings, type RuleSet } from '../../core/engine/lint.ts';
import { type Finding, pointerOf } from '../../core/finding.ts';
import { beyond } from '../lint/new-elsewhere.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';

/**
 * The findings in changed files that are new: fixing one line of a file does not bring up all the others. A renamed
 * file is compared with those that are gone, so that a move adds nothing.
 */
export function newFindings(
  findings: readonly Finding[],
  {
    before,
    now,
    rules,
    settings,
  }: {
    readonly before: Workspace;
    readonly now: Workspace;
    readonly rules: RuleSet;
    readonly settings: LintSettings;
  },
): Finding[] {
  const there = new Set(before.documents.map(({ file }) => file)),
    gone = before.documents.filter(({ file }) => !now.document(file)).map(({ file }) => file);
  const changed = new Set(
    findings.map(({ file }) => file).filter(file => before.document(file) !== now.document(file)),
  );
  const came = [...changed].some(file => !there.has(file));
  const keyOf = ({ rule, file, message, target }: Finding, workspace: Workspace, isOnBoth: boolean): string => {
    const document = workspace.document(file),
      at = document ? stablePointer(document, pointerOf(target)) : '';
    return JSON.stringify([rule, at, isOnBoth ? { file } : { message }]);
  };
  const isMore = beyond(
    [...new Set([...changed, ...(came ? gone : [])])].flatMap(file => {
      const document = before.document(file);
      return document ? lint(document, before, rules, settings).map(one => keyOf(one, before, changed.has(file))) : [];
    }),
  );
  return findings.filter(one => !changed.has(one.file) || isMore(keyOf(one, now, there.has(one.file))));
}

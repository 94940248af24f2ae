import { stablePointer } from '../../core/configuration/stable-pointer.ts';
import { lint, type LintSettings, type RuleSet } from '../../core/engine/lint.ts';
import { type Finding, pointerOf } from '../../core/finding.ts';
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
  const nameOf = (file: string, known: boolean): string => (known ? file : '');
  const keyOf = ({ rule, message, target }: Finding, workspace: Workspace, file: string, name: string): string => {
    const document = workspace.document(file);
    return JSON.stringify([
      rule,
      name,
      document ? stablePointer(document, pointerOf(target)) : '',
      name ? '' : message,
    ]);
  };
  const was = new Map<string, number>();
  for (const file of new Set([...changed, ...(came ? gone : [])])) {
    const document = before.document(file);
    if (!document) continue;
    for (const finding of lint(document, before, rules, settings)) {
      const key = keyOf(finding, before, file, nameOf(file, changed.has(file)));
      was.set(key, (was.get(key) ?? 0) + 1);
    }
  }
  return findings.filter(finding => {
    const { file } = finding;
    if (!changed.has(file)) return true;
    const key = keyOf(finding, now, file, nameOf(file, there.has(file))),
      left = was.get(key) ?? 0;
    if (left > 0) was.set(key, left - 1);
    return left === 0;
  });
}

import type { Document } from '../document.ts';
import { internalError, lint, type RuleSet, type LintSettings } from './lint.ts';
import type { Finding } from '../finding.ts';
import type { Workspace } from '../workspace/workspace.ts';

/** A file on which the rule engine itself fails becomes one finding; the other files are still linted. */
export function lintSafely(
  document: Document,
  workspace: Workspace,
  rules: RuleSet,
  settings: LintSettings,
): Finding[] {
  try {
    return lint(document, workspace, rules, settings);
  } catch (error) {
    return [
      internalError(document, '', error, reason => `linting this file failed: ${reason}; its findings are missing`),
    ];
  }
}

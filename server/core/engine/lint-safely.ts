import type { Document } from '../document.ts';
import { lint, type RuleSet, type LintSettings } from './lint.ts';
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
      {
        rule: 'internal-error',
        severity: 'error',
        file: document.file,
        target: '',
        related: [],
        message: `linting this file failed: ${(error as Error)?.message ?? String(error)}; its findings are missing`,
      },
    ];
  }
}

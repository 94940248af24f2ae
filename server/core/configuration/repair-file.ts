import { settle } from './suppressions-and-baseline.ts';
import type { Baseline } from './baseline.ts';
import type { Configuration } from './configuration.ts';
import type { Document } from '../document.ts';
import { lint, type RuleSet } from '../engine/lint.ts';
import type { Finding } from '../finding.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { repairUntilStable } from '../fixing/repair.ts';

interface FileRepair {
  readonly rules: RuleSet;
  readonly configuration: Configuration;
  readonly baseline: Baseline;
  /** Whether to apply only safe fixes: fixes that add no finding. */
  readonly safeOnly: boolean;
  /** Whether to fix a finding: it must be neither suppressed nor in the baseline. */
  isFixable(finding: Finding, document: Document): boolean;
}

/**
 * The text of one file after all fixes, applied until no fix is left. The original text if the fixes do not converge.
 */
export function repairedText(
  document: Document,
  workspace: Workspace,
  { rules, configuration, baseline, safeOnly, isFixable }: FileRepair,
): string {
  const { file } = document,
    find = (current: Document, files: Workspace): Finding[] => lint(current, files, rules, configuration);
  const { workspace: after } = repairUntilStable(workspace, {
    check: files => {
      const current = files.document(file);
      const findings = current
        ? settle(find(current, files), files, configuration, baseline, () => false).findings
        : [];
      return { document: current, findings };
    },
    fixableFindingsOf: ({ document, findings }) =>
      new Map(
        document ? [[document, findings.filter(finding => finding.file === file && isFixable(finding, document))]] : [],
      ),
    lint: find,
    safeOnly,
    kindOf: name => configuration.kindOf(name),
  });
  return after.document(file)?.text ?? document.text;
}

import type { Document } from '../../core/document.ts';
import { lint } from '../../core/engine/lint.ts';
import type { Finding } from '../../core/finding.ts';
import { isFixable, leftOutOf } from '../../core/fixing/choose.ts';
import { repairUntilStable, type Repaired } from '../../core/fixing/repair.ts';
import { lintState, type LintInput, type LintResult } from './lint-state.ts';
import { addTo } from '../../core/json/multimap.ts';

/** Applies fixes in memory until none is left. @param except files to leave unchanged */
export function repair(
  input: LintInput,
  unsafe: boolean,
  except: ReadonlySet<string> = new Set(),
): Repaired<LintResult> {
  const { configuration, workspace: start } = input.opened;
  const repaired = repairUntilStable(start, {
    check: workspace => lintState(input, workspace),
    fixable: checked => fixable(checked, input, unsafe, except),
    lint: (document, workspace) => lint(document, workspace, input.rules, configuration),
    kindOf: file => configuration.kindOf(file),
    safeOnly: !unsafe,
  });
  const { findings, files } = repaired.checked,
    documents = new Map(files.map(document => [document.file, document])),
    left = leftOutOf(findings, file => documents.get(file));
  return left === undefined ? repaired : { ...repaired, notes: [...repaired.notes, left] };
}

function fixable(
  checked: LintResult,
  { opened }: LintInput,
  unsafe: boolean,
  except: ReadonlySet<string>,
): Map<Document, Finding[]> {
  const documents = new Map(checked.files.map(document => [document.file, document]));
  for (const file of except) documents.delete(file);
  for (const { file } of opened.unreadableFindings) documents.delete(file);
  const byDocument = new Map<Document, Finding[]>();
  for (const finding of checked.findings) {
    const document = documents.get(finding.file);
    if (!document || !isFixable(document, finding, { unsafe })) continue;
    addTo(byDocument, document, finding);
  }
  return byDocument;
}

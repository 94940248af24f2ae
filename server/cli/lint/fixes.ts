import { Document } from '../../core/document.ts';
import { applySafely, isFixable } from '../../core/engine/safe-fixes.ts';
import { type Finding, pointerOf } from '../../core/finding.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { check, type Check, type Checked } from './check.ts';

/** A fix may make room for the next one; more rounds than this means that two fixes undo each other. */
const MOST_ROUNDS = 10;

export interface Repaired {
  readonly checked: Checked;
  readonly workspace: Workspace;
  /** How many fixes were applied. */
  readonly applied: number;
  /** What was not done, as sentences: fixes that would have broken a file, or that never come to rest. */
  readonly notes: readonly string[];
}

/** Applies fixes in memory until nothing is left to apply. */
export function repair(asked: Check, unsafe: boolean): Repaired {
  let { workspace } = asked.opened;
  const notes = new Set<string>(), refused = new Set<string>();
  let applied = 0;
  for (let round = 0; ; round++) {
    const checked = check(asked, workspace);
    const changed = new Map<string, Document>();
    for (const [document, findings] of fixable(checked, asked, unsafe)) {
      const open = findings.filter(finding => !refused.has(keyOf(finding)));
      const result = applySafely(document, open);
      for (const finding of result.dropped) {
        refused.add(keyOf(finding));
        notes.add(`${document.file}: the fix "${finding.fix!.title}" of ${finding.rule} was left out, because it would break the file`);
      }
      if (result.text === document.text) continue;
      changed.set(document.file, new Document(document.file, result.text, document.version + 1, asked.opened.configuration.kindOf(document.file)));
      applied += result.applied;
    }
    if (changed.size === 0) return { checked, workspace, applied, notes: [...notes] };
    if (round === MOST_ROUNDS) {
      for (const file of changed.keys()) notes.add(`${file}: its fixes do not come to rest after ${MOST_ROUNDS} rounds, so the last ones were left out`);
      return { checked, workspace, applied, notes: [...notes] };
    }
    workspace = new Workspace(workspace.documents.map(document => changed.get(document.file) ?? document), workspace.facts);
  }
}

const keyOf = (finding: Finding): string => JSON.stringify([finding.file, finding.rule, pointerOf(finding.target), finding.fix?.title]);

function fixable(checked: Checked, { opened }: Check, unsafe: boolean): Map<Document, Finding[]> {
  const documents = new Map(checked.files.map(document => [document.file, document]));
  for (const { file } of opened.unreadableFindings) documents.delete(file);
  const found = new Map<Document, Finding[]>();
  for (const finding of checked.findings) {
    const document = documents.get(finding.file);
    if (!document || !isFixable(document, finding, unsafe)) continue;
    const known = found.get(document);
    if (known) known.push(finding); else found.set(document, [finding]);
  }
  return found;
}

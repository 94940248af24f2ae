import { Document } from '../document.ts';
import { type Finding, pointerOf } from '../finding.ts';
import type { Kind } from '../kinds.ts';
import { Workspace } from '../workspace/workspace.ts';
import { applySafely } from './safe-fixes.ts';

/** A fix may make room for the next one; more rounds than this means that two fixes undo each other. */
const MOST_ROUNDS = 10;

/** How a repair learns what is left to do. `Checked` is whatever a check gives, so that the last one need not be made again. */
export interface Repairing<Checked> {
  check(workspace: Workspace): Checked;
  /** The findings whose fixes are to be applied, by the document they are about. */
  fixable(checked: Checked): ReadonlyMap<Document, readonly Finding[]>;
  /** The kind that the configuration gives a file. */
  kindOf(file: string): Kind | undefined;
}
export interface Repaired<Checked> {
  /** Of the files as they are now. */
  readonly checked: Checked;
  readonly workspace: Workspace;
  /** How many fixes were applied. */
  readonly applied: number;
  /** What was not done, as sentences: fixes that would have broken a file, or that never come to rest. */
  readonly notes: readonly string[];
}

/** Applies fixes in memory until nothing is left to apply. */
export function repairUntilStable<Checked>(
  start: Workspace,
  { check, fixable, kindOf }: Repairing<Checked>,
): Repaired<Checked> {
  let workspace = start;
  const notes = new Set<string>(),
    refused = new Set<string>();
  let applied = 0;
  for (let round = 0; ; round++) {
    const checked = check(workspace);
    const changed = new Map<string, Document>();
    for (const [document, findings] of fixable(checked)) {
      const open = findings.filter(finding => !refused.has(keyOf(finding)));
      const result = applySafely(document, open);
      for (const finding of result.dropped) {
        refused.add(keyOf(finding));
        notes.add(
          `${document.file}: the fix "${finding.fix!.title}" of ${finding.rule} was left out, because it would break the file`,
        );
      }
      if (result.text === document.text) continue;
      changed.set(document.file, new Document(document.file, result.text, document.version + 1, kindOf(document.file)));
      applied += result.applied;
    }
    if (changed.size === 0) return { checked, workspace, applied, notes: [...notes] };
    if (round === MOST_ROUNDS) {
      for (const file of changed.keys())
        notes.add(`${file}: its fixes do not come to rest after ${MOST_ROUNDS} rounds, so the last ones were left out`);
      return { checked, workspace, applied, notes: [...notes] };
    }
    workspace = new Workspace(
      workspace.documents.map(document => changed.get(document.file) ?? document),
      workspace.facts,
    );
  }
}

const keyOf = (finding: Finding): string =>
  JSON.stringify([finding.file, finding.rule, pointerOf(finding.target), finding.fix?.title]);

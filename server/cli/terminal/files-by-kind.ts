import { kindNames } from '../../core/kinds.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { count, listed } from '../../core/wording.ts';

/** How many files of each kind a workspace has, in the order of kinds. */
export const filesByKind = ({ documents }: Workspace): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...kindNames, 'dump']
      .map(kind => [kind, documents.filter(document => document.kind === kind).length] as const)
      .filter(([, n]) => n > 0),
  );

/** `3 files: 2 agent and 1 llm` */
export function filesInWords(files: Readonly<Record<string, number>>): string {
  const total = Object.values(files).reduce((sum, n) => sum + n, 0);
  return `${count(total, 'file')}: ${listed(
    Object.entries(files).map(([kind, n]) => `${n} ${kind}`),
    'and',
    30,
  )}`;
}

import { isWithin } from '../../host/find.ts';
import { openWorkspace, type OpenedWorkspace } from '../../host/open.ts';
import { settingsOf } from './settings.ts';
import { workspaceRoot } from '../../host/root.ts';
import type { Source } from '../../host/source.ts';
import { pathFrom, today } from './here.ts';
import type { Io } from './io.ts';

interface OpenAllOptions {
  /** Whether baselines are read. */
  readonly baseline?: boolean;
  /** Where files are read; by default on disk. */
  readonly source?: Source | undefined;
}

/**
 * The workspace of the working directory and those nested below it. One without platform files is left out if others
 * have some: the top of a repository whose teams have a workspace each.
 */
export function openAll(io: Io, { baseline = false, source }: OpenAllOptions = {}): OpenedWorkspace[] {
  const from = { ...(source && { source }) };
  const pending = [workspaceRoot(io.cwd, io.cwd, source)],
    opened: OpenedWorkspace[] = [];
  for (let root = pending.shift(); root !== undefined; root = pending.shift()) {
    const one = openWorkspace(settingsOf(io, root, { baseline, ...from }), { today: today(), ...from });
    opened.push(one);
    pending.push(...one.nested.filter(folder => isWithin(io.cwd, folder)));
  }
  return opened;
}

/** The workspaces with platform files; the first if none has any. */
export function withFiles(opened: readonly OpenedWorkspace[]): readonly OpenedWorkspace[] {
  const some = opened.filter(
    ({ workspace, unreadableFindings }) => workspace.documents.length + unreadableFindings.length > 0,
  );
  return some.length > 0 ? some : opened.slice(0, 1);
}

/** The name of a workspace among others: its folder. */
export const folderOf = ({ root }: OpenedWorkspace, io: Io): string => pathFrom(io, root, '.');

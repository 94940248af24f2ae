import type { EngineKind } from '../workspace/records.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Whether the files say that engines of this kind are kept beside an agent's file: one lies in its folder, or an agent of
 * its folder runs on one. What another team keeps elsewhere in the repository says nothing.
 */
export function keepsEngines(file: string, kind: EngineKind, workspace: Workspace): boolean {
  return workspace.shared.remember(keepsEngines, kind, () => foldersWith(kind, workspace)).has(folderOf(file));
}

function foldersWith(kind: EngineKind, workspace: Workspace): ReadonlySet<string> {
  const { engines, engineOf } = workspace.tables;
  const isOwn = (file: string): boolean => workspace.document(file)?.kind === kind;
  const files = [...engines[kind].values()].flatMap(records => records.map(({ file }) => file)).filter(isOwn);
  const runners = [...engineOf]
    .filter(([, engine]) => isOwn(engine.file))
    .map(([runner]) => runner.slice(0, runner.lastIndexOf('#')));
  return new Set([...files, ...runners].map(folderOf));
}

const folderOf = (file: string): string => file.slice(0, file.lastIndexOf('/') + 1);

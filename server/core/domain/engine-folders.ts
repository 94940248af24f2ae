import type { EngineKind } from '../workspace/records.ts';
import { columns, enginePlace, keyInFolder } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Whether engines of a kind are evidently kept with an agent's file: its folder contains one, or an agent of the folder
 * runs one from a file. Other folders prove nothing, because they may belong to another team.
 */
export const keepsEngines = (file: string, kind: EngineKind, workspace: Workspace): boolean =>
  !workspace.facts.isPart &&
  (workspace.table(columns.ownFiles).has(keyInFolder(kind, file)) ||
    foldersOfRunners(workspace).has(keyInFolder(kind, file)));

/** Folders with an agent whose engine has a file of its own. */
const foldersOfRunners = (workspace: Workspace): ReadonlySet<string> =>
  workspace.shared.remember(foldersOfRunners, undefined, () => {
    const { tables } = workspace;
    const folders = workspace.recordsOf('runners').flatMap(({ engine, file }) => {
      const place = engine && 'id' in engine ? enginePlace(engine, file, tables) : undefined;
      return engine && 'id' in engine && place && workspace.recordKind(place) === engine.kind
        ? [keyInFolder(engine.kind, file)]
        : [];
    });
    return new Set(folders);
  });

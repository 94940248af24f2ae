import type { EngineKind } from '../workspace/records.ts';
import { columns, enginePlace, keyInFolder } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Whether engines of a kind are evidently kept with a file: its folder contains one, or an agent or test case of the
 * folder runs one from a file. Other folders prove nothing, because they may belong to another team, unless almost all
 * engines are here.
 */
export const keepsEngines = (file: string, kind: EngineKind, workspace: Workspace): boolean =>
  !workspace.facts.isPart &&
  (workspace.table(columns.ownFiles).has(keyInFolder(kind, file)) ||
    foldersOfRunners(workspace).has(keyInFolder(kind, file)) ||
    foldersOfTests(workspace).has(keyInFolder(kind, file)) ||
    keepsAlmostAll(kind, workspace));

/** Whether almost all engines that agents run have files: at least four are run, and one or at most a tenth has none. */
const keepsAlmostAll = (kind: EngineKind, workspace: Workspace): boolean =>
  workspace.shared.remember(keepsAlmostAll, kind, () => {
    const ids = new Set(
        workspace
          .recordsOf('runners')
          .flatMap(({ engine }) => (engine && 'id' in engine && engine.kind === kind ? [engine.id] : [])),
      ),
      missing = [...ids].filter(id => !workspace.tables.engines(kind).has(id)).length;
    return ids.size >= 4 && (missing === 1 || missing * 10 <= ids.size);
  });

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

const tested = { 'test-case-definition': '/response_engine' } as const;
/** Folders with a test case whose engine has a file of its own. */
const foldersOfTests = (workspace: Workspace): ReadonlySet<string> =>
  workspace.memory.remember(foldersOfTests, undefined, () => {
    const folders = workspace.collect(tested).flatMap(engine =>
      engineKeys.flatMap(([kind, key]) => {
        const id = engine.get(key).string();
        return id && workspace.tables.engines(kind).has(id) ? [keyInFolder(kind, engine.document.file)] : [];
      }),
    );
    return new Set(folders);
  });
const engineKeys = [
  ['llm', 'llm_id'],
  ['conversation-flow', 'conversation_flow_id'],
] as const;

import { dirname } from 'node:path';
import { rules } from '../../../rules/index.ts';
import type { PolicyRule } from '../../core/policies/policy.ts';
import { agentCalled } from '../../core/domain/typed-reference.ts';
import { listed, count } from '../../core/wording.ts';
import { isWithin, pathWithin } from '../../state/paths.ts';
import { openSettings, openWorkspace, type State, type Settings, type SettingsOptions } from '../../state/open.ts';
import { placeOf, workspaceRoot } from '../../state/root.ts';
import type { Source } from '../../state/source.ts';
import { printable } from '../../view/printable.ts';
import { remark, type Io, pathFrom, today } from './io.ts';
import { kindNames } from '../../core/kinds.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';

/**
 * The settings of a workspace, or those in `--config`.
 * @throws ConfigurationError
 */
export const settingsOf = ({ config }: Io, root: string, options: Omit<SettingsOptions, 'config'> = {}): Settings =>
  openSettings(root, rules, { ...options, config });

/**
 * The policies of the workspace around the working directory.
 * @throws ConfigurationError
 */
export const ownRules = (io: Io): readonly PolicyRule[] =>
  settingsOf(io, workspaceRoot(io.cwd, io.cwd), { baseline: false }).configuration.policies;

interface OpenAllOptions {
  /** Whether baselines are read. */
  readonly baseline?: boolean;
  /** The source of the files; by default the disk. */
  readonly source?: Source | undefined;
  /** `YYYY-MM-DD`, UTC; today by default. */
  readonly today?: string;
}

/**
 * Opens the workspace of the working directory and those nested in it. A workspace without files of the platform is
 * omitted if others have some, such as the top of a repository with a workspace for each team.
 */
export function openAll(io: Io, { baseline = false, source, today: day = today() }: OpenAllOptions = {}): State[] {
  const options = { ...(source && { source }) };
  const pendingRoots = [workspaceRoot(io.cwd, io.cwd, source)],
    states: State[] = [];
  for (let root = pendingRoots.shift(); root !== undefined; root = pendingRoots.shift()) {
    const state = openWorkspace(settingsOf(io, root, { baseline, ...options }), { today: day, ...options });
    states.push(state);
    pendingRoots.push(...state.nestedFolders.filter(folder => isWithin(io.cwd, folder)));
  }
  return states;
}

/** The workspaces with files of the platform, or the first workspace if none has any. */
export function withFiles<Opened extends State>(states: readonly Opened[]): readonly Opened[] {
  const statesWithFiles = states.filter(
    ({ workspace, unreadableFindings }) => workspace.documents.length + unreadableFindings.length > 0,
  );
  return statesWithFiles.length > 0 ? statesWithFiles : states.slice(0, 1);
}

/** The folder of a workspace, as its name among several workspaces. */
export const folderOf = ({ root }: State, io: Io): string => pathFrom(io, root, '.');

/**
 * The workspace of a file, even if the file would not be found from the root.
 * @param path absolute
 */
export function openAround(
  path: string,
  io: Io,
  options: Pick<SettingsOptions, 'baseline'> = {},
): State & { readonly file: string } {
  const { root, isLoose } = placeOf(dirname(path), io.cwd),
    file = pathWithin(root, path)!;
  return {
    ...openWorkspace(settingsOf(io, root, options), { today: today(), extraFiles: [file], alone: isLoose }),
    file,
  };
}

/**
 * Reports the workspace of an answer, if several workspaces have the agent.
 * @param agent as typed
 */
export function reportWorkspace(agent: string, states: readonly State[], io: Io): void {
  const [first, ...otherFolders] = states
    .filter(({ workspace }) => !('unknown' in agentCalled(agent, workspace)))
    .map(state => folderOf(state, io));
  if (first === undefined || otherFolders.length === 0) return;
  const folderList = listed([first, ...otherFolders], 'and');
  remark(io, `${agent} is in ${folderList}; this answer is for ${first}, and --cwd DIR selects another`);
}

/** Reports the files that could not be read, so that answers may be incomplete. */
export function reportUnreadable({ workspace, unreadableFindings, root }: State, io: Io): void {
  const files = [
    ...new Set([
      ...unreadableFindings.map(({ file }) => file),
      ...workspace.documents.filter(({ readable }) => !readable).map(({ file }) => file),
    ]),
  ].sort();
  if (files.length === 0) return;
  const names = listed(
    files.map(file => printable(pathFrom(io, root, file))),
    'and',
  );
  io.stderr.write(
    `cannot be read, so what ${files.length === 1 ? 'it says' : 'they say'} may be missing here: ${names}; "preflight lint" says why\n`,
  );
}

/** The number of files of each kind in a workspace, in the order of kinds. */
export const filesByKind = ({ documents }: Workspace): Readonly<Record<string, number>> =>
  Object.fromEntries(
    [...kindNames, 'dump']
      .map(kind => [kind, documents.filter(document => document.kind === kind).length] as const)
      .filter(([, n]) => n > 0),
  );

/** The number of files in words: `3 files: 2 agent and 1 llm` */
export function filesInWords(files: Readonly<Record<string, number>>): string {
  const total = Object.values(files).reduce((sum, n) => sum + n, 0);
  return `${count(total, 'file')}: ${listed(
    Object.entries(files).map(([kind, n]) => `${n} ${kind}`),
    'and',
    30,
  )}`;
}

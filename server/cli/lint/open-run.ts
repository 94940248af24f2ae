import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { RuleSet } from '../../core/engine/lint.ts';
import { rules } from '../../../rules/index.ts';
import { Git } from '../../state/git.ts';
import { GitError, NoGitError } from '../../state/git-program.ts';
import { memoryWarning } from '../../state/find.ts';
import { isJsonName, isWithin, pathWithin, gitRootOf } from '../../state/paths.ts';
import { type State, openWorkspace, type Settings } from '../../state/open.ts';
import { WorkspaceTooLarge } from '../../state/refusals.ts';
import { stateBefore, unknownInWords, type Before } from '../../state/before.ts';
import { committedState } from '../../state/committed.ts';
import type { ComparisonChoice, ComparedCheckout } from '../../state/comparing.ts';
import type { Tree } from '../../state/git-contents.ts';
import { emptyTree, isGitSource, treeAt } from '../../state/tree.ts';
import { linkStatsOf } from '../../state/regular-file.ts';
import { placeOf } from '../../state/root.ts';
import { disk, type Source } from '../../state/source.ts';
import { decode } from '../../state/text.ts';
import type { Configuration } from '../../core/configuration/configuration.ts';
import { baselineName, configurationNames } from '../../core/settings-files.ts';
import { remark, UsageError, type Io, pathFrom, type Progress } from '../terminal/io.ts';
import { type SelectedPaths, type PathSelection, selectPaths, isSelected, nearestFolder } from './selected-paths.ts';
import { chosenIn, refuseChoice, settingsFor, type RuleChoice, type SettingsAsked } from './chosen-rules.ts';
import type { LintInput } from './lint-state.ts';
import { Judges } from './judges.ts';
import { notesOf } from './notes.ts';
import { askGit, comparingFor, knownToGit, type CheckoutLookup } from '../terminal/comparing.ts';
import type { RunMemory } from './watch.ts';

/** A run that is ready to start: the inputs for each workspace. */
export interface LintRun {
  readonly checks: readonly LintInput[];
  /** Messages about skipped paths, with the reasons. */
  readonly notes: readonly string[];
  /** The two states of each checkout that are compared. */
  readonly checkouts: CheckoutLookup;
}

/** What a run checks and which options apply. */
export interface RunRequest extends SettingsAsked {
  /** The selected files, folders and globs; empty for the working directory. */
  readonly paths: readonly string[];
  /** `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /**
   * The two states to compare. The run reports only findings in their differences, and new findings in other files.
   */
  readonly comparison?: ComparisonChoice | undefined;
  /** The path of the file whose text is on standard input. */
  readonly stdin?: string | undefined;
  readonly ruleChoice?: RuleChoice | undefined;
  /** Whether paths that match nothing fail the run; true by default. */
  readonly errorOnUnmatched?: boolean;
  /** Whether only findings in versions that serve callers are reported. */
  readonly live?: boolean;
  /** Whether findings in superseded versions count. */
  readonly history?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  /** Whether the run needs the current files on disk, because it writes or watches them. */
  readonly needsDisk?: boolean;
  /**
   * Whether all findings are reported although states are compared. The base then only applies to settings and plans.
   */
  readonly reportsAll?: boolean;
  /** Whether only the current settings apply. */
  readonly trustSettings?: boolean;
}

/** Opens all workspaces of the selected paths, including those nested in selected folders. */
export function openRun(options: RunRequest, io: Io, progress: Progress, memory?: RunMemory): LintRun {
  const checkoutAt = checkoutsOf(options, io),
    selection = selectTyped(options, checkoutAt, io),
    judges = new Judges(options, io),
    checkouts = new Set<ComparedCheckout>(),
    notes = [
      ...selection.unmatchedRemarks,
      ...selection.passedOver.map(({ path, reason }) => `skipped ${pathFrom(io, '/', path)}: ${reason}`),
    ],
    pendingSelections = [...selection.workspaces],
    checks: LintInput[] = [];
  for (let paths = pendingSelections.shift(); paths; paths = pendingSelections.shift()) {
    const checkout = checkoutAt(paths.root);
    if (checkout) checkouts.add(checkout);
    const state = stateOf(paths, checkout, options, { io, progress, memory });
    const { input, notes: stateNotes } = compareState(state, paths, checkout, { options, judges, io, progress });
    checks.push(input);
    notes.push(...stateNotes, ...notesOf(input.state, input.selection, options, io));
    const isKnown = (root: string): boolean =>
      [...pendingSelections, ...checks.map(({ selection }) => selection)].some(otherPaths => otherPaths.root === root);
    pendingSelections.push(...nestedIn(input.state, paths).filter(({ root }) => !isKnown(root)));
  }
  refuseChoice(
    options.ruleChoice ?? { select: [], ignore: [] },
    options.severities ?? [],
    checks.map(({ state }) => state.configuration),
  );
  for (const line of unmatchedMessages(selection, checks))
    if (options.errorOnUnmatched !== false) throw new UsageError(line);
    else notes.push(line);
  return {
    checks,
    checkouts: checkoutAt,
    notes: [
      ...[...checkouts].flatMap(({ words, source }) => [
        ...(options.reportsAll ? [] : [words]),
        ...(isGitSource(source) ? source.notes : []),
      ]),
      ...notes,
      ...judges.notes,
    ],
  };
}

/** The two states of the checkout around a folder; undefined if nothing is compared. */
function checkoutsOf({ comparison, needsDisk }: RunRequest, io: Io): CheckoutLookup {
  const checkoutAround = comparingFor(
    comparison,
    comparison && 'staged' in comparison ? '--staged' : '--changed-since',
    io,
  );
  return folder => {
    const checkout = checkoutAround(folder);
    if (checkout?.revision?.currentRevision && needsDisk)
      throw new UsageError(
        `${checkout.revision.typedText} compares two commits, but fixes and --watch need the current files: use ${checkout.name}`,
      );
    return checkout;
  };
}

function selectTyped(
  { paths, stdin, errorOnUnmatched }: RunRequest,
  checkoutAt: CheckoutLookup,
  io: Io,
): PathSelection {
  if (stdin !== undefined) return askedStdin(stdin, io.cwd);
  return selectPaths(paths, io.cwd, {
    sourceAt: folder => (gitRootOf(folder) === undefined ? undefined : checkoutAt(folder)?.source),
    kindOf: path => knownToGit(path, checkoutAt(nearestFolder(path))),
    errorOnUnmatched: errorOnUnmatched !== false,
  });
}

interface Tools {
  readonly io: Io;
  readonly progress: Progress;
}
/** The current state of one workspace, with the text of standard input if there is one. */
function stateOf(
  selection: SelectedPaths,
  checkout: ComparedCheckout | undefined,
  options: RunRequest,
  { io, progress, memory }: Tools & { readonly memory: RunMemory | undefined },
): State {
  const { root, isAlone = false } = selection,
    { stdin } = options,
    source = checkout?.source ?? disk,
    settings = settingsFor(options, root, source, io);
  const openState = (isAlone: boolean): State =>
    openWorkspace(settings, {
      today: options.today,
      explain: options.verbose === true,
      progress: progress.step('reading'),
      onFiles: filesIn => {
        const sizeWarning = options.quiet ? undefined : memoryWarning(root, filesIn);
        if (sizeWarning !== undefined) remark(io, sizeWarning);
      },
      extraFiles: typedFilesOf(selection, settings, source),
      alone: isAlone,
      source,
      ...(stdin !== undefined && { texts: new Map([[pathWithin(root, stdin)!, decode(io.readStdin())]]) }),
      ...(memory && {
        remembered: memory.recall(settings, isAlone),
        visited: (folder: string) => memory.visit(folder),
      }),
    });
  try {
    return openState(isAlone);
  } catch (error) {
    // without a configuration and git, the files of a folder, such as a home folder, may not belong together
    const isLoose = settings.configuration.layers.length === 0 && gitRootOf(root) === undefined;
    if (!(error instanceof WorkspaceTooLarge) || !isLoose || !isOfFiles(selection)) throw error;
    remark(io, `${error.size}, so only the selected files are checked`);
    return openState(true);
  }
}

const isOfFiles = ({ folders, globs, files }: SelectedPaths): boolean =>
  folders.length === 0 && globs.length === 0 && files.size > 0;

/**
 * The input for linting a workspace: the current state, the former state if states are compared, and the former
 * settings that judge the change.
 */
function compareState(
  state: State,
  selection: SelectedPaths,
  checkout: ComparedCheckout | undefined,
  { options, judges, io, progress }: Tools & { readonly options: RunRequest; readonly judges: Judges },
): { readonly input: LintInput; readonly notes: readonly string[] } {
  const { ruleChoice, reportsAll = false } = options,
    { root } = selection,
    chosenRules = ruleChoice && chosenIn(ruleChoice, state.configuration);
  const isAsked = (file: string): boolean => isSelected(selection, join(root, file));
  const isCompared = checkout?.isWhole === false,
    onlyFiles = options.stdin === undefined && !isCompared && selection.files.size > 0,
    head = onlyFiles ? headOf(state, isAsked) : undefined,
    base = isCompared ? checkout.before(root) : head?.base,
    stateOfBase = isCompared ? askGit(() => stateBefore(state, base!, reportsAll ? undefined : isAsked)) : head?.before;
  const {
    state: openedState,
    before,
    judge,
  } = base && stateOfBase
    ? judges.judgeState(state, base, stateOfBase, checkout)
    : { state, before: stateOfBase, judge: undefined };
  const baseName = checkout?.name ?? 'HEAD',
    paths = settingsAsked(selection, openedState.configuration) ? { ...selection, folders: [root] } : selection,
    narrowedPaths = isCompared && !reportsAll ? changedOf(selection, before!) : selection;
  return {
    input: {
      state: openedState,
      selection: before === undefined ? { ...narrowedPaths, folders: paths.folders } : narrowedPaths,
      typedSelection: before ? paths : selection,
      rules: wantedRules(RuleSet.of(rules), state.configuration, chosenRules),
      onlyRules: chosenRules,
      live: options.live === true,
      history: options.history === true || (!isCompared && isOfFiles(selection) && 'if-alone'),
      base: reportsAll ? undefined : before,
      before,
      committedState: checkout ? before : committedState(openedState, head?.base),
      findsLostNames: checkout === undefined && !onlyFiles,
      baseName,
      judge,
      checksElsewhere: onlyFiles || (isCompared && !reportsAll),
      progress: progress.step('checking'),
    },
    notes: [
      ...(head?.problem === undefined ? [] : [head.problem]),
      ...(before ? unknownInWords(before, baseName, file => pathFrom(io, root, file)) : []),
    ],
  };
}

/** The nested workspaces in selected folders or globs. */
const nestedIn = ({ nestedFolders: nested }: State, { folders, globs }: SelectedPaths): SelectedPaths[] =>
  nested
    .map(root => ({
      root,
      folders: folders.filter(folder => isWithin(folder, root) || isWithin(root, folder)),
      globs,
      files: new Set<string>(),
    }))
    .filter(selectedPaths => selectedPaths.folders.length > 0 || globs.length > 0);

/** Messages about selected folders and globs that contain no file. */
function unmatchedMessages({ workspaces, namedFiles }: PathSelection, checks: readonly LintInput[]): string[] {
  const someSelected = (isMet: (path: string) => boolean): boolean =>
    checks.some(
      ({ state, base }) =>
        state.files.some(file => isMet(join(state.root, file))) ||
        state.unreadableFindings.some(({ file }) => isMet(join(state.root, file))) ||
        [...(base?.files ?? [])].some(file => isMet(join(state.root, file))),
    );
  return [
    ...workspaces
      .flatMap(({ globs }) => globs)
      .filter(({ matches }) => !someSelected(matches))
      .map(({ text }) => `no .json or .jsonc file matches ${text}`),
    ...namedFiles
      .filter(({ path }) => !someSelected(file => isWithin(path, file)))
      .map(({ text, path }) => `no .json or .jsonc file is in ${text}${becauseOf(path, checks)}`),
  ];
}

/** The reason why the files of a folder were not searched, as a clause. */
function becauseOf(path: string, inputs: readonly LintInput[]): string {
  if (linkStatsOf(path)?.isSymbolicLink())
    return `, which is a symbolic link, and these are not followed; its target is ${realpathSync(path)}`;
  const isIgnoring = inputs.some(({ state: { root, configuration } }) => {
    const names = pathWithin(root, path)?.split('/') ?? [];
    return names.some((_, i) => configuration.isIgnored(names.slice(0, i + 1).join('/')));
  });
  return isIgnoring ? ', which the configuration ignores' : '';
}

function askedStdin(path: string, cwd: string): PathSelection {
  if (!isJsonName(path)) throw new UsageError('--stdin-filename must end in .json or .jsonc');
  const { root, isLoose } = placeOf(nearestFolder(path), cwd);
  return {
    workspaces: [{ root, isAlone: isLoose, folders: [], globs: [], files: new Set([path]) }],
    passedOver: [],
    namedFiles: [],
    unmatchedRemarks: [],
  };
}

/** The selected rules and those that report the same problems, because one rule decides whether the other reports. */
export function wantedRules(
  rules: RuleSet,
  { selectedRules }: Configuration,
  onlyRules: ReadonlySet<string> | undefined,
): RuleSet {
  const replacedRules = new Set(rules.rules.flatMap(({ id, replaces = [] }) => (onlyRules?.has(id) ? replaces : [])));
  const chosenRules = rules.rules.filter(
    ({ id, replaces }) =>
      selectedRules?.has(id) !== false &&
      (!onlyRules ||
        onlyRules.has(id) ||
        replacedRules.has(id) ||
        replaces?.some(otherReplace => onlyRules.has(otherReplace)) === true),
  );
  return chosenRules.length === rules.rules.length ? rules : new RuleSet(chosenRules);
}

/** Whether a settings file of the workspace is selected. A changed configuration affects every file. */
const settingsAsked = ({ root, files }: SelectedPaths, configuration: Configuration): boolean =>
  [...files].some(path => isSettingFor(pathWithin(root, path) ?? '', configuration));

/** The selected files outside of the folders that are searched, unless the configuration excludes them. */
const typedFilesOf = ({ root, files }: SelectedPaths, { configuration }: Settings, source: Source): string[] =>
  [...files]
    .flatMap(path => pathWithin(root, path) ?? [])
    .filter(
      file =>
        source.isThere(join(root, file)) &&
        !configuration.isIgnored(file) &&
        !file
          .split('/')
          .slice(0, -1)
          .some((_, i, folders) => configuration.isIgnored(folders.slice(0, i + 1).join('/'))),
    );

/** The selected paths without the files that did not change. */
function changedOf(selectedPaths: SelectedPaths, before: Before): SelectedPaths {
  const files = askGit(() => before.changes()).changedFiles.map(file => join(selectedPaths.root, file));
  return {
    ...selectedPaths,
    folders: [],
    globs: [],
    files: new Set(files.filter(file => isSelected(selectedPaths, file))),
  };
}

/**
 * Whether a file contains settings for all files of a workspace.
 * @param file the path, relative to the root
 */
const isSettingFor = (file: string, { layers }: Configuration): boolean =>
  configurationNames.includes(file) || file === baselineName || layers.some(layer => layer.file === file);

/**
 * The state of the selected and deleted files in the last commit; undefined without git, with the reason if the state
 * was expected.
 */
function headOf(
  state: State,
  isAsked: (file: string) => boolean,
): { readonly base?: Tree; readonly before?: Before; readonly problem?: string } | undefined {
  if (gitRootOf(state.root) === undefined) return undefined;
  try {
    const git = new Git(state.root),
      head = git.head(),
      base = head === undefined ? emptyTree(git) : treeAt(git, head, isJsonName);
    return { base, before: stateBefore(state, base, isAsked) };
  } catch (error) {
    if (error instanceof NoGitError) return undefined;
    if (error instanceof GitError)
      return {
        problem: `${error.message}; findings in other files about these files may be older than their changes`,
      };
    throw error;
  }
}

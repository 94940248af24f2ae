import { join } from 'node:path';
import { defaultSettings } from '../../core/workspace/workspace-settings.ts';
import { Workspace } from '../../core/workspace/workspace.ts';
import { areChanged, type Before } from '../../state/before.ts';
import type { ComparedCheckout } from '../../state/comparing.ts';
import { ConfigurationError } from '../../state/configuration.ts';
import { FormerCheckout, type Former } from '../../state/former.ts';
import type { Tree } from '../../state/git-contents.ts';
import { Git } from '../../state/git.ts';
import type { State } from '../../state/open.ts';
import { isJsonName, isWithin, pathWithin, gitRootOf } from '../../state/paths.ts';
import { disk } from '../../state/source.ts';
import { emptyTree, treeAt } from '../../state/tree.ts';
import { askGit } from '../terminal/comparing.ts';
import { type Io, pathFrom } from '../terminal/io.ts';
import { settingsFor, type SettingsAsked } from './chosen-rules.ts';

interface JudgeOptions extends SettingsAsked {
  /** Whether only the current settings apply. */
  readonly trustSettings?: boolean;
}

/** Finds the former settings that also judge a workspace: the settings of the base, if the change alters them. */
export class Judges {
  readonly notes: string[] = [];
  readonly #options: JudgeOptions;
  readonly #io: Io;
  readonly #checkouts = new Map<string, FormerCheckout>();
  constructor(options: JudgeOptions, io: Io) {
    this.#options = options;
    this.#io = io;
  }

  /**
   * A workspace in which a tag is live if the former or the current settings say so, and the former settings that
   * judge it.
   * @param base the former files of the folder
   * @param before the former state
   */
  judgeState(
    state: State,
    base: Tree,
    before: Before,
    checkout: ComparedCheckout | undefined,
  ): { readonly state: State; readonly before: Before; readonly judge?: Former } {
    const checkoutRoot = gitRootOf(state.root);
    if (checkoutRoot === undefined || this.#isOwnJudge(checkoutRoot)) return { state, before };
    if (!askGit(() => before.settingsChanged() || this.#isChangedAbove(state, checkoutRoot, base, checkout)))
      return { state, before };
    if (askGit(() => isBeforeTheFirstCommit(treeOf(checkoutRoot, base, checkout)))) return { state, before };
    const judge = this.#formerOf(state, checkoutRoot, base, checkout);
    if (!judge) return { state, before };
    return { ...(this.#options.trustSettings ? { state, before } : withLiveTags(state, before, judge)), judge };
  }

  /**
   * Whether a configuration outside of the checkout was requested. No change includes it, so no former settings apply.
   */
  #isOwnJudge(checkoutRoot: string): boolean {
    const { config } = this.#io;
    return config !== undefined && !isWithin(checkoutRoot, config);
  }

  #formerOf(
    state: State,
    checkoutRoot: string,
    base: Tree,
    checkout: ComparedCheckout | undefined,
  ): Former | undefined {
    if (!this.#checkouts.has(checkoutRoot))
      this.#checkouts.set(
        checkoutRoot,
        new FormerCheckout(
          treeOf(checkoutRoot, base, checkout),
          checkout?.name ?? 'HEAD',
          checkout?.source ?? disk,
          (root, source) => settingsFor(this.#options, root, source, this.#io),
        ),
      );
    const former = this.#checkouts.get(checkoutRoot)!;
    try {
      return askGit(() => former.belongingTo(state.root, this.#io.cwd));
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error;
      const { file, line, column, message } = error.problems[0];
      this.notes.push(
        `${pathFrom(this.#io, error.root, file)}:${line}:${column} of ${former.name} cannot be used (${message}), so only ` +
          'the current settings apply',
      );
      return undefined;
    }
  }

  /** Whether an extended file has changed that is in the checkout, but above the workspace. */
  #isChangedAbove(
    { root, configuration, source }: State,
    checkoutRoot: string,
    base: Tree,
    checkout: ComparedCheckout | undefined,
  ): boolean {
    const layersAbove = configuration.layers.flatMap(({ file }) =>
      file.startsWith('../') ? (pathWithin(checkoutRoot, join(root, file)) ?? []) : [],
    );
    return layersAbove.length > 0 && areChanged(new Set(layersAbove), treeOf(checkoutRoot, base, checkout), source);
  }
}

/** All JSON files of a checkout in the former state of a folder. */
function treeOf(checkoutRoot: string, base: Tree, checkout: ComparedCheckout | undefined): Tree {
  if (checkout) return checkout.before(checkoutRoot);
  if (base.git.folder === checkoutRoot) return base;
  const git = new Git(checkoutRoot);
  return base.commit === undefined ? emptyTree(git) : treeAt(git, base.commit, isJsonName);
}

/** Whether there are no former settings. A new submodule has none in the base, but has commits of its own. */
const isBeforeTheFirstCommit = ({ commit, git, files }: Tree): boolean =>
  commit === undefined && files.size === 0 && git.head() === undefined;

function withLiveTags(
  state: State,
  before: Before,
  { settings }: Former,
): { readonly state: State; readonly before: Before } {
  const { configuration, workspace } = state,
    ownTags = workspace.facts.liveTags,
    liveTags = [...new Set([...ownTags, ...(settings.configuration.facts.liveTags ?? defaultSettings.liveTags)])];
  if (liveTags.length === ownTags.length) return { state, before };
  const facts = { ...workspace.facts, liveTags };
  const workspaceWithTags = new Workspace(workspace.documents, facts);
  return {
    state: {
      ...state,
      configuration: { ...configuration, facts: { ...configuration.facts, liveTags } },
      workspace: workspaceWithTags,
    },
    before: {
      ...before,
      workspace: before.workspace === workspace ? workspaceWithTags : new Workspace(before.workspace.documents, facts),
    },
  };
}

import { statSync } from 'node:fs';
import { dirname, sep } from 'node:path';
import { baseInWords, baseOf, type RevisionBase } from '../../host/base.ts';
import { pathWithin } from '../../host/paths.ts';
import { Git } from '../../host/git.ts';
import { GitError, NoGitError } from '../../host/git-program.ts';
import { gitRootOf } from '../../host/checkout.ts';
import {
  emptyTree,
  gitOf,
  hooksIndex,
  isSameTree,
  sourceOf,
  treeAt,
  treeStaged,
  treeWithout,
  type NowTree,
  type Tree,
} from '../../host/tree.ts';
import { aroundSubmodule, submoduleCommit } from '../../host/submodule.ts';
import { UsageError, type Io } from '../terminal/io.ts';
import type { LintRequest } from './options.ts';

/** What the files of a checkout are compared with. */
export interface ComparedCheckout {
  /** On one line. */
  readonly words: string;
  /** The name of the base. */
  readonly name: string;
  /** The commit that the files on disk are compared with. */
  readonly commit?: string;
  /** What is linted instead of the disk, and what it is compared with. */
  readonly trees?: { readonly now: NowTree; readonly notes: readonly string[]; readonly before: Tree };
  /** Whether there is no difference, so that everything is linted. */
  readonly whole: boolean;
}
/** `undefined` if no revision is requested. @throws UsageError */
type Comparing = (folder: string) => ComparedCheckout | undefined;

/** The base of each folder's checkout, computed once. */
export function comparing(options: LintRequest, io: Io): Comparing {
  const known = new Map<string, ComparedCheckout>(),
    outermost = gitRootOf(io.cwd);
  const of = (folder: string): ComparedCheckout | undefined => {
    if (options.changedSince === undefined && !options.staged) return undefined;
    const option = options.staged ? '--staged' : '--changed-since',
      top = gitRootOf(folder);
    if (top === undefined) throw new UsageError(`${option} needs git, and ${folder} is in no git repository`);
    if (!known.has(top))
      known.set(
        top,
        askGit(() => submoduleIn(top) ?? comparedIn(top, options, io)),
      );
    return known.get(top);
  };
  /** What a submodule was is said by the checkout around it, not by a branch of the same name. */
  const submoduleIn = (top: string): ComparedCheckout | undefined => {
    const around = options.staged || outermost === undefined ? undefined : aroundSubmodule(top, outermost);
    const outer = around && of(around.top);
    // these trees hold the files of submodules too
    if (!around || !outer || outer.trees || outer.whole) return outer;
    const { name } = outer,
      commit = submoduleCommit(around, outer.commit!, new Git(top));
    return commit === undefined
      ? { words: `${around.path} is a new submodule, so all of it is checked`, name, whole: true }
      : {
          words: `${around.path} is compared with its commit then (${commit.slice(0, 12)})`,
          name,
          commit,
          whole: false,
        };
  };
  return of;
}

function comparedIn(top: string, options: LintRequest, io: Io): ComparedCheckout {
  const from = io.env['PRE_COMMIT_FROM_REF'],
    to = io.env['PRE_COMMIT_TO_REF'];
  if (!options.staged) return sinceRevision(new Git(top), options.changedSince!, options);
  if (from && to) return sinceRevision(new Git(top), `${from}...${to}`, options);
  return staged(gitOf(top, hooksIndex(io.env['GIT_INDEX_FILE'], top, io.startedIn ?? io.cwd))!);
}

function sinceRevision(git: Git, revision: string, options: LintRequest): ComparedCheckout {
  const base: RevisionBase = baseOf(git, revision, { exact: options.baseExact }),
    is = { words: baseInWords(base), name: base.revision, whole: false };
  if (!base.now) return { ...is, commit: base.compared };
  if (options.fix || options.diff || options.watch)
    throw new UsageError(
      `${revision} compares two commits; fixes and --watch need the current files: use ${base.revision}`,
    );
  return { ...is, trees: treesOf(treeAt(git, base.compared), treeAt(git, base.now.commit)) };
}

function staged(git: Git): ComparedCheckout {
  const now = treeStaged(git),
    head = git.head(),
    before = head === undefined ? emptyTree(git) : treeWithout(treeAt(git, head), git.tracked().absent);
  const whole = isSameTree(before, now);
  const words =
    head === undefined
      ? 'what is staged is the first commit'
      : `what is staged is compared with HEAD (${head.slice(0, 12)})`;
  return {
    words: whole ? 'nothing is staged, so the whole workspace is checked, as the last commit has it' : words,
    name: 'HEAD',
    whole,
    trees: treesOf(before, now),
  };
}

function treesOf(before: Tree, tree: Tree): NonNullable<ComparedCheckout['trees']> {
  const source = sourceOf(tree);
  return { before, now: { tree, source }, notes: source.notes };
}

/** What git knows about a path that is not on disk: it was deleted, or is only in the index. */
export function knownToGit(path: string, compared: ComparedCheckout | undefined): 'file' | 'folder' | undefined {
  let folder = dirname(path);
  while (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) folder = dirname(folder);
  try {
    const git = compared?.trees?.now.tree.git ?? gitOf(folder),
      file = git && pathWithin(git.folder, path);
    if (!git || file === undefined) return undefined;
    const commit = compared?.commit ?? compared?.trees?.before.commit ?? git.head();
    return git.holds(file.split(sep).join('/'), commit);
  } catch (error) {
    if (error instanceof NoGitError) return undefined;
    throw error;
  }
}

/** @param option that the question is about, before its message @throws UsageError */
export function askGit<T>(question: () => T, option = ''): T {
  try {
    return question();
  } catch (error) {
    if (error instanceof GitError) throw new UsageError(option + error.message);
    throw error;
  }
}

import { isJsonName, isWithin, pathWithin, gitRootOf } from './paths.ts';
import { baseInWords, baseOf, type RevisionBase } from './base.ts';
import { Git } from './git.ts';
import { GitError } from './git-program.ts';
import type { Tree } from './git-contents.ts';
import { disk, type Source } from './source.ts';
import { emptyTree, isSameTree, sourceOf, treeAt, treeStaged, treeWithout, type GitSource } from './tree.ts';
import { dirname } from 'node:path';

/** The base of a checkout, and the files that are compared with it. */
export interface ComparedCheckout {
  /** The description of the comparison, on one line. */
  readonly words: string;
  /** The name of the earlier state. */
  readonly name: string;
  /** The meaning of the revision in this checkout; undefined for staged files. */
  readonly revision: RevisionBase | undefined;
  /** The commit to compare with; undefined if there is none. */
  readonly commit: string | undefined;
  /** The source of the current files: the disk, the index, or another commit. */
  readonly source: Source;
  /** Whether there is nothing to compare with, so that all files are linted. */
  readonly isWhole: boolean;
  /** The former files of a folder of the checkout; other folders may be included. */
  before(folder: string): Tree;
}

/** The current files of a comparison: the files on disk, of the second commit of `A..B`, or the staged files. */
export type ComparisonChoice =
  | { readonly revision: string; readonly exact: boolean }
  /** @param index returns the absolute path of the index to read instead of the index of a checkout */
  | { readonly staged: true; readonly index: (top: string) => string | undefined };

/**
 * Returns a function for the base of a folder's checkout, which is computed once for each checkout.
 * @throws GitError if there is no checkout, or no such revision
 */
export function checkoutComparer(choice: ComparisonChoice, cwd: string): (folder: string) => ComparedCheckout {
  const byFolder = new Map<string, ComparedCheckout>(),
    outermostRoot = gitRootOf(cwd);
  const baseOf = (folder: string): ComparedCheckout => {
    const top = gitRootOf(folder);
    if (top === undefined) throw new GitError(`${folder} is in no git repository`);
    if (!byFolder.has(top))
      byFolder.set(
        top,
        'staged' in choice
          ? stagedCheckout(new Git(top, undefined, choice.index(top)))
          : (submoduleIn(top) ?? compareRevision(new Git(top), choice)),
      );
    return byFolder.get(top)!;
  };
  /** The comparison for a submodule with the commit in the checkout around it, not with a branch of the same name. */
  const submoduleIn = (top: string): ComparedCheckout | undefined => {
    const submodule = outermostRoot === undefined ? undefined : checkoutAroundSubmodule(top, outermostRoot),
      outerCheckout = submodule && baseOf(submodule.top);
    // the tree of a commit already contains the files of submodules
    if (!submodule || !outerCheckout || outerCheckout.source !== disk || outerCheckout.isWhole) return outerCheckout;
    const commit = submoduleCommit(submodule, outerCheckout.commit!, new Git(top));
    return commit === undefined
      ? {
          ...outerCheckout,
          words: `${submodule.path} is a new submodule, so all of its files are checked`,
          commit,
          isWhole: true,
          before: folder => emptyTree(new Git(folder)),
        }
      : {
          ...outerCheckout,
          ...onDisk(commit),
          words: `${submodule.path} is compared with its former commit (${commit.slice(0, 12)})`,
        };
  };
  return baseOf;
}

function compareRevision(git: Git, { revision: range, exact }: Extract<ComparisonChoice, { revision: string }>) {
  const revision = baseOf(git, range, { exact }),
    currentChoice = { words: baseInWords(revision), name: revision.revision, revision, isWhole: false },
    { comparedCommit, currentRevision } = revision;
  return currentRevision
    ? { ...currentChoice, ...comparedTrees(treeAt(git, comparedCommit), treeAt(git, currentRevision.commit)) }
    : { ...currentChoice, ...onDisk(comparedCommit) };
}

function stagedCheckout(git: Git): ComparedCheckout {
  const { absentFiles } = git.trackedFiles(),
    current = treeWithout(treeStaged(git), absentFiles),
    head = git.head(),
    before = head === undefined ? emptyTree(git) : treeWithout(treeAt(git, head), absentFiles);
  const isWhole = isSameTree(before, current);
  const description =
    head === undefined
      ? 'the staged files are the first commit'
      : `the staged files are compared with HEAD (${head.slice(0, 12)})`;
  return {
    words: isWhole ? 'nothing is staged, so the whole workspace of the last commit is checked' : description,
    name: 'HEAD',
    revision: undefined,
    isWhole,
    ...comparedTrees(before, current),
  };
}

function onDisk(commit: string) {
  const trees = new Map<string, Tree>();
  const formerTreeOf = (folder: string): Tree => {
    const tree = trees.get(folder) ?? treeIn(folder, commit);
    trees.set(folder, tree);
    return tree;
  };
  return { commit, source: disk, before: formerTreeOf };
}
const comparedTrees = (before: Tree, current: Tree) => ({
  commit: before.commit,
  source: sourceOf(current) as Source | GitSource,
  before: () => before,
});

/** The JSON files of a folder in a commit of its checkout. */
export const treeIn = (folder: string, commit: string): Tree => treeAt(new Git(folder), commit, isJsonName);

/** A submodule in the checkout around it. */
interface OuterCheckout {
  /** The top folder of the checkout around the submodule. */
  readonly top: string;
  /** The path of the submodule in the checkout around it. */
  readonly path: string;
}

/** The checkout around a submodule; `undefined` if no index of a checkout lists the folder as a submodule. */
function checkoutAroundSubmodule(top: string, outermostRoot: string): OuterCheckout | undefined {
  const outerRoot = top === outermostRoot || !isWithin(outermostRoot, top) ? undefined : gitRootOf(dirname(top));
  if (outerRoot === undefined) return undefined;
  const path = pathWithin(outerRoot, top)!;
  return new Git(outerRoot).submoduleAt(path) === undefined ? undefined : { top: outerRoot, path };
}

/**
 * The commit of a submodule in a commit of the checkout around it; `undefined` if the commit has no such submodule.
 * @throws GitError if the submodule does not contain its commit
 */
function submoduleCommit({ top, path }: OuterCheckout, commit: string, submodule: Git): string | undefined {
  const formerCommit = new Git(top).submoduleAt(path, commit);
  if (formerCommit === undefined || submodule.commitOf(formerCommit) !== undefined) return formerCommit;
  const [innerCommit, outerCommit] = [formerCommit, commit].map(commit => commit.slice(0, 12));
  throw new GitError(
    `the submodule ${path} does not have commit ${innerCommit}, to which ${outerCommit} refers; "git -C ${path} fetch" fetches it`,
  );
}

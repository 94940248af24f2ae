import { GitError } from './git-program.ts';
import type { Git } from './git.ts';

/** The state that files are compared with. */
export interface RevisionBase {
  /** The revision as typed on the command line; for `A..B`, the revision A. */
  readonly revision: string;
  /** The whole range or revision, as typed. */
  readonly typedText: string;
  /** The commit of the revision. */
  readonly commit: string;
  /** The merge base with `commit`; null if the comparison is with the commit itself. */
  readonly mergeBase: string | null;
  /** The commit that the files are compared with: `commit` or `mergeBase`. */
  readonly comparedCommit: string;
  /** The commit that is compared instead of the current files, and its name: B of `A..B` or `A...B`. */
  readonly currentRevision: { readonly revision: string; readonly commit: string } | undefined;
}

/**
 * The meaning of a revision on the command line: `REV` is the merge base of the current files and REV; `A...B` is the
 * merge base of A and B; `A..B` compares B with A itself.
 * With `exact`, REV itself is meant.
 * @throws GitError that names the command for fetching the missing commit
 */
export function baseOf(git: Git, text: string, { exact = false }: { readonly exact?: boolean } = {}): RevisionBase {
  const [, source, dots, endRevision] = /^(.*?)(\.\.\.?)(?!\.)(.*)$/s.exec(text) ?? [];
  const revision = source === undefined ? text : source || 'HEAD';
  if (exact && dots === '...')
    throw new GitError(
      `${text} compares with the commit where ${endRevision || 'HEAD'} branched off from ${revision}; ` +
        `use --base-exact for ${revision} itself`,
    );
  const commit = commitOf(git, revision);
  const currentCommit =
    dots === undefined ? undefined : { revision: endRevision || 'HEAD', commit: commitOf(git, endRevision || 'HEAD') };
  if (exact || dots === '..')
    return {
      revision,
      typedText: text,
      commit,
      mergeBase: null,
      comparedCommit: commit,
      currentRevision: currentCommit,
    };
  const head = (): string => (revision === 'HEAD' ? commit : commitOf(git, 'HEAD'));
  const mergeBase = mergeBaseOf(git, { revision, commit }, currentCommit ?? { revision: 'HEAD', commit: head() });
  return { revision, typedText: text, commit, mergeBase, comparedCommit: mergeBase, currentRevision: currentCommit };
}

interface NamedCommit {
  readonly revision: string;
  readonly commit: string;
}

function mergeBaseOf(git: Git, base: NamedCommit, currentCommit: NamedCommit): string {
  const commit = base.commit === currentCommit.commit ? base.commit : git.mergeBase(base.commit, currentCommit.commit);
  if (commit !== undefined) return commit;
  const noCommonCommit = `${base.revision} and ${currentCommit.revision} have no commit in common`;
  throw new GitError(
    git.isShallow()
      ? `${noCommonCommit} in this shallow clone; "${fetchCommand(git, base.revision, true)}" fetches the missing history`
      : `${noCommonCommit}; --base-exact compares with ${base.revision} itself`,
  );
}

/**
 * The commit of a revision.
 * @throws GitError that names the command for fetching the missing commit
 */
function commitOf(git: Git, revision: string): string {
  const commit = git.commitOf(revision);
  if (commit !== undefined) return commit;
  const [remote = ''] = git.remotes(),
    remoteBranch = `${remote}/${revision}`;
  const unknownText = `git knows no revision "${revision}"`;
  if (remote !== '' && /^[\w./-]+$/.test(revision) && git.commitOf(remoteBranch) !== undefined)
    throw new GitError(`${unknownText}; did you mean ${remoteBranch}?`);
  const isShallow = git.isShallow();
  if (remote === '' && !isShallow) throw new GitError(`${unknownText}${missingRemoteAdvice(git, revision)}`);
  throw new GitError(
    isShallow && !isFetchable(revision)
      ? `${unknownText}; this is a shallow clone, so fetch more of its history (git fetch --unshallow)`
      : `${unknownText}; if ${remote} has it, "${fetchCommand(git, revision, isShallow)}" fetches it`,
  );
}

/** The advice for `origin/main` in a repository without a remote. */
function missingRemoteAdvice(git: Git, revision: string): string {
  const [, remote, branch] = /^([\w.-]+)\/([\w./-]+)$/.exec(revision) ?? [];
  if (remote === undefined || !isFetchable(revision)) return '';
  if (git.commitOf(branch!) !== undefined) return `; no remote is set up here; did you mean ${branch}?`;
  return `; no remote is set up here: "git remote add ${remote} URL", then "git fetch ${remote}" gets its branches`;
}

/** Whether a name can be the name of a branch or commit, so it is not relative to another commit like `HEAD~1`. */
const isFetchable = (revision: string): boolean =>
  /^(?!HEAD$|-)[\w./+-]+$/.test(revision) && !revision.endsWith('.lock');

/** The command that fetches a branch of a remote under the requested name, with its history. */
function fetchCommand(git: Git, revision: string, isShallow: boolean): string {
  const remotes = git.remotes(),
    remote = remotes.find(name => revision.startsWith(`${name}/`)) ?? remotes[0] ?? 'origin',
    history = isShallow ? ' --unshallow' : '';
  if (!isFetchable(revision)) return `git fetch${history} ${remote}`;
  if (/^[0-9a-f]{40}([0-9a-f]{24})?$/.test(revision)) return `git fetch${history} ${remote} ${revision}`;
  const branch = revision.startsWith(`${remote}/`) ? revision.slice(remote.length + 1) : revision;
  const localName = branch === revision ? branch : `refs/remotes/${revision}`;
  return `git fetch${history} ${remote} ${branch === revision ? `${branch}:${localName}` : `+refs/heads/${branch}:${localName}`}`;
}

/** The base in words: `main`, with the merge base if it is a different commit. */
export function baseNamed({ revision, commit, mergeBase, comparedCommit }: RevisionBase): string {
  if (mergeBase === null) return `${revision} itself (${shortCommit(comparedCommit)})`;
  return mergeBase === commit
    ? `${revision} (${shortCommit(commit)})`
    : `the merge base with ${revision} (${shortCommit(comparedCommit)})`;
}
export function baseInWords(base: RevisionBase): string {
  const { currentRevision } = base;
  const subject = currentRevision ? `${currentRevision.revision} (${shortCommit(currentRevision.commit)}) is ` : '';
  return `${subject}compared with ${baseNamed(base)}`;
}
const shortCommit = (commit: string): string => commit.slice(0, 12);

/** A base in its output form. */
export const shownBase = (base: RevisionBase) => ({
  revision: base.revision,
  commit: base.comparedCommit,
  merge_base: base.mergeBase !== null,
  description: baseNamed(base),
});

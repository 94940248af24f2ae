import { extensions, QuickPickItemKind, Uri, window, type Event, type QuickPickItem } from 'vscode';
import { promptScheme } from '../../server/lsp/protocol.ts';
import { jsonOf } from '../session/texts.ts';

/** The part of the Git extension's API that is used by this file. Older versions of it are incomplete. */
interface Git {
  getAPI(version: 1): {
    readonly state?: 'uninitialized' | 'initialized';
    readonly onDidChangeState?: Event<unknown>;
    getRepository(uri: Uri): Repository | null;
    openRepository?(folder: Uri): Promise<Repository | null>;
  };
}
interface Ref {
  readonly name?: string;
  readonly commit?: string;
}
interface Repository {
  readonly state: { readonly HEAD?: Ref };
  getBranches(query: { remote: boolean; sort: 'committerdate'; count?: number }): Promise<readonly Ref[]>;
  getRefs?(query: { pattern: string; sort: 'committerdate'; count: number }): Promise<readonly Ref[]>;
  log(query: {
    maxEntries: number;
  }): Promise<readonly { readonly hash: string; readonly message: string; readonly authorName?: string }[]>;
}
/** `base`: a git revision; null for the saved files. */
export interface Revision {
  readonly base: string | null;
}
interface Item<Other> extends QuickPickItem {
  readonly base?: string | null;
  readonly isOther?: boolean;
  readonly value?: Other;
}
/** The options of the question, including choices other than revisions, which are available without git. */
interface RevisionQuestion<Other> {
  readonly title: string;
  /** The thing to compare, in words; the files by default. */
  readonly subject?: string;
  readonly choices?: readonly { readonly label: string; readonly description?: string; readonly value: Other }[];
  readonly isTrusted?: boolean;
}

/** The time limit for the search for repositories, in milliseconds. */
const searchTimeoutMs = 5000;
const limits = { branches: 100, tags: 30, commits: 20 };

/**
 * Asks for the revision to compare the files with; undefined if the user cancels.
 * @param uri of a file of the repository
 */
export async function askForRevision(uri: Uri): Promise<Revision | undefined> {
  const choice = await askForState<never>(uri, { title: 'Compare with Branch' });
  return choice && 'base' in choice ? choice : undefined;
}

/** Asks for a revision or for one of the other choices; undefined if the user cancels. */
export async function askForState<Other>(
  uri: Uri,
  { title, subject = 'the files', choices = [], isTrusted = true }: RevisionQuestion<Other>,
): Promise<Revision | { readonly value: Other } | undefined> {
  const item = await window.showQuickPick(itemsOf(uri, choices, isTrusted), {
    title,
    placeHolder: `Compare ${subject} in the editor with …`,
    matchOnDescription: true,
    matchOnDetail: true,
  });
  if (!item) return undefined;
  if (item.value !== undefined) return { value: item.value };
  if (!item.isOther) return { base: item.base ?? null };
  const input = await window.showInputBox({
    title,
    prompt: 'A branch, a tag, a commit, or anything that git understands',
    placeHolder: 'origin/main',
    ignoreFocusOut: true,
  });
  return input?.trim() ? { base: input.trim() } : undefined;
}

async function itemsOf<Other>(
  uri: Uri,
  choices: NonNullable<RevisionQuestion<Other>['choices']>,
  isTrusted: boolean,
): Promise<Item<Other>[]> {
  const savedItem = { label: '$(save) What is saved', description: 'what the unsaved edits change', base: null };
  if (!isTrusted) return [savedItem, ...choices];
  const group = (label: string, items: readonly Item<Other>[]): Item<Other>[] =>
    items.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];
  const { branches, tags, commits } = await knownOf(uri);
  return [
    { label: '$(git-commit) HEAD', description: 'the last commit', base: 'HEAD' },
    savedItem,
    ...group('versions and exports', choices),
    ...group('branches', branches),
    ...group('tags', tags),
    ...group('recent commits', commits),
    ...group('other', [{ label: '$(edit) Another revision…', isOther: true, alwaysShow: true }]),
  ];
}

/**
 * The repository of a file. Right after a window was opened, the editor may still be searching for repositories; the
 * repository of a file outside of its folders must be opened first.
 */
async function repositoryOf(uri: Uri): Promise<Repository | null | undefined> {
  const git = (await extensions.getExtension<Git>('vscode.git')?.activate())?.getAPI(1);
  if (git?.state === 'uninitialized')
    await new Promise<void>(resolve => {
      const timer = setTimeout(resolve, searchTimeoutMs);
      git.onDidChangeState?.(() => {
        clearTimeout(timer);
        resolve();
      });
    });
  return git?.getRepository(uri) ?? git?.openRepository?.(Uri.joinPath(uri, '..'));
}

/** The revisions known to the editor's git support, newest first; empty if git support is off. */
async function knownOf(uri: Uri): Promise<Readonly<Record<'branches' | 'tags' | 'commits', readonly Item<never>[]>>> {
  const emptyList = (): [] => [],
    sort = 'committerdate';
  try {
    const repository = await repositoryOf(uri.scheme === promptScheme ? jsonOf(uri) : uri);
    if (!repository) return { branches: [], tags: [], commits: [] };
    const [local, remote, tags, commits] = await Promise.all([
      repository.getBranches({ remote: false, sort, count: limits.branches }).catch(emptyList),
      repository.getBranches({ remote: true, sort, count: limits.branches }).catch(emptyList),
      repository.getRefs?.({ pattern: 'refs/tags', sort, count: limits.tags }).catch(emptyList) ?? [],
      repository.log({ maxEntries: limits.commits }).catch(emptyList),
    ]);
    const head = repository.state.HEAD?.name,
      refItems = (icon: string, refs: readonly Ref[]): Item<never>[] =>
        [...new Set(refs.flatMap(({ name }) => name ?? []))].map(name => ({
          label: `$(${icon}) ${name}`,
          base: name,
          ...(name === head && { description: 'checked out' }),
        }));
    return {
      branches: refItems('git-branch', [...local, ...remote]).slice(0, limits.branches),
      tags: refItems('tag', tags).slice(0, limits.tags),
      commits: commits.map(({ hash, message, authorName }) => ({
        label: `$(git-commit) ${hash.slice(0, 8)}`,
        description: [message.split('\n')[0], authorName].filter(Boolean).join(' · '),
        base: hash,
      })),
    };
  } catch {
    return { branches: [], tags: [], commits: [] };
  }
}

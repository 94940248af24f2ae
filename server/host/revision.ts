import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { isConfigurationFile, isSettingsFile } from '../core/settings-files.ts';
import { compareTexts } from '../core/wording.ts';
import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import type { RevisionBase } from './base.ts';
import { Git } from './git.ts';
import { GitError } from './git-program.ts';
import { gitRootOf } from './checkout.ts';
import { type OpenedWorkspace } from './open.ts';
import { hereIn, readPast, within, without, type Past } from './past.ts';
import { disk, type Source } from './source.ts';
import { bytesOf, decode } from './text.ts';
import { differenceOf, treeAt, type NowTree } from './tree.ts';

/**
 * A workspace in an earlier state; files of `past.unknown` are in their current state, so that they make no difference.
 */
export interface PastWorkspace {
  readonly workspace: Workspace;
  readonly past: Past;
}

type Now = Pick<OpenedWorkspace, 'root' | 'configuration' | 'workspace' | 'files'>;

/**
 * The workspace at a git revision, read without a checkout. The current configuration applies to both sides, so that
 * only files make a difference; files excluded from the current workspace by it, git, a sparse checkout, or a
 * configuration of their own folder are excluded from the base as well.
 * @param now where the files were read, if not on disk
 * @throws GitError if there is no git, or no repository
 */
export function workspaceAt({ compared }: Pick<RevisionBase, 'compared'>, opened: Now, now?: NowTree): PastWorkspace {
  return pastWorkspace(opened, now ? pastOfTree(compared, opened, now) : pastOfDisk(compared, opened));
}

function pastOfDisk(commit: string, opened: Now): Past {
  const { root, workspace } = opened;
  if (gitRootOf(root) === undefined) throw new GitError('this folder is in no git repository');
  const git = new Git(root);
  const files = without(partOf(opened, git.filesAt(commit)), git.tracked().absent);
  return readPast(git, commit, files, hereIn(root, workspace));
}

function pastOfTree(commit: string, opened: Now, { tree, source }: NowTree): Past {
  const { past, then } = differenceOf(treeAt(tree.git, commit), tree, source, opened.root);
  return within(
    past,
    partOf(opened, then, file => source.isFile(join(opened.root, file))),
  );
}

function pastWorkspace({ configuration, workspace }: Now, past: Past): PastWorkspace {
  const unchanged = [...past.unknown.keys()].flatMap(file => workspace.document(file) ?? []);
  const documents = [...past.texts].map(([file, text]) => {
    const now = workspace.document(file);
    // an unchanged file is the same document, so that nothing is parsed or compared twice
    return now?.text === text ? now : new Document(file, text, -1, configuration.kindOf(file));
  });
  return {
    workspace: new Workspace(
      [...documents, ...unchanged]
        .filter(({ kind }) => kind !== undefined)
        .sort((a, b) => compareTexts(a.file, b.file)),
      workspace.facts,
    ),
    past,
  };
}

/**
 * The current workspace, plus files that had a known kind in the base and are no longer JSON: their content no longer
 * shows it.
 */
export function withBroken(
  { root, workspace, files }: Pick<OpenedWorkspace, 'root' | 'workspace' | 'files'>,
  base: Workspace,
  source: Source = disk,
): Workspace {
  const present = new Set(files);
  return base.documents.reduce((known, { file, kind }) => {
    const text = present.has(file) && !known.document(file) ? textIn(source, join(root, file)) : undefined;
    const now = text === undefined ? undefined : new Document(file, text, 0, kind);
    return now && !now.readable ? known.with(now) : known;
  }, workspace);
}

/** The content of a regular file; links are not followed, as in the walk. */
function textIn(source: Source, path: string): string | undefined {
  if (source === disk) {
    const bytes = bytesOf(path);
    return bytes && decode(bytes).text;
  }
  try {
    return source.text(path).text;
  } catch {
    return undefined;
  }
}

/**
 * The files of a commit that would be in the current workspace.
 * @param isThere whether anything exists at a path today, in the workspace or not
 */
export function partOf(
  { root, configuration, files: present }: Pick<OpenedWorkspace, 'root' | 'configuration' | 'files'>,
  files: ReadonlyMap<string, string>,
  isThere = (file: string): boolean => lstatSync(join(root, file), { throwIfNoEntry: false }) !== undefined,
): ReadonlyMap<string, string> {
  const here = new Set(present);
  const nested = [...files.keys()]
    .filter(file => isConfigurationFile(file) && file.includes('/') && isThere(file))
    .map(file => file.slice(0, file.lastIndexOf('/') + 1));
  const passedOver = (file: string): boolean =>
    isSettingsFile(file) ||
    /(^|\/)node_modules\//.test(file) ||
    nested.some(folder => file.startsWith(folder)) ||
    file.split('/').some((_, i, parts) => configuration.ignored(parts.slice(0, i + 1).join('/'))) ||
    (!here.has(file) && isThere(file));
  return new Map([...files].filter(([file]) => !passedOver(file)));
}

import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { configurationName } from '../core/configuration/configuration.ts';
import { Document } from '../core/document.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { Git, GitError } from './git.ts';
import { gitRootOf } from './git-ignore.ts';
import { isSettingsFile, type OpenedWorkspace } from './open.ts';

/**
 * The workspace as a git revision has it, read without a checkout. The configuration is today's on both sides, so that only files make a
 * difference; files that it, git, or a configuration of their own folder keeps out of the workspace today are out of the base as well.
 * @throws GitError where there is no git, no repository, or no such revision
 */
export function workspaceAt(
  revision: string,
  { root, configuration, workspace, files }: Pick<OpenedWorkspace, 'root' | 'configuration' | 'workspace' | 'files'>,
): Workspace {
  if (gitRootOf(root) === undefined) throw new GitError('this folder is in no git repository');
  const git = new Git(root),
    texts = git.textsAt(git.commit(revision));
  const here = new Set(files);
  const nested = [...texts.keys()]
    .filter(file => file.endsWith(`/${configurationName}`))
    .map(file => file.slice(0, -configurationName.length));
  const passedOver = (file: string): boolean =>
    isSettingsFile(file) ||
    /(^|\/)node_modules\//.test(file) ||
    nested.some(folder => file.startsWith(folder)) ||
    file.split('/').some((_, i, parts) => configuration.ignored(parts.slice(0, i + 1).join('/'))) ||
    (!here.has(file) && lstatSync(join(root, file), { throwIfNoEntry: false }) !== undefined);
  const documents = [...texts]
    .filter(([file]) => !passedOver(file))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([file, text]) => {
      const now = workspace.document(file);
      // an unchanged file is the same document, so that nothing is parsed or compared twice
      return now?.text === text ? now : new Document(file, text, -1, configuration.kindOf(file));
    });
  return new Workspace(
    documents.filter(({ kind }) => kind !== undefined),
    workspace.facts,
  );
}

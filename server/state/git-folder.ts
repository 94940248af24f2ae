import { readdirSync } from 'node:fs';
import { devNull, homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { linkStatsOf, readRegularFile, statsOf } from './regular-file.ts';

/* The folders of git for a checkout, and whether git could wait forever for a file in them. */

/** The maximum size in bytes of a file that contains a path. */
const LARGEST = 1_000_000;
/** The maximum number of included files. Git itself follows ten levels. */
const MAX_INCLUDES = 100;

/** The folder in which git keeps the files of one checkout: the index, the current commit. */
export function ownGitFolder(top: string): string | undefined {
  const git = join(top, '.git');
  if (statsOf(git)?.isDirectory()) return git;
  try {
    return resolve(top, /^gitdir: (.*)$/m.exec(line(git))![1]!.trim());
  } catch {
    return undefined;
  }
}
/** The folder that all worktrees of a checkout share. */
export function sharedGitFolder(top: string): string | undefined {
  const ownFolder = ownGitFolder(top);
  if (ownFolder === undefined || ownFolder === join(top, '.git')) return ownFolder;
  try {
    const commonFolder = line(join(ownFolder, 'commondir'));
    return isAbsolute(commonFolder) ? commonFolder : join(ownFolder, commonFolder);
  } catch {
    return ownFolder;
  }
}
const line = (file: string): string =>
  readRegularFile(file, { largest: LARGEST, links: 'any' }).toString('utf8').trim();

/** The files that every git command opens, in its own folder or the shared one. */
const metadataFiles = ['HEAD', 'config', 'config.worktree', 'commondir', 'index', 'packed-refs', 'shallow'] as const;

/**
 * A pipe or device among git's own files, by path from the top of the checkout: git would wait for the file, and
 * Preflight for git. Git may open the files below `refs` when it looks for a revision, and its packs when it looks for
 * a commit.
 */
export function blockingGit(top: string): string | undefined {
  const folders = new Set([ownGitFolder(top), sharedGitFolder(top)].filter(folder => folder !== undefined));
  return firstBlocking(
    top,
    [...folders].flatMap(folder => [
      ...metadataFiles.map(name => join(folder, name)),
      // the beginning of a split index
      ...unexpectedIn(folder, /^sharedindex\./),
      ...unexpectedIn(join(folder, 'refs')),
      ...objectsOf(folder).flatMap(objects => unexpectedIn(objects, objectFolders)),
      ...configurationsOf(folder).flatMap(file => [file, ...pathsIn(file, 'attributesfile')]),
    ]),
  );
}
/**
 * The configuration of a checkout and the files that it includes, at any depth. @param folder the git folder of the
 * checkout, or the folder that all worktrees share
 */
export function configurationsOf(folder: string): string[] {
  const configFiles = new Set(['config', 'config.worktree'].map(name => join(folder, name)));
  // the set grows while it is read
  for (const file of configFiles)
    if (configFiles.size < MAX_INCLUDES) for (const path of pathsIn(file, 'path')) configFiles.add(path);
  return [...configFiles];
}
/** The files that git opens because of a configuration: included files (`path`), or the file with attributes. */
function pathsIn(configuration: string, key: 'path' | 'attributesfile'): string[] {
  let text: string;
  try {
    text = readRegularFile(configuration, { largest: LARGEST, links: 'any' }).toString('utf8');
  } catch {
    return [];
  }
  return [...text.matchAll(pathSettings[key])]
    .map(([, path]) => resolve(dirname(configuration), path!.trimEnd().replace(/^~(?=\/)/, homedir())))
    .filter(path => path !== devNull);
}
const pathSettings = {
  path: /(?:^|\])[ \t]*path[ \t]*=[ \t]*"?([^"\s][^"\n]*)/gim,
  attributesfile: /(?:^|\])[ \t]*attributesfile[ \t]*=[ \t]*"?([^"\s][^"\n]*)/gim,
} as const;
/** The pipes and devices among the files of attributes. @param files relative to the top */
export function blockingAttributes(top: string, files: readonly string[]): string | undefined {
  const folders = new Set<string>();
  for (const file of files) for (let path = dirname(file); !folders.has(path); path = dirname(path)) folders.add(path);
  const gitFolder = sharedGitFolder(top);
  return firstBlocking(top, [
    ...(gitFolder === undefined ? [] : [join(gitFolder, 'info/attributes')]),
    ...[...folders].map(folder => join(top, folder, '.gitattributes')),
  ]);
}

function firstBlocking(top: string, paths: readonly string[]): string | undefined {
  const blockingPath = paths.find(path => {
    const stats = statsOf(path);
    return stats !== undefined && !stats.isFile() && !stats.isDirectory();
  });
  return blockingPath === undefined ? undefined : relative(top, blockingPath);
}

/** The folders with the objects of a repository, including those of repositories from which it borrows. */
export function objectsOf(folder: string): string[] {
  const objectFolders = new Set([join(folder, 'objects')]);
  for (const objects of objectFolders)
    for (const path of linesOf(join(objects, 'info/alternates')))
      if (objectFolders.size < MAX_INCLUDES && path !== '' && !path.startsWith('#'))
        objectFolders.add(resolve(objects, path));
  return [...objectFolders];
}
function linesOf(file: string): string[] {
  try {
    return line(file).split('\n');
  } catch {
    return [];
  }
}
/** Searching the folders of single objects, up to 256, would take as long as git, so git gets a time limit instead. */
const objectFolders = /^(?:pack|info)$/;

/**
 * The pipes and devices in one of git's folders; links are not followed.
 * @param inner the names of the subfolders that are searched
 */
function unexpectedIn(folder: string, inner = /^/): string[] {
  const unexpectedPaths: string[] = [],
    pending = linkStatsOf(folder)?.isDirectory() ? [folder] : [];
  for (let at = pending.pop(); at !== undefined; at = pending.pop())
    try {
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        const path = join(at, entry.name);
        if (entry.isFile() || (at === folder && !inner.test(entry.name))) continue;
        if (entry.isDirectory()) pending.push(path);
        else unexpectedPaths.push(path);
      }
    } catch {
      // git reports the reason
    }
  return unexpectedPaths;
}

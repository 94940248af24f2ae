import { readdirSync } from 'node:fs';
import { devNull, homedir } from 'node:os';
import { dirname, isAbsolute, join, relative, resolve } from 'node:path';
import { linkStatsOf, readRegularFile, statsOf } from './regular-file.ts';

/* The git folders of a checkout, and the files in them for which git could wait forever. */

/** The maximum size of a file that contains a path, in bytes. */
const MAX_PATH_FILE_SIZE = 1_000_000;
/** The maximum number of included files. Git itself follows ten levels. */
const MAX_INCLUDES = 100;

/** The git folder of one checkout, with its index and its current commit; undefined if there is none. */
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
  readRegularFile(file, { maxSize: MAX_PATH_FILE_SIZE, links: 'any' }).toString('utf8').trim();

/** The files that every git command opens, in the folder of the checkout or in the shared folder. */
const metadataFiles = ['HEAD', 'config', 'config.worktree', 'commondir', 'index', 'packed-refs', 'shallow'] as const;

/**
 * The path, from the top of the checkout, of a pipe or device among git's own files. Git would wait for the file, and
 * Preflight for git. Git may open the files below `refs` to find a revision, and its packs to find a commit.
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
  // the loop adds included files to the set
  for (const file of configFiles)
    if (configFiles.size < MAX_INCLUDES) for (const path of pathsIn(file, 'path')) configFiles.add(path);
  return [...configFiles];
}
/** The files that git opens because of a configuration: included files (`path`), or the attributes file. */
function pathsIn(configuration: string, key: 'path' | 'attributesfile'): string[] {
  let text: string;
  try {
    text = readRegularFile(configuration, { maxSize: MAX_PATH_FILE_SIZE, links: 'any' }).toString('utf8');
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
/**
 * The first pipe or device among the attributes files of these files.
 * @param files paths relative to the top
 */
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

/** The object folders of a repository, including those of the repositories from which it borrows objects. */
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
/**
 * The names of the searched object folders. The folders of single objects (up to 256) are not searched, because that
 * would take as long as git does; a time limit for git is enough.
 */
const objectFolders = /^(?:pack|info)$/;

/**
 * The pipes and devices in a git folder; links are not followed.
 * @param innerPattern the names of the subfolders to search
 */
function unexpectedIn(folder: string, innerPattern = /^/): string[] {
  const unexpectedPaths: string[] = [],
    pending = linkStatsOf(folder)?.isDirectory() ? [folder] : [];
  for (let at = pending.pop(); at !== undefined; at = pending.pop())
    try {
      for (const entry of readdirSync(at, { withFileTypes: true })) {
        const path = join(at, entry.name);
        if (entry.isFile() || (at === folder && !innerPattern.test(entry.name))) continue;
        if (entry.isDirectory()) pending.push(path);
        else unexpectedPaths.push(path);
      }
    } catch {
      // git reports the reason why a folder cannot be read
    }
  return unexpectedPaths;
}

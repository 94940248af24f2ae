import { join, posix } from 'node:path';
import { baselineName, configurationNames, isConfigurationFile, isSettingsFile } from '../core/settings-files.ts';
import { compareTexts, listed } from '../core/wording.ts';
import { Document } from '../core/document.ts';
import { addTo } from '../core/json/multimap.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { Git } from './git.ts';
import { contentsIn, isOf, pointerOnly, type CurrentBytes, type Tree } from './git-contents.ts';
import type { State } from './open.ts';
import { isJsonName, pathWithin } from './paths.ts';
import { disk, type Source } from './source.ts';
import { isGitSource, type GitSource } from './tree.ts';
import { bytesOf, decode } from './text.ts';
import { linkStatsOf } from './regular-file.ts';

/**
 * A state in which some files have their contents from a tree of git, and all other files have their current contents.
 * A file whose contents in the tree are unknown keeps its current contents, so that it counts as unchanged.
 */
export interface Before {
  readonly workspace: Workspace;
  /** The former files of the workspace that were compared. */
  readonly files: ReadonlySet<string>;
  /**
   * The files whose former contents are not in this clone, with the reason and the command for fetching the contents.
   */
  readonly unknown: ReadonlyMap<string, string>;
  /** The changes of all JSON files of the folder, including settings; paths are relative to the folder. */
  changes(): Changes;
  /** Whether a settings file in the folder, or a file that its configuration extends, has changed. */
  settingsChanged(): boolean;
}
interface Changes {
  /** The changed and the new files, including untracked files unless git ignores them. */
  readonly changedFiles: readonly string[];
  readonly deletedFiles: readonly string[];
}

type CurrentState = Pick<
  State,
  'root' | 'configuration' | 'workspace' | 'files' | 'nestedFolders' | 'source' | 'unreadableFindings'
>;

/**
 * The state before a change, read without a checkout. The current configuration applies to both states, so that only
 * the files differ. Files that the configuration, git, a sparse checkout, or a configuration in a folder below
 * excludes from the current workspace are also excluded here.
 * @param base the tree of the checkout around the workspace, or at least of the workspace's folder
 * @param isAsked whether an existing file has its former contents; removed files always have them
 * @throws GitError if there is no git, or no repository
 */
export function stateBefore(
  currentPart: CurrentState,
  base: Tree,
  isAsked: (file: string) => boolean = () => true,
): Before {
  const { workspace, configuration } = currentPart,
    current = currentIn(currentPart, base),
    part = partOfTree(base, currentPart.root, current.absentFiles);
  const files = new Set(
    partOf(currentPart, part.files.keys(), current).filter(file => isAsked(file) || current.isGone(file)),
  );
  const { sameFiles, unknownReasons, contents } = comparedFiles(current, part, files);
  const formerDocuments = [...contents].map(([file, bytes]) => {
    const { text } = decode(bytes),
      document = workspace.document(file);
    return document?.text === text ? document : new Document(file, text, -1, configuration.kindOf(file));
  });
  const isKept = ({ file }: Document): boolean =>
    files.has(file) ? sameFiles.has(file) || unknownReasons.has(file) : !isAsked(file);
  const documents = [
    ...workspace.documents.filter(isKept),
    ...formerDocuments.filter(({ kind }) => kind !== undefined),
  ];
  const isUnchanged =
    documents.length === workspace.documents.length &&
    documents.every(document => workspace.document(document.file) === document);
  return {
    // the same workspace is returned, so that nothing is parsed or compared twice
    workspace: isUnchanged
      ? workspace
      : new Workspace(
          documents.sort((a, b) => compareTexts(a.file, b.file)),
          workspace.facts,
        ),
    files,
    unknown: unknownReasons,
    changes() {
      const otherFiles = comparedFiles(
          current,
          part,
          [...part.files.keys()].filter(file => !files.has(file)),
        ),
        presentNames = new Set(current.existingFiles());
      return {
        changedFiles: [...presentNames].filter(file => !sameFiles.has(file) && !otherFiles.sameFiles.has(file)).sort(),
        deletedFiles: [...part.files.keys()].filter(file => !presentNames.has(file)).sort(),
      };
    },
    settingsChanged() {
      const settingsFiles = [...configurationNames, baselineName, ...ownLayers(configuration)],
        // the files of a folder that became a workspace of its own are no longer in this workspace
        inner = currentPart.nestedFolders.flatMap(folder =>
          configurationNames.map(name => pathWithin(currentPart.root, join(folder, name))!),
        );
      const currentFiles = [...settingsFiles, ...inner].filter(file =>
          currentPart.source.isFile(join(currentPart.root, file)),
        ),
        formerSettings = [...part.files.keys()].filter(isSettingsFile);
      return differ(new Set([...currentFiles, ...formerSettings]), current, part);
    },
  };
}

/** Whether any of these files has changed; paths are relative to the top of the checkout. */
export function areChanged(files: ReadonlySet<string>, base: Tree, source: Source): boolean {
  const { folder } = base.git;
  return differ(
    files,
    isGitSource(source) ? currentInTree(source, folder) : onDisk(base.git),
    partOfTree(base, folder),
  );
}
function differ(files: ReadonlySet<string>, current: Current, part: Part): boolean {
  const { sameFiles } = comparedFiles(
    current,
    part,
    [...files].filter(file => part.files.has(file)),
  );
  return [...files].some(file => !sameFiles.has(file));
}

/** The current files of a folder as git compares them, by path from the folder. */
interface Current {
  /** The files that a sparse checkout leaves off the disk. */
  readonly absentFiles: ReadonlySet<string>;
  /** Whether the contents of a file have this id; if they do, but are not in this clone, the reason. */
  has(file: string, id: string): boolean | { readonly unknown: string };
  /** Returns the bytes of a file, if git may have converted them. */
  readonly currentBytes?: CurrentBytes;
  isGone(file: string): boolean;
  /** Whether a walk can find the file. A walk follows links only to settings. */
  isThere(file: string): boolean;
  /** The JSON files that git tracks or a walk has found. */
  existingFiles(): Iterable<string>;
}

function currentIn(
  { root, workspace, files, configuration, unreadableFindings, source }: CurrentState,
  base: Tree,
): Current {
  if (isGitSource(source)) return currentInTree(source, root);
  // the files of the workspace contain no settings, but every existing settings file counts
  const candidates = [...files, ...configurationNames, baselineName, ...ownLayers(configuration)];
  // the text of a damaged file lacks some of its bytes
  const damagedFiles = new Set(unreadableFindings.map(({ file }) => file));
  return onDisk(base.git.folder === root ? base.git : new Git(root), candidates, file =>
    damagedFiles.has(file) ? undefined : workspace.document(file),
  );
}

/** The configuration files inside the workspace folder, which git may track. */
const ownLayers = ({ layers }: State['configuration']): string[] =>
  layers.map(({ file }) => file).filter(file => !/^\.\.\/|(^|\/)node_modules\//.test(file));

/**
 * The current files on disk.
 * @param foundFiles files that a walk has found, tracked or not
 */
function onDisk(
  git: Git,
  foundFiles: readonly string[] = [],
  documentOf: (file: string) => Document | undefined = () => undefined,
): Current {
  const { folder: root } = git,
    { files: trackedFiles, absentFiles } = git.trackedFiles(),
    linksByPath = new Map<string, boolean>([['.', false]]);
  /** Whether a folder is a link, or is inside a linked folder. The former files of such a folder count as removed. */
  const isLinked = (folder: string): boolean => {
    let isLink = linksByPath.get(folder);
    if (isLink === undefined) {
      isLink = isLinked(posix.dirname(folder)) || linkStatsOf(join(root, folder))?.isSymbolicLink() === true;
      linksByPath.set(folder, isLink);
    }
    return isLink;
  };
  // a folder with the name of a file is not the file, and neither is a path below a file
  const isThere = (file: string): boolean =>
    (isSettingsFile(file) ? disk.isFile(join(root, file)) : linkStatsOf(join(root, file))?.isFile() === true) &&
    !isLinked(posix.dirname(file));
  const currentBytes: CurrentBytes = file => {
    const document = documentOf(file);
    // for a link to settings, the document is the text of its target
    if (document) return Buffer.from(document.text);
    return isThere(file) ? bytesOf(join(root, file), isSettingsFile(file) ? {} : undefined) : undefined;
  };
  return {
    absentFiles,
    currentBytes: currentBytes,
    has(file, id) {
      const bytes = currentBytes(file);
      if (bytes === undefined || !isOf(bytes, id)) return false;
      const unknown = pointerOnly(bytes);
      // an unchanged Git LFS pointer means unchanged contents
      return unknown === undefined || { unknown };
    },
    isGone: file => !trackedFiles.has(file) || !isThere(file),
    isThere,
    existingFiles: () => [...trackedFiles, ...foundFiles].filter(file => !absentFiles.has(file) && isThere(file)),
  };
}

function currentInTree(source: GitSource, root: string): Current {
  const { files } = partOfTree(source.tree, root);
  return {
    absentFiles: new Set(),
    has(file, id) {
      if (files.get(file) !== id) return false;
      try {
        source.text(join(root, file));
        return true;
      } catch (error) {
        return { unknown: (error as Error).message };
      }
    },
    isGone: file => !files.has(file),
    isThere: file => files.has(file),
    existingFiles: () => files.keys(),
  };
}

/** The files of a tree that are in a folder. */
interface Part {
  readonly tree: Tree;
  /** The prefix of the folder in the file names of the tree. */
  readonly prefix: string;
  /** The JSON files of the folder, by path from the folder, with the ids of their contents. */
  readonly files: ReadonlyMap<string, string>;
}
function partOfTree(tree: Tree, root: string, absentFiles: ReadonlySet<string> = new Set()): Part {
  const prefix = tree.git.folder === root ? '' : `${pathWithin(tree.git.folder, root)!}/`,
    files = new Map<string, string>();
  for (const [name, id] of tree.files) {
    const file = name.slice(prefix.length);
    if (name.startsWith(prefix) && isJsonName(file) && !absentFiles.has(file)) files.set(file, id);
  }
  return { tree, prefix, files };
}

/** The unchanged files, and the former contents of the changed files. */
function comparedFiles(
  { has, currentBytes }: Current,
  { tree, prefix, files: treeFiles }: Part,
  files: Iterable<string>,
) {
  const sameFiles = new Set<string>(),
    unknownReasons = new Map<string, string>(),
    differingFiles: string[] = [];
  for (const file of files) {
    const answer = has(file, treeFiles.get(file)!);
    if (answer === false) differingFiles.push(prefix + file);
    else sameFiles.add(file);
    if (typeof answer === 'object') unknownReasons.set(file, answer.unknown);
  }
  const nameInside = (name: string): string => name.slice(prefix.length);
  const currentContents = contentsIn(
    tree,
    differingFiles,
    currentBytes && { currentBytes: name => currentBytes(nameInside(name)) },
  );
  for (const name of currentContents.sameFiles) sameFiles.add(nameInside(name));
  for (const [name, reason] of currentContents.unknownReasons) unknownReasons.set(nameInside(name), reason);
  return {
    sameFiles,
    unknownReasons,
    contents: new Map([...currentContents.contents].map(([name, bytes]) => [nameInside(name), bytes])),
  };
}

/** The files of a commit that would be in the current workspace. */
function partOf(
  { configuration, files: presentFiles }: CurrentState,
  files: Iterable<string>,
  { isThere }: Pick<Current, 'isThere'>,
): string[] {
  const currentFiles = new Set(presentFiles),
    filesOfCommit = [...files];
  const nestedFolders = filesOfCommit
    .filter(file => isConfigurationFile(file) && file.includes('/') && isThere(file))
    .map(file => file.slice(0, file.lastIndexOf('/') + 1));
  const isSkipped = (file: string): boolean =>
    isSettingsFile(file) ||
    /(^|\/)node_modules\//.test(file) ||
    nestedFolders.some(folder => file.startsWith(folder)) ||
    file.split('/').some((_, i, parts) => configuration.isIgnored(parts.slice(0, i + 1).join('/'))) ||
    (!currentFiles.has(file) && isThere(file));
  return filesOfCommit.filter(file => !isSkipped(file));
}

/**
 * The current workspace, plus the files that had a known kind before and are no longer JSON, because their contents no
 * longer show the kind.
 */
export function withBroken(
  { root, workspace, files, source }: Pick<State, 'root' | 'workspace' | 'files' | 'source'>,
  before: Workspace,
): Workspace {
  const presentNames = new Set(files);
  return before.documents.reduce((workspace, { file, kind }) => {
    const text = presentNames.has(file) && !workspace.document(file) ? textIn(source, join(root, file)) : undefined;
    const current = text === undefined ? undefined : new Document(file, text, 0, kind);
    return current && !current.readable ? workspace.withDocument(current) : workspace;
  }, workspace);
}

/** The content of a regular file; links are not followed, as in the walk. */
function textIn(source: Source, path: string): string | undefined {
  try {
    return decode(source.bytes(path, { links: 'none' })).text;
  } catch {
    return undefined;
  }
}

/** One line for each reason why the former contents of files are unknown. */
export function unknownInWords(
  { unknown }: Pick<Before, 'unknown'>,
  revision: string,
  pathOf: (file: string) => string,
): string[] {
  const groups = new Map<string, string[]>();
  for (const [file, reason] of [...unknown].sort(([a], [b]) => compareTexts(a, b))) addTo(groups, reason, pathOf(file));
  return [...groups].map(
    ([reason, files]) => `the contents of ${listed(files, 'and', 5)} in ${revision} are not known here: ${reason}`,
  );
}

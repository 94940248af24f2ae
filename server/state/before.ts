import { join, posix } from 'node:path';
import { baselineName, configurationNames, isConfigurationFile, isSettingsFile } from '../core/settings-files.ts';
import { compareTexts, listed } from '../core/wording.ts';
import { Document } from '../core/document.ts';
import { addTo } from '../core/json/multimap.ts';
import { Workspace } from '../core/workspace/workspace.ts';
import { Git } from './git.ts';
import { contentsIn, isOf, pointerOnly, type Here, type Tree } from './git-contents.ts';
import type { State } from './open.ts';
import { isJsonName, pathWithin } from './paths.ts';
import { disk, type Source } from './source.ts';
import { isGitSource, type GitSource } from './tree.ts';
import { bytesOf, decode } from './text.ts';
import { linkStatsOf } from './regular-file.ts';

/**
 * A state in which some files have their contents in a tree of git, and all others their current ones. Files whose
 * contents in the tree are unknown keep their current ones, so that they make no difference.
 */
export interface Before {
  readonly workspace: Workspace;
  /** The former files of the workspace that were compared. */
  readonly files: ReadonlySet<string>;
  /** Those whose former contents cannot be known here, with the reason and the command that fetches them. */
  readonly unknown: ReadonlyMap<string, string>;
  /** How all JSON files of the folder differ, those with settings too; named from it. */
  changes(): Changes;
  /** Whether a settings file differs that is in the folder, or that its configuration consists of. */
  settingsChanged(): boolean;
}
interface Changes {
  /** Changed and new files, including untracked ones unless git ignores them. */
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

type Now = Pick<State, 'root' | 'configuration' | 'workspace' | 'files' | 'nested' | 'source' | 'unreadableFindings'>;

/**
 * The state before a change, read without a checkout. The current configuration applies to both sides, so that only
 * files make a difference; files excluded from the current workspace by it, git, a sparse checkout, or a configuration
 * of their own folder are excluded here as well.
 * @param base of the checkout that the workspace is in, or at least of the workspace's folder
 * @param isAsked which of the existing files have their former contents; removed files always have
 * @throws GitError if there is no git, or no repository
 */
export function stateBefore(now: Now, base: Tree, isAsked: (file: string) => boolean = () => true): Before {
  const { workspace, configuration } = now,
    current = currentIn(now, base),
    then = within(base, now.root, current.absent);
  const files = new Set(partOf(now, then.files.keys(), current).filter(file => isAsked(file) || current.isGone(file)));
  const { same, unknown, contents } = compared(current, then, files);
  const former = [...contents].map(([file, bytes]) => {
    const { text } = decode(bytes),
      document = workspace.document(file);
    return document?.text === text ? document : new Document(file, text, -1, configuration.kindOf(file));
  });
  const isKept = ({ file }: Document): boolean =>
    files.has(file) ? same.has(file) || unknown.has(file) : !isAsked(file);
  const documents = [...workspace.documents.filter(isKept), ...former.filter(({ kind }) => kind !== undefined)];
  const isUnchanged =
    documents.length === workspace.documents.length &&
    documents.every(document => workspace.document(document.file) === document);
  return {
    // the same documents, so that nothing is parsed or compared twice
    workspace: isUnchanged
      ? workspace
      : new Workspace(
          documents.sort((a, b) => compareTexts(a.file, b.file)),
          workspace.facts,
        ),
    files,
    unknown,
    changes() {
      const others = compared(
          current,
          then,
          [...then.files.keys()].filter(file => !files.has(file)),
        ),
        present = new Set(current.present());
      return {
        changed: [...present].filter(file => !same.has(file) && !others.same.has(file)).sort(),
        deleted: [...then.files.keys()].filter(file => !present.has(file)).sort(),
      };
    },
    settingsChanged() {
      const own = [...configurationNames, baselineName, ...ownLayers(configuration)],
        // a folder that became a workspace of its own leaves this one
        inner = now.nested.flatMap(folder => configurationNames.map(name => pathWithin(now.root, join(folder, name))!));
      const is = [...own, ...inner].filter(file => now.source.isFile(join(now.root, file))),
        were = [...then.files.keys()].filter(isSettingsFile);
      return differ(new Set([...is, ...were]), current, then);
    },
  };
}

/** Whether any of these files, named from the top of the checkout, differ. */
export function areChanged(files: ReadonlySet<string>, base: Tree, source: Source): boolean {
  const { folder } = base.git;
  return differ(files, isGitSource(source) ? inTree(source, folder) : onDisk(base.git), within(base, folder));
}
function differ(files: ReadonlySet<string>, current: Current, then: Part): boolean {
  const { same } = compared(
    current,
    then,
    [...files].filter(file => then.files.has(file)),
  );
  return [...files].some(file => !same.has(file));
}

/** The current files of a folder as git compares them, named from the folder. */
interface Current {
  /** Those that a sparse checkout leaves off the disk. */
  readonly absent: ReadonlySet<string>;
  /** Whether a file has the contents of an id; if so, and they are not here themselves, why. */
  has(file: string, id: string): boolean | { readonly unknown: string };
  /** Its bytes, if git may have converted them. */
  readonly here?: Here;
  isGone(file: string): boolean;
  /** Whether a walk can find the file: links are followed for settings only. */
  isThere(file: string): boolean;
  /** JSON files that count: those that git tracks, and those that were found. */
  present(): Iterable<string>;
}

function currentIn({ root, workspace, files, configuration, unreadableFindings, source }: Now, base: Tree): Current {
  if (isGitSource(source)) return inTree(source, root);
  // settings are no files of the workspace, and count as soon as they are there
  const met = [...files, ...configurationNames, baselineName, ...ownLayers(configuration)];
  // the text of a damaged file is not all of its bytes
  const damaged = new Set(unreadableFindings.map(({ file }) => file));
  return onDisk(base.git.folder === root ? base.git : new Git(root), met, file =>
    damaged.has(file) ? undefined : workspace.document(file),
  );
}

/** The files of a configuration that git may track, and that are in its folder. */
const ownLayers = ({ layers }: State['configuration']): string[] =>
  layers.map(({ file }) => file).filter(file => !/^\.\.\/|(^|\/)node_modules\//.test(file));

/** @param met files that were found, tracked or not */
function onDisk(
  git: Git,
  met: readonly string[] = [],
  documentOf: (file: string) => Document | undefined = () => undefined,
): Current {
  const { folder: root } = git,
    { files: tracked, absent } = git.tracked(),
    linked = new Map<string, boolean>([['.', false]]);
  /** Whether a folder is a link, or in one: whoever puts one in its place has removed what was in it. */
  const isLinked = (folder: string): boolean => {
    let isLink = linked.get(folder);
    if (isLink === undefined) {
      isLink = isLinked(posix.dirname(folder)) || linkStatsOf(join(root, folder))?.isSymbolicLink() === true;
      linked.set(folder, isLink);
    }
    return isLink;
  };
  // a folder of the same name is not a file, and neither is a path below a file
  const isThere = (file: string): boolean =>
    (isSettingsFile(file) ? disk.isFile(join(root, file)) : linkStatsOf(join(root, file))?.isFile() === true) &&
    !isLinked(posix.dirname(file));
  const here: Here = file => {
    const document = documentOf(file);
    // a link to settings stands for the file that it leads to
    if (document) return Buffer.from(document.text);
    return isThere(file) ? bytesOf(join(root, file), isSettingsFile(file) ? {} : undefined) : undefined;
  };
  return {
    absent,
    here,
    has(file, id) {
      const bytes = here(file);
      if (bytes === undefined || !isOf(bytes, id)) return false;
      const unknown = pointerOnly(bytes);
      // an unchanged pointer means unchanged contents, whatever they are
      return unknown === undefined || { unknown };
    },
    isGone: file => !tracked.has(file) || !isThere(file),
    isThere,
    present: () => [...tracked, ...met].filter(file => !absent.has(file) && isThere(file)),
  };
}

function inTree(source: GitSource, root: string): Current {
  const { files } = within(source.tree, root);
  return {
    absent: new Set(),
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
    present: () => files.keys(),
  };
}

/** The part of a tree that is in a folder. */
interface Part {
  readonly tree: Tree;
  /** The prefix of the folder in the tree's names. */
  readonly prefix: string;
  /** Its JSON files, named from the folder, with the ids of their contents. */
  readonly files: ReadonlyMap<string, string>;
}
function within(tree: Tree, root: string, absent: ReadonlySet<string> = new Set()): Part {
  const prefix = tree.git.folder === root ? '' : `${pathWithin(tree.git.folder, root)!}/`,
    files = new Map<string, string>();
  for (const [name, id] of tree.files) {
    const file = name.slice(prefix.length);
    if (name.startsWith(prefix) && isJsonName(file) && !absent.has(file)) files.set(file, id);
  }
  return { tree, prefix, files };
}

/** The unchanged files, and the former contents of the others. */
function compared({ has, here }: Current, { tree, prefix, files: then }: Part, files: Iterable<string>) {
  const same = new Set<string>(),
    unknown = new Map<string, string>(),
    differing: string[] = [];
  for (const file of files) {
    const answer = has(file, then.get(file)!);
    if (answer === false) differing.push(prefix + file);
    else same.add(file);
    if (typeof answer === 'object') unknown.set(file, answer.unknown);
  }
  const own = (name: string): string => name.slice(prefix.length);
  const read = contentsIn(tree, differing, here && { here: name => here(own(name)) });
  for (const name of read.same) same.add(own(name));
  for (const [name, why] of read.unknown) unknown.set(own(name), why);
  return { same, unknown, contents: new Map([...read.contents].map(([name, bytes]) => [own(name), bytes])) };
}

/** The files of a commit that would be in the current workspace. */
function partOf(
  { configuration, files: present }: Now,
  files: Iterable<string>,
  { isThere }: Pick<Current, 'isThere'>,
): string[] {
  const here = new Set(present),
    all = [...files];
  const nested = all
    .filter(file => isConfigurationFile(file) && file.includes('/') && isThere(file))
    .map(file => file.slice(0, file.lastIndexOf('/') + 1));
  const passedOver = (file: string): boolean =>
    isSettingsFile(file) ||
    /(^|\/)node_modules\//.test(file) ||
    nested.some(folder => file.startsWith(folder)) ||
    file.split('/').some((_, i, parts) => configuration.ignored(parts.slice(0, i + 1).join('/'))) ||
    (!here.has(file) && isThere(file));
  return all.filter(file => !passedOver(file));
}

/**
 * The current workspace, plus files that had a known kind before and are no longer JSON: their content no longer shows
 * it.
 */
export function withBroken(
  { root, workspace, files, source }: Pick<State, 'root' | 'workspace' | 'files' | 'source'>,
  before: Workspace,
): Workspace {
  const present = new Set(files);
  return before.documents.reduce((merged, { file, kind }) => {
    const text = present.has(file) && !merged.document(file) ? textIn(source, join(root, file)) : undefined;
    const now = text === undefined ? undefined : new Document(file, text, 0, kind);
    return now && !now.readable ? merged.with(now) : merged;
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

/** One line per reason why files are not known in their former state. */
export function unknownInWords(
  { unknown }: Pick<Before, 'unknown'>,
  revision: string,
  pathOf: (file: string) => string,
): string[] {
  const groups = new Map<string, string[]>();
  for (const [file, why] of [...unknown].sort(([a], [b]) => compareTexts(a, b))) addTo(groups, why, pathOf(file));
  return [...groups].map(
    ([why, files]) => `what ${listed(files, 'and', 5)} said in ${revision} is not known here: ${why}`,
  );
}

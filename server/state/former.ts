import { join } from 'node:path';
import { configurationNames, isConfigurationFile } from '../core/settings-files.ts';
import type { Tree } from './git-contents.ts';
import type { Settings } from './open.ts';
import { pathWithin } from './paths.ts';
import { linkStatsOf } from './regular-file.ts';
import { placeOf } from './root.ts';
import type { FolderEntry, Source } from './source.ts';
import { isGitSource, sourceOf } from './tree.ts';

/**
 * The settings that a workspace had in an earlier state, which judge a change beside its own: whoever breaks a rule must
 * not be able to switch it off in the same change.
 */
export interface Former {
  /** The root that the workspace had then. */
  readonly root: string;
  readonly settings: Settings;
  readonly checkout: FormerCheckout;
}

/** A checkout in an earlier state, for its settings. */
export class FormerCheckout {
  /** All its JSON files. */
  readonly base: Tree;
  /** The name of that state. */
  readonly name: string;
  /** Where its files are read as they were then. */
  readonly then: Source;
  /** The files as they are now, in the workspaces that they belonged to then. */
  readonly source: Source;
  readonly #settingsOf: SettingsIn;
  /**
   * @param now where the current files are read
   * @param settingsOf reads settings; throws ConfigurationError
   */
  constructor(base: Tree, name: string, now: Source, settingsOf: SettingsIn) {
    this.base = base;
    this.name = name;
    this.#settingsOf = settingsOf;
    this.then = sourceOf(base);
    this.source = inWorkspacesOf(base, this.then, now);
  }
  /** The workspace that a folder belonged to. @throws ConfigurationError if its settings cannot be used */
  around(folder: string, cwd: string): Former {
    return this.at(placeOf(folder, cwd, this.then).root);
  }
  /** @throws ConfigurationError */
  at(root: string): Former {
    return { root, settings: this.#settingsOf(root, this.then), checkout: this };
  }
}
type SettingsIn = (root: string, source: Source) => Settings;

/** Files of one state, with the configurations of another: these decide which files are a workspace. */
function inWorkspacesOf(base: Tree, then: Source, now: Source): Source {
  const { folder } = base.git;
  if (isGitSource(now)) {
    const kept = [...now.tree.files].filter(([file]) => !isConfigurationFile(file)),
      theirs = [...base.files].filter(([file]) => isConfigurationFile(file));
    return sourceOf({ ...now.tree, files: new Map([...kept, ...theirs]) });
  }
  const at = (path: string): Source =>
    isConfigurationFile(path) && pathWithin(folder, path) !== undefined ? then : now;
  const isHere = (path: string): boolean => path === folder || linkStatsOf(path)?.isDirectory() === true;
  return {
    leftOut: folder => now.leftOut(folder),
    // a workspace that is gone as a whole, or behind a link, still demands what it did
    entries: (path, isMet) => {
      const gone = then.entries(path).filter(one => one.isDirectory() && !isHere(join(path, one.name))),
        others = new Set(gone.map(({ name }) => name));
      const own = isHere(path) ? now.entries(path, isMet) : [];
      return [
        ...own.filter(({ name }) => !others.has(name) && at(join(path, name)) === now),
        ...gone,
        ...configurationNames.filter(name => then.isFile(join(path, name))).map(fileCalled),
      ];
    },
    isTracked: (top, path, isFolder) =>
      now.isTracked(top, path, isFolder) || (isFolder && then.entries(path).length > 0),
    isThere: path => at(path).isThere(path),
    isFile: path => at(path).isFile(path),
    sizeOf: path => at(path).sizeOf(path),
    bytes: (path, options) => at(path).bytes(path, options),
    text: (path, isMet) => at(path).text(path, isMet),
  };
}

const fileCalled = (name: string): FolderEntry => ({
  name,
  isDirectory: () => false,
  isFile: () => true,
  isSymbolicLink: () => false,
});

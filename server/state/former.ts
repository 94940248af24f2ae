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
 * The settings of a workspace in an earlier state. A change is judged by the former and by the current settings, so
 * that no change can switch off the rule that would report it.
 */
export interface Former {
  /** The former root of the workspace. */
  readonly root: string;
  readonly settings: Settings;
  readonly checkout: FormerCheckout;
}

/** A checkout in an earlier state, for its settings. */
export class FormerCheckout {
  /** All JSON files of the checkout. */
  readonly base: Tree;
  /** The name of the earlier state in messages. */
  readonly name: string;
  /** The source of the former files. */
  readonly formerSource: Source;
  /** The current files, divided into workspaces by the former settings. */
  readonly source: Source;
  readonly #settingsOf: SettingsIn;
  /**
   * @param current the source of the current files
   * @param settingsOf reads settings; throws ConfigurationError
   */
  constructor(base: Tree, name: string, current: Source, settingsOf: SettingsIn) {
    this.base = base;
    this.name = name;
    this.#settingsOf = settingsOf;
    this.formerSource = sourceOf(base);
    this.source = sourceWithSettings(base, this.formerSource, current);
  }
  /**
   * The former settings of the workspace to which a folder belonged.
   * @throws ConfigurationError if the settings cannot be used
   */
  belongingTo(folder: string, cwd: string): Former {
    return this.at(placeOf(folder, cwd, this.formerSource).root);
  }
  /**
   * The former settings of the workspace with this root.
   * @throws ConfigurationError
   */
  at(root: string): Former {
    return { root, settings: this.#settingsOf(root, this.formerSource), checkout: this };
  }
}
type SettingsIn = (root: string, source: Source) => Settings;

/** Files of one state with the configurations of another state, which divide the files into workspaces. */
function sourceWithSettings(base: Tree, formerSource: Source, current: Source): Source {
  const { folder } = base.git;
  if (isGitSource(current)) {
    const files = [...current.tree.files].filter(([file]) => !isConfigurationFile(file)),
      baseFiles = [...base.files].filter(([file]) => isConfigurationFile(file));
    return sourceOf({ ...current.tree, files: new Map([...files, ...baseFiles]) });
  }
  const sourceAt = (path: string): Source =>
    isConfigurationFile(path) && pathWithin(folder, path) !== undefined ? formerSource : current;
  const isHere = (path: string): boolean => path === folder || linkStatsOf(path)?.isDirectory() === true;
  return {
    leftOutCount: folder => current.leftOutCount(folder),
    // the removed folders are listed, too, because a removed workspace keeps its former assertions
    entries: (path, isMet) => {
      const removedEntries = formerSource
          .entries(path)
          .filter(entry => entry.isDirectory() && !isHere(join(path, entry.name))),
        goneNames = new Set(removedEntries.map(({ name }) => name));
      const entries = isHere(path) ? current.entries(path, isMet) : [];
      return [
        ...entries.filter(({ name }) => !goneNames.has(name) && sourceAt(join(path, name)) === current),
        ...removedEntries,
        ...configurationNames.filter(name => formerSource.isFile(join(path, name))).map(fileCalled),
      ];
    },
    isTracked: (top, path, isFolder) =>
      current.isTracked(top, path, isFolder) || (isFolder && formerSource.entries(path).length > 0),
    isThere: path => sourceAt(path).isThere(path),
    isFile: path => sourceAt(path).isFile(path),
    sizeOf: path => sourceAt(path).sizeOf(path),
    bytes: (path, options) => sourceAt(path).bytes(path, options),
    text: (path, isMet) => sourceAt(path).text(path, isMet),
  };
}

const fileCalled = (name: string): FolderEntry => ({
  name,
  isDirectory: () => false,
  isFile: () => true,
  isSymbolicLink: () => false,
});

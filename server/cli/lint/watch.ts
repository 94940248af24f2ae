import { type FSWatcher, watch as watchFolder } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../../core/document.ts';
import { WorkspaceTooLarge } from '../../state/find.ts';
import { isJsonName } from '../../state/paths.ts';
import type { OpenWorkspaceOptions, Settings } from '../../state/open.ts';
import { linkStatsOf, statsOf } from '../../state/regular-file.ts';
import { reasonOf } from '../../state/text.ts';
import { remark, UsageError, type Io } from '../terminal/io.ts';
import { refusalOf } from '../terminal/refusal.ts';
import type { LintInput } from './lint-state.ts';

/** The documents of the previous run. Only files that changed on disk are read and parsed again. */
export class RunMemory {
  #documents = new Map<string, { readonly document: Document; readonly stamp: string }>();
  readonly #configurations = new Map<string, string>();
  readonly #stamps = new Map<string, string>();
  readonly #roots = new Map<string, boolean>();
  #folders = new Set<string>();

  /** The roots of the workspaces, each with whether its subfolders are watched. */
  get roots(): ReadonlyMap<string, boolean> {
    return this.#roots;
  }
  /** All folders that the last run searched, including the roots. */
  get folders(): ReadonlySet<string> {
    return new Set([...this.#roots.keys(), ...this.#folders]);
  }
  begin(): void {
    this.#folders = new Set();
  }
  visit(folder: string): void {
    this.#folders.add(folder);
  }

  /**
   * Returns a function that recalls the documents of a workspace by path. Nothing is recalled after a change of the
   * configuration, because its globs may change the kind of files.
   */
  recall({ root, configuration }: Settings, isAlone: boolean): NonNullable<OpenWorkspaceOptions['remembered']> {
    this.#roots.set(root, !isAlone);
    const text = configuration.layers.map(layer => layer.text).join('\0');
    const isSameText = this.#configurations.get(root) === text;
    this.#configurations.set(root, text);
    return path => {
      // the stamp is taken before the file is read, so that a later change has a different stamp
      const stamp = stampOf(path);
      this.#stamps.set(path, stamp);
      const memory = isSameText ? this.#documents.get(path) : undefined;
      return memory?.stamp === stamp ? memory.document : undefined;
    };
  }
  keep(checks: readonly LintInput[]): void {
    this.#documents = new Map(
      checks.flatMap(({ state }) => {
        const unreadableFiles = new Set(state.unreadableFindings.map(({ file }) => file));
        return state.workspace.documents
          .filter(({ file }) => !unreadableFiles.has(file))
          .map(document => {
            const path = join(state.root, document.file);
            return [path, { document, stamp: this.#stamps.get(path) ?? '' }] as const;
          });
      }),
    );
  }
}

function stampOf(path: string): string {
  const stats = statsOf(path);
  return stats ? `${stats.mtimeMs} ${stats.ctimeMs} ${stats.size} ${stats.ino}` : '';
}

/**
 * The folders to watch, each with whether its subfolders are included. On Linux each folder is watched alone: there a
 * recursive watch misses files that are replaced (vim, sed -i, git checkout, --fix).
 */
function watchedFolders(memory: RunMemory): ReadonlyMap<string, boolean> {
  if (process.platform !== 'linux') return memory.roots;
  return new Map([...memory.folders].map(folder => [folder, false]));
}

/**
 * Whether a change of a name can change the result: a file of the platform, a settings or ignore file, or a folder.
 */
const isRelevant = (folder: string, name: string | null): boolean =>
  name === null ||
  (!/(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(name) &&
    (isJsonName(name) || name.endsWith('.gitignore') || isFolderOrGone(join(folder, name))));
function isFolderOrGone(path: string): boolean {
  const stats = linkStatsOf(path);
  return stats ? stats.isDirectory() : !/\.\w+$|~$/.test(path);
}

/**
 * Runs again after each change until the process is stopped. A broken configuration does not end it.
 * @param separator a line between the reports, used if the screen is not cleared
 */
export function watch(io: Io, memory: RunMemory, separator: string, run: () => number): Promise<number> {
  let runs = 0;
  const attempt = (): void => {
    if (io.stdout.isTTY) io.stdout.exactly?.('\x1b[2J\x1b[3J\x1b[H');
    else if (runs > 0) io.stdout.write(separator);
    runs++;
    memory.begin();
    try {
      run();
    } catch (error) {
      const refusal = refusalOf(error, io);
      // a folder that is too large to be searched is too large to be watched
      if (refusal?.code !== 2 || error instanceof WorkspaceTooLarge) throw error;
      io.stderr.write(`${refusal.message}\n`);
    }
    io.stderr.write('watching for changes; ctrl-c ends it\n');
  };
  return new Promise((resolve, reject) => {
    const watchers = new Map<string, { readonly watcher: FSWatcher; readonly stamp: string }>();
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      clearTimeout(timer);
      for (const { watcher } of watchers.values()) watcher.close();
      resolve(0);
    };
    const runSoon = (): void => {
      clearTimeout(timer);
      timer = setTimeout(runAgain, 80);
    };
    const runAgain = (): void => {
      try {
        // the watches of earlier runs notice changes during the run
        attempt();
        if (watchFolders()) runSoon();
      } catch (error) {
        reject(error as Error);
        stop();
      }
    };
    /**
     * Watches the folders of the last run.
     * @returns whether a folder is new, in which an event may have been missed
     */
    const watchFolders = (): boolean => {
      const folders = watchedFolders(memory),
        isFirst = watchers.size === 0;
      let isNew = false;
      for (const [folder, { watcher }] of watchers)
        if (!folders.has(folder)) {
          watcher.close();
          watchers.delete(folder);
        }
      for (const [folder, isRecursive] of folders) {
        const stamp = String(statsOf(folder)?.ino ?? '');
        if (watchers.get(folder)?.stamp === stamp) continue;
        watchers.get(folder)?.watcher.close();
        try {
          const watcher = watchFolder(folder, { recursive: isRecursive }, (_, name) => {
            if (isRelevant(folder, name)) runSoon();
          });
          watcher.on('error', error => remark(io, `watching ${folder} failed: ${reasonOf(error)}`));
          watchers.set(folder, { watcher, stamp });
          isNew = !isFirst;
        } catch (error) {
          if (statsOf(folder)) throw new UsageError(`${folder} cannot be watched: ${reasonOf(error)}`);
        }
      }
      return isNew;
    };
    io.signal?.addEventListener('abort', stop, { once: true });
    runAgain();
  });
}

import { type FSWatcher, statSync, watch as watchFolder } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '../../core/document.ts';
import { isJsonName, WorkspaceTooLarge } from '../../host/find.ts';
import type { OpenOptions, Settings } from '../../host/open.ts';
import { reasonOf } from '../../host/text.ts';
import { remark, UsageError, type Io } from '../io.ts';
import { refusalOf } from '../refusal.ts';
import type { Check } from './check.ts';

/** Documents of the run before, so that only what has changed on the disk is read and parsed again. */
export class Remembered {
  #documents = new Map<string, { readonly document: Document; readonly stamp: string }>();
  readonly #configurations = new Map<string, string>();
  readonly #stamps = new Map<string, string>();
  readonly #roots = new Map<string, boolean>();

  /** With whether what is below is followed as well. */
  get roots(): ReadonlyMap<string, boolean> {
    return this.#roots;
  }

  /** How to recall documents of a workspace; none after a change of its configuration, whose globs may give files another kind. */
  for({ root, configuration }: Settings, alone: boolean): NonNullable<OpenOptions['remembered']> {
    this.#roots.set(root, !alone);
    const text = configuration.document?.text ?? '';
    const same = this.#configurations.get(root) === text;
    this.#configurations.set(root, text);
    return path => {
      // taken before the file is read: what changes after that has another stamp
      const stamp = stampOf(path);
      this.#stamps.set(path, stamp);
      const known = same ? this.#documents.get(path) : undefined;
      return known?.stamp === stamp ? known.document : undefined;
    };
  }
  keep(checks: readonly Check[]): void {
    this.#documents = new Map(
      checks.flatMap(({ opened }) => {
        const unreadable = new Set(opened.unreadableFindings.map(({ file }) => file));
        return opened.workspace.documents
          .filter(({ file }) => !unreadable.has(file))
          .map(document => {
            const path = join(opened.root, document.file);
            return [path, { document, stamp: this.#stamps.get(path) ?? '' }] as const;
          });
      }),
    );
  }
}

function stampOf(path: string): string {
  const found = statSync(path, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.mtimeNs} ${found.ctimeNs} ${found.size} ${found.ino}` : '';
}

/** Runs again after changes, until the process is stopped; a broken configuration does not end it. */
export function watch(io: Io, roots: Remembered['roots'], run: () => number): Promise<number> {
  const attempt = (): void => {
    if (io.stdout.isTTY) io.stdout.exactly?.('\x1b[2J\x1b[3J\x1b[H');
    try {
      run();
    } catch (error) {
      const refusal = refusalOf(error);
      // what is too large to be read is too large to be watched
      if (refusal?.code !== 2 || error instanceof WorkspaceTooLarge) throw error;
      io.stderr.write(`${refusal.message}\n`);
    }
    io.stderr.write('watching for changes; ctrl-c ends it\n');
  };
  return new Promise((done, failed) => {
    const watchers = new Map<string, FSWatcher>();
    let timer: NodeJS.Timeout | undefined;
    const stop = (): void => {
      clearTimeout(timer);
      for (const watcher of watchers.values()) watcher.close();
      done(0);
    };
    const again = (): void => {
      try {
        attempt();
        follow();
      } catch (error) {
        failed(error as Error);
        stop();
      }
    };
    const follow = (): void => {
      for (const [root, recursive] of roots)
        if (!watchers.has(root)) {
          try {
            const watcher = watchFolder(root, { recursive }, (_, name) => {
              if (
                name !== null &&
                (!(isJsonName(name) || name.endsWith('.gitignore')) ||
                  /(^|[\\/])(node_modules|\.git)([\\/]|$)/.test(name))
              )
                return;
              clearTimeout(timer);
              timer = setTimeout(again, 80);
            });
            watcher.on('error', error => remark(io, `watching ${root} failed: ${reasonOf(error)}`));
            watchers.set(root, watcher);
          } catch (error) {
            throw new UsageError(`${root} cannot be watched: ${reasonOf(error)}`);
          }
        }
    };
    io.signal?.addEventListener('abort', stop, { once: true });
    again();
  });
}

import { spawnSync } from 'node:child_process';
import { isJsonName } from './find.ts';
import { decode } from './text.ts';

/** Why git could not answer, as a sentence for people. */
export class GitError extends Error {
  override readonly name = 'GitError';
}

/** Files that differ from a revision, relative to the folder that was asked about, with `/`. */
export interface Changes {
  readonly changed: readonly string[];
  readonly deleted: readonly string[];
}

/** One folder of a checkout, asked without ever changing it: no checkout, no lock, no index refresh. */
export class Git {
  readonly folder: string;
  constructor(folder: string) {
    this.folder = folder;
  }

  /**
   * The commit that a name stands for.
   * @throws GitError if there is none, or git is missing
   */
  commit(revision: string): string {
    const commit = this.#try(['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`]);
    if (commit === undefined) {
      const shallow = this.#try(['rev-parse', '--is-shallow-repository'])?.trim() === 'true';
      const why = shallow ? '; this is a shallow clone, so fetch more of its history (git fetch --unshallow)' : '';
      throw new GitError(`git knows no revision "${revision}"${why}`);
    }
    return commit.trim();
  }
  /** The newest commit, `undefined` before the first one. */
  head(): string | undefined {
    return this.#try(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'])?.trim();
  }
  /** Where the history of HEAD left that of a commit; the commit itself where a shallow clone does not show it. */
  mergeBase(commit: string): string {
    return this.#try(['merge-base', commit, 'HEAD'])?.trim() || commit;
  }

  /** What in the working tree is not as in a commit, untracked files that git does not ignore included. */
  changesSince(commit: string): Changes {
    const fields = this.#run([
      'diff',
      '--name-status',
      '-z',
      '--no-renames',
      '--no-ext-diff',
      '--relative',
      commit,
    ]).split('\0');
    const changed: string[] = [],
      deleted: string[] = [];
    for (let i = 0; i + 1 < fields.length; i += 2)
      (fields[i]!.startsWith('D') ? deleted : changed).push(fields[i + 1]!);
    const untracked = this.#run(['ls-files', '--others', '--exclude-standard', '-z'])
      .split('\0')
      .filter(path => path !== '');
    const here = new Set([...changed, ...untracked]);
    return {
      changed: [...here].filter(isJsonName).sort(),
      deleted: deleted.filter(path => isJsonName(path) && !here.has(path)).sort(),
    };
  }

  /** JSON files of a commit that the working tree does not have. */
  deletedSince(commit: string): string[] {
    return this.#run([
      'diff',
      '--name-only',
      '--diff-filter=D',
      '-z',
      '--no-renames',
      '--no-ext-diff',
      '--relative',
      commit,
    ])
      .split('\0')
      .filter(isJsonName)
      .sort();
  }

  /** The texts of JSON files as a commit has them; files it does not have are absent. @param files all of them if not given */
  textsAt(commit: string, files?: Iterable<string>): ReadonlyMap<string, string> {
    const wanted = files && new Set(files);
    if (wanted?.size === 0) return new Map();
    const blobs: { readonly path: string; readonly id: string }[] = [];
    for (const entry of this.#run(['ls-tree', '-r', '-z', commit]).split('\0')) {
      const parts = /^\d+ blob (\w+)\t(.*)$/s.exec(entry);
      if (parts && isJsonName(parts[2]!) && (!wanted || wanted.has(parts[2]!)))
        blobs.push({ id: parts[1]!, path: parts[2]! });
    }
    if (blobs.length === 0) return new Map();
    const output = this.#output(['cat-file', '--batch'], `${blobs.map(({ id }) => id).join('\n')}\n`);
    const texts = new Map<string, string>();
    let at = 0;
    for (const { path } of blobs) {
      const end = output.indexOf(10, at);
      const size = /^\w+ blob (\d+)$/.exec(output.toString('latin1', at, end))?.[1];
      if (size === undefined) {
        at = end + 1;
        continue;
      }
      texts.set(path, decode(output.subarray(end + 1, end + 1 + Number(size))).text);
      at = end + 1 + Number(size) + 1;
    }
    return texts;
  }

  #try(args: readonly string[]): string | undefined {
    try {
      return this.#run(args);
    } catch (error) {
      if (error instanceof GitError && !missing.test(error.message)) return undefined;
      throw error;
    }
  }
  #run(args: readonly string[]): string {
    return this.#output(args).toString('utf8');
  }
  #output(args: readonly string[], input?: string): Buffer {
    // a hook's own GIT_DIR would be taken relative to another folder than the hook's
    const { GIT_DIR: _dir, GIT_WORK_TREE: _tree, GIT_INDEX_FILE: _index, ...env } = process.env;
    const result = spawnSync('git', ['--no-pager', '-c', 'core.quotePath=false', ...args], {
      cwd: this.folder,
      env: { ...env, GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' },
      maxBuffer: 2 ** 31 - 1,
      ...(input === undefined ? {} : { input }),
    });
    if ((result.error as { code?: string } | undefined)?.code === 'ENOENT')
      throw new GitError('git is not installed, or not on the PATH');
    if (result.error) throw new GitError(`git ${args[0]} failed: ${result.error.message}`);
    if (result.status !== 0)
      throw new GitError(
        `git ${args[0]} failed: ${result.stderr.toString('utf8').trim().split('\n')[0] || `exit ${result.status}`}`,
      );
    return result.stdout;
  }
}
const missing = /^git is not installed/;

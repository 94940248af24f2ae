import { resolve } from 'node:path';
import { isJsonName } from './find.ts';
import { GitError, gitProgram, runGit } from './git-program.ts';

/** What git does to a file's contents on their way between the working tree and a commit. */
export interface Conversion {
  /** The name of a filter. */
  readonly filter: string | undefined;
  /** Whether CRLF becomes LF in a commit; `undefined` where `core.autocrlf` decides. */
  readonly normalises: boolean | undefined;
}

/** Milliseconds after which git is not waited for any more. */
const PATIENCE = 60_000;

/**
 * One folder of a checkout, asked without ever changing it: no checkout, no lock, no index refresh. Nothing that the repository configures
 * is run, and nothing is fetched. Files are named relative to the folder, with `/`.
 */
export class Git {
  readonly folder: string;
  readonly #patience: number;
  #program: string | undefined;
  constructor(folder: string, patience = PATIENCE) {
    this.folder = folder;
    this.#patience = patience;
  }

  /**
   * The commit that a name stands for.
   * @throws GitError if there is none, or git is missing
   */
  commit(revision: string): string {
    const commit = this.#commit(revision);
    if (commit !== undefined) return commit;
    const isShallow = this.#run(['rev-parse', '--is-shallow-repository']).trim() === 'true';
    const remedy = '; this is a shallow clone, so fetch more of its history (git fetch --unshallow)';
    throw new GitError(`git knows no revision "${revision}"${isShallow ? remedy : ''}`);
  }
  /** The newest commit, `undefined` before the first one. */
  head(): string | undefined {
    return this.#commit('HEAD');
  }
  /** Where the history of HEAD left that of a commit; the commit itself where a shallow clone does not show it. */
  mergeBase(commit: string): string {
    return this.#unless(['merge-base', commit, 'HEAD'], () => true)?.trim() || commit;
  }

  /** The JSON files of a commit, each with the id of its contents. Links and submodules are no files. */
  filesAt(commit: string): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    for (const entry of this.#list(['ls-tree', '-r', '-z', commit])) {
      const parts = /^100\d+ blob (\w+)\t(.*)$/s.exec(entry);
      if (parts && isJsonName(parts[2]!)) files.set(parts[2]!, parts[1]!);
    }
    return files;
  }
  /** The JSON files of the index; `absent` are those that a sparse checkout leaves off the disk. */
  tracked(): { readonly files: ReadonlySet<string>; readonly absent: ReadonlySet<string> } {
    const files = new Set<string>(),
      absent = new Set<string>();
    for (const entry of this.#list(['ls-files', '-s', '-t', '-z'])) {
      const parts = /^(\w) \d+ \w+ \d\t(.*)$/s.exec(entry);
      if (!parts || !isJsonName(parts[2]!)) continue;
      files.add(parts[2]!);
      if (parts[1] === 'S') absent.add(parts[2]!);
    }
    return { files, absent };
  }
  /** The JSON files that are neither in the index nor ignored. */
  untracked(): string[] {
    return this.#list(['ls-files', '--others', '--exclude-standard', '-z']).filter(isJsonName);
  }

  /** How the contents of files are converted, as their attributes say. */
  conversions(files: readonly string[]): ReadonlyMap<string, Conversion> {
    if (files.length === 0) return new Map();
    const fields = this.#list(
      ['check-attr', '--stdin', '-z', 'text', 'crlf', 'eol', 'filter'],
      files.map(file => `${file}\0`).join(''),
    );
    const attributes = new Map<string, Record<string, string>>();
    for (let i = 0; i + 2 < fields.length; i += 3) {
      const known = attributes.get(fields[i]!) ?? {};
      attributes.set(fields[i]!, { ...known, [fields[i + 1]!]: fields[i + 2]! });
    }
    return new Map([...attributes].map(([file, said]) => [file, conversionOf(said)]));
  }
  /** Whether CRLF becomes LF in the commit of a file of which no attribute says so. */
  autocrlf(): boolean {
    const said = this.#unless(['config', '--get', 'core.autocrlf'], ({ status }) => status === 1);
    return /^(true|yes|on|1|input)$/i.test(said?.trim() ?? '');
  }

  /** Contents by their id, of files of a commit; those that a partial clone does not hold are absent. */
  contents(commit: string, ids: Iterable<string>): ReadonlyMap<string, Buffer> {
    const wanted = [...new Set(ids)];
    try {
      return this.#batch(wanted);
    } catch (error) {
      // in a partial clone git gives up at the first that it would have to fetch
      const missing = new Set(
        this.#run(['rev-list', '--no-walk', '--objects', '--missing=print', commit])
          .split('\n')
          .flatMap(line => (line.startsWith('?') ? [line.slice(1)] : [])),
      );
      if (missing.size === 0) throw error;
      return this.#batch(wanted.filter(id => !missing.has(id)));
    }
  }
  /** Where all worktrees keep what they share. */
  commonFolder(): string {
    return resolve(this.folder, this.#run(['rev-parse', '--git-common-dir']).replace(/\n$/, ''));
  }

  #commit(revision: string): string | undefined {
    return this.#unless(
      ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
      ({ status }) => status === 1,
    )?.trim();
  }
  #batch(ids: readonly string[]): Map<string, Buffer> {
    const contents = new Map<string, Buffer>();
    if (ids.length === 0) return contents;
    const output = this.#output(['cat-file', '--batch'], ids.map(id => `${id}\n`).join(''));
    let at = 0;
    for (const id of ids) {
      const end = output.indexOf(10, at);
      const size = /^\w+ blob (\d+)$/.exec(output.toString('latin1', at, end))?.[1];
      at = end + 1;
      if (size === undefined) continue;
      contents.set(id, output.subarray(at, at + Number(size)));
      at += Number(size) + 1;
    }
    return contents;
  }
  /** What git prints, `undefined` after a failure that is an answer as well. */
  #unless(args: readonly string[], isAnswer: (error: GitError) => boolean): string | undefined {
    try {
      return this.#run(args);
    } catch (error) {
      if (error instanceof GitError && error.status !== undefined && isAnswer(error)) return undefined;
      throw error;
    }
  }
  #list(args: readonly string[], input?: string): string[] {
    const fields = this.#output(args, input).toString('utf8').split('\0');
    fields.pop();
    return fields;
  }
  #run(args: readonly string[]): string {
    return this.#output(args).toString('utf8');
  }
  #output(args: readonly string[], input?: string): Buffer {
    this.#program ??= gitProgram(this.folder);
    return runGit(this.#program, this.folder, args, {
      patience: this.#patience,
      ...(input !== undefined && { input }),
    });
  }
}

/** As git reads them: `crlf` is an older name of `text`, and whoever sets `eol` means text. */
function conversionOf({ text, crlf, eol, filter }: Readonly<Record<string, string>>): Conversion {
  const said = text === 'unspecified' ? crlf : text;
  const isText = /^(set|auto|input)$/.test(said ?? '') || eol === 'lf' || eol === 'crlf' || undefined;
  const named = filter !== undefined && !/^(unspecified|unset|set)$/.test(filter);
  return { filter: named ? filter : undefined, normalises: said === 'unset' ? false : isText };
}

import { realpathSync } from 'node:fs';
import { join, posix, resolve } from 'node:path';
import { isSettingsFile } from '../core/settings-files.ts';
import { blockingAttributes, blockingGit } from './git-folder.ts';
import { GitError, gitProgram, NoGitError, runGit } from './git-program.ts';
import { isJsonName, pathWithin, gitRootOf, isTop } from './paths.ts';
import { linkStatsOf } from './regular-file.ts';

/** The conversion of a file's contents between the working tree and a commit. */
interface Conversion {
  /** The name of the filter that converts the contents. */
  readonly filter: string | undefined;
  /** Whether CRLF becomes LF in a commit; `undefined` if `core.autocrlf` decides. */
  readonly normalises: boolean | undefined;
}

interface IndexEntry {
  readonly file: string;
  readonly mode: string;
  readonly id: string;
  readonly stage: string;
  /** Whether a sparse checkout leaves the missing file off the disk. */
  readonly isAbsent: boolean;
}

/** The time limit of a git command, in milliseconds. */
const TIMEOUT_MS = 60_000;

/** A substitute for the id of contents that are in a commit of a submodule that this clone lacks. */
const missingContents = (commit: string): string => `submodule ${commit}`;
/** The commit of a submodule that would have to be fetched to get the contents with this id. */
export const missingSubmodule = (id: string): string | undefined => /^submodule (\w+)$/.exec(id)?.[1];

/**
 * One folder of a checkout, read without any change: no checkout, no lock, no index refresh. No program from the
 * repository's configuration is run, and nothing is fetched. File names are relative to the folder, with `/`, and
 * include the files of submodules that are checked out. An instance serves one run: it asks git only once about the
 * index, about attributes and about contents.
 */
export class Git {
  readonly folder: string;
  readonly #timeoutMs: number;
  readonly #index: string | undefined;
  /** The path of the folder relative to the top: empty, or with a `/` at its end. */
  readonly #prefix: string;
  readonly #top: string | undefined;
  readonly #submodules = new Map<string, Git | undefined>();
  /** The commits, or the index, from which git lists the objects that a partial clone lacks. */
  readonly #listedFrom = new Set<string>();
  readonly #conversionByFile = new Map<string, Conversion>();
  readonly #cachedContents = new Map<string, Buffer>();
  #indexEntries: readonly IndexEntry[] | undefined;
  #program: string | undefined;
  /** @param index the absolute path of the index to read instead of the index of the checkout */
  constructor(folder: string, timeoutMs = TIMEOUT_MS, index?: string) {
    this.folder = folder;
    this.#top = gitRootOf(folder);
    const subfolder = (this.#top !== undefined && pathWithin(this.#top, folder)) || '';
    this.#prefix = subfolder === '' ? '' : `${subfolder}/`;
    this.#timeoutMs = timeoutMs;
    this.#index = index;
  }

  /** The commit of a revision. @throws GitError if there is no such revision, or git is missing */
  commit(revision: string): string {
    const commit = this.commitOf(revision);
    if (commit === undefined) throw new GitError(`git knows no revision "${revision}"`);
    return commit;
  }
  /** The commit of a revision; `undefined` if there is no such revision. */
  commitOf(revision: string): string | undefined {
    // git exits with 128 if, for example, HEAD@{9} is older than the reflog
    return this.#commit(revision, ({ status }) => status === 1 || (status === 128 && this.#isRepository()));
  }
  /** The newest commit; `undefined` before the first commit. */
  head(): string | undefined {
    return this.#commit('HEAD', ({ status }) => status === 1);
  }
  /** The merge base of two commits; `undefined` if there is none, or if a shallow clone lacks it. */
  mergeBase(commit: string, revision: string): string | undefined {
    return this.#answer(['merge-base', commit, revision], ({ status }) => status === 1)?.trim();
  }
  isShallow(): boolean {
    return this.#run(['rev-parse', '--is-shallow-repository']).trim() === 'true';
  }
  /** The names of the remotes of the repository. */
  remotes(): string[] {
    return this.#run(['remote']).split('\n').filter(Boolean);
  }

  /** The files of a commit, each with the id of its contents. Links are no files. */
  filesAt(commit: string, isWanted: (file: string) => boolean = isJsonName): ReadonlyMap<string, string> {
    this.#listedFrom.add(commit);
    return this.#listFiles(
      this.#list(['ls-tree', '-r', '-z', commit, ...this.#here]).flatMap(entry => {
        const parts = /^(\d+) \w+ (\w+)\t(.*)$/s.exec(entry);
        return parts ? [{ mode: parts[1]!, id: parts[2]!, file: this.#nameInside(parts[3]!) }] : [];
      }),
      isWanted,
      commit,
    );
  }
  /**
   * The files in the index, each with the id of its contents, except files that a sparse checkout leaves off the disk.
   * @throws GitError while files are in conflict
   */
  filesStaged(isWanted: (file: string) => boolean = isJsonName): ReadonlyMap<string, string> {
    this.#listedFrom.add('--indexed-objects');
    const entries = this.#entries();
    const unstagedFiles = entries.some(({ id }) => emptyIds.has(id)) ? this.#intended() : new Set<string>();
    const conflict = entries.find(({ stage }) => stage !== '0');
    if (conflict) throw new GitError(`${conflict.file} is in conflict; resolve it, and git add the file first`);
    return this.#listFiles(
      entries.filter(({ isAbsent, file }) => !isAbsent && !unstagedFiles.has(file)),
      isWanted,
    );
  }
  #entries(): readonly IndexEntry[] {
    this.#indexEntries ??= this.#list(['ls-files', '-s', '-t', '-z', ...this.#here]).flatMap(entry => {
      const [, tag, mode, id, stage, path] = /^(\w) (\d+) (\w+) (\d)\t(.*)$/s.exec(entry) ?? [];
      if (path === undefined) return [];
      const file = this.#nameInside(path);
      // git may set the flag of absent files for a file that exists
      const isAbsent = tag === 'S' && linkStatsOf(join(this.folder, file)) === undefined;
      return [{ isAbsent, mode: mode!, id: id!, stage: stage!, file }];
    });
    return this.#indexEntries;
  }
  /** Files that `git add -N` has announced: the index has no contents for them, and no commit will contain them. */
  #intended(): ReadonlySet<string> {
    const pieces = this.#output(['ls-files', '--debug', '-z', ...this.#here])
      .toString('utf8')
      .split('\0');
    // in the output, the flags of a file follow its name
    return new Set(
      pieces.flatMap((piece, i) => {
        const flags = /^ {2}ctime: [^\0]*?\tflags: ([0-9a-f]+)\n/.exec(pieces[i + 1] ?? '')?.[1];
        const isIntended = flags !== undefined && (Number.parseInt(flags, 16) & INTENT_TO_ADD) !== 0;
        return isIntended ? [this.#nameInside(piece.replace(/^ {2}ctime: [^\0]*?\tflags: [0-9a-f]+\n/, ''))] : [];
      }),
    );
  }
  /** The commit of a submodule, in the index or in a commit; `undefined` if there is none at this path. */
  submoduleAt(path: string, commit?: string): string | undefined {
    const listing = commit === undefined ? ['ls-files', '-s', '-z'] : ['ls-tree', '-z', commit];
    const entries = this.#list([...listing, '--', this.#prefix + path]).map(entry =>
      /^(\d+) (?:commit )?(\w+)/.exec(entry),
    );
    return entries.find(entry => entry?.[1] === SUBMODULE)?.[2];
  }
  /** The JSON files of the index; `absentFiles` are the files that a sparse checkout leaves off the disk. */
  trackedFiles(): { readonly files: ReadonlySet<string>; readonly absentFiles: ReadonlySet<string> } {
    const files = new Set<string>(),
      absentFiles = new Set<string>();
    for (const { file, mode, isAbsent } of this.#entries()) {
      if (mode === SUBMODULE) {
        const innerTracked = this.#submodule(file)?.trackedFiles();
        for (const innerFile of innerTracked?.files ?? []) files.add(`${file}/${innerFile}`);
        for (const innerFile of innerTracked?.absentFiles ?? []) absentFiles.add(`${file}/${innerFile}`);
      }
      if (!isJsonName(file)) continue;
      files.add(file);
      if (isAbsent) absentFiles.add(file);
    }
    return { files, absentFiles };
  }
  /** The type of the entry that the index or a commit contains at a path. */
  entryTypeAt(path: string, commit: string | undefined): 'file' | 'folder' | undefined {
    const pathFromTop = this.#prefix + path;
    const lines = [
      ...this.#list(['ls-files', '-z', '--', pathFromTop]),
      ...(commit === undefined ? [] : this.#list(['ls-tree', '-r', '-z', '--name-only', commit, '--', pathFromTop])),
    ];
    if (lines.length === 0) return undefined;
    return lines.includes(pathFromTop) ? 'file' : 'folder';
  }

  /** The conversion of the contents of each file, according to its attributes. */
  conversions(files: readonly string[]): ReadonlyMap<string, Conversion> {
    const conversions = new Map<string, Conversion>();
    for (const [path, git, ownPaths] of this.#byRepository(files))
      for (const [file, conversion] of git.#conversions(ownPaths)) conversions.set(path + file, conversion);
    return conversions;
  }
  #conversions(files: readonly string[]): ReadonlyMap<string, Conversion> {
    const missingFiles = files.filter(file => !this.#conversionByFile.has(file));
    if (missingFiles.length > 0) this.#askConversions(missingFiles);
    return new Map(files.map(file => [file, this.#conversionByFile.get(file)!] as const));
  }
  #askConversions(files: readonly string[]): void {
    const paths = files.map(file => this.#prefix + file);
    refuseBlocked(blockingAttributes(this.#top ?? this.folder, paths));
    const fields = this.#list(
      ['check-attr', '--stdin', '-z', 'text', 'crlf', 'eol', 'filter'],
      paths.map(file => `${file}\0`).join(''),
    );
    const attributes = new Map<string, Record<string, string>>();
    for (let i = 0; i + 2 < fields.length; i += 3) {
      const file = this.#nameInside(fields[i]!),
        values = attributes.get(file) ?? {};
      attributes.set(file, { ...values, [fields[i + 1]!]: fields[i + 2]! });
    }
    for (const [file, attribute] of attributes) this.#conversionByFile.set(file, conversionOf(attribute));
  }
  /** Whether CRLF becomes LF in the commit of a file without an attribute about line ends. */
  autocrlf(): boolean {
    const value = this.#answer(['config', '--get', 'core.autocrlf'], ({ status }) => status === 1);
    return /^(true|yes|on|1|input)$/i.test(value?.trim() ?? '');
  }

  /** The contents of files, by name; contents that this clone lacks are left out. @param files the id of each file */
  contents(files: ReadonlyMap<string, string>): ReadonlyMap<string, Buffer> {
    const byName = new Map<string, Buffer>();
    for (const [path, git, ownFiles] of this.#byRepository([...files.keys()])) {
      const idOf = (file: string): string => files.get(path + file)!;
      const contents = git.#contents(ownFiles.map(idOf).filter(id => missingSubmodule(id) === undefined));
      for (const file of ownFiles) {
        const bytes = contents.get(idOf(file));
        if (bytes) byName.set(path + file, bytes);
      }
    }
    return byName;
  }
  #contents(ids: readonly string[]): ReadonlyMap<string, Buffer> {
    for (const [id, bytes] of this.#read([...new Set(ids)].filter(id => !this.#cachedContents.has(id))))
      this.#cachedContents.set(id, bytes);
    return this.#cachedContents;
  }
  #read(names: readonly string[]): ReadonlyMap<string, Buffer> {
    try {
      return this.#batch(names);
    } catch (error) {
      // in a partial clone, git stops at the first object that it would have to fetch
      const missingIds = new Set(
        this.#run(['rev-list', '--no-walk', '--objects', '--missing=print', ...this.#listedFrom])
          .split('\n')
          .flatMap(line => (line.startsWith('?') ? [line.slice(1)] : [])),
      );
      if (missingIds.size === 0) throw error;
      return this.#batch(names.filter(id => !missingIds.has(id)));
    }
  }
  /** The git folder that all worktrees share. */
  sharedFolder(): string {
    return resolve(this.#top ?? '', this.#run(['rev-parse', '--git-common-dir']).replace(/\n$/, ''));
  }

  /** The files of a listing, including the files of its submodules, each with the id of its contents. */
  #listFiles(
    entries: readonly { readonly mode: string; readonly id: string; readonly file: string }[],
    isWanted: (file: string) => boolean,
    commit = '',
  ): ReadonlyMap<string, string> {
    const files = new Map<string, string>();
    for (const { mode, id, file } of entries) {
      if (mode.startsWith('100') && isWanted(file)) files.set(file, id);
      // several workspaces may link to one configuration, so the link is followed, as on disk
      const linkTarget = mode === LINK && isSettingsFile(file) && isWanted(file) && this.#linkTarget(file, id, commit);
      if (linkTarget) files.set(file, linkTarget);
      const submodule = mode === SUBMODULE ? this.#submodule(file) : undefined;
      if (!submodule) continue;
      const submoduleFiles =
        submodule.commitOf(id) === undefined
          ? new Map([...submodule.filesStaged(isWanted).keys()].map(name => [name, missingContents(id)]))
          : submodule.filesAt(id, isWanted);
      for (const [name, contents] of submoduleFiles) files.set(`${file}/${name}`, contents);
    }
    return files;
  }
  /** The id of the contents of a link's target, in the commit or, if `commit` is empty, in the index. */
  #linkTarget(file: string, id: string, commit: string): string | undefined {
    const target = this.#contents([id]).get(id)?.toString('utf8');
    if (target === undefined || posix.isAbsolute(target)) return undefined;
    const name = `${commit === '' ? ':0' : commit}:${posix.join(this.#prefix, posix.dirname(file), target)}`;
    const linkTarget = this.#answer(['rev-parse', '--verify', '--quiet', '--end-of-options', name], () => true)?.trim();
    // the target of a link may be a folder
    const type =
      linkTarget === undefined ? undefined : this.#answer(['cat-file', '-t', linkTarget], () => true)?.trim();
    return type === 'blob' ? linkTarget : undefined;
  }
  /** The checkout of a submodule; `undefined` if there is none, or a link has replaced it. */
  #submodule(path: string): Git | undefined {
    if (!this.#submodules.has(path)) {
      const folder = join(this.folder, path);
      this.#submodules.set(path, isCheckout(folder, this.folder, path) ? new Git(folder, this.#timeoutMs) : undefined);
    }
    return this.#submodules.get(path);
  }
  /** Groups files by the repository that contains them, each repository with the prefix of its paths. */
  *#byRepository(files: readonly string[]): Generator<readonly [string, Git, readonly string[]]> {
    let rest = files;
    for (const [path, submodule] of this.#submodules) {
      const innerFiles = submodule ? rest.filter(file => file.startsWith(`${path}/`)) : [];
      if (innerFiles.length === 0) continue;
      rest = rest.filter(file => !file.startsWith(`${path}/`));
      yield [`${path}/`, submodule!, innerFiles.map(file => file.slice(path.length + 1))];
    }
    yield ['', this, rest];
  }

  #commit(revision: string, isAnswer: (error: GitError) => boolean): string | undefined {
    return this.#answer(
      ['rev-parse', '--verify', '--quiet', '--end-of-options', `${revision}^{commit}`],
      isAnswer,
    )?.trim();
  }
  #isRepository(): boolean {
    return this.#answer(['rev-parse', '--git-dir'], () => true) !== undefined;
  }
  #batch(ids: readonly string[]): Map<string, Buffer> {
    const contents = new Map<string, Buffer>();
    if (ids.length === 0) return contents;
    const output = this.#output(['cat-file', '--batch'], ids.map(id => `${id}\n`).join(''));
    let index = 0;
    for (const id of ids) {
      const end = output.indexOf(10, index);
      const size = /^\w+ blob (\d+)$/.exec(output.toString('latin1', index, end))?.[1];
      index = end + 1;
      if (size === undefined) continue;
      contents.set(id, output.subarray(index, index + Number(size)));
      index += Number(size) + 1;
    }
    return contents;
  }
  /** The output of git; `undefined` after a failure that `isAnswer` accepts as an answer. */
  #answer(args: readonly string[], isAnswer: (error: GitError) => boolean): string | undefined {
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
    if (this.#top === undefined) throw new NoGitError(`git ${args[0]} failed: not a git repository`);
    if (this.#program === undefined) {
      refuseBlocked(blockingGit(this.#top));
      this.#program = gitProgram(this.folder);
    }
    return runGit(this.#program, this.#top, args, {
      timeoutMs: this.#timeoutMs,
      index: this.#index,
      ...(input !== undefined && { input }),
    });
  }
  /** The arguments that limit a listing to this folder. */
  get #here(): readonly string[] {
    return this.#prefix === '' ? [] : ['--', this.#prefix];
  }
  /** The name, relative to this folder, of a file that git names relative to the top. */
  #nameInside(file: string): string {
    return file.slice(this.#prefix.length);
  }
}

/** The ids of empty contents, in both kinds of hash. */
const emptyIds: ReadonlySet<string> = new Set([
  'e69de29bb2d1d6434b8b29ae775ad8c2e48c5391',
  '473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813',
]);
/** The flag of an index entry without contents. */
const INTENT_TO_ADD = 0x2000_0000;
/** The mode of an entry that is a symbolic link. */
const LINK = '120000';
/** The mode of an entry that is a submodule. */
const SUBMODULE = '160000';

/** @throws GitError if there is a file for which git would wait */
function refuseBlocked(blockingFile: string | undefined): void {
  if (blockingFile !== undefined)
    throw new GitError(`git is not started: ${blockingFile} is a pipe or a device, and git would wait for it`);
}

function isCheckout(folder: string, parentConfig: string, path: string): boolean {
  try {
    return isTop(folder) && realpathSync(folder) === join(realpathSync(parentConfig), path);
  } catch {
    return false;
  }
}

/** The conversion that git derives from attributes: `crlf` is an older name of `text`, and `eol` implies `text`. */
function conversionOf({ text, crlf, eol, filter }: Readonly<Record<string, string>>): Conversion {
  const setting = text === 'unspecified' ? crlf : text;
  const isText = /^(set|auto|input)$/.test(setting ?? '') || eol === 'lf' || eol === 'crlf' || undefined;
  const hasFilter = filter !== undefined && !/^(unspecified|unset|set)$/.test(filter);
  return { filter: hasFilter ? filter : undefined, normalises: setting === 'unset' ? false : isText };
}

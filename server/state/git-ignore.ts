import { join, relative, sep } from 'node:path';
import { IgnorePatterns, type IgnoreBudget } from '../core/configuration/gitignore.ts';
import { sharedGitFolder } from './git-folder.ts';
import { linkStatsOf, readRegularFile, type ReadOptions } from './regular-file.ts';

/** The maximum size of git's own files, in bytes. */
const MAX_GIT_FILE_SIZE = 2 ** 20;
/** The maximum size of an ignore file, in bytes. */
const MAX_IGNORE_FILE_SIZE = 4 * 2 ** 20;
/**
 * The maximum number of characters that are read and matched for the ignore files of one walk: 20,000,000 characters
 * take 2 s.
 */
const MAX_WORK = 20_000_000;

/** The properties that the ignore files of all folders share. */
interface Shared {
  readonly read: typeof readRegularFile;
  readonly budget: IgnoreBudget & { skipped: boolean };
  /** Whether matching ignores the case of letters. */
  readonly isCaseIgnored: boolean;
}
const shared = (read: typeof readRegularFile, isCaseIgnored = false): Shared => ({
  read,
  budget: { remainingLength: MAX_WORK, skipped: false },
  isCaseIgnored,
});

/** The `.gitignore` files from the top of a repository down to one folder; the files of deeper folders win. */
export class GitIgnores {
  readonly #folder: string;
  readonly #rules: IgnorePatterns | undefined;
  readonly #parent: GitIgnores | undefined;
  readonly #shared: Shared;
  private constructor(
    folder: string,
    rules: IgnorePatterns | undefined,
    parent: GitIgnores | undefined,
    shared: Shared,
  ) {
    this.#folder = folder;
    this.#rules = rules;
    this.#parent = parent;
    this.#shared = shared;
  }

  /** The ignore files of the top folder of a repository, including `info/exclude`. */
  static atTopFolder(folder: string, read: typeof readRegularFile = readRegularFile): GitIgnores {
    const gitFolder = sharedGitFolder(folder),
      sharedIgnores = shared(read, gitFolder !== undefined && ignoresCase(gitFolder));
    const exclude =
      gitFolder === undefined
        ? undefined
        : rulesIn(join(gitFolder, 'info', 'exclude'), 'any', { ...sharedIgnores, read: readRegularFile });
    return new GitIgnores(folder, exclude, undefined, sharedIgnores).inSubfolder(folder, true);
  }
  /** The ignore files of a folder outside every repository. */
  static outsideRepositories(folder: string, read: typeof readRegularFile): GitIgnores {
    return new GitIgnores(folder, undefined, undefined, shared(read)).inSubfolder(folder, true);
  }

  /** Whether the budget was exceeded, so that not all files that git ignores were ignored. */
  get isBudgetExceeded(): boolean {
    return this.#shared.budget.skipped || this.#shared.budget.remainingLength <= 0;
  }

  /**
   * The ignore files of a subfolder.
   * @param isPresent whether the subfolder contains a `.gitignore`
   */
  inSubfolder(folder: string, isPresent: boolean): GitIgnores {
    const rules = isPresent ? rulesIn(join(folder, '.gitignore'), 'none', this.#shared) : undefined;
    return rules ? new GitIgnores(folder, rules, this, this.#shared) : this;
  }
  /** The ignore files down to a folder several levels deeper. */
  downTo(folder: string): GitIgnores {
    const subfolder = relative(this.#folder, folder);
    let gitIgnores: GitIgnores = this,
      path = this.#folder;
    for (const name of subfolder === '' ? [] : subfolder.split(sep)) {
      path = join(path, name);
      gitIgnores = gitIgnores.inSubfolder(path, true);
    }
    return gitIgnores;
  }

  /**
   * Whether a path is ignored.
   * @param path an absolute path in this folder or below it
   */
  ignores(path: string, folder: boolean): boolean {
    for (let level: GitIgnores | undefined = this; level; level = level.#parent) {
      if (!level.#rules) continue;
      const relativePath = path
        .slice(level.#folder.length + (level.#folder.endsWith(sep) ? 0 : 1))
        .replaceAll(sep, '/');
      const answer = level.#rules.ignores(bytesOf(relativePath), folder, this.#shared.budget);
      if (answer !== undefined) return answer;
    }
    return false;
  }
}

/** The UTF-8 bytes of a text, each as one character, as git matches them. */
const bytesOf = (path: string): string => (/[^\0-\x7f]/.test(path) ? Buffer.from(path).toString('latin1') : path);

/**
 * The patterns of an ignore file.
 * @param links `none` for a `.gitignore`, because git does not read a link, which may end outside of the checkout
 */
function rulesIn(
  file: string,
  links: ReadOptions['links'],
  { read, budget, isCaseIgnored }: Shared,
): IgnorePatterns | undefined {
  if (budget.remainingLength <= 0) return undefined;
  let text: string;
  try {
    text = read(file, { maxSize: MAX_IGNORE_FILE_SIZE, links }).toString('latin1');
  } catch {
    budget.skipped ||= (linkStatsOf(file)?.size ?? 0) > MAX_IGNORE_FILE_SIZE;
    return undefined;
  }
  budget.remainingLength -= text.length;
  return /^[^#\r\n]/m.test(text) ? new IgnorePatterns(text, isCaseIgnored) : undefined;
}

/** Whether `core.ignorecase` is set, which git does in a new repository on a disk that ignores case. */
function ignoresCase(config: string): boolean {
  try {
    const text = readRegularFile(join(config, 'config'), { maxSize: MAX_GIT_FILE_SIZE, links: 'any' }).toString('utf8');
    return /^[ \t]*ignorecase[ \t]*(=[ \t]*(true|yes|on|1)[ \t]*)?$/im.test(text);
  } catch {
    return false;
  }
}

/** Whether git ignores a folder of a checkout, or a folder around it. */
export function isGitIgnored(top: string, folder: string): boolean {
  const subfolder = relative(top, folder);
  let gitIgnores = GitIgnores.atTopFolder(top),
    path = top;
  for (const name of subfolder === '' ? [] : subfolder.split(sep)) {
    path = join(path, name);
    if (gitIgnores.ignores(path, true)) return true;
    gitIgnores = gitIgnores.inSubfolder(path, true);
  }
  return false;
}

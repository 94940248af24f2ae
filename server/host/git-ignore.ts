import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import ignore, { type Ignore } from 'ignore';
import { readRegularFile, statsOf } from './regular-file.ts';
import type { Source } from './source.ts';

/** In bytes: the maximum size of git's own files. */
const LARGEST = 2 ** 20;

/** The `.gitignore` files from the top of a repository down to one folder; deeper files win. */
export class GitIgnores {
  readonly #folder: string;
  readonly #rules: Ignore | undefined;
  readonly #above: GitIgnores | undefined;
  readonly #read: Source['bytes'];
  private constructor(
    folder: string,
    rules: Ignore | undefined,
    above: GitIgnores | undefined,
    read: Source['bytes'] = readRegularFile,
  ) {
    this.#folder = folder;
    this.#rules = rules;
    this.#above = above;
    this.#read = read;
  }

  /** For the top folder of a repository, including its `info/exclude`. */
  static atTop(folder: string, read?: Source['bytes']): GitIgnores {
    const exclude = commonGitFolder(folder);
    const rules = exclude === undefined ? undefined : rulesIn(join(exclude, 'info', 'exclude'), true, readRegularFile);
    return new GitIgnores(folder, rules, undefined, read).within(folder, true);
  }
  /** For a folder outside every repository. */
  static none(folder: string, read?: Source['bytes']): GitIgnores {
    return new GitIgnores(folder, undefined, undefined, read).within(folder, true);
  }

  /** For a folder below. @param has whether it contains a `.gitignore`, if known */
  within(folder: string, has: boolean): GitIgnores {
    const rules = has ? rulesIn(join(folder, '.gitignore'), false, this.#read) : undefined;
    return rules ? new GitIgnores(folder, rules, this, this.#read) : this;
  }
  /** Down to a folder several levels below. */
  downTo(folder: string): GitIgnores {
    const between = relative(this.#folder, folder);
    let ignores: GitIgnores = this,
      at = this.#folder;
    for (const name of between === '' ? [] : between.split(sep)) {
      at = join(at, name);
      ignores = ignores.within(at, true);
    }
    return ignores;
  }

  /** @param path absolute, in the folder these are for or deeper */
  ignores(path: string, folder: boolean): boolean {
    for (let level: GitIgnores | undefined = this; level; level = level.#above) {
      if (!level.#rules) continue;
      const relative = path.slice(level.#folder.length + (level.#folder.endsWith(sep) ? 0 : 1)).replaceAll(sep, '/');
      const { ignored, unignored } = level.#rules.test(folder ? `${relative}/` : relative);
      if (ignored) return true;
      if (unignored) return false;
    }
    return false;
  }
}

/** @param links git does not read a `.gitignore` that is a link, because it may lead out of the checkout */
function rulesIn(file: string, links: boolean, read: Source['bytes']): Ignore | undefined {
  let text: string;
  try {
    text = read(file, { largest: LARGEST, links }).toString('utf8');
  } catch {
    return undefined;
  }
  return /^[^#\s]/m.test(text) ? ignore({ allowRelativePaths: true }).add(text) : undefined;
}

/**
 * The nearest folder at or above that git considers the top of a checkout; worktrees and submodules have a `.git` file
 * there instead of a folder.
 */
export function gitRootOf(folder: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    if (isTop(at)) return at;
    if (dirname(at) === at) return undefined;
  }
}

/** Whether a folder itself is the top of a checkout. */
export function isTop(folder: string): boolean {
  const found = statsOf(join(folder, '.git'));
  return found !== undefined && (found.isDirectory() || found.isFile());
}

/** Whether git ignores a folder of a checkout, directly or through a parent. */
export function isGitIgnored(top: string, folder: string): boolean {
  const between = relative(top, folder);
  let ignores = GitIgnores.atTop(top),
    at = top;
  for (const name of between === '' ? [] : between.split(sep)) {
    at = join(at, name);
    if (ignores.ignores(at, true)) return true;
    ignores = ignores.within(at, true);
  }
  return false;
}

/** Where a checkout keeps what all its worktrees share. */
function commonGitFolder(top: string): string | undefined {
  const git = join(top, '.git');
  if (statsOf(git)?.isDirectory()) return git;
  const line = (file: string): string => readRegularFile(file, { largest: LARGEST }).toString('utf8').trim();
  try {
    const own = resolve(top, /^gitdir: (.*)$/m.exec(line(git))![1]!.trim());
    try {
      const common = line(join(own, 'commondir'));
      return isAbsolute(common) ? common : join(own, common);
    } catch {
      return own;
    }
  } catch {
    return undefined;
  }
}

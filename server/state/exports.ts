import { relative, resolve, sep } from 'node:path';
import { defaultConfiguration } from '../core/configuration/configuration.ts';
import { findFiles } from './find.ts';
import { openWorkspace, type State } from './open.ts';
import { statsOf } from './regular-file.ts';
import { diskAlone, type Source } from './source.ts';
import { decode } from './text.ts';

/** The file name of standard input. */
const standardInput = 'standard input';

/**
 * Files exported from the dashboard or the API, which together are one state; paths are relative to the working
 * directory.
 */
export interface Exports extends State {
  /** The absolute paths of all files that were read. */
  readonly paths: ReadonlySet<string>;
  /** The files that were given by name. */
  readonly files: readonly string[];
}

interface ExportOptions {
  /** The base of relative paths. */
  readonly cwd: string;
  /** Today's date, `YYYY-MM-DD`, UTC. */
  readonly today: string;
  /** Called after each file. */
  progress?(count: number, sum: number): void;
  /** Reads standard input, for the argument `-`. */
  stdin(): Buffer;
}

/** The disk without git. Relative paths are resolved first, because they may begin with `..`. */
const source: Source = { ...diskAlone, text: (path, isMet) => diskAlone.text(resolve(path), isMet) };

/**
 * Opens exports. No configuration applies to exports, because they come from outside.
 * @throws WorkspaceTooLarge
 */
export function openExports(listedFiles: readonly string[], { cwd, today, stdin, progress }: ExportOptions): Exports {
  const files = new Set<string>(),
    paths = new Set<string>(),
    givenFiles: string[] = [];
  const texts = listedFiles.includes('-') ? new Map([[standardInput, decode(stdin())]]) : undefined;
  const add = (path: string): string => {
    const file = relative(cwd, path).split(sep).join('/');
    files.add(file);
    paths.add(path);
    return file;
  };
  for (const listedFile of listedFiles) {
    if (listedFile === '-') {
      givenFiles.push(standardInput);
      continue;
    }
    const path = resolve(cwd, listedFile);
    if (!statsOf(path)?.isDirectory()) givenFiles.push(add(path));
    else for (const file of findFiles(path, { isIgnored: () => false }).files) add(resolve(path, file));
  }
  const state = openWorkspace(
    { root: cwd, configuration: defaultConfiguration, baseline: undefined },
    { today, alone: true, extraFiles: files, source, ...(texts && { texts }), ...(progress && { progress }) },
  );
  return { ...state, paths, files: givenFiles };
}

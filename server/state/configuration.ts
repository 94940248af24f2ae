import { realpathSync } from 'node:fs';
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { defaultConfiguration, type Configuration, type ExtendedFile } from '../core/configuration/configuration.ts';
import { configurationDocument, type Layer, readLayers } from '../core/configuration/read.ts';
import type { Document } from '../core/document.ts';
import { findingRange } from '../core/engine/report.ts';
import type { Rule } from '../core/engine/rule.ts';
import type { Finding } from '../core/finding.ts';
import { isArray, property } from '../core/json/json.ts';
import type { Pointer } from '../core/json/pointer.ts';
import { configurationName, configurationNames } from '../core/settings-files.ts';
import { show } from '../core/wording.ts';
import { isWithin, pathWithin, gitRootOf, isOfGit, outsideReason } from './paths.ts';
import { ConfigurationError } from './refusals.ts';
import { disk, type Source } from './source.ts';
import { decode, reasonOf } from './text.ts';

export { ConfigurationError } from './refusals.ts';

export interface ConfigurationOptions {
  /** Returns an unsaved text that replaces a file on disk, by its path from the root. */
  readonly unsaved?: (file: string) => string | undefined;
  readonly source?: Source;
  /** The absolute path of a file to read instead of the configuration in the folder. */
  readonly config?: string | undefined;
}

/** The name of a folder's configuration, whether it exists or not. */
export const configurationFileIn = (root: string): string =>
  configurationNames.find(name => disk.isFile(join(root, name))) ?? configurationName;

/** Reads the configuration of a workspace, extended files included. @throws ConfigurationError */
export function configurationAt(
  root: string,
  rules: readonly Rule[],
  options: ConfigurationOptions = {},
): Configuration {
  const { unsaved = () => undefined, source = disk, config } = options;
  const configurationFiles = configurationNames.filter(
    name => unsaved(name) !== undefined || source.isFile(join(root, name)),
  );
  if (config === undefined && configurationFiles.length > 1)
    throw new ConfigurationError(root, [
      {
        file: configurationFiles[1]!,
        line: 1,
        column: 1,
        message: `${configurationFiles.join(' and ')} are both in this folder; keep one`,
      },
    ]);
  const file = config === undefined ? configurationFiles[0] : pathFrom(root, config);
  if (file === undefined) return defaultConfiguration;
  // a link outside of checkouts belongs to the user, so it may end anywhere
  const parentRoot = config === undefined || isWithin(root, config) ? root : null;
  const text = unsaved(file) ?? settingsText(root, file, sourceOf(join(root, file), source), parentRoot);
  if (text === undefined)
    throw new ConfigurationError(root, [{ file, line: 1, column: 1, message: 'there is no such configuration' }]);
  // a configuration named by the user may be in any folder, and may extend the files beside it
  const tops = [root, ...(config === undefined ? [] : [dirname(config)])].map(folder => gitRootOf(folder) ?? folder);
  const layers = new Layers(root, tops, unsaved, source);
  // the globs of a configuration named by the user are relative to the workspace
  layers.add(file, text, config === undefined ? '' : undefined, []);
  const { configuration, problems } = readLayers(layers.layers, rules);
  if (!configuration) throw new ConfigurationError(root, problems);
  return configuration;
}

/** The source that has a file; the disk for files outside the source, such as packages. */
const sourceOf = (path: string, source: Source): Source => (source.isFile(path) ? source : disk);

/**
 * The text of a settings file; `undefined` if there is no such file.
 * @param parentConfig the folder in which links must end outside of checkouts; null: links may end anywhere
 * @throws ConfigurationError
 */
export function settingsText(
  root: string,
  file: string,
  source: Source = disk,
  parentConfig: string | null = root,
): string | undefined {
  const path = join(root, file);
  if (!source.isFile(path)) return undefined;
  const refuse = (message: string): never => {
    throw new ConfigurationError(root, [{ file, line: 1, column: 1, message }]);
  };
  let bytes: Buffer;
  try {
    bytes = source.bytes(path, { linkBoundary: gitRootOf(dirname(path)) ?? parentConfig ?? undefined });
  } catch (error) {
    return refuse(`it cannot be read: ${reasonOf(error)}`);
  }
  const { text, problem } = decode(bytes);
  if (problem) return refuse(problem.message);
  return text;
}

/** A path relative to the root, with `/`; a path outside of the root begins with `../`. */
export const pathFrom = (root: string, path: string): string => relative(root, path).split(sep).join('/');

/** The files of a configuration, each once; an extended file comes before the files that extend it. */
class Layers {
  readonly layers: Layer[] = [];
  readonly #root: string;
  readonly #tops: readonly string[];
  readonly #unsaved: (file: string) => string | undefined;
  readonly #source: Source;
  readonly #files = new Set<string>();
  /**
   * @param tops the folders in which files may be read, symbolic links included; the first is the checkout of the
   * workspace
   */
  constructor(root: string, tops: readonly string[], unsaved: (file: string) => string | undefined, source: Source) {
    this.#root = root;
    this.#tops = tops;
    this.#unsaved = unsaved;
    this.#source = source;
  }

  /**
   * Adds a file, and before it the files that it extends.
   * @param folder the base of relative paths in the file, relative to the root; `undefined`: the root
   * @param chain the files through which the file is extended, by path from the root
   * @throws ConfigurationError
   */
  add(file: string, text: string, folder: string | undefined, chain: readonly string[]): void {
    const document = configurationDocument(text, file),
      extendsValue = property(document.value, 'extends');
    const newChain = [...chain, file],
      extendedFiles: ExtendedFile[] = [];
    for (const [i, spec] of (isArray(extendsValue) ? extendsValue : [extendsValue]).entries()) {
      if (typeof spec !== 'string') continue;
      const pointer: Pointer = isArray(extendsValue) ? `/extends/${i}` : '/extends';
      const refuse = (reason: string): never => {
        throw this.#refusal(document, pointer, `extends: ${reason} (${[...newChain, spec].join(' → ')})`);
      };
      const target = this.#find(spec, join(this.#root, dirname(file)), refuse);
      const path = pathFrom(this.#root, target.path);
      if (newChain.includes(path)) refuse(`${show(spec)} extends itself in a cycle`);
      extendedFiles.push({ document, pointer, file: path });
      if (this.#files.has(path)) continue;
      const inner =
        this.#unsaved(path) ?? settingsText(this.#root, path, sourceOf(target.path, this.#source), target.top);
      if (inner === undefined) refuse(`there is no file ${show(spec)}`);
      else this.add(path, inner, target.isPackage ? undefined : pathFrom(this.#root, dirname(target.path)), newChain);
    }
    this.#files.add(file);
    this.layers.push({
      document,
      ...folderContext(this.#root, folder ?? ''),
      chain: newChain,
      extendedFiles: extendedFiles,
    });
  }

  /**
   * The path of an extended file.
   * @param source the folder of the file with `extends`
   */
  #find(
    spec: string,
    source: string,
    refuse: (reason: string) => never,
  ): { readonly path: string; readonly isPackage: boolean; readonly top: string } {
    const top = this.#tops.find(folder => isWithin(folder, source)) ?? this.#tops[0]!;
    if (isAbsolute(spec) || /^[A-Za-z]:|\\/.test(spec))
      return refuse(`expected a path relative to this file, with /, or a package, got ${show(spec)}`);
    const isPath = /^\.\.?(\/|$)/.test(spec);
    const path = isPath ? resolve(source, spec) : this.#findInPackage(spec, source, top);
    if (path === undefined) {
      const sibling = resolve(source, spec);
      return refuse(
        `no package in node_modules has ${show(spec)}` +
          (this.#isFile(sibling) ? `; did you mean ${show(`./${spec}`)}?` : ''),
      );
    }
    if (!isWithin(top, path)) return refuse(`${show(spec)} is outside of the workspace`);
    if (isOfGit(top, path)) return refuse(`${show(spec)} is one of git's own files`);
    const isPackage = path.split(sep).includes('node_modules');
    if (!this.#isFile(path)) return refuse(`there is no file ${show(spec)}`);
    const message = sourceOf(path, this.#source) === disk ? outsideReason(path, realOf(path), top) : undefined;
    if (message !== undefined) return refuse(`${show(spec)} ${message}`);
    return { path, isPackage, top };
  }

  /** A file of a package, or the configuration in a package's folder, searched from a folder up to the top. */
  #findInPackage(spec: string, source: string, top: string): string | undefined {
    for (let folder = source; isWithin(top, folder); folder = dirname(folder)) {
      const path = join(folder, 'node_modules', spec);
      const file = [path, ...configurationNames.map(name => join(path, name))].find(path => this.#isFile(path));
      if (file !== undefined) return isWithin(join(folder, 'node_modules'), file) ? file : undefined;
      if (dirname(folder) === folder) break;
    }
    return undefined;
  }

  #isFile(path: string): boolean {
    return (
      this.#unsaved(pathFrom(this.#root, path)) !== undefined ||
      this.#source.isFile(path) ||
      ((path.split(sep).includes('node_modules') || !isWithin(this.#tops[0]!, path)) && disk.isFile(path))
    );
  }

  #refusal(document: Document, target: Pointer, message: string): ConfigurationError {
    const finding: Finding = {
      rule: 'unresolved-extends',
      severity: 'error',
      file: document.file,
      target,
      message,
      related: [],
    };
    const { start } = findingRange(document, finding);
    return new ConfigurationError(this.#root, [
      { file: document.file, ...start, message, source: { document, finding } },
    ]);
  }
}

/** The real path of a file, or the path itself for a file that exists only in an editor. */
function realOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    return path;
  }
}

/**
 * The functions that convert paths in the settings of a folder.
 * @param folder the path of the folder relative to the root, with `/`; it may begin with `../`
 */
function folderContext(root: string, folder: string): Pick<Layer, 'relativePath' | 'ownPath'> {
  const identity = (file: string): string => file;
  if (folder === '') return { relativePath: identity, ownPath: identity };
  const absolutePath = join(root, folder),
    insidePath = pathWithin(absolutePath, root),
    belowRoot = pathWithin(root, absolutePath);
  return {
    relativePath: file => {
      if (insidePath !== undefined) return `${insidePath}/${file}`;
      return belowRoot !== undefined && file.startsWith(`${belowRoot}/`) ? file.slice(belowRoot.length + 1) : undefined;
    },
    ownPath: path => pathFrom(root, join(absolutePath, path)),
  };
}

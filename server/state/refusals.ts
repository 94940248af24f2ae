import { join } from 'node:path';
import type { ConfigurationProblem } from '../core/configuration/read.ts';
import { configurationName } from '../core/settings-files.ts';

/** Thrown for a configuration or baseline that cannot be used. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly problems: readonly [ConfigurationProblem, ...ConfigurationProblem[]];
  /** The place and the reason of each problem, one line each; names in a line may contain line ends. */
  readonly lines: readonly string[];
  /** The root of the workspace; the files of the problems are relative to it. */
  readonly root: string;
  constructor(root: string, problems: readonly [ConfigurationProblem, ...ConfigurationProblem[]]) {
    const lines = problems.map(({ file, line, column, message }) => `${join(root, file)}:${line}:${column} ${message}`);
    super(lines.join('\n'));
    this.lines = lines;
    this.problems = problems;
    this.root = root;
  }
}

/** The advice about a folder that is too large. */
export const remedy =
  `"ignore" in its ${configurationName} leaves folders out, or a ${configurationName} in the folder of your agents ` +
  'makes that folder a workspace (--cwd names it)';

/** Thrown for a folder that is more than one workspace, such as a home folder or the whole disk. */
export class WorkspaceTooLarge extends Error {
  override readonly name = 'WorkspaceTooLarge';
  /** The message without the advice. */
  readonly size: string;
  constructor(root: string, bound: string) {
    const size = `${root} has more than ${bound}`;
    super(`${size}, too much for one workspace; ${remedy}`);
    this.size = size;
  }
}

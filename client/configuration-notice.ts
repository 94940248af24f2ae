import { commands, Uri, window, type Command } from 'vscode';
import { clientCommands, type FileStatus, type ProtocolPlace } from '../server/lsp/protocol.ts';

type Problem = NonNullable<FileStatus['configurationProblem']>;

/** The command that opens the place where a configuration or another file is invalid. */
export const showProblem = ({ uri, range }: ProtocolPlace): Command => ({
  title: 'Show',
  command: clientCommands.select,
  arguments: [uri, range],
});

/**
 * Reports that a configuration cannot be used: once for each reason, and not while the configuration is being edited.
 */
export class ConfigurationNotice {
  /** The last message for each configuration, by its uri. */
  readonly #lastMessages = new Map<string | undefined, string>();

  /**
   * Reports a problem that was not reported before.
   * @param configuration uri of the configuration that applies to the visible file
   * @param problem of the configuration, if there is one
   */
  update(configuration: string | undefined, problem: Problem | undefined): void {
    if (!problem) {
      this.#lastMessages.delete(configuration);
      return;
    }
    const isShown = window.activeTextEditor?.document.uri.toString() === Uri.parse(problem.uri).toString();
    if (isShown || this.#lastMessages.get(configuration) === problem.message) return;
    this.#lastMessages.set(configuration, problem.message);
    void say(problem);
  }
}

async function say(problem: Problem): Promise<void> {
  const name = Uri.parse(problem.uri).path.split('/').at(-1)!,
    { title, command, arguments: place = [] } = showProblem(problem);
  const choice = await window.showErrorMessage(
    `${name} cannot be used, so the files are checked without it: ${problem.message}`,
    title,
  );
  if (choice === title) await commands.executeCommand(command, ...(place as unknown[]));
}

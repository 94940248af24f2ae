import { ErrorCodes, LSPErrorCodes, ResponseError, type Range } from 'vscode-languageserver/node';
import { readText } from '../../state/text.ts';
import type { Client } from '../client.ts';
import { clientCommands } from '../protocol.ts';
import { pathOf } from '../uris.ts';
import type { Handler } from './handler.ts';

/** Whether somebody shows the page of a rule: the editor's own panels, or the editor on request. */
export const explains = (client: Client): boolean => client.options.panels === true || isAsked(client);
const isAsked = ({ options, capabilities }: Client): boolean =>
  options.panels !== true && capabilities.window?.showDocument?.support === true;

/**
 * The page of a rule, for editors without a command for it: they are asked to open the one that came with the package.
 */
export const explain: Handler = {
  capabilities: client => (isAsked(client) ? { executeCommandProvider: { commands: [clientCommands.explain] } } : {}),
  register(connection, editor) {
    connection.onExecuteCommand(async ({ command, arguments: [rule] = [] }) => {
      const { diagnosing: diagnosticsContext } = editor();
      if (command !== clientCommands.explain)
        throw new ResponseError(ErrorCodes.InvalidParams, `there is no command ${command}`);
      if (typeof rule !== 'string' || !diagnosticsContext.ruleOf(rule))
        throw new ResponseError(ErrorCodes.InvalidParams, `there is no rule ${String(rule)}`);
      const [page, heading] = diagnosticsContext.rulePage(rule)?.split('#') ?? [];
      if (page === undefined)
        throw new ResponseError(LSPErrorCodes.RequestFailed, 'the pages of the rules are not beside the program');
      const selection = heading === undefined ? undefined : headingIn(page, heading);
      const { success } = await connection.window.showDocument({
        uri: page,
        takeFocus: true,
        ...(selection && { selection }),
      });
      return success;
    });
  },
};

/** Where a markdown page has a level-two heading. */
function headingIn(page: string, heading: string): Range | undefined {
  const path = pathOf(page);
  try {
    const line = path === undefined ? -1 : readText(path).text.split('\n').indexOf(`## ${heading}`);
    return line < 0 ? undefined : { start: { line, character: 0 }, end: { line, character: 0 } };
  } catch {
    return undefined;
  }
}

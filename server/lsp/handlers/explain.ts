import { ErrorCodes, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import type { Client } from '../client.ts';
import { clientCommands } from '../protocol.ts';
import type { Handler } from './handler.ts';

/**
 * Whether the page of a rule can be shown: in a panel of the client, or as a document that the editor opens on
 * request.
 */
export const explains = (client: Client): boolean => client.options.panels === true || isAsked(client);
const isAsked = ({ options, capabilities }: Client): boolean =>
  options.panels !== true && capabilities.window?.showDocument?.support === true;

/** The command that shows the page of a rule, for editors without panels: they open the page in the package. */
export const explain: Handler = {
  capabilities: client => (isAsked(client) ? { executeCommandProvider: { commands: [clientCommands.explain] } } : {}),
  register(connection, editor) {
    connection.onExecuteCommand(async ({ command, arguments: [rule] = [] }) => {
      const { diagnosticsContext } = editor();
      if (command !== clientCommands.explain)
        throw new ResponseError(ErrorCodes.InvalidParams, `there is no command ${command}`);
      if (typeof rule !== 'string' || !diagnosticsContext.ruleOf(rule))
        throw new ResponseError(ErrorCodes.InvalidParams, `there is no rule ${String(rule)}`);
      const page = diagnosticsContext.rulePage(rule);
      if (page === undefined)
        throw new ResponseError(LSPErrorCodes.RequestFailed, 'the package does not contain the pages of the rules');
      const { success } = await connection.window.showDocument({ uri: page, takeFocus: true });
      return success;
    });
  },
};

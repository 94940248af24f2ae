import type { CancellationToken, Connection, ServerCapabilities } from 'vscode-languageserver/node';
import type { Client } from '../client.ts';
import type { EditorConnection } from '../editor-connection.ts';
import { requests, type ParamsOf } from '../protocol.ts';

/** One feature of the server: the capability that it announces, and its answers. */
export interface Handler {
  capabilities(client: Client): ServerCapabilities;
  /**
   * Registers the answers.
   * @param editor throws before initialize and after shutdown
   */
  register(connection: Connection, editor: () => EditorConnection): void;
}

/** A handler of one of Preflight's own requests, which are not part of the announced server capabilities. */
export const answerRequest = <Request extends keyof typeof requests>(
  request: Request,
  answer: (
    editor: () => EditorConnection,
    connection: Connection,
  ) => (params: ParamsOf<Request>, token: CancellationToken) => unknown,
): Handler => ({
  capabilities: () => ({}),
  register: (connection, editor) => void connection.onRequest(requests[request], answer(editor, connection)),
});

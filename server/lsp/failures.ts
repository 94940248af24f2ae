import { LogMessageNotification, MessageType, type Connection } from 'vscode-languageserver/node';

/** Tells the editor of work that came to no end; the server goes on. */
export function logFailure(connection: Connection, what: string, error?: unknown): void {
  const why = error === undefined ? '' : `: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  // an editor that is gone need not know
  void connection
    .sendNotification(LogMessageNotification.type, { type: MessageType.Error, message: `${what}${why}` })
    .catch(() => undefined);
}

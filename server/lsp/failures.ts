import {
  ErrorCodes,
  LogMessageNotification,
  Message,
  MessageType,
  ResponseError,
  type Connection,
  type MessageWriter,
} from 'vscode-languageserver/node';
import { writerThrough } from './through.ts';

/** Logs failed work in the editor; the server continues. */
export function logFailure(connection: Connection, activity: string, error?: unknown): void {
  // the editor has disconnected, so the message cannot be sent
  void connection
    .sendNotification(LogMessageNotification.type, {
      type: MessageType.Error,
      message: error === undefined ? activity : `${activity}${reasonOf(error)}`,
    })
    .catch(() => undefined);
}

/**
 * The reason to log. For a programming error, it contains only places in the code, because the message, such as
 * "cannot read properties of undefined", does not help a user.
 */
function reasonOf(error: unknown): string {
  const isOurs = [TypeError, RangeError, ReferenceError, SyntaxError].some(errorType => error instanceof errorType);
  if (isOurs) return `; please report it\n${placesOf(error)}`;
  return `: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
const placesOf = (error: unknown): string =>
  (error instanceof Error ? (error.stack ?? '') : '')
    .split('\n')
    .filter(line => /^\s+at /.test(line))
    .join('\n');

/** The response for an error, with the places in the code for `withReports`. */
export const failedResponse = (error: unknown): ResponseError<unknown> =>
  error instanceof ResponseError ? error : new ResponseError(ErrorCodes.InternalError, '', { places: placesOf(error) });

/**
 * A writer that replaces the message of every internal error by a fixed text.
 * @param report logs the text with the place of the error in the code
 */
export function withReports(writer: MessageWriter, report: (activity: string) => void): MessageWriter {
  return writerThrough(writer, message => {
    if (!Message.isResponse(message) || message.error?.code !== ErrorCodes.InternalError) return message;
    const words = 'the request cannot be answered because Preflight failed; please report it',
      { places } = (message.error.data ?? {}) as { readonly places?: string };
    report(places === undefined ? words : `${words}\n${places}`);
    return { ...message, error: { code: ErrorCodes.InternalError, message: words } } as Message;
  });
}

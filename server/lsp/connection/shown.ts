import { Message, type MessageWriter } from 'vscode-languageserver/node';
import { maskSecrets, redactValue } from '../../core/secrets.ts';
import { printableLines } from '../../core/unprintable.ts';
import { writerThrough } from '../through.ts';

/**
 * The keys of values that an editor uses without showing them: places, texts for files, data that is sent back. A
 * credential in the user's own file must stay in an edit of this file, because the edit would otherwise replace it.
 */
const usedKeys: ReadonlySet<string> = new Set([
  'uri',
  'oldUri',
  'newUri',
  'targetUri',
  'href',
  'files',
  'edited',
  'textEdit',
  'textEditText',
  'insertText',
  'sortText',
  'additionalTextEdits',
  'newText',
  'edit',
  'placeholder',
  'arguments',
  'data',
  'token',
  'method',
]);
const isKept = (key: string, value: unknown): boolean =>
  usedKeys.has(key) || (key === 'target' && typeof value === 'string' && /^[a-z][a-z+.-]*:/.test(value));

/** A writer that hides credentials and invisible characters in all texts that an editor shows. */
export const shownOnly = (writer: MessageWriter): MessageWriter => writerThrough(writer, withoutCredentials);

const toPlainText = <T>(value: T): T => redactValue(value, isKept, text => printableLines(maskSecrets(text)));

function withoutCredentials(message: Message): Message {
  if (Message.isResponse(message)) {
    const { result, error } = message;
    return {
      ...message,
      ...(result !== undefined && { result: toPlainText(result) }),
      ...(error && { error: { ...error, message: toPlainText(error.message) } }),
    } as Message;
  }
  if (!Message.isNotification(message) && !Message.isRequest(message)) return message;
  return message.params === undefined ? message : ({ ...message, params: toPlainText(message.params) } as Message);
}

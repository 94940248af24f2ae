import type { Message, MessageReader, MessageWriter } from 'vscode-languageserver/node';

/** A reader that passes each message through a function. A message without a result is dropped. */
export const readerThrough = (
  reader: MessageReader,
  pass: (message: Message) => Message | undefined,
): MessageReader => ({
  onError: reader.onError,
  onClose: reader.onClose,
  onPartialMessage: reader.onPartialMessage,
  dispose: () => {
    reader.dispose();
  },
  listen: callback =>
    reader.listen(message => {
      const outgoing = pass(message);
      if (outgoing) callback(outgoing);
    }),
});

/** A writer that passes each message through a function. */
export const writerThrough = (writer: MessageWriter, pass: (message: Message) => Message): MessageWriter => ({
  onError: writer.onError,
  onClose: writer.onClose,
  end: () => {
    writer.end();
  },
  dispose: () => {
    writer.dispose();
  },
  write: message => writer.write(pass(message)),
});

import type { Message, MessageReader, MessageWriter } from 'vscode-languageserver/node';

/** A reader of what a function makes of each message; of what it makes nothing, nobody hears. */
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
      const passed = pass(message);
      if (passed) callback(passed);
    }),
});

/** A writer of what a function makes of each message. */
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

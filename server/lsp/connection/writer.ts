import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-languageserver/node';

/**
 * Writes the header and body of each message in one call. The writer of the library writes the header first and then
 * waits, which wakes the editor twice.
 */
export class StreamWriter extends AbstractMessageWriter implements MessageWriter {
  readonly #stream: NodeJS.WritableStream;
  #failures = 0;
  constructor(stream: NodeJS.WritableStream) {
    super();
    this.#stream = stream;
    stream.on('error', (error: Error) => {
      this.fireError(error);
    });
    stream.on('close', () => {
      this.fireClose();
    });
  }

  write(message: Message): Promise<void> {
    return new Promise((resolve, reject) => {
      const content = JSON.stringify(message);
      this.#stream.write(`Content-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`, 'utf8', error => {
        if (!error) {
          resolve();
          return;
        }
        this.fireError(error, message, ++this.#failures);
        reject(error);
      });
    });
  }
  end(): void {
    this.#stream.end();
  }
}

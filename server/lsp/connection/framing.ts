import { AbstractMessageWriter, type Message, type MessageWriter } from 'vscode-languageserver/node';

/** The maximum number of bytes of a header, which consists of two short lines. */
const MAX_HEADER_LENGTH = 4096;
/** The maximum number of bytes of a message: no JavaScript string can be longer. */
const MAX_MESSAGE_LENGTH = 2 ** 29;

/**
 * Splits the bytes from an editor into headers and messages. After an unreadable header, the next message cannot be
 * found.
 */
export class Framing {
  #header = '';
  /** The number of bytes still missing from the current message. */
  #remainingLength = 0;

  /**
   * Processes the next bytes.
   * @returns the error in a header, as a sentence
   */
  feed(chunk: Uint8Array): string | undefined {
    for (let offset = 0; offset < chunk.length;) {
      if (this.#remainingLength > 0) {
        const length = Math.min(this.#remainingLength, chunk.length - offset);
        this.#remainingLength -= length;
        offset += length;
        continue;
      }
      const before = this.#header.length;
      this.#header += Buffer.from(chunk.subarray(offset, offset + MAX_HEADER_LENGTH)).toString('latin1');
      const end = this.#header.indexOf('\r\n\r\n');
      const wrongProblem = problemOf(end < 0 ? this.#header : this.#header.slice(0, end + 2), end >= 0);
      if (wrongProblem !== undefined) return wrongProblem;
      if (end < 0) return undefined;
      offset += end + 4 - before;
      this.#remainingLength = Number(lengthIn(this.#header));
      this.#header = '';
    }
    return undefined;
  }
}

const lengthIn = (header: string): string | undefined => /^content-length:[ \t]*(.*?)[ \t]*\r$/im.exec(header)?.[1];

/**
 * The error in a header.
 * @param isWhole whether the header is complete
 */
function problemOf(header: string, isWhole: boolean): string | undefined {
  const lines = header.split('\n');
  if (lines.some((line, i) => i < lines.length - 1 && !/^[\w-]+:[^\r]*\r$/.test(line)))
    return 'a header has a line that is not "name: value"';
  if (!isWhole) return header.length >= MAX_HEADER_LENGTH ? 'a header does not end' : undefined;
  const length = lengthIn(header);
  if (length === undefined) return 'a header has no Content-Length';
  if (!/^\d+$/.test(length)) return 'the Content-Length of a header is not a number of bytes';
  return Number(length) > MAX_MESSAGE_LENGTH
    ? 'the Content-Length of a header is larger than any message can be'
    : undefined;
}

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

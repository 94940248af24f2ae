import { describe, expect, test } from 'vitest';
import { Framing } from './framing.ts';

const message = (body: string): string => `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
/** The error that is reported for bytes that arrive in pieces of the given length. */
const errorFor = (bytes: string, length: number): string | undefined => {
  const framing = new Framing(),
    allBytes = Buffer.from(bytes);
  for (let start = 0; start < allBytes.length; start += length) {
    const failure = framing.feed(allBytes.subarray(start, start + length));
    if (failure !== undefined) return failure;
  }
  return undefined;
};

describe.each([1, 2, 7, 100, 1_000_000])('bytes that arrive in pieces of %d', length => {
  test('are split into messages', () => {
    const validMessages = [
      message('{}'),
      `Content-Type: application/vscode-jsonrpc; charset=utf-8\r\n${message('"ü\u{1f9ea}"')}`,
      'content-length:2  \r\n\r\n{}',
      message('garbage\r\n\r\nContent-Length: -1\r\n\r\n'),
      message(`"${'x'.repeat(10_000)}"`),
      message('{}'),
    ];
    expect(errorFor(validMessages.join(''), length)).toBe(undefined);
    expect(errorFor(`${validMessages.join('')}garbage\r\n\r\n`, length)).toBe(
      'a header has a line that is not "name: value"',
    );
  });
  test.each([
    ['\r\n\r\n', 'a header has a line that is not "name: value"'],
    ['garbage\n', 'a header has a line that is not "name: value"'],
    ['Content-Length: 2\n\n{}', 'a header has a line that is not "name: value"'],
    ['Content-Length: 12x\r\n\r\n', 'the Content-Length of a header is not a number of bytes'],
    ['Content-Length:\r\n\r\n', 'the Content-Length of a header is not a number of bytes'],
    ['Content-Length: 1e3\r\n\r\n', 'the Content-Length of a header is not a number of bytes'],
    [`Content-Length: ${2 ** 29 + 1}\r\n\r\n`, 'the Content-Length of a header is larger than any message can be'],
    ['Content-Type: x\r\n\r\n{}', 'a header has no Content-Length'],
    ['x'.repeat(1_000_000), 'a header does not end'],
  ])('with a broken header are an error: %.20j', (bytes, why) => {
    expect(errorFor(bytes, length)).toBe(why);
  });
});

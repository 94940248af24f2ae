/** What a client may take of the stand-in. */
export const limits = {
  /** Bytes of a body; the largest agents that people keep have a tenth of it. */
  body: 4 * 2 ** 20,
  /** Bytes of method, URL and headers together. */
  head: 16 * 2 ** 10,
  url: 4096,
  connections: 256,
  /** Milliseconds for a whole request to arrive, and for its headers. */
  request: 10_000,
  headers: 5000,
  idle: 5000,
} as const;

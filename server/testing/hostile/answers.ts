/** An answer as received over a socket. */
export interface Received {
  readonly status: number;
  readonly head: string;
  readonly body: string;
}

/** The complete answers in the bytes of a socket; `remainder` is an incomplete answer. */
export function answersIn(bytes: string): { readonly answers: readonly Received[]; readonly remainder: string } {
  const answers: Received[] = [];
  let remainder = bytes;
  for (;;) {
    const end = remainder.indexOf('\r\n\r\n'),
      status = /^HTTP\/1\.1 (\d{3}) /.exec(remainder)?.[1];
    if (end < 0 || status === undefined) return { answers, remainder };
    const head = remainder.slice(0, end),
      length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
    const body = remainder.slice(end + 4, end + 4 + length);
    if (body.length < length) return { answers, remainder };
    // status 100 only permits the client to send the body
    if (status !== '100') answers.push({ status: Number(status), head, body });
    remainder = remainder.slice(end + 4 + length);
  }
}

/** Texts that an answer must never contain, keyed by a description. */
interface Secrets {
  readonly [what: string]: string;
}

/** The problem with an answer; undefined if there is none. */
export function problemWith({ status, head, body }: Received, secrets: Secrets, mayFail: boolean): string | undefined {
  for (const [label, secret] of Object.entries(secrets)) if (`${head}${body}`.includes(secret)) return `tells ${label}`;
  if (/^x-injected:|^access-control-/im.test(head)) return 'has a header of the request';
  if (status >= 500 && !mayFail) return `is ${status}`;
  if (status < 400) return undefined;
  try {
    const value = JSON.parse(body) as Record<string, unknown>;
    const isError =
      Object.keys(value).sort().join() === 'message,status' &&
      value['status'] === 'error' &&
      typeof value['message'] === 'string';
    return isError ? undefined : 'is an error without the body of one';
  } catch {
    return 'is an error without the body of one';
  }
}

import type { FastifyInstance } from 'fastify';

/** A port that cannot be listened at, in words. */
const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'something else listens there already; --port names another, and 0 any that is free',
  EACCES: 'permission denied',
  EADDRNOTAVAIL: 'this machine has no such address',
  ENOTFOUND: 'there is no such host',
};

/** @returns the URL, or why not */
export async function listen(
  app: FastifyInstance,
  host: string,
  port: number,
): Promise<{ readonly url: string } | { readonly why: string }> {
  try {
    await app.listen({ host, port, listenTextResolver: () => '' });
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    return { why: reasons[code] ?? message };
  }
  const address = app.server.address();
  const bound = typeof address === 'object' && address !== null ? address.port : port;
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${bound}` };
}

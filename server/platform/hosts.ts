import { isIP } from 'node:net';

const looksLikeLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
export const isLoopback = (host: string): boolean =>
  looksLikeLoopback(host) && (host === 'localhost' || isIP(host) !== 0);

/** The host name in a `Host` header, without the port. */
const nameIn = (header: string): string | undefined =>
  /^(?:\[([0-9a-f:]+)\]|([^:[\]/@\s]+))(?::\d{1,5})?$/i.exec(header)?.slice(1).find(Boolean)?.toLowerCase();

/**
 * Whether a request is meant for this server. A web page whose name resolves to this machine (DNS rebinding) sends its
 * own name in the header and is rejected.
 * @param ownHost the listening address
 */
export function isOurHost(header: string | undefined, ownHost: string): boolean {
  const name = nameIn(header ?? '');
  if (name === undefined) return false;
  return isLoopback(name) || name === ownHost.toLowerCase() || (isAny(ownHost) && isIP(name) !== 0);
}
/** Whether an address stands for all addresses of the machine. */
const isAny = (host: string): boolean => host === '0.0.0.0' || host === '::';

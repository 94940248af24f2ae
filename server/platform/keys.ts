import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/**
 * Returns a function that finds the account of a key, in a time that does not depend on the number of correct
 * characters.
 * @param keys the keys of all accounts; the first key owns the workspace
 * @returns a function from an Authorization header to the index of its key, or `undefined` for an unknown key
 */
export function keyring(keys: readonly string[]): (authorization: string | undefined) => number | undefined {
  const digests = keys.map(digest);
  return authorization => {
    const keyDigest = digest(/^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '');
    let matchingAccount: number | undefined;
    for (const [account, expectedBytes] of digests.entries())
      if (timingSafeEqual(expectedBytes, keyDigest)) matchingAccount ??= account;
    return matchingAccount;
  };
}

export const newKey = (): string => `key_${randomBytes(16).toString('hex')}`;

/** Whether a text can be a key: 8 to 512 characters that a header can contain. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]{8,512}$/.test(text);

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

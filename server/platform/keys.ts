import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

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

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Finds the account of a key. What it takes does not say how much of a key is right. */
export interface Keyring {
  /** The place of the key among those given; `undefined` if it is not one of them. */
  accountOf(authorization: string | undefined): number | undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** @param keys of which the first owns the workspace */
export function keyring(keys: readonly string[]): Keyring {
  const digests = keys.map(digest);
  return {
    accountOf(authorization) {
      const given = digest(/^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1] ?? '');
      let found: number | undefined;
      for (const [account, known] of digests.entries()) if (timingSafeEqual(known, given)) found ??= account;
      return found;
    },
  };
}

export const newKey = (): string => `key_${randomBytes(16).toString('hex')}`;

/** What a key may be: nothing that a header could not carry. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]{8,512}$/.test(text);

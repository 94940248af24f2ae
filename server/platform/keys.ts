import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** Finds the account of a key, in a time that does not reveal how much of the key is right. */
export interface Keyring {
  /** The index of the key among those given; `undefined` if it is not one of them. */
  accountOf(authorization: string | undefined): number | undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text, 'utf8').digest();

/** @param keys the first one owns the workspace */
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

/** The characters of a key: only what a header can carry. */
export const isKey = (text: string): boolean => /^[\x21-\x7e]{8,512}$/.test(text);

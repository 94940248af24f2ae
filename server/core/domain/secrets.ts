import { anyOf } from '../patterns.ts';
import { isToBeReplaced, saysToReplace } from './placeholders.ts';

/** Names of headers, parameters and keys whose values are credentials. */
const telling =
  /(authorization|apikey|token|secret|password|passwd|accesskey|secretkey|privatekey|authkey|subscriptionkey|cookie|credentials?)$/;
const harmless = /(page|next|previous|continuation|sync|csrf|xsrf|idempotency|max|device|cancel)token$/;
/** What issuers put in front of their keys, so that they are found when they leak. */
const issued = anyOf(
  '',
  /^(sk|pk|rk)[-_](live|test|proj|ant)?[-_]?[A-Za-z0-9]{8}/,
  /^(ghp|gho|ghs|github_pat|glpat|xox[abprs]|cal_live|cal_test|key|pat)[-_][A-Za-z0-9]{8}/,
  /^AKIA[A-Z0-9]{12}|^AIza[\w-]{20}|^eyJ[\w-]{8,}\.eyJ/,
);

/** Whether a value stands for a credential that is put in later: a variable, or a word to be replaced. */
const isPlaceholder = (value: string, toReplace = isToBeReplaced): boolean => {
  const bare = value.trim().replace(/^(bearer|basic|token|apikey)\s+/i, '');
  return bare === '' || value.includes('{{') || toReplace(bare);
};

/** Whether a field that is a credential holds one. */
export const isCredential = (value: string): boolean => !isPlaceholder(value);
/** Whether what such a field holds must not be shown: digits in a row may be somebody's password all the same. */
export const isConfidential = (value: string): boolean => !isPlaceholder(value, saysToReplace);

/** A part of an address that is a credential: UTF-16 offsets, end exclusive. */
interface CredentialInUrl {
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

const strict = { holds: isCredential, holdsUnder: (name: string, value: string) => isCredentialUnder(name, value) };
const wide = { holds: isConfidential, holdsUnder: (name: string, value: string) => isConfidentialUnder(name, value) };

/** The password of an address's user, and parameters that hold credentials by their names or looks. */
export const credentialsInUrl = (url: string): CredentialInUrl[] => partsOfUrl(url, strict);

function partsOfUrl(url: string, { holds, holdsUnder }: typeof strict): CredentialInUrl[] {
  const found: CredentialInUrl[] = [];
  const user = /^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#@\s]*)@/i.exec(url);
  if (user) {
    const start = user[0].length - 1 - user[1]!.length,
      colon = user[1]!.indexOf(':');
    const secret = user[1]!.slice(colon + 1);
    if (colon >= 0 ? holds(secret) : holdsUnder('', secret))
      found.push({
        what: colon >= 0 ? 'the password' : 'the user',
        start: start + colon + 1,
        end: start + user[1]!.length,
      });
  }
  for (const {
    0: { length },
    1: name,
    2: value,
    index,
  } of url.matchAll(/[?&#;]([^=?&#;\s]+)=([^&#\s]*)/g)) {
    if (holdsUnder(name!, value!))
      found.push({ what: name!, start: index + length - value!.length, end: index + length });
  }
  return found;
}

/** A text as it may be shown, without the credentials of the address that it may be. */
export const masked = (text: string): string =>
  partsOfUrl(text, wide).reduceRight((rest, { start, end }) => `${rest.slice(0, start)}…${rest.slice(end)}`, text);

/** Whether a header or parameter holds a credential, by its name or by how the value looks. */
export const isCredentialUnder = (name: string, value: string): boolean =>
  isCredential(value) && looksConfidential(name, value);
/** Whether what a header or parameter holds must not be shown. */
export const isConfidentialUnder = (name: string, value: string): boolean =>
  isConfidential(value) && looksConfidential(name, value);

function looksConfidential(name: string, value: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return (
    (telling.test(plain) && !harmless.test(plain) && value.trim().length >= 6) ||
    /^(bearer|basic)\s+\S{6}/i.test(value) ||
    issued.test(value.trim())
  );
}

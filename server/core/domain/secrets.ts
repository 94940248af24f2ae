import { anyOf } from '../patterns.ts';
import { isToBeReplaced, saysToReplace } from './placeholders.ts';

/** Names of headers, parameters and keys that contain credentials. */
const telling = anyOf(
  '',
  /(authorization|apikey|token|secret|password|passwd|cookie|credentials?)$/,
  /(access|secret|private|auth|subscription|functions|master|signing|app)key$/,
);
const harmless = /(page|next|previous|continuation|sync|csrf|xsrf|idempotency|max|device|cancel)token$/;
/** The prefixes that issuers give their keys, so that leaked ones are found. */
const issued = anyOf(
  '',
  /^(sk|pk|rk)[-_](live|test|proj|ant)?[-_]?[A-Za-z0-9]{8}/,
  /^(ghp|gho|ghs|github_pat|glpat|xox[abprs]|cal_live|cal_test|key|pat)[-_][A-Za-z0-9]{8}/,
  /^AKIA[A-Z0-9]{12}|^AIza[\w-]{20}|^eyJ[\w-]{8,}\.eyJ/,
);

/** Whether a value stands for a credential that is filled in later: a variable, or a word to be replaced. */
const isPlaceholder = (value: string, toReplace = isToBeReplaced): boolean => {
  const bare = value.trim().replace(/^(bearer|basic|token|apikey)\s+/i, '');
  return bare === '' || value.includes('{{') || toReplace(bare);
};

/** Whether a credential field contains an actual credential. */
export const isCredential = (value: string): boolean => !isPlaceholder(value);
/** Whether the value of such a field must be hidden: even consecutive digits may be somebody's password. */
export const isConfidential = (value: string): boolean => !isPlaceholder(value, saysToReplace);

/** The part of a URL that is a credential: UTF-16 offsets, end exclusive. */
interface CredentialInUrl {
  readonly what: string;
  readonly start: number;
  readonly end: number;
}

const strict = { holds: isCredential, holdsUnder: (name: string, value: string) => isCredentialUnder(name, value) };
const wide = { holds: isConfidential, holdsUnder: (name: string, value: string) => isConfidentialUnder(name, value) };

/** The password in a URL, and parameters that are credentials by name or appearance. */
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

/** A text for display, without the credentials of the URL that it may be. */
export const masked = (text: string): string =>
  partsOfUrl(text, wide).reduceRight((rest, { start, end }) => `${rest.slice(0, start)}…${rest.slice(end)}`, text);

/** Whether a header or parameter is a credential, by its name or by the appearance of its value. */
export const isCredentialUnder = (name: string, value: string): boolean =>
  isCredential(value) && looksConfidential(name, value);
/** Whether the value of a header or parameter must be hidden. */
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

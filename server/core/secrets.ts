import { anyOf } from './patterns.ts';
import type { Span } from './syntax/lines.ts';
import { isToBeReplaced, saysToReplace } from './placeholders.ts';

/** Names of headers, parameters and keys that contain credentials. */
const names =
  'authorization|api[-_ ]?key|token|secret|password|passwd|passphrase|pwd|cookie|credentials?|' +
  '(?:access|secret|private|auth|subscription|functions|master|signing|app|encryption)[-_ ]?key';
const telling = new RegExp(`(${names.replaceAll('[-_ ]?', '')})$`);
const harmless = /(page|next|previous|continuation|sync|csrf|xsrf|idempotency|max|device|cancel)token$/;
/** Names of URL parameters that contain credentials there, too short to tell elsewhere. */
const inUrls = /^(sig|signature|code|key|auth|sas|jwt|hmac)$/;
/** Prefixes of keys by their issuers; a prefix that is also a word must be followed by digits. */
const issuedStart = anyOf(
  '',
  /(?:sk|pk|rk)[-_](?:live|test|proj|ant)[-_]?[A-Za-z0-9]{8}/,
  /(?:sk|pk|rk|key|pat)[-_](?=(?:[A-Za-z]{0,40}[0-9]){3})[A-Za-z0-9]{8}/,
  /(?:gh[opsur]|github_pat|glpat|xox[abeprs]|cal_live|cal_test|whsec)[-_][A-Za-z0-9]{8}/,
  /A[KS]IA[A-Z0-9]{12}|AIza[\w-]{20}|eyJ[\w-]{8,}\.eyJ|-----BEGIN [A-Z ]{0,30}PRIVATE KEY/,
);
const issued = new RegExp(`^(?:${issuedStart.source})[^\\s"'\`\\\\]*`),
  issuedInQuotes = new RegExp(`["'\`](?:${issuedStart.source})[^\\s"'\`\\\\]*`, 'g');
/** However they are written in prose. */
const anyCase = `${names}|key`.replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`);
/**
 * The same within any text: longer, because words look similar. Every repetition is bounded, so that no text takes
 * long.
 */
const issuedWithin = anyOf(
  'g',
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:(?!-----END)[^"])*/,
  /(?<![A-Za-z0-9])(?:sk|pk|rk)[-_](?:live|test|proj|ant|or|svcacct|admin)[-_][\w-]{8,}/,
  /(?<![A-Za-z0-9_-])sk-(?=[a-z-]{0,40}[0-9A-Z])[\w-]{16,}/,
  /(?<![A-Za-z0-9])(?:gh[opsur]|cal_live|cal_test|whsec|hf|npm|shpat)_(?=[a-z_]{0,40}[0-9A-Z])\w{12,}/,
  /(?<![A-Za-z0-9])(?:github_pat_|glpat-|xox[abeprs]-|xapp-|SG\.|ya29\.)[\w.-]{12,}/,
  /(?<![A-Za-z0-9])(?:A[KS]IA[A-Z0-9]{12,40}|AIza[\w-]{20,100})(?![A-Za-z0-9])/,
  /(?<![A-Za-z0-9])(?:key|pat)_(?=(?:[A-Za-z]{0,40}[0-9]){3})[A-Za-z0-9]{16,100}/,
  /(?<![A-Za-z0-9])eyJ[\w-]{8,400}\.eyJ[\w-]*(?:\.[\w-]*)?/,
  // digits say nothing by themselves, many ids have as many
  new RegExp(
    String.raw`(?<![\w-])[0-9a-fA-F]{32,64}(?![\w-])(?<=(?<![A-Za-z])(?:${anyCase})s?\b[^.!?\n]{0,24}[^\w-][0-9a-fA-F]{32,64})`,
  ),
);
/** A test that every text with a match below passes: most texts fail it, and need no other test. */
const suspect = anyOf(
  'i',
  new RegExp(names),
  /=|:\/\/|:~1~1|bearer|basic|(?:sk|pk|rk|gh[opsur]|pat|cal_live|cal_test|whsec|hf|npm|xox[abeprs]|xapp|key)[-_]/,
  /sg\.|ya29\.|a[ks]ia|aiza|eyj|-----begin|[0-9a-f]{32}/,
);

/** A test that every text with a match of `issuedWithin` passes. */
const suspectIssued = anyOf(
  '',
  /[srp]k[-_]|xapp-|gh[opsur]_|github_pat|glpat-|xox[abeprs]-|(?:cal_(?:live|test)|whsec|hf|npm|shpat|key|pat)_/,
  /SG\.|ya29\.|A[KS]IA|AIza|eyJ|-----BEGIN|[0-9a-fA-F]{32}/,
);
/** Whether a text may contain a key by its issuer's prefix; a quick check. */
export const mayHoldIssuedKey = (text: string): boolean => text.length > 15 && suspectIssued.test(text);
/** The keys in a text that their issuer's prefix proves, or a word before them: UTF-16 offsets. */
export function* issuedKeysIn(text: string): Generator<Span> {
  for (const match of text.matchAll(issuedWithin))
    if (isConfidential(match[0])) yield { start: match.index, end: match.index + match[0].length };
}

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
const wide = {
  holds: isConfidential,
  holdsUnder: (name: string, value: string) =>
    isConfidentialUnder(name, value) || (inUrls.test(name.toLowerCase()) && value.length >= 6 && isConfidential(value)),
};

/** The password in a URL, and parameters that are credentials by name or appearance. */
export const credentialsInUrl = (url: string): CredentialInUrl[] => partsOfUrl(url, strict);

function partsOfUrl(url: string, { holds, holdsUnder }: typeof strict): CredentialInUrl[] {
  const credentials: CredentialInUrl[] = [];
  if (!url.includes('=') && !url.includes('://')) return credentials;
  const user = /^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#@\s]*)@/i.exec(url);
  if (user) {
    const start = user[0].length - 1 - user[1]!.length,
      colon = user[1]!.indexOf(':');
    const secret = user[1]!.slice(colon + 1);
    if (colon >= 0 ? holds(secret) : holdsUnder('', secret))
      credentials.push({
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
      credentials.push({ what: name!, start: index + length - value!.length, end: index + length });
  }
  return credentials;
}

/**
 * Visible in any text: after a key or parameter with a telling name, or in a URL. Group 1 is a name, group 2 its value.
 */
const spelled = new RegExp(
  [
    // a key of JSON, quoted or not, even within a string; its value may lack quotes in a broken file
    String.raw`(${names})(?:\\?["']\s*:|\s*:(?=\s*\\?["'])|(?<=[{,\n]\s{0,40}[\w-]{1,80})\s*:)\s*` +
      String.raw`("(?:[^"\\\r\n]|\\.)*|\\"(?:[^"\\\r\n]|\\[^"\r\n])*|'[^'\r\n]*|[^\s,"'{}[\]\\][^,"{}[\]\r\n]*)`,
    // each of `Bearer one@Bearer one`, an id and a reference
    String.raw`\b(?:Bearer|Basic)\s+((?:(?!\W(?:Bearer|Basic)\s)[^\s"'\\{}]){6,})`,
    String.raw`(?:api[-_]?key|access[-_]?key|token|secret|passw(?:or)?d|signature|auth)=([^&\s"'\\#{}]+)`,
    String.raw`(?:[?&]|\\u0026)(?:sig|code|key|sas|jwt|hmac)=([^&\s"'\\#{}]{6,})`,
    // in a pointer, too
    String.raw`:(?:\/\/|~1~1)[^\s/?#@"'\\:{}]{0,200}:([^\s/?#@"'\\{}]{1,200})(?=@)`,
  ].join('|'),
  'gi',
);

/** The same as several strings, or as the value of a pair: groups are a name and the strings, or the name and one. */
const spelledApart = new RegExp(
  [
    String.raw`(${names})\\?["']\s*:\s*(?:\[|\{\s*"value"\s*:)\s*((?:"(?:[^"\\\r\n]|\\.)*"\s*,?\s*)+)`,
    String.raw`"(?:name|key|header)"\s*:\s*"[^"\\\r\n]{0,80}?(${names})"\s*,\s*"value"\s*:\s*("(?:[^"\\\r\n]|\\.)*)`,
  ].join('|'),
  'gi',
);
/** "Basic skills": a word of prose, not what a header has. */
const basicWord = /^[Bb]asic\s+[A-Za-z][a-z]*(?![\w+/=])/;

/** Where a text contains what is visibly a credential: UTF-16 offsets, not sorted. */
export function* secretsIn(text: string): Generator<Span> {
  const whole = issued.exec(text)?.[0];
  if (whole !== undefined && isConfidential(whole)) yield { start: 0, end: whole.length };
  for (const match of text.matchAll(issuedInQuotes))
    if (isConfidential(match[0].slice(1))) yield { start: match.index + 1, end: match.index + match[0].length };
  yield* issuedKeysIn(text);
  for (const match of text.matchAll(spelledApart)) {
    const name = (match[1] ?? match[3])!,
      strings = (match[2] ?? match[4])!,
      at = match.index + match[0].length - strings.length;
    for (const { 0: written, 1: value, index } of strings.matchAll(/"((?:[^"\\\r\n]|\\.)*)/g))
      if (written.length > 1 && isHiddenUnder(name, value!))
        yield { start: at + index + 1, end: at + index + written.length };
  }
  for (const match of text.matchAll(spelled)) {
    if (basicWord.test(match[0])) continue;
    const written = match.slice(2).find(value => value !== undefined)!,
      value = match[1] === undefined ? written : bare(written),
      end = match.index + match[0].length - (written.length - written.indexOf(value) - value.length);
    if (match[1] === undefined ? isConfidential(value) : isHiddenUnder(nameBefore(text, match.index, match[1]), value))
      yield { start: end - value.length, end };
  }
}
const bare = (written: string): string => written.replace(/^\\?["']/, '').trimEnd();
/** The whole name that ends with a telling one. */
const nameBefore = (text: string, at: number, end: string): string =>
  /[\w -]*$/.exec(text.slice(Math.max(0, at - 40), at))![0] + end;
/** Whether the value of a key must be hidden, however it is written: numbers and `true` say nothing. */
export const isHiddenUnder = (name: string, value: string): boolean =>
  !/^(?:true|false|null|-?\d{1,5}(?:\.\d+)?)$/.test(value) && isConfidentialUnder(name, value);

/** A text for display, without credentials. */
export const masked = (text: string): string =>
  suspect.test(text) ? covered(text, merged([...partsOfUrl(text, wide), ...secretsIn(text)]), '…') : text;
/** Whether a text contains one. */
export const showsCredential = (text: string): boolean => masked(text) !== text;

/** Replaces credentials in outputs. */
export const NOT_SHOWN = '(not shown)';
/** The value of a name, a header's or a variable's, for display. */
export const shownUnder = (name: string, value: string): string =>
  isConfidentialUnder(name, value) ? NOT_SHOWN : masked(value);

/**
 * A value for display: each string and each key of a map in it without what is visibly a credential.
 * @param isKept keys whose values are not displayed
 * @param show what else is not shown of a string
 */
export function shownPlainly<T>(
  value: T,
  isKept: (key: string, value: unknown) => boolean = () => false,
  show = masked,
): T {
  if (typeof value === 'string') return show(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    // tokens of a whole document
    if (typeof value[0] === 'number' && typeof value.at(-1) === 'number') return value;
    const items = value.map(item => shownPlainly<unknown>(item, isKept, show));
    return items.every((item, i) => item === value[i]) ? value : (items as T);
  }
  // most have none, and stay as they are
  let entries: [string, unknown][] | undefined;
  for (const [i, [key, part]] of Object.entries(value).entries()) {
    const name = WORD.test(key) ? key : show(key),
      plain = isKept(key, part) ? (part as unknown) : shownPlainly<unknown>(part, isKept, show);
    if (name === key && plain === part) continue;
    entries ??= Object.entries(value);
    entries[i] = [name, plain];
  }
  return entries ? (Object.fromEntries(entries) as T) : value;
}
/** No key of an issuer is a word. */
const WORD = /^[A-Za-z]{1,40}$/;

/** A text with something else in the place of these spans. */
export function covered(text: string, spans: readonly Span[], by: string): string {
  let result = '',
    from = 0;
  for (const { start, end } of spans) {
    result += text.slice(from, start) + by;
    from = end;
  }
  return spans.length === 0 ? text : result + text.slice(from);
}

/** Sorted, with overlapping spans merged. */
export function merged(all: readonly Span[]): Span[] {
  const out: Span[] = [];
  for (const span of all.toSorted((a, b) => a.start - b.start)) {
    const last = out.at(-1);
    if (last && span.start <= last.end) out[out.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else out.push({ start: span.start, end: span.end });
  }
  return out;
}

/** Whether a header or parameter is a credential, by its name or by the appearance of its value. */
export const isCredentialUnder = (name: string, value: string): boolean =>
  isCredential(value) && looksConfidential(name, value);
/** Whether the value of a header or parameter must be hidden. */
const isConfidentialUnder = (name: string, value: string): boolean =>
  isConfidential(value) && looksConfidential(name, value);

function looksConfidential(name: string, value: string): boolean {
  const plain = name.toLowerCase().replace(/[^a-z]/g, '');
  return (
    (telling.test(plain) && !harmless.test(plain) && value.trim().length >= 6) ||
    (/^(bearer|basic)\s+\S{6}/i.test(value) && !basicWord.test(value)) ||
    issued.test(value.trim())
  );
}

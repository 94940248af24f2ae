import { byText, matchesIn, anyOf } from './json/by-text.ts';
import type { Span } from './syntax/lines.ts';
import { isToBeReplaced, isStandIn } from './placeholders.ts';

/** The names of headers, parameters and keys that contain credentials. */
const names =
  'authorization|api[-_ ]?key|token|secret|password|passwd|passphrase|pwd|cookie|credentials?|' +
  '(?:access|secret|private|auth|subscription|functions|master|signing|app|encryption)[-_ ]?key';
const confidentialName = new RegExp(`(${names.replaceAll('[-_ ]?', '')})$`);
const harmlessNames = /(page|next|previous|continuation|sync|csrf|xsrf|idempotency|max|device|cancel)token$/;
/**
 * The names of URL parameters that contain credentials. In other places, these names are too short to prove anything.
 */
const urlParameterNames = /^(sig|signature|code|key|auth|sas|jwt|hmac)$/;
/** The prefixes with which issuers mark their keys. If a prefix is also a word, digits must follow. */
const issuedStart = anyOf(
  '',
  /(?:sk|pk|rk)[-_](?:live|test|proj|ant)[-_]?[A-Za-z0-9]{8}/,
  /(?:sk|pk|rk|key|pat)[-_](?=(?:[A-Za-z]{0,40}[0-9]){3})[A-Za-z0-9]{8}/,
  /(?:gh[opsur]|github_pat|glpat|xox[abeprs]|cal_live|cal_test|whsec)[-_][A-Za-z0-9]{8}/,
  /A[KS]IA[A-Z0-9]{12}|AIza[\w-]{20}|eyJ[\w-]{8,}\.eyJ|-----BEGIN [A-Z ]{0,30}PRIVATE KEY/,
);
const issuedPattern = new RegExp(`^(?:${issuedStart.source})[^\\s"'\`\\\\]*`),
  issuedInQuotes = new RegExp(`["'\`](?:${issuedStart.source})[^\\s"'\`\\\\]*`, 'g');
/** The names of credentials in any case, for prose. */
const anyCaseNames = `${names}|key`.replace(/[a-z]/g, letter => `[${letter}${letter.toUpperCase()}]`);
/**
 * Keys within any text. They have to be longer than other keys, because words look similar. Every repetition is
 * bounded, so that no text takes long.
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
  // hexadecimal digits need a word for a credential before them, because many ids have as many digits
  new RegExp(
    String.raw`(?<![\w-])[0-9a-fA-F]{32,64}(?![\w-])(?<=(?<![A-Za-z])(?:${anyCaseNames})s?\b[^.!?\n]{0,24}[^\w-][0-9a-fA-F]{32,64})`,
  ),
);
/** A quick check before the patterns below. Most texts do not match it, and need no other check. */
const suspectPattern = anyOf(
  'i',
  new RegExp(names),
  /=|:\/\/|:~1~1|bearer|basic|(?:sk|pk|rk|gh[opsur]|pat|cal_live|cal_test|whsec|hf|npm|xox[abeprs]|xapp|key)[-_]/,
  /sg\.|ya29\.|a[ks]ia|aiza|eyj|-----begin|[0-9a-f]{32}/,
);

/** A quick check for `issuedWithin`. */
const suspectIssued = anyOf(
  '',
  /[srp]k[-_]|xapp-|gh[opsur]_|github_pat|glpat-|xox[abeprs]-|(?:cal_(?:live|test)|whsec|hf|npm|shpat|key|pat)_/,
  /SG\.|ya29\.|A[KS]IA|AIza|eyJ|-----BEGIN|[0-9a-fA-F]{32}/,
);
/** A quick check whether a text may contain a key with the prefix of an issuer. */
export const mayContainIssuedKey = (text: string): boolean =>
  (hasLongWord(text) || text.includes('-----BEGIN')) && byText(suspectIssued, text, () => suspectIssued.test(text));
/**
 * Whether a text has a word at least as long as the shortest key. The search checks each possible word from its end,
 * so that most of the text is skipped.
 */
function hasLongWord(text: string): boolean {
  for (let end = SHORTEST_KEY - 1; end < text.length;) {
    let start = end;
    while (start > end - SHORTEST_KEY && isOfWord(text.charCodeAt(start))) start--;
    if (start === end - SHORTEST_KEY) return true;
    end = start + SHORTEST_KEY;
  }
  return false;
}
/** The minimum length of a key: `sk-or-` and eight characters. */
const SHORTEST_KEY = 14;
/** Whether a UTF-16 unit is part of a word: a letter, a digit, `_`, `-` or `.`. */
const isOfWord = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 45 && code <= 57 && code !== 47) || code === 95;
/**
 * The keys in a text that are recognized by the prefix of their issuer, or by a word before them, as spans in UTF-16
 * units.
 */
export function* issuedKeysIn(text: string): Generator<Span> {
  for (const match of matchesIn(text, issuedWithin))
    if (isConfidential(match[0])) yield { start: match.index, end: match.index + match[0].length };
}

/** Whether a value is a placeholder for a credential: a variable, or a text that a person should replace. */
const isPlaceholder = (value: string, isToReplace = isToBeReplaced): boolean => {
  const credential = value.trim().replace(/^(bearer|basic|token|apikey)\s+/i, '');
  return credential === '' || value.includes('{{') || isToReplace(credential);
};

/** Whether the value of a credential field is an actual credential, not a placeholder. */
export const isCredential = (value: string): boolean => !isPlaceholder(value);
/** Whether the value of a credential field must be hidden. Even consecutive digits may be a password. */
export const isConfidential = (value: string): boolean => !isPlaceholder(value, isStandIn);

/** The part of a URL that is a credential: UTF-16 offsets with an exclusive end. */
interface CredentialInUrl {
  readonly noun: string;
  readonly start: number;
  readonly end: number;
}

const strictTests = {
  holds: isCredential,
  holdsUnder: (name: string, value: string) => isCredentialUnder(name, value),
};
const credentialTests = {
  holds: isConfidential,
  holdsUnder: (name: string, value: string) =>
    isConfidentialUnder(name, value) ||
    (urlParameterNames.test(name.toLowerCase()) && value.length >= 6 && isConfidential(value)),
};

/** The password in a URL, and the parameters that are credentials by name or by the form of their value. */
export const credentialsInUrl = (url: string): CredentialInUrl[] => partsOfUrl(url, strictTests);

function partsOfUrl(url: string, { holds, holdsUnder }: typeof strictTests): CredentialInUrl[] {
  const credentials: CredentialInUrl[] = [];
  if (!url.includes('=') && !url.includes('://')) return credentials;
  const user = /^\s*[a-z][a-z0-9+.-]*:\/\/([^/?#@\s]*)@/i.exec(url);
  if (user) {
    const start = user[0].length - 1 - user[1]!.length,
      colon = user[1]!.indexOf(':');
    const secret = user[1]!.slice(colon + 1);
    if (colon >= 0 ? holds(secret) : holdsUnder('', secret))
      credentials.push({
        noun: colon >= 0 ? 'the password' : 'the user',
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
      credentials.push({ noun: name!, start: index + length - value!.length, end: index + length });
  }
  return credentials;
}

/**
 * A credential in any text: after a key or parameter with a name for credentials, or in a URL. Group 1 is a name, group
 * 2 its value.
 */
const keyPattern = new RegExp(
  [
    // a JSON key, quoted or not, even inside a string; in a broken file, its value may lack quotes
    String.raw`(${names})(?:\\?["']\s*:|\s*:(?=\s*\\?["'])|(?<=[{,\n]\s{0,40}[\w-]{1,80})\s*:)\s*` +
      String.raw`("(?:[^"\\\r\n]|\\.)*|\\"(?:[^"\\\r\n]|\\[^"\r\n])*|'[^'\r\n]*|[^\s,"'{}[\]\\][^,"{}[\]\r\n]*)`,
    // `Bearer one@Bearer one` consists of two credentials, an id and a reference
    String.raw`\b(?:Bearer|Basic)\s+((?:(?!\W(?:Bearer|Basic)\s)[^\s"'\\{}]){6,})`,
    String.raw`(?:api[-_]?key|access[-_]?key|token|secret|passw(?:or)?d|signature|auth)=([^&\s"'\\#{}]+)`,
    String.raw`(?:[?&]|\\u0026)(?:sig|code|key|sas|jwt|hmac)=([^&\s"'\\#{}]{6,})`,
    // a URL with a password; in a pointer, its slashes are escaped
    String.raw`:(?:\/\/|~1~1)[^\s/?#@"'\\:{}]{0,200}:([^\s/?#@"'\\{}]{1,200})(?=@)`,
  ].join('|'),
  'gi',
);

/**
 * A credential as a list of strings, or as the value of a name–value pair. The groups are the name and the strings, or
 * the name and one string.
 */
const separatePattern = new RegExp(
  [
    String.raw`(${names})\\?["']\s*:\s*(?:\[|\{\s*"value"\s*:)\s*((?:"(?:[^"\\\r\n]|\\.)*"\s*,?\s*)+)`,
    String.raw`"(?:name|key|header)"\s*:\s*"[^"\\\r\n]{0,80}?(${names})"\s*,\s*"value"\s*:\s*("(?:[^"\\\r\n]|\\.)*)`,
  ].join('|'),
  'gi',
);
/** "Basic" followed by a word of prose ("Basic skills") instead of a credential. */
const basicWord = /^[Bb]asic\s+[A-Za-z][a-z]*(?![\w+/=])/;

/** The spans of visible credentials in a text, in UTF-16 units, unsorted. */
export function* secretsIn(text: string): Generator<Span> {
  const issuedKey = issuedPattern.exec(text)?.[0];
  if (issuedKey !== undefined && isConfidential(issuedKey)) yield { start: 0, end: issuedKey.length };
  for (const match of text.matchAll(issuedInQuotes))
    if (isConfidential(match[0].slice(1))) yield { start: match.index + 1, end: match.index + match[0].length };
  yield* issuedKeysIn(text);
  for (const match of text.matchAll(separatePattern)) {
    const name = (match[1] ?? match[3])!,
      strings = (match[2] ?? match[4])!,
      offset = match.index + match[0].length - strings.length;
    for (const { 0: literal, 1: value, index } of strings.matchAll(/"((?:[^"\\\r\n]|\\.)*)/g))
      if (literal.length > 1 && isHiddenUnder(name, value!))
        yield { start: offset + index + 1, end: offset + index + literal.length };
  }
  for (const match of text.matchAll(keyPattern)) {
    if (basicWord.test(match[0])) continue;
    const literal = match.slice(2).find(value => value !== undefined)!,
      value = match[1] === undefined ? literal : unwrap(literal),
      end = match.index + match[0].length - (literal.length - literal.indexOf(value) - value.length);
    if (match[1] === undefined ? isConfidential(value) : isHiddenUnder(nameBefore(text, match.index, match[1]), value))
      yield { start: end - value.length, end };
  }
}
const unwrap = (text: string): string => text.replace(/^\\?["']/, '').trimEnd();
/** The complete name that ends at an offset. */
const nameBefore = (text: string, offset: number, end: string): string =>
  /[\w -]*$/.exec(text.slice(Math.max(0, offset - 40), offset))![0] + end;
/** Whether the value of a key must be hidden. Short numbers and `true` are no credentials. */
export const isHiddenUnder = (name: string, value: string): boolean =>
  !/^(?:true|false|null|-?\d{1,5}(?:\.\d+)?)$/.test(value) && isConfidentialUnder(name, value);

/** A text for display, without credentials. */
export const maskSecrets = (text: string): string =>
  suspectPattern.test(text)
    ? mask(text, mergeSpans([...partsOfUrl(text, credentialTests), ...secretsIn(text)]), '…')
    : text;
/** Whether a text contains a visible credential. */
export const showsCredential = (text: string): boolean => maskSecrets(text) !== text;

/** The replacement for credentials in outputs. */
export const NOT_SHOWN = '(not shown)';
/** The value of a header or variable for display, hidden if it is a credential. */
export const redactNamed = (name: string, value: string): string =>
  isConfidentialUnder(name, value) ? NOT_SHOWN : maskSecrets(value);

/**
 * A value for display, without visible credentials in the strings and in the keys of maps.
 * @param isKept whether the value of a key stays unchanged, because it is not displayed
 * @param show removes further parts of a string
 */
export function redactValue<T>(
  value: T,
  isKept: (key: string, value: unknown) => boolean = () => false,
  show = maskSecrets,
): T {
  if (typeof value === 'string') return show(value) as T;
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    // semantic tokens of a whole document contain no strings
    if (typeof value[0] === 'number' && typeof value.at(-1) === 'number') return value;
    const items = value.map(item => redactValue<unknown>(item, isKept, show));
    return items.every((item, i) => item === value[i]) ? value : (items as T);
  }
  // the entries are copied only at the first change, because most values contain no credential
  let entries: [string, unknown][] | undefined;
  for (const [i, [key, part]] of Object.entries(value).entries()) {
    const name = WORD.test(key) ? key : show(key),
      shownValue = isKept(key, part) ? (part as unknown) : redactValue<unknown>(part, isKept, show);
    if (name === key && shownValue === part) continue;
    entries ??= Object.entries(value);
    entries[i] = [name, shownValue];
  }
  return entries ? (Object.fromEntries(entries) as T) : value;
}
/** A word. No issuer's key is a word. */
const WORD = /^[A-Za-z]{1,40}$/;

/** A text with spans replaced. @param spans sorted, without overlaps */
export function mask(text: string, spans: readonly Span[], replacement: string): string {
  let result = '',
    startOffset = 0;
  for (const { start, end } of spans) {
    result += text.slice(startOffset, start) + replacement;
    startOffset = end;
  }
  return spans.length === 0 ? text : result + text.slice(startOffset);
}

/** The spans in sorted order, with overlapping spans merged. */
export function mergeSpans(spans: readonly Span[]): Span[] {
  const mergedSpans: Span[] = [];
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = mergedSpans.at(-1);
    if (last && span.start <= last.end)
      mergedSpans[mergedSpans.length - 1] = { start: last.start, end: Math.max(last.end, span.end) };
    else mergedSpans.push({ start: span.start, end: span.end });
  }
  return mergedSpans;
}

/** Whether the value of a header or parameter is a credential, judged by the name or by the form of the value. */
export const isCredentialUnder = (name: string, value: string): boolean =>
  isCredential(value) && looksConfidential(name, value);
/** Whether the value of a header or parameter must be hidden. */
const isConfidentialUnder = (name: string, value: string): boolean =>
  isConfidential(value) && looksConfidential(name, value);

function looksConfidential(name: string, value: string): boolean {
  const letters = name.toLowerCase().replace(/[^a-z]/g, '');
  return (
    (confidentialName.test(letters) && !harmlessNames.test(letters) && value.trim().length >= 6) ||
    (/^(bearer|basic)\s+\S{6}/i.test(value) && !basicWord.test(value)) ||
    issuedPattern.test(value.trim())
  );
}

import { isObject, parseJson, type JsonObject } from '../../core/json/json.ts';
import { HOLE } from './shell.ts';

/** The body of a request: its values, a file with the values, or a body that is known only when it is sent. */
export type Body = { readonly value: JsonObject } | { readonly file: string } | 'unknown' | undefined;
/** The request of a curl command line. */
interface Request {
  readonly urls: readonly string[];
  /** Whether the request only reads. */
  readonly isRead: boolean;
  readonly body: Body;
}

/** Options that take a value, as letters and as words (https://curl.se/docs/manpage.html). */
const lettersWithValue = new Set('AbcCdDeEFHKmoPQrtTuUwxXyYz');
const wordsWithValue = new Set(
  (
    'request data data-raw data-binary data-ascii data-urlencode json header output user form form-string upload-file ' +
    'user-agent cookie cookie-jar referer write-out max-time connect-timeout retry retry-delay retry-max-time config ' +
    'proxy cacert cert key url resolve limit-rate range interface oauth2-bearer aws-sigv4 variable'
  ).split(' '),
);

/**
 * @param input the standard input of curl
 * @returns undefined if curl takes options from a file
 */
export function readCurl(words: readonly string[], input: string | undefined): Request | undefined {
  const urls: string[] = [],
    data: string[] = [];
  let method: string | undefined,
    isRead = true,
    isOpen = false;
  const take = (name: string, value: string): void => {
    if (name === 'request' || name === 'X') method = value.toUpperCase();
    else if (name === 'url') urls.push(value);
    else if (name === 'config' || name === 'K') isOpen = true;
    else if (/^(?:d|json|data|data-binary|data-ascii)$/.test(name)) data.push(value);
    else if (/^(?:F|form.*|T|upload-file|data-.*)$/.test(name)) data.push(value.startsWith('{') ? value : HOLE);
  };
  for (let i = 0; i < words.length; i++) {
    const [, longName, inlineValue, letters = ''] = /^(?:--([\w-]+)(?:=([^]*))?|-([^-][^]*))$/.exec(words[i]!) ?? [];
    if (longName !== undefined && (inlineValue !== undefined || wordsWithValue.has(longName)))
      take(longName, inlineValue ?? words[++i] ?? '');
    const valueIndex = [...letters].findIndex(letter => lettersWithValue.has(letter));
    if (valueIndex >= 0) take(letters[valueIndex]!, letters.slice(valueIndex + 1) || (words[++i] ?? ''));
    if (
      longName === 'get' ||
      longName === 'head' ||
      /[GI]/.test(valueIndex < 0 ? letters : letters.slice(0, valueIndex))
    )
      method ??= 'GET';
    if (longName === undefined && letters === '') urls.push(words[i]!);
  }
  isRead = /^(?:GET|HEAD|OPTIONS)$/.test(method ?? (data.length === 0 ? 'GET' : 'POST'));
  return isOpen ? undefined : { urls, isRead, body: data.length === 0 ? undefined : bodyIn(data.join('&'), input) };
}

/** The body in an option: JSON, `@FILE` or `@-`. */
export function bodyIn(text: string, input: string | undefined): Body {
  if (text === '@-') return input === undefined ? 'unknown' : bodyIn(input.replace(/^@/, ''), undefined);
  if (text.includes(HOLE)) return 'unknown';
  if (text.startsWith('@')) return { file: text.slice(1) };
  const value = parseJson(text);
  return isObject(value) ? { value } : 'unknown';
}

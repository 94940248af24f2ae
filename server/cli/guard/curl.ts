import { isObject, type Json, type JsonObject } from '../../core/json/json.ts';
import { HOLE } from './shell.ts';

/** What a command line of curl asks for. */
export interface Request {
  readonly urls: readonly string[];
  /** Whether it only reads. */
  readonly isRead: boolean;
  /** Its body: a value, the path of a file, or undefined if there is none. */
  readonly body: Body;
  /** Whether it takes more options from a file. */
  readonly isOpen: boolean;
}
export type Body =
  { readonly value: JsonObject } | { readonly file: string } | 'standard input' | 'unknown' | undefined;

/** Options with a value, as letters and as words (https://curl.se/docs/manpage.html). */
const letters = new Set('AbcCdDeEFHKmoPQrtTuUwxXyYz');
const valued = new Set(
  (
    'request data data-raw data-binary data-ascii data-urlencode json header output user form form-string upload-file ' +
    'user-agent cookie cookie-jar referer write-out max-time connect-timeout retry retry-delay retry-max-time config ' +
    'proxy cacert cert key url resolve limit-rate range interface oauth2-bearer aws-sigv4 variable'
  ).split(' '),
);

export function readCurl(words: readonly string[]): Request {
  const urls: string[] = [],
    data: string[] = [];
  let method: string | undefined,
    isGet = false,
    isOpen = false;
  const take = (name: string, value: string): void => {
    if (name === 'request' || name === 'X') method = value.toUpperCase();
    else if (name === 'url') urls.push(value);
    else if (name === 'config' || name === 'K') isOpen = true;
    else if (/^(?:d|json|data(?:-.*)?)$/.test(name))
      data.push(name === 'data-raw' ? value.replace(/^@/, `${HOLE}@`) : value);
    else if (/^(?:F|form|form-string|T|upload-file)$/.test(name)) data.push(HOLE);
  };
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word.startsWith('--')) {
      const [, name = '', joined] = /^--([\w-]+)(?:=([^]*))?$/.exec(word) ?? [];
      if (name === 'get') isGet = true;
      else if (name === 'head') method = 'HEAD';
      else if (joined !== undefined) take(name, joined);
      else if (valued.has(name)) take(name, words[++i] ?? '');
    } else if (/^-./.test(word)) {
      for (let at = 1; at < word.length; at++) {
        const letter = word[at]!;
        if (letter === 'G') isGet = true;
        else if (letter === 'I') method = 'HEAD';
        if (!letters.has(letter)) continue;
        take(letter, word.slice(at + 1) || (words[++i] ?? ''));
        break;
      }
    } else urls.push(word);
  }
  const sent = method ?? (isGet || data.length === 0 ? 'GET' : 'POST');
  return { urls, isOpen, isRead: /^(?:GET|HEAD|OPTIONS)$/.test(sent), body: bodyOf(data) };
}

function bodyOf(data: readonly string[]): Body {
  if (data.length === 0) return undefined;
  const text = data.join('&');
  if (text.includes(HOLE) || (data.length > 1 && data.some(part => part.startsWith('@')))) return 'unknown';
  if (text === '@-') return 'standard input';
  return text.startsWith('@') ? { file: text.slice(1) } : bodyIn(text);
}

/** A body's text as JSON. */
export function bodyIn(text: string): Body {
  try {
    const value = JSON.parse(text) as Json;
    return isObject(value) && !text.includes(HOLE) ? { value } : 'unknown';
  } catch {
    return 'unknown';
  }
}

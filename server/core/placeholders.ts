import { byText, anyOf } from './json/by-text.ts';
import { lazy } from './memory.ts';
import type { Span } from './syntax/lines.ts';

/**
 * The use of a text, which decides the words that are certainly placeholders. `copied`: ids, URLs and credentials,
 * which people do not invent; `spoken`: text that callers hear literally; `prompt`: text that may contain brackets for
 * the model on purpose; `plain`: any other text.
 */
export type TextUse = 'copied' | 'spoken' | 'prompt' | 'plain';

/** A quick check whether a text may contain a placeholder. It rules out most texts. */
export const mayContainPlaceholder = (text: string): boolean =>
  byText(placeholderSign, text, () => placeholderSign.test(text));
const placeholderSign = /__|YOUR|INSERT|REPLACE|CHANGE_|[<[]|T[O]DO|F[I]XME|TBD|X{3}|[Ll]orem ipsum/;

/** A quick check whether a copied value may contain a placeholder. */
export const mayContainCopiedPlaceholder = (text: string): boolean =>
  /x{3}|\.{3}|…|todo|tbd|fixme|change|placeholder|[<[]|your|insert|replace|__|[-_]here|[-_]id/i.test(text);

/** The words by which templates call the owner of the agent. */
const owner = 'agency|business|brand|clinic|company|firm|hotel|organisation|organization|practice|restaurant|store';
const capitalsPattern = (words: string): string => `(?:[A-Z]+ ){0,4}(?:${words.toUpperCase()})(?: [A-Z]+){0,4}`;
/** Placeholders in any kind of text. */
const anywherePattern = lazy(() =>
  anyOf(
    '',
    /(?<![A-Za-z0-9_])__[A-Z](?:[A-Z0-9]|_(?!_))*[A-Z0-9]__(?![A-Za-z0-9_])/,
    /(?<![A-Za-z0-9])(?:(?:YOUR|INSERT)_[A-Z0-9][A-Z0-9_]*|REPLACE_(?:WITH|ME|THIS)[A-Z0-9_]*|CHANGE_ME)/,
    /(?<![A-Za-z0-9])REPLACE WITH YOUR(?: [A-Z0-9]+)*(?![A-Za-z0-9])/,
    /<(?:YOUR|INSERT|REPLACE)[ _-][^<>\n]{1,60}>/,
    /\[(?:Y(?:OUR|our)|I(?:NSERT|nsert)|R(?:EPLACE|eplace))[ _-][^[\]\n]{1,60}\]/,
  ),
);
const verbs = 'add|change|check|decide|define|describe|fill|fix|replace|update|write';
const introductions = "[Yy]ou are|I am|I['’]m|[Mm]y name is|[Oo]n behalf of|[Cc]alling from|[Ww]elcome to";
/** Placeholders in texts for callers or the model. In a note or a title, they may be intended. */
const writtenPattern = lazy(() =>
  anyOf(
    '',
    /[Ll]orem ipsum(?: dolor)?|(?<![\w'"“`-])F[I]XME(?![\w'"”`-])/,
    // "todo" is Spanish for "all", so even in capitals it must be followed by a sign or an English verb
    new RegExp('(?<=(?:^|[\\n.!?(#*])[ \\t]{0,20})(?:TO' + `DO|TBD)(?=\\s*(?:[:(]|$|[-–—] )| (?:${verbs})\\b)`),
    // no model can know the name of the agent or of the company
    new RegExp(`\\[${capitalsPattern(owner)}\\]|<${capitalsPattern(owner)}>(?![^]{0,2000}</)`),
    new RegExp(`(?<=\\b(?:${introductions}) )(?:\\[[A-Z][A-Z _]+\\]|<[A-Z][A-Z _]+>|X{3,})(?![\\w-])`),
  ),
);
/** Words with capital first letters: `City|Date` for `city|date`. */
const capitalized = (words: string): string => words.replace(/\b[a-z]/g, letter => letter.toUpperCase());
/** Words in brackets by which a template names its owner or its caller. */
const ownedThings =
  'address|agent|business|city|clinic|company|date|email|firm|hotel|insert|location|name|number|organisation|organization|phone|practice|' +
  'product|restaurant|service|store|time|website|your';
const spokenPattern = lazy(() =>
  anyOf(
    '',
    new RegExp(
      `\\[(?:[A-Z][\\w'’-]* )*(?:${capitalized(ownedThings)})(?: [\\w'’-]+){0,4}\\]|\\[${capitalsPattern(ownedThings)}\\]`,
    ),
    /(?<![\w'"“-])(?:TBD|F[I]XME|X{3,6})(?![\w-])/,
  ),
);
/** Copied values that consist only of a placeholder. */
const wholeText = lazy(() =>
  anyOf(
    'i',
    /^(?:x{3,}|\.{3,}|…|todo|tbd|fixme|change[-_ ]?me|placeholder)$/,
    /^(?:<[^<>]+>|\[[^[\]]+\])$/,
    /^(?:your[-_ ].+|insert[-_ ].+|replace[-_ ]?(?:with|me|this)\b.*|replace_.*)$/,
    /^(?:[a-z]+[-_])*(?:agent|flow|llm|voice)[-_]id(?:[-_]?\d{1,2})?$/,
  ),
);
const ownNames =
  'api app backend company deployed deployment domain endpoint host instance n8n org project server service site subdomain ' +
  'tunnel url webhook website';
const nouns = 'address domain email endpoint host id key name number secret token uri url';
// repetitions are bounded, so that matching a long text takes linear time
const withinCopied = lazy(() =>
  anyOf(
    'i',
    /(?<![A-Za-z])x{4,}(?![A-Za-z0-9])/,
    new RegExp(`(?<![A-Za-z0-9])(?:[a-z0-9]+[-_]){0,8}(?:${nouns.replaceAll(' ', '|')})[-_]here(?![A-Za-z0-9])`),
    /(?<!\{)\{(?:your|insert)[-_ ][^{}\n]{1,60}\}(?!\})|<(?:your|insert|replace)[-_ ][^<>\n]{1,60}>/,
    new RegExp(`(?<=:\\/\\/(?:[^/?#\\s]{0,253}[.@])?)your[-_ ]?(?:${ownNames.replaceAll(' ', '|')})\\b[a-z0-9-]*`),
  ),
);

/** The first placeholder in a text that was never replaced by a value; undefined without a placeholder. */
export function placeholderIn(text: string, use: TextUse): Span | undefined {
  const byUse = byText(placeholderIn, text, () => new Map<TextUse, Span | undefined>());
  if (!byUse.has(use)) byUse.set(use, search(text, use));
  return byUse.get(use);
}
function search(text: string, use: TextUse): Span | undefined {
  // double braces contain a variable, which is no placeholder
  const prose = text.replace(/\{\{[^{}]*\}\}/g, name => ' '.repeat(name.length));
  const match =
    anywherePattern().exec(prose) ??
    (use === 'spoken' || use === 'prompt' ? writtenPattern().exec(prose) : null) ??
    (use === 'spoken' ? spokenPattern().exec(prose) : null) ??
    (use === 'copied' ? copiedPlaceholder(prose) : null);
  return match ? { start: match.index, end: match.index + match[0].length } : undefined;
}

function copiedPlaceholder(text: string): { readonly index: number; readonly 0: string } | null {
  const prefix = /^\s*(?:(?:Bearer|Basic|Token)\s+)?/i.exec(text)![0].length;
  const value = text.slice(prefix).trim();
  return wholeText().test(value) ? { index: prefix, 0: value } : withinCopied().exec(text);
}

const standIn = lazy(() =>
  anyOf(
    'i',
    /^(?:<.*>|\[.*\]|\$.*|%.*%|(?:process\.)?env[:.].*|__.*__)$/,
    /^(?:your\b.*|your[-_].*|my[-_].*|replace.*|insert.*|change.?me.*|enter[-_ ].*|to[-_ ]?do\b.*|tbd|placeholder.*)$/,
    /(?:x{4}|[-_]xxx|\*{3}|\.{3}|…|[-_]here)$|redacted/,
    /^(?:none|null|undefined|string)$/,
  ),
);
/**
 * A description in place of a value: words that end with the kind of value (`cal_key`, `my-api-token`), or a name in
 * braces (`{token}`).
 */
const namedSecret = /^(?:[a-z]+[-_])+(?:key|password|secret|token)$|^\{[\w .-]+\}$/i;
/** A dummy value that ends with digits: `1234567890`, `cal_live_123456`, `abc123`. */
const numberedWord = /^(?:[a-z]+[-_])*(?:abc(?:def(?:gh)?)?)?[-_]?(\d+)$/i;

/** Whether a text visibly asks to be replaced: `YOUR_API_KEY`, `<token>`, `sk-…`. */
export const isStandIn = (text: string): boolean => standIn().test(text.trim());

/** Whether a text is a placeholder for a value: it asks to be replaced, or looks like `cal_key` or `1234567890`. */
export function isToBeReplaced(text: string): boolean {
  const value = text.trim(),
    digits = numberedWord.exec(value)?.[1];
  return isStandIn(value) || namedSecret.test(value) || (digits !== undefined && isRun(digits));
}

/** Whether digits are consecutive or equal: `123456`, `0000`, `7890`. */
const isRun = (digits: string): boolean =>
  digits.length >= 3 &&
  [0, 1].some(step =>
    [...digits].every((digit, i) => i === 0 || Number(digit) === (Number(digits[i - 1]) + step) % 10),
  );

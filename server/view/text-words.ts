import type { LongRequest, NameInText, TextChange } from '../compare/text-changes.ts';
import { aboutTokens, billingFactor, factorInWords, LONG_CONTEXT, roundedTokens } from '../core/domain/tokens.ts';
import type { Diff } from '../core/generated/outputs.js';
import { count, groupDigits } from '../core/numbers.ts';
import { clipped, listed, show } from '../core/wording.ts';

type TextOutput = Diff['changes'][number]['text'];
type RequestOutput = Diff['long_requests'][number];

export const textOutput = (text: TextChange | undefined): TextOutput =>
  text
    ? {
        tokens_before: text.before,
        tokens_after: text.after,
        names: text.names,
        no_longer_names: text.noLongerNames,
        heard: text.heardText ?? null,
      }
    : null;

export const longRequestOutput = (
  { kind, id, name, before, after, file, pointer }: LongRequest,
  pathOf: (file: string) => string,
): RequestOutput => ({
  kind,
  id,
  name,
  tokens_before: before,
  tokens_after: after,
  factor: Number(billingFactor(after).toFixed(2)),
  file: pathOf(file),
  pointer,
});

/** The minimum number of tokens of a text whose length is shown; a shorter text is visible as a whole. */
const LEAST_TOKENS = 50;
/** The maximum number of characters of a heard text; the output for programs has the whole text. */
const LONGEST_HEARD = 200;
/** The maximum number of names; further names are counted. */
const MAX_NAMES = 8;

/**
 * The change of a text: `about 420 → 460 tokens; now names tool book_visit; no longer names {{order}}`; '' for a value
 * that is not a text.
 */
export function textInWords(text: TextOutput): string {
  if (!text) return '';
  const { tokens_before: before, tokens_after: after, names, no_longer_names: lostNames, heard } = text;
  const listOf = (label: string, list: readonly NameInText[]): string[] =>
    list.length === 0 ? [] : [`${label} ${listed(list.map(nameInWords), 'and', MAX_NAMES)}`];
  const tokens =
    before === after ? `${aboutTokens(after)} tokens` : `${aboutTokens(before)} → ${roundedTokens(after)} tokens`;
  return [
    ...(Math.max(before, after) < LEAST_TOKENS ? [] : [tokens]),
    ...listOf('now names', names),
    ...listOf('no longer names', lostNames),
    ...(heard === null ? [] : [`callers hear ${show(heard, LONGEST_HEARD)}`]),
  ].join('; ');
}
const nameInWords = ({ kind, name }: NameInText): string =>
  kind === 'variable' ? `{{${clipped(name)}}}` : `${kind} ${clipped(name)}`;

/** The growth of a request: `node billing: about 2,900 → 4,100 tokens, from here on about ×1.2`. */
function longRequestInWords({ kind, name, id, tokens_before: before, tokens_after: after }: RequestOutput): string {
  const subject = kind === 'engine' ? 'every request' : `${kind} ${clipped(name || (id ?? ''))}`,
    factor = `about ${factorInWords(after)}`,
    formerFactor = factorInWords(before ?? 0);
  if (before === null) return `${subject}: ${aboutTokens(after)} tokens, ${factor}`;
  const tokens = `${aboutTokens(before)} → ${roundedTokens(after)} tokens`;
  if (before <= LONG_CONTEXT) return `${subject}: ${tokens}, from here on ${factor}`;
  return `${subject}: ${tokens}, ${factor}${factor.endsWith(formerFactor) ? '' : ` instead of ${formerFactor}`}`;
}

/** The maximum number of requests; more are counted, because a longer global prompt lengthens every request. */
const MAX_REQUESTS = 5;

export const longRequestsInWords = (requests: readonly RequestOutput[]): readonly string[] => [
  ...requests.slice(0, MAX_REQUESTS).map(longRequestInWords),
  ...(requests.length > MAX_REQUESTS
    ? [`and ${count(requests.length - MAX_REQUESTS, 'more request')} over ${groupDigits(LONG_CONTEXT)} tokens`]
    : []),
];

import type { TextEdit } from '../finding.ts';
import type { Span } from '../syntax/lines.ts';
import type { SyntaxProblem } from '../syntax/parse.ts';
import { clipped, show } from '../wording.ts';

/** The message about a number or word that is not JSON, and its fix. */
interface WrongValue {
  readonly message: string;
  readonly span?: Span;
  readonly fix?: { readonly title: string; readonly safe: boolean; readonly edits: readonly TextEdit[] };
}

const write = (span: Span, text: string, safe = false): NonNullable<WrongValue['fix']> => ({
  title: `Write ${clipped(text)}`,
  safe,
  edits: [{ ...span, text }],
});

/** Explains a number as other languages or people write it. */
export function wrongNumber(text: string, { start, end }: Span): WrongValue {
  const raw = text.slice(start, end);
  if (/^[^x]*[a-z]{2}/i.test(raw)) return explainUnquoted(raw, { start, end });
  const thousands = /^\d{3}$/.test(raw) ? thousandsBefore(text, start) : undefined;
  if (thousands !== undefined) {
    const span = { start: start - thousands.length - 1, end },
      number = `${thousands}${raw}`;
    return {
      span,
      message: `${thousands},${raw} is not a valid JSON number; write ${number}`,
      fix: write(span, number),
    };
  }
  const correctNumber = raw
      .replace(/^\+/, '')
      .replace(/^(-?)\./, '$10.')
      .replace(/^(-?\d+)\.$/, '$1'),
    literal = correctNumber.replace(/_/g, '').replace(/^(-?)0+(?=\d)/, '$1');
  return {
    message: `${clipped(raw)} is not a valid JSON number`,
    ...(/^-?(0|[1-9]\d*)(\.\d+)?$/.test(literal) && { fix: write({ start, end }, literal, literal === correctNumber) }),
  };
}

/** Explains a decimal comma (`0,8`), if the digits at an offset follow a decimal comma. */
export function decimalComma(text: string, start: number): WrongValue | undefined {
  const integer = thousandsBefore(text, start),
    part = /^\d+(?=[\s,}])/.exec(text.slice(start, start + 20))?.[0];
  if (integer === undefined || part === undefined) return undefined;
  const span = { start: start - integer.length - 1, end: start + part.length };
  return {
    span,
    message: `${integer},${part} is not a valid JSON number; use a decimal point`,
    fix: write(span, `${integer}.${part}`),
  };
}

const thousandsBefore = (text: string, start: number): string | undefined =>
  /[\s:](-?\d+),$/.exec(text.slice(Math.max(0, start - 20), start))?.[1];

/** Explains a word that is not a JSON literal. */
export function wrongWord(text: string, { start, end, node }: SyntaxProblem): WrongValue {
  const raw = text.slice(start, end);
  if (/^(\.{3}|…)/.test(raw))
    return { message: `${clipped(raw)} stands for omitted content, which JSON cannot express` };
  const correctLiteral = literalFor(raw);
  return correctLiteral === undefined
    ? explainUnquoted(raw, { start, end }, node)
    : {
        message: `${clipped(raw)} is not a JSON value; use ${correctLiteral}`,
        fix: write({ start, end }, correctLiteral, raw.toLowerCase() === correctLiteral),
      };
}

/**
 * Explains text without quotes.
 * @param node the container; outside of a container, the text is not JSON at all
 */
function explainUnquoted(raw: string, span: Span, node = 0): WrongValue {
  const isNumber = /^[-+]?Infinity$/.test(raw);
  return {
    message: `${clipped(raw)} is not a JSON value; ${isNumber ? 'numbers are finite' : 'strings need double quotes'}`,
    ...(!isNumber && node >= 0 && /^[\p{L}\p{N}_.-]+$/u.test(raw) && { fix: write(span, show(raw, Infinity)) }),
  };
}

/** The JSON literal that corresponds to a literal of another language. */
function literalFor(word: string): string | undefined {
  if (/^(true|false|null)$/i.test(word)) return word.toLowerCase();
  return ['None', 'nil', 'undefined', 'NaN'].includes(word) ? 'null' : undefined;
}

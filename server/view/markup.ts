import { makeReadable } from './printable.ts';

/** Markup that is safe to insert into a page. */
export class Html {
  readonly markup: string;
  /** @param markup trusted markup, without unescaped text of files */
  constructor(markup: string) {
    this.markup = markup;
  }
}
type Part = Html | string | number | readonly Part[] | undefined | false;

/**
 * Builds markup from a template. Inserted values are escaped unless they are markup; lists are joined, `undefined` and
 * `false` are empty.
 */
export function html(strings: TemplateStringsArray, ...parts: readonly Part[]): Html {
  return new Html(strings.reduce((text, string, i) => text + markupOf(parts[i - 1]) + string));
}

function markupOf(part: Part): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Html) return part.markup;
  if (Array.isArray(part)) return (part as readonly Part[]).map(markupOf).join('');
  return escapeMarkup(String(part));
}

/** Text that is safe within an element or an attribute, of html and of svg. */
export const escapeMarkup = (text: string): string =>
  makeReadable(text).replace(/[&<>"'`]/g, char => `&#${char.charCodeAt(0)};`);

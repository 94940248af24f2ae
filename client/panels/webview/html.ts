import { isBlock, writtenAttributes, type Element } from './element.ts';

const escaped = (text: string): string => text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`);
const empty = new Set(['input']);

/** The same as `dom.ts` shows, as a text. */
export function htmlOf(element: Element | string): string {
  if (typeof element === 'string') return escaped(element);
  const attributes = writtenAttributes(element)
    .map(([key, value]) => (value === '' ? ` ${key}` : ` ${key}="${escaped(value)}"`))
    .join('');
  return empty.has(element.tag)
    ? `<${element.tag}${attributes}>`
    : `<${element.tag}${attributes}>${element.children.map(htmlOf).join('')}</${element.tag}>`;
}

/** The visible text without the elements, one line per block. */
export function textOf(element: Element | string): string {
  const write = (one: Element | string): string => {
    if (typeof one === 'string') return one;
    if (one.attributes['aria-hidden'] === 'true' || one.tag === 'svg') return '';
    const inside = one.children.map(write).join(one.tag === 'tr' ? ' | ' : '');
    return isBlock(one.tag) ? `\n${inside}\n` : inside;
  };
  return write(element)
    .replace(/[ \t]*\n\s*/g, '\n')
    .trim();
}

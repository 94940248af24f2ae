/*
 * Elements of a page as plain data. They are created without a DOM, so that tests need no browser; this file turns
 * them into text, and the client's `dom.ts` into DOM nodes. No function takes markup, so contents of files can only
 * become text.
 */
/** Tags whose content begins on a line of its own when a page is read out. */
const sectionTags = ['details', 'div', 'h1', 'h2', 'h3', 'header', 'main', 'p', 'section', 'summary'] as const;
const listTags = ['li', 'ol', 'table', 'tbody', 'thead', 'tr', 'ul'] as const;
const textTags = ['b', 'code', 'small', 'span', 'strong', 'td', 'th'] as const;
const controlTags = ['button', 'input', 'label', 'option', 'select'] as const;
const svgTags = ['svg', 'g', 'rect', 'line', 'path', 'text', 'title', 'defs', 'marker'] as const;
export type Tag =
  | (typeof sectionTags)[number]
  | (typeof listTags)[number]
  | (typeof textTags)[number]
  | (typeof controlTags)[number]
  | (typeof svgTags)[number];

/* The allowed attributes, none of which runs, loads or opens anything. */
type CommonAttribute = 'class' | 'id' | 'role' | 'title' | 'hidden' | 'tabindex' | 'open' | 'scope';
type ControlAttribute = 'type' | 'name' | 'value' | 'checked' | 'selected' | 'disabled';
type FieldAttribute = 'placeholder' | 'inputmode' | 'maxlength' | 'autocomplete' | 'spellcheck';
type ShapeAttribute =
  'x' | 'y' | 'x1' | 'x2' | 'y1' | 'y2' | 'd' | 'rx' | 'width' | 'height' | 'transform' | 'text-anchor';
type PictureAttribute = 'viewBox' | 'preserveAspectRatio' | 'focusable';
type MarkerAttribute = 'marker-end' | 'refX' | 'refY' | 'markerWidth' | 'markerHeight' | 'orient';
type Attribute =
  | CommonAttribute
  | ControlAttribute
  | FieldAttribute
  | ShapeAttribute
  | PictureAttribute
  | MarkerAttribute
  | `aria-${string}`
  | `data-${string}`;
/** `true` writes an attribute without a value; `undefined` and `false` omit the attribute. */
export type Attributes = Readonly<Partial<Record<Attribute, string | number | boolean | undefined>>>;

export interface Element {
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly children: readonly (Element | string)[];
  /** The identity of an element among its siblings across updates. */
  readonly key: string | undefined;
}
/** The contents of an element; `null`, `undefined` and `false` are omitted. */
export type Child = Element | string | number | null | undefined | false | readonly Child[];

const textsOf = (children: readonly Child[]): (Element | string)[] =>
  children.flatMap((child): (Element | string)[] => {
    if (child === null || child === undefined || child === false || child === '') return [];
    if (isList(child)) return textsOf(child);
    return [typeof child === 'number' ? String(child) : child];
  });
const isList = (child: Child): child is readonly Child[] => Array.isArray(child);

export const h = (tag: Tag, attributes: Attributes = {}, ...children: readonly Child[]): Element => ({
  tag,
  attributes,
  children: textsOf(children),
  key: undefined,
});
/** Returns the element with a key, by which an update recognizes the element among its siblings. */
export const withKey = (key: string, element: Element): Element => ({ ...element, key });

const blocks: ReadonlySet<string> = new Set([...sectionTags, ...listTags]);
const isBlock = (tag: string): boolean => blocks.has(tag);
const pictures: ReadonlySet<string> = new Set(svgTags);
export const isDrawn = (tag: string): boolean => pictures.has(tag);
const allowedTags: ReadonlySet<string> = new Set([...blocks, ...textTags, ...controlTags, ...pictures]);
const attributeName = /^(?!on)[a-zA-Z][a-zA-Z0-9-]*$/;
const dangerousAttributes = new Set(['style', 'href', 'src', 'srcdoc', 'action', 'formaction', 'xlink']);

/**
 * The attributes as pairs of name and value.
 * @throws Error for a tag or attribute that could run, load or style something, which only a bug produces
 */
export function writtenAttributes({ tag, attributes }: Element): [name: string, value: string][] {
  if (!allowedTags.has(tag)) throw new Error(`<${tag}> is not allowed in a page`);
  return Object.entries(attributes).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || value === false) return [];
    if (!attributeName.test(key) || dangerousAttributes.has(key.toLowerCase()))
      throw new Error(`the attribute ${key} is not allowed in a page`);
    return [[key, value === true ? '' : String(value)]];
  });
}

const escapeText = (text: string): string => text.replace(/[&<>"']/g, char => `&#${char.charCodeAt(0)};`);
const emptyTags = new Set(['input']);

/** An element as the text of a page. */
export function htmlOf(element: Element | string): string {
  if (typeof element === 'string') return escapeText(element);
  const attributes = writtenAttributes(element)
    .map(([key, value]) => (value === '' ? ` ${key}` : ` ${key}="${escapeText(value)}"`))
    .join('');
  return emptyTags.has(element.tag)
    ? `<${element.tag}${attributes}>`
    : `<${element.tag}${attributes}>${element.children.map(htmlOf).join('')}</${element.tag}>`;
}

/** The visible text of an element, without tags; one line per block. */
export function textOf(element: Element | string): string {
  const write = (child: Element | string): string => {
    if (typeof child === 'string') return child;
    if (child.attributes['aria-hidden'] === 'true' || child.tag === 'svg') return '';
    const content = child.children.map(write).join(child.tag === 'tr' ? ' | ' : '');
    return isBlock(child.tag) ? `\n${content}\n` : content;
  };
  return write(element)
    .replace(/\s+/g, space => (space.includes('\n') ? '\n' : space))
    .trim();
}

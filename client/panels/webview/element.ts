/*
 * What a page shows, as plain data: created by functions without a document, so that they can be tested anywhere;
 * turned into text by `html.ts` and into DOM nodes by `dom.ts`. File contents can only ever become text: there is no
 * way to pass markup.
 */

const tags = [
  'a',
  'article',
  'b',
  'button',
  'caption',
  'code',
  'dd',
  'details',
  'div',
  'dl',
  'dt',
  'em',
  'footer',
  'h1',
  'h2',
  'h3',
  'header',
  'input',
  'label',
  'li',
  'nav',
  'ol',
  'option',
  'p',
  'section',
  'select',
  'small',
  'span',
  'strong',
  'summary',
  'table',
  'tbody',
  'td',
  'th',
  'thead',
  'tr',
  'ul',
] as const;
const drawn = [
  'svg',
  'g',
  'rect',
  'line',
  'path',
  'circle',
  'text',
  'title',
  'defs',
  'marker',
  'pattern',
  'polygon',
] as const;
export type Tag = (typeof tags)[number] | (typeof drawn)[number];
/** Names of attributes. None of them runs, loads or opens anything. */
export type Attribute =
  | 'class'
  | 'id'
  | 'role'
  | 'title'
  | 'hidden'
  | 'tabindex'
  | 'open'
  | 'scope'
  | 'colspan'
  | 'rowspan'
  | 'lang'
  | 'dir'
  | 'type'
  | 'value'
  | 'min'
  | 'max'
  | 'step'
  | 'checked'
  | 'selected'
  | 'disabled'
  | 'for'
  | 'name'
  | 'placeholder'
  | 'inputmode'
  | 'maxlength'
  | 'autocomplete'
  | 'spellcheck'
  | 'viewBox'
  | 'preserveAspectRatio'
  | 'width'
  | 'height'
  | 'x'
  | 'y'
  | 'x1'
  | 'x2'
  | 'y1'
  | 'y2'
  | 'dx'
  | 'dy'
  | 'd'
  | 'cx'
  | 'cy'
  | 'r'
  | 'rx'
  | 'ry'
  | 'points'
  | 'transform'
  | 'text-anchor'
  | 'marker-end'
  | 'focusable'
  | 'patternUnits'
  | 'patternTransform'
  | 'refX'
  | 'refY'
  | 'markerWidth'
  | 'markerHeight'
  | 'orient'
  | `aria-${string}`
  | `data-${string}`;
/** `true` gives an attribute without a value; `undefined` and `false` give none. */
export type Attributes = Readonly<Partial<Record<Attribute, string | number | boolean | undefined>>>;

export interface Element {
  readonly tag: Tag;
  readonly attributes: Attributes;
  readonly children: readonly (Element | string)[];
  /** Identifies an element among its siblings across updates. */
  readonly key: string | undefined;
}
/** The contents of an element; `null`, `undefined` and `false` are nothing. */
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
/** The element with an identity among its siblings, wherever it is next time. */
export const keyed = (key: string, element: Element): Element => ({ ...element, key });

const allowed: ReadonlySet<string> = new Set([...tags, ...drawn]);
const pictures: ReadonlySet<string> = new Set(drawn);
export const isDrawn = (tag: string): boolean => pictures.has(tag);
const name = /^(?!on)[a-zA-Z][a-zA-Z0-9-]*$/;
const dangerous = new Set(['style', 'href', 'src', 'srcdoc', 'action', 'formaction', 'xlink']);

/**
 * The attributes as written. Throws for a tag or attribute that could run, load or style something, which only a bug
 * produces.
 */
export function writtenAttributes({ tag, attributes }: Element): [name: string, value: string][] {
  if (!allowed.has(tag)) throw new Error(`<${tag}> has no place in a page`);
  return Object.entries(attributes).flatMap(([key, value]): [string, string][] => {
    if (value === undefined || value === false) return [];
    if (!name.test(key) || dangerous.has(key.toLowerCase()))
      throw new Error(`the attribute ${key} has no place in a page`);
    return [[key, value === true ? '' : String(value)]];
  });
}

import { h, type Element } from '../element.ts';
import type { LostFlow } from '../panels/index.ts';
import { readable } from '../printable.ts';
import { flowDrawing, MARGIN } from './flow-drawing.ts';

/** A picture without actions, because the text beside the picture has them. */
export function lostDrawing({ title, note, flow, layout }: LostFlow): Element {
  const drawing = flowDrawing(flow, layout, new Set());
  return h(
    'div',
    { class: 'drawn-flow' },
    h('h3', {}, readable(title)),
    h(
      'div',
      { class: 'scrolled', tabindex: 0, role: 'img', 'aria-label': readable(title) },
      withoutSpeech({
        ...drawing,
        attributes: {
          ...drawing.attributes,
          class: 'graph',
          width: layout.width + 2 * MARGIN,
          height: layout.height + 2 * MARGIN,
          'aria-hidden': 'true',
        },
      }),
    ),
    note !== '' && h('p', { class: 'quiet' }, note),
  );
}

/** An element without ids and handlers, because one page has several drawings. */
const withoutSpeech = (element: Element): Element => ({
  ...element,
  attributes: { ...element.attributes, id: undefined, role: undefined },
  children: element.children.map(child => (typeof child === 'string' ? child : withoutSpeech(child))),
});

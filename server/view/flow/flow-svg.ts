import type { FlowLayout, FlowView } from '../panels.ts';
import { htmlOf } from '../element.ts';
import { escapeMarkup } from '../markup.ts';
import { svg } from '../svg.ts';
import { flowLayers, type DrawnFlow, MARGIN } from './flow-drawing.ts';
import { flowStyle } from '../flow-style.ts';

/** The zoom below which names in boxes are hard to read. */
export const MIN_READABLE_FIT = 0.5;
/**
 * The layout to open first: the author's layout if its names are readable when all of it is visible, otherwise the
 * last layout.
 */
export const openingLayout = (
  layouts: readonly FlowLayout[],
  room?: { readonly width: number; readonly height: number },
): FlowLayout =>
  layouts.find(layout => layout.way === 'placed' && fitOf(layout, room) >= MIN_READABLE_FIT) ?? layouts.at(-1)!;

/** A flow as one self-contained picture. */
export function flowSvg(
  flow: DrawnFlow & Pick<FlowView<unknown>, 'layouts'>,
  layout: FlowLayout = openingLayout(flow.layouts),
): string {
  const head = 34;
  // prompts and numbers are left out of the picture, because people share it
  const nodes = flow.nodes.map(node => ({ ...node, facts: node.facts.filter(({ name }) => name === 'tool') })),
    content = flowLayers({ ...flow, nodes }, layout, new Set())
      .map(htmlOf)
      .join('\n');
  return svg(
    Math.max(layout.width, 240),
    layout.height + head,
    flow.title,
    `<text class="strong" x="24" y="26">${escapeMarkup(flow.title)}</text>\n` +
      `<g id="graph" transform="translate(0 ${head})">\n${content}\n</g>\n`,
    `svg{--edge:var(--faint);--error:var(--red);--warning:var(--yellow);--info:var(--blue)}${flowStyle}`,
  );
}

interface Size {
  readonly width: number;
  readonly height: number;
}
/** The size of a common window, in pixels. */
const defaultSize: Size = { width: 1400, height: 900 };

/** The scale, at most 1, at which a picture fits into the window. */
export const fitOf = ({ width, height }: Size, room: Size = defaultSize): number =>
  Math.min(1, room.width / (width + 2 * MARGIN), room.height / (height + 2 * MARGIN));

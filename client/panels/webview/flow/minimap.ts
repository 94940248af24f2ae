import type { FlowLayout } from '../../../../server/lsp/protocol.ts';
import { h, withKey, type Element } from '../../../../server/view/element.ts';
import { MARGIN } from '../../../../server/view/flow/flow-drawing.ts';
import type { Area, Viewport } from './viewport.ts';

/** The minimum number of nodes for which a flow has a map. */
export const MIN_NODES = 20;
/** The maximum size of the map, in pixels. */
const maximum = { width: 190, height: 150 };

/** A small map of the flow, with a frame around the visible part. */
export function minimap({ width, height, boxes }: FlowLayout): Element {
  const [w, totalHeight] = [width + 2 * MARGIN, height + 2 * MARGIN],
    scale = Math.min(maximum.width / w, maximum.height / totalHeight);
  return withKey(
    'map',
    h(
      'svg',
      {
        id: 'map',
        class: 'map',
        viewBox: `${-MARGIN} ${-MARGIN} ${Math.round(w)} ${Math.round(totalHeight)}`,
        width: Math.round(w * scale),
        height: Math.round(totalHeight * scale),
        'aria-hidden': 'true',
      },
      h('path', {
        class: 'map-boxes',
        d: boxes
          .map(box => {
            // a node is at least two pixels high and three wide, so that it stays visible
            const [bw, bh] = [Math.max(box.width, 3 / scale), Math.max(box.height, 2 / scale)].map(Math.round) as [
              number,
              number,
            ];
            return `M${Math.round(box.x - bw / 2)} ${Math.round(box.y - bh / 2)}h${bw}v${bh}h${-bw}z`;
          })
          .join(''),
      }),
      h('path', { id: 'map-current', class: 'map-current', d: '' }),
      h('rect', { id: 'map-seen', class: 'map-seen', x: 0, y: 0, width: 0, height: 0 }),
    ),
  );
}

/** Moves the frame, and shows the selected node. The map is hidden if the whole flow is visible. */
export function frameIn(area: Area, selectedBox: Area | undefined, layout: FlowLayout): void {
  const isAll =
    area.x <= 0 && area.y <= 0 && area.x + area.width >= layout.width && area.y + area.height >= layout.height;
  document.getElementById('map')?.toggleAttribute('data-needless', isAll);
  for (const name of ['x', 'y', 'width', 'height'] as const)
    document.getElementById('map-seen')?.setAttribute(name, String(Math.round(area[name])));
  const { x, y, width, height } = selectedBox ?? { x: 0, y: 0, width: 0, height: 0 };
  document.getElementById('map-current')?.setAttribute('d', `M${x} ${y}h${width}v${height}h${-width}z`);
}

/** Makes a click or drag in the map scroll the graph to that point. */
export function scrollByMap(stage: HTMLElement, view: Viewport): void {
  const scrollTo = ({ target, clientX, clientY, buttons }: PointerEvent): void => {
    const map = target instanceof globalThis.Element ? target.closest<SVGSVGElement>('#map') : null;
    if (!map || buttons !== 1) return;
    const point = new DOMPoint(clientX, clientY).matrixTransform(map.getScreenCTM()!.inverse());
    view.center(point.x, point.y);
  };
  stage.addEventListener('pointerdown', scrollTo);
  stage.addEventListener('pointermove', scrollTo);
}

import type { FlowLayout } from '../../../../server/lsp/protocol.ts';
import type { Area } from './viewport.ts';

interface Item {
  readonly element: SVGElement;
  readonly x: number;
  readonly y: number;
  readonly right: number;
  readonly bottom: number;
  isShown: boolean;
}

/** The distance from a box or line, in units of the picture, within which its badges and texts lie. */
const LABEL_DISTANCE = 110;

/** Hides the elements of a large drawing that are far from the visible part. */
export interface Culling {
  /**
   * Updates which elements are hidden.
   * @param isAgain whether the zoom or the drawing has changed
   */
  update(area: Area, isAgain: boolean): void;
  /** Indexes of the nodes near the visible part. */
  readonly nodes: readonly number[];
}

export function cullingOf(svg: SVGSVGElement, { boxes, lines }: FlowLayout): Culling {
  const items: Item[] = [],
    nodes: Item[] = [];
  const add = (id: string, xs: readonly number[], ys: readonly number[]): Item | undefined => {
    const element = svg.querySelector<SVGElement>(`#${id}`);
    if (!element || xs.length === 0) return undefined;
    const item = {
      element,
      x: Math.min(...xs) - LABEL_DISTANCE,
      y: Math.min(...ys) - 20,
      right: Math.max(...xs) + LABEL_DISTANCE,
      bottom: Math.max(...ys) + 20,
      isShown: element.style.display !== 'none',
    };
    items.push(item);
    return item;
  };
  boxes.forEach(({ x, y, width, height }, i) => {
    const item = add(`n${i}`, [x - width / 2, x + width / 2], [y - height / 2, y + height / 2]);
    if (item) nodes[i] = item;
  });
  lines.forEach(({ points, label }, i) => {
    add(
      `e${i}`,
      points.map(({ x }) => x),
      points.map(({ y }) => y),
    );
    add(`l${i}`, [label.x, label.x + 100], [label.y]);
  });
  let seenArea: Area | undefined;
  return {
    nodes: [],
    update(area, isAgain) {
      // elements within a third of the view beyond its edges are shown, so that scrolling rarely changes anything
      const margin = { x: area.width / 3, y: area.height / 3 };
      const isNear =
        seenArea && Math.abs(area.x - seenArea.x) < margin.x / 2 && Math.abs(area.y - seenArea.y) < margin.y / 2;
      if (!isAgain && isNear) return;
      seenArea = area;
      const minX = area.x - margin.x,
        top = area.y - margin.y,
        maxX = area.x + area.width + margin.x,
        bottom = area.y + area.height + margin.y;
      for (const item of items) {
        const isShown = item.x < maxX && item.right > minX && item.y < bottom && item.bottom > top;
        if (isShown === item.isShown) continue;
        item.isShown = isShown;
        item.element.style.display = isShown ? '' : 'none';
      }
      (this as { nodes: readonly number[] }).nodes = [...nodes.keys()].filter(i => nodes[i]?.isShown);
    },
  };
}

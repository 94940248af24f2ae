import type { FlowLayout } from '../../../../server/lsp/protocol.ts';
import { endNames, factsIn, MARGIN, type DrawnFlow } from '../../../../server/view/flow/flow-drawing.ts';
import { withKey } from '../../../../server/view/element.ts';
import { show } from '../dom.ts';
import type { Adjacency } from './find.ts';
import type { Mark } from './flow-messages.ts';
import { applyLights, type Light, type lights } from './light.ts';
import { frameIn, scrollByMap } from './minimap.ts';
import { namesAt, namesOf, type Names } from './names.ts';
import { levels, viewportOf, type Viewport, type Area } from './viewport.ts';

/** The minimum number of milliseconds between two updates of the map. */
const MAP_PAUSE_MS = 80;

/** The drawn graph: the visible part of it, and the level of detail of its nodes at the current zoom. */
export class FlowScene {
  readonly view: Viewport;
  readonly #canvas: HTMLElement;
  readonly #onZoom: (zoom: number) => void;
  #flow: DrawnFlow | undefined;
  #layout: FlowLayout | undefined;
  #culling: Culling | undefined;
  #names: Names | undefined;
  #lights: ReturnType<typeof lights> | undefined;
  #mark: Mark = { node: null, edge: null };
  #timer: number | undefined;

  /** @param onZoom called for every change of the zoom */
  constructor(canvas: HTMLElement, onZoom: (zoom: number) => void) {
    this.#canvas = canvas;
    this.#onZoom = onZoom;
    this.view = viewportOf(canvas, MARGIN, isZoomed => this.#updateView(isZoomed));
    scrollByMap(canvas.parentElement!, this.view);
    new ResizeObserver(() => this.view.settle()).observe(canvas);
  }

  /**
   * Replaces the drawing; `light` decides which parts of it are visible.
   * @param begin the node at which to begin, and whether it is at the top; undefined to keep zoom and position
   */
  show(
    flow: DrawnFlow,
    layout: FlowLayout,
    { previous }: Adjacency,
    begin: { readonly node: number; readonly isTop: boolean } | undefined,
  ): void {
    const svg = this.#canvas.querySelector('svg')!;
    this.#flow = flow;
    this.#layout = layout;
    this.#lights = undefined;
    this.#culling = cullingOf(svg, layout);
    this.#names = namesOf(
      flow.nodes,
      previous.map(({ length }) => length),
    );
    const start = begin && (this.#areaOf(begin.node) ?? { x: 0, y: 0, width: 0, height: 0 });
    const size = { width: layout.width + 2 * MARGIN, height: layout.height + 2 * MARGIN };
    this.view.draw(svg, size, start && { ...start, isTop: begin.isTop });
  }

  /** Scrolls a node, if there is one, into view. */
  reveal(node: number | null): void {
    const area = node === null ? undefined : this.#areaOf(node);
    if (area) this.view.reveal(area);
  }

  /**
   * Draws nodes and edges in full, pale or not at all.
   * @param mark the selection: the name of its node, or of both nodes of its edge, is always shown
   */
  light(nodeLights: ReturnType<typeof lights>, mark: Mark): void {
    this.#lights = nodeLights;
    this.#mark = mark;
    const svg = this.#canvas.querySelector('svg');
    if (svg) applyLights(svg, nodeLights);
    this.#updateView(true);
  }

  #areaOf(node: number): { x: number; y: number; width: number; height: number } | undefined {
    const box = this.#layout?.boxes[node];
    return box && { x: box.x - box.width / 2, y: box.y - box.height / 2, width: box.width, height: box.height };
  }

  #updateView(isZoomed: boolean): void {
    const layout = this.#layout,
      flow = this.#flow,
      svg = this.#canvas.querySelector('svg');
    if (!layout || !flow || !svg || this.#canvas.clientWidth === 0) return;
    const { zoom, area } = this.view;
    if (isZoomed) this.#onZoom(zoom);
    this.#culling?.update(area, isZoomed);
    // drawing the map for every frame would take as long as everything else
    if (this.#timer === undefined)
      this.#timer = setTimeout(() => {
        this.#timer = undefined;
        const { node } = this.#mark;
        frameIn(this.view.area, node === null ? undefined : this.#areaOf(node), this.#layout!);
      }, MAP_PAUSE_MS);
    const lightOf = (i: number): Light => this.#lights?.nodes[i] ?? 'full';
    const { node, edge } = this.#mark,
      line = edge === null ? undefined : layout.lines[edge];
    if (isZoomed) {
      show(svg.querySelector('#ends')!, line?.row === null ? endNames(flow.edges[edge!]!, line, flow.nodes, zoom) : []);
      show(
        svg.querySelector('#far')!,
        zoom < levels.far ? namesAt(this.#names!, layout.boxes, zoom, node, lightOf) : [],
      );
    }
    const elements =
      zoom < levels.near
        ? []
        : (this.#culling?.nodes ?? [])
            .filter(i => flow.nodes[i]!.role === 'node' && lightOf(i) !== 'out')
            .map(i => withKey(`${i}`, factsIn(flow.nodes[i]!, layout.boxes[i]!)));
    show(svg.querySelector('#near')!, elements);
  }
}

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
interface Culling {
  /**
   * Updates which elements are hidden.
   * @param isAgain whether the zoom or the drawing has changed
   */
  update(area: Area, isAgain: boolean): void;
  /** Indexes of the nodes near the visible part. */
  readonly nodes: readonly number[];
}

function cullingOf(svg: SVGSVGElement, { boxes, lines }: FlowLayout): Culling {
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

/**
 * Highlights the marked node with its edges, and the marked edge, without redrawing.
 * @returns the highlighted elements
 */
export function markIn(
  canvas: Element,
  outline: Element,
  { node: nodeIndex, edge: edgeIndex }: Mark,
): { readonly node: Element | null; readonly item: HTMLElement | null } {
  for (const markedElement of canvas.querySelectorAll('.current, .way-out, .way-in'))
    markedElement.classList.remove('current', 'way-out', 'way-in');
  for (const selectedItem of outline.querySelectorAll('[aria-selected]')) selectedItem.removeAttribute('aria-selected');
  const node = nodeIndex === null ? null : canvas.querySelector(`#n${nodeIndex}`),
    item =
      nodeIndex === null && edgeIndex === null
        ? null
        : outline.querySelector<HTMLElement>(edgeIndex === null ? `#tn${nodeIndex}` : `#te${edgeIndex}`);
  if (node) {
    node.classList.add('current');
    canvas.setAttribute('aria-activedescendant', node.id);
    for (const [name, className] of [
      ['from', 'way-out'],
      ['to', 'way-in'],
    ] as const)
      for (const line of canvas.querySelectorAll(`[data-${name}="${node.id}"]`))
        for (const element of [line, canvas.querySelector(`#l${line.id.slice(1)}`)]) element?.classList.add(className);
  } else canvas.removeAttribute('aria-activedescendant');
  if (edgeIndex !== null)
    for (const element of canvas.querySelectorAll(`#e${edgeIndex}, #l${edgeIndex}`)) {
      element.classList.add('current');
      raise(element);
    }
  item?.setAttribute('aria-selected', 'true');
  return { node, item };
}

/** Moves a line in front of all others. */
export function raise(line: Element | null): void {
  if (line && line.parentElement?.lastChild !== line) line.parentElement?.append(line);
}

import { MIN_READABLE_FIT } from '../../../../server/view/flow/flow-svg.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}
/** A part of the picture, in its own units. */
export interface Area extends Size {
  readonly x: number;
  readonly y: number;
}

interface Point {
  readonly x: number;
  readonly y: number;
}
/**
 * The part with which to begin if not everything is readable at once. `isTop`: whether to put it at the top, so that
 * the following nodes are visible.
 */
interface Start extends Area {
  readonly isTop: boolean;
}

/** The viewport of a graph: a scrolling box that contains a picture of any size. */
export interface Viewport {
  readonly zoom: number;
  /** The visible part of the picture. */
  readonly area: Area;
  /**
   * Zooms the picture.
   * @param point a point of the box that stays fixed; by default its center
   */
  zoomTo(zoom: number, point?: Point): void;
  fit(): void;
  /**
   * Adapts the picture to a new size of the box. A picture that was fitted, or not moved by the user, is fitted or
   * shown from its start again; otherwise the point in the middle stays there.
   */
  settle(): void;
  /** Scrolls a point of the picture into the middle. */
  center(x: number, y: number): void;
  /** Scrolls a part of the picture into view, if it is not visible. */
  reveal(part: Area): void;
  /**
   * Replaces the picture.
   * @param start undefined to keep zoom and position
   */
  draw(svg: SVGSVGElement, size: Size, start?: Start): void;
}

/**
 * The zooms at which the level of detail changes. Below `tiny` and `far`, a node shows only its name; from `near` on,
 * it also shows its texts and effects.
 */
export const levels = { tiny: 0.2, far: MIN_READABLE_FIT, near: 1.5 } as const;
const minZoom = 0.03,
  maxZoom = 4,
  /**
   * The zoom with which a picture begins that is too large for the box: all its columns are visible if they are
   * readable at that zoom.
   */
  startZoom = { least: MIN_READABLE_FIT, most: 0.85 };
/** The margin, in pixels, around a part that is scrolled into view. */
const revealMargin = 24;
const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * Creates the viewport.
 * @param margin the distance from the top left corner of the picture to its origin
 * @param onMove called after every change of zoom or position
 */
export function viewportOf(box: HTMLElement, margin: number, onMove: (isZoomed: boolean) => void): Viewport {
  let zoom = 1,
    picture: SVGSVGElement | undefined,
    size: Size = { width: 1, height: 1 },
    isFitted = false,
    /**
     * `start`: the part with which to begin if not everything is readable at once; `startPoint`: its scroll position,
     * undefined once the user has moved the picture.
     */
    start: Start | undefined,
    startPoint: Point | undefined,
    /** The size of the box, and the point of the picture in its middle. */
    lastView = { width: 0, height: 0, x: 0, y: 0 };
  const resize = (): void => {
    picture?.setAttribute('width', String(Math.round(size.width * zoom)));
    picture?.setAttribute('height', String(Math.round(size.height * zoom)));
    picture?.classList.toggle('far', zoom < levels.far);
    picture?.classList.toggle('tiny', zoom < levels.tiny);
    picture?.classList.toggle('near', zoom >= levels.near);
  };
  /** The corner of the picture, in pixels of the box; a picture that is smaller than the box is centered. */
  const corner = (): Point => ({
    x: Math.max(0, (box.clientWidth - size.width * zoom) / 2) - box.scrollLeft,
    y: Math.max(0, (box.clientHeight - size.height * zoom) / 2) - box.scrollTop,
  });
  const zoomTo: Viewport['zoomTo'] = (target, point = { x: box.clientWidth / 2, y: box.clientHeight / 2 }) => {
    const oldZoom = zoom,
      oldCorner = corner();
    zoom = Math.min(maxZoom, Math.max(minZoom, target));
    if (!picture || zoom === oldZoom) return;
    isFitted = false;
    startPoint = undefined;
    resize();
    const newCorner = corner();
    box.scrollBy({
      left: newCorner.x + ((point.x - oldCorner.x) / oldZoom) * zoom - point.x,
      top: newCorner.y + ((point.y - oldCorner.y) / oldZoom) * zoom - point.y,
      behavior: 'instant',
    });
    rememberView();
    onMove(true);
  };
  const ratios = (): number[] => [box.clientWidth / size.width, box.clientHeight / size.height];
  const center = (x: number, y: number, behavior: ScrollBehavior = 'instant'): void => {
    const { x: cornerX, y: cornerY } = corner();
    box.scrollBy({
      left: cornerX + (x + margin) * zoom - box.clientWidth / 2,
      top: cornerY + (y + margin) * zoom - box.clientHeight / 2,
      behavior,
    });
  };
  const fit = (): void => {
    isFitted = true;
    startPoint = undefined;
    zoom = Math.min(1, Math.max(minZoom, Math.min(...ratios())));
    resize();
    rememberView();
    onMove(true);
  };
  const rememberView = (): void => {
    const { clientWidth: width, clientHeight: height } = box,
      { x, y } = corner();
    lastView = { width, height, x: (width / 2 - x) / zoom - margin, y: (height / 2 - y) / zoom - margin };
  };
  const isResized = (): boolean =>
    box.clientWidth > 0 && (box.clientWidth !== lastView.width || box.clientHeight !== lastView.height);
  const settle = (): void => {
    if (!isResized()) return;
    // a picture that was readable as a whole should remain readable; the user fitted a picture that was not readable
    if (startPoint || (isFitted && zoom >= MIN_READABLE_FIT)) showStart();
    else if (isFitted) return fit();
    else center(lastView.x, lastView.y);
    rememberView();
    onMove(true);
  };
  const showStart = (): void => {
    const fittedZoom = Math.min(1, ...ratios());
    isFitted = fittedZoom >= MIN_READABLE_FIT;
    zoom = isFitted ? fittedZoom : Math.min(startZoom.most, Math.max(startZoom.least, ratios()[0]!));
    resize();
    if (start) {
      const { x, y, width, height, isTop } = start;
      center(x + width / 2, isTop ? y - revealMargin / zoom + box.clientHeight / 2 / zoom : y + height / 2);
    }
    startPoint = isFitted ? undefined : { x: box.scrollLeft, y: box.scrollTop };
  };
  box.addEventListener(
    'scroll',
    () => {
      // the browser scrolls if the picture or the box becomes smaller
      if (isResized()) return settle();
      if (startPoint && Math.hypot(startPoint.x - box.scrollLeft, startPoint.y - box.scrollTop) > 1)
        startPoint = undefined;
      rememberView();
      onMove(false);
    },
    { passive: true },
  );
  return {
    get zoom() {
      return zoom;
    },
    get area() {
      const { x, y } = corner();
      return {
        x: -x / zoom - margin,
        y: -y / zoom - margin,
        width: box.clientWidth / zoom,
        height: box.clientHeight / zoom,
      };
    },
    zoomTo,
    fit,
    settle,
    center,
    reveal({ x, y, width, height }) {
      settle();
      const area = this.area,
        gap = revealMargin / zoom;
      const isIn =
        x >= area.x + gap &&
        x + width <= area.x + area.width - gap &&
        y >= area.y + gap &&
        y + height <= area.y + area.height - gap;
      if (!isIn) center(x + width / 2, y + height / 2, reducedMotion.matches ? 'instant' : 'smooth');
    },
    draw(svg, target, next) {
      picture = svg;
      size = target;
      if (next) {
        start = next;
        showStart();
      } else resize();
      rememberView();
    },
  };
}

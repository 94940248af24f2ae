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
/** The part to begin with if not everything is readable at once; `isTop`: at the top, so that what follows is visible. */
interface Start extends Area {
  readonly isTop: boolean;
}

/** The viewport of a graph: a scrolling box with a picture of any size. */
export interface Viewport {
  readonly zoom: number;
  /** The visible part of the picture. */
  readonly area: Area;
  /** @param point a point of the box that stays fixed; by default its center */
  zoomTo(zoom: number, point?: Point): void;
  fit(): void;
  /**
   * Adapts to a new size of the box: a fitted or unmoved picture is fitted or begins again, otherwise the middle stays.
   */
  settle(): void;
  pan(dx: number, dy: number): void;
  /** Puts a point of the picture in the middle. */
  center(x: number, y: number): void;
  /** Scrolls a part of the picture into view, if it is not. */
  reveal(part: Area): void;
  /** Replaces the picture. @param start undefined: zoom and position stay */
  draw(svg: SVGSVGElement, size: Size, start?: Start): void;
}

/** Zooms: below `tiny` or `far`, a node shows only its name; from `near`, also what it says and does. */
export const levels = { tiny: 0.2, far: MIN_READABLE_FIT, near: 1.5 } as const;
const smallest = 0.03,
  largest = 4,
  /** Where a picture that is too large to be seen at once begins: all its columns, if that is readable. */
  startZoom = { least: MIN_READABLE_FIT, most: 0.85 };
/** Pixels around what is scrolled into view. */
const room = 24;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/**
 * @param margin of the picture around its origin
 * @param onMove called after every change of zoom or position
 */
export function viewportOf(box: HTMLElement, margin: number, onMove: (isZoomed: boolean) => void): Viewport {
  let zoom = 1,
    picture: SVGSVGElement | undefined,
    size: Size = { width: 1, height: 1 },
    isFitted = false,
    /**
     * The part to begin with if not everything is readable at once, and the scroll position for it; undefined once the
     * user has moved.
     */
    start: Start | undefined,
    begunPoint: Point | undefined,
    /** The box, and the point of the picture in its middle. */
    lastView = { width: 0, height: 0, x: 0, y: 0 };
  const resize = (): void => {
    picture?.setAttribute('width', String(Math.round(size.width * zoom)));
    picture?.setAttribute('height', String(Math.round(size.height * zoom)));
    picture?.classList.toggle('far', zoom < levels.far);
    picture?.classList.toggle('tiny', zoom < levels.tiny);
    picture?.classList.toggle('near', zoom >= levels.near);
  };
  /** The picture's corner, in pixels of the box: a picture that is smaller is in the middle. */
  const corner = (): Point => ({
    x: Math.max(0, (box.clientWidth - size.width * zoom) / 2) - box.scrollLeft,
    y: Math.max(0, (box.clientHeight - size.height * zoom) / 2) - box.scrollTop,
  });
  const zoomTo: Viewport['zoomTo'] = (target, point = { x: box.clientWidth / 2, y: box.clientHeight / 2 }) => {
    const before = zoom,
      oldPoint = corner();
    zoom = Math.min(largest, Math.max(smallest, target));
    if (!picture || zoom === before) return;
    isFitted = false;
    begunPoint = undefined;
    resize();
    const now = corner();
    box.scrollBy({
      left: now.x + ((point.x - oldPoint.x) / before) * zoom - point.x,
      top: now.y + ((point.y - oldPoint.y) / before) * zoom - point.y,
      behavior: 'instant',
    });
    look();
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
    begunPoint = undefined;
    zoom = Math.min(1, Math.max(smallest, Math.min(...ratios())));
    resize();
    look();
    onMove(true);
  };
  const look = (): void => {
    const { clientWidth: width, clientHeight: height } = box,
      { x, y } = corner();
    lastView = { width, height, x: (width / 2 - x) / zoom - margin, y: (height / 2 - y) / zoom - margin };
  };
  const isResized = (): boolean =>
    box.clientWidth > 0 && (box.clientWidth !== lastView.width || box.clientHeight !== lastView.height);
  const settle = (): void => {
    if (!isResized()) return;
    // a picture that was readable as a whole remains readable; one that was not was fitted on request
    if (begunPoint || (isFitted && zoom >= MIN_READABLE_FIT)) begin();
    else if (isFitted) return fit();
    else center(lastView.x, lastView.y);
    look();
    onMove(true);
  };
  const begin = (): void => {
    const fitted = Math.min(1, ...ratios());
    isFitted = fitted >= MIN_READABLE_FIT;
    zoom = isFitted ? fitted : Math.min(startZoom.most, Math.max(startZoom.least, ratios()[0]!));
    resize();
    if (start) {
      const { x, y, width, height, isTop } = start;
      center(x + width / 2, isTop ? y - room / zoom + box.clientHeight / 2 / zoom : y + height / 2);
    }
    begunPoint = isFitted ? undefined : { x: box.scrollLeft, y: box.scrollTop };
  };
  box.addEventListener(
    'scroll',
    () => {
      // a smaller picture or box is scrolled by the browser
      if (isResized()) return settle();
      if (begunPoint && Math.hypot(begunPoint.x - box.scrollLeft, begunPoint.y - box.scrollTop) > 1)
        begunPoint = undefined;
      look();
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
    pan: (dx, dy) => box.scrollBy({ left: dx, top: dy, behavior: 'instant' }),
    reveal({ x, y, width, height }) {
      settle();
      const area = this.area,
        gap = room / zoom;
      const isIn =
        x >= area.x + gap &&
        x + width <= area.x + area.width - gap &&
        y >= area.y + gap &&
        y + height <= area.y + area.height - gap;
      if (!isIn) center(x + width / 2, y + height / 2, calm.matches ? 'instant' : 'smooth');
    },
    draw(svg, target, next) {
      picture = svg;
      size = target;
      if (next) {
        start = next;
        begin();
      } else resize();
      look();
    },
  };
}

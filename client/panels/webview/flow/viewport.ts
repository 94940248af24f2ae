/** The viewport of a graph: a scrolling box with a picture of any size. */
export interface Viewport {
  readonly zoom: number;
  /** @param around a point of the box that stays fixed; by default its center */
  zoomTo(zoom: number, around?: { readonly x: number; readonly y: number }): void;
  fit(): void;
  pan(dx: number, dy: number): void;
  /** Scrolls a part of the picture into view, if it is not. */
  reveal(part: Element): void;
  /**
   * Replaces the picture. @param focus the part that must be visible if not everything is readable at once; undefined:
   * zoom and position stay
   */
  draw(svg: SVGSVGElement, size: { readonly width: number; readonly height: number }, focus: Focus | undefined): void;
}

/**
 * A part of a picture, and where to put it: the start of something goes to the edge, so that what follows is visible.
 */
export interface Focus {
  readonly part: Element | null;
  readonly at: 'middle' | 'left' | 'top';
}

/** Below this zoom texts are hard to read. */
export const READABLE = 0.6;
const smallest = 0.08,
  largest = 3,
  /**
   * Texts are as large as on the rest of the page; beyond, less of the flow is visible and nothing is easier to read.
   */
  plain = 0.8;
/** Pixels around what is scrolled into view. */
const room = 24;
const calm = matchMedia('(prefers-reduced-motion: reduce)');

/** @param onZoom called for every change of the zoom */
export function viewportOf(box: HTMLElement, onZoom: (zoom: number) => void): Viewport {
  let zoom = 1,
    picture: SVGSVGElement | undefined,
    size = { width: 1, height: 1 };
  const resize = (): void => {
    picture?.setAttribute('width', String(Math.round(size.width * zoom)));
    picture?.setAttribute('height', String(Math.round(size.height * zoom)));
    // illegible text is not drawn
    picture?.classList.toggle('far', zoom < 0.4);
    onZoom(zoom);
  };
  const zoomTo: Viewport['zoomTo'] = (wanted, around = { x: box.clientWidth / 2, y: box.clientHeight / 2 }) => {
    const old = picture?.getBoundingClientRect(),
      outer = box.getBoundingClientRect(),
      before = zoom;
    zoom = Math.min(largest, Math.max(smallest, wanted));
    if (!picture || !old || zoom === before) return;
    const x = (outer.left + around.x - old.left) / before,
      y = (outer.top + around.y - old.top) / before;
    resize();
    const now = picture.getBoundingClientRect();
    box.scrollBy({
      left: now.left + x * zoom - outer.left - around.x,
      top: now.top + y * zoom - outer.top - around.y,
      behavior: 'instant',
    });
  };
  const ratios = (): number[] => [box.clientWidth / size.width, box.clientHeight / size.height];
  const fit = (): void => {
    zoom = Math.min(1, Math.max(smallest, Math.min(...ratios())));
    resize();
  };
  return {
    get zoom() {
      return zoom;
    },
    zoomTo,
    fit,
    pan: (dx, dy) => box.scrollBy({ left: dx, top: dy, behavior: 'instant' }),
    reveal(part) {
      const inner = part.getBoundingClientRect(),
        outer = box.getBoundingClientRect();
      const isIn =
        inner.left >= outer.left + room &&
        inner.right <= outer.right - room &&
        inner.top >= outer.top + room &&
        inner.bottom <= outer.bottom - room;
      if (isIn) return;
      box.scrollBy({
        left: inner.left + inner.width / 2 - outer.left - outer.width / 2,
        top: inner.top + inner.height / 2 - outer.top - outer.height / 2,
        behavior: calm.matches ? 'instant' : 'smooth',
      });
    },
    draw(svg, wanted, focus) {
      picture = svg;
      size = wanted;
      if (!focus) return resize();
      fit();
      // all of a large flow at once shows its structure and no text
      if (zoom >= READABLE) return;
      zoom = Math.max(READABLE, Math.min(plain, Math.max(...ratios())));
      resize();
      const inner = focus.part?.getBoundingClientRect(),
        outer = box.getBoundingClientRect();
      if (!inner) return box.scrollTo({ left: 0, top: 0, behavior: 'instant' });
      const x = inner.left + inner.width / 2 - outer.left - outer.width / 2,
        y = inner.top + inner.height / 2 - outer.top - outer.height / 2;
      box.scrollBy({
        left: focus.at === 'left' ? inner.left - outer.left - room : x,
        top: focus.at === 'top' ? inner.top - outer.top - room : y,
        behavior: 'instant',
      });
    },
  };
}

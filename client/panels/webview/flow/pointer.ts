import type { Viewport } from './viewport.ts';

/** Handles the wheel, dragging and clicks in the graph. */
export function handlingOf(canvas: HTMLElement, view: Viewport, select: (target: Element) => void): void {
  let drag:
    | { readonly x: number; readonly y: number; readonly left: number; readonly top: number; isMoved: boolean }
    | undefined;
  canvas.addEventListener('pointerdown', ({ button, clientX, clientY }) => {
    drag =
      button === 0 || button === 1
        ? { x: clientX, y: clientY, left: canvas.scrollLeft, top: canvas.scrollTop, isMoved: false }
        : undefined;
  });
  canvas.addEventListener('pointermove', ({ clientX, clientY, pointerId, buttons }) => {
    if (!drag || buttons === 0) return;
    const dx = clientX - drag.x,
      dy = clientY - drag.y;
    if (!drag.isMoved && Math.hypot(dx, dy) < 5) return;
    if (!drag.isMoved) {
      drag.isMoved = true;
      canvas.setPointerCapture(pointerId);
      canvas.classList.add('dragged');
    }
    canvas.scrollTo({ left: drag.left - dx, top: drag.top - dy, behavior: 'instant' });
  });
  const drop = (): void => canvas.classList.remove('dragged');
  canvas.addEventListener('pointerup', drop);
  canvas.addEventListener('pointercancel', drop);
  canvas.addEventListener('click', event => {
    const target = event.target as Element;
    const isMoved = drag?.isMoved ?? false;
    drag = undefined;
    if (!isMoved && !target.closest('[data-act]')) select(target);
  });
  canvas.addEventListener(
    'wheel',
    event => {
      if (!event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { left, top } = canvas.getBoundingClientRect();
      view.zoomTo(view.zoom * Math.exp(-Math.max(-60, Math.min(60, event.deltaY)) / 200), {
        x: event.clientX - left,
        y: event.clientY - top,
      });
    },
    { passive: false },
  );
}

/**
 * Handles keys wherever the focus is in the panel, except in a field for typing and on a control that uses the key.
 * @param keys handlers by the name of the key
 */
export function keysOf(keys: Readonly<Record<string, () => void>>): void {
  document.addEventListener('keydown', event => {
    const { target, ctrlKey, altKey, metaKey } = event,
      key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (event.defaultPrevented || ctrlKey || altKey || metaKey || !Object.hasOwn(keys, key)) return;
    if (!(target instanceof Element) || target.matches('input, select')) return;
    // arrow keys scroll the details
    if (key.startsWith('Arrow') && target.closest('#details')) return;
    if (key === 'Enter' && target.closest('button, [data-act]')) return;
    event.preventDefault();
    keys[key]!();
  });
}

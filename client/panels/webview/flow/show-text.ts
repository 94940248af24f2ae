import { act } from '../page.ts';
import type { FlowAction } from './flow-messages.ts';

/** The number of milliseconds within which the editor has resized its groups after it has opened a document. */
const SETTLE_MS = 2000;
/** The smallest share of its width that the page keeps when a document opens; half of a window is a little less. */
const MIN_SHARE = 0.4;

/**
 * Shows a place of the flow in its text. If the panel is maximized, the document would leave it only a narrow column,
 * so the page then asks for groups of equal width.
 * @param onResize called after the page has its new width
 */
export function showText(
  action: Extract<FlowAction, { type: 'select' | 'enter' | 'edit' }>,
  onResize: () => void,
): void {
  act<FlowAction>(action);
  if (action.type === 'select') return;
  const width = innerWidth;
  let isHalved = false;
  const settle = (): void => {
    if (innerWidth >= width * MIN_SHARE) return onResize();
    if (!isHalved) act<FlowAction>({ type: 'halve' });
    isHalved = true;
  };
  addEventListener('resize', settle);
  setTimeout(() => removeEventListener('resize', settle), SETTLE_MS);
}

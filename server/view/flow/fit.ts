import { MARGIN } from './flow-drawing.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}
/** The size of a usual window. */
const defaultSize: Size = { width: 1400, height: 900 };

/** How much a picture must be reduced to be visible at once. */
export const fitOf = ({ width, height }: Size, room: Size = defaultSize): number =>
  Math.min(1, room.width / (width + 2 * MARGIN), room.height / (height + 2 * MARGIN));

import { MARGIN } from './flow-drawing.ts';

interface Size {
  readonly width: number;
  readonly height: number;
}
/** The size of a common window, in pixels. */
const defaultSize: Size = { width: 1400, height: 900 };

/** The scale, at most 1, at which a picture fits into the window. */
export const fitOf = ({ width, height }: Size, room: Size = defaultSize): number =>
  Math.min(1, room.width / (width + 2 * MARGIN), room.height / (height + 2 * MARGIN));

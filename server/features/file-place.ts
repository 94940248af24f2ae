import type { Cursor } from '../core/cursor.ts';
import { locate, type FilePlace } from '../core/locate.ts';

export type { FilePlace };

/** A place of any document; an object or list by its opening bracket. */
export const placeOfValue = ({ document, pointer }: Cursor): FilePlace => ({
  file: document.file,
  span: locate(document, pointer),
});

import type { Cursor } from '../core/cursor.ts';
import { locate } from '../core/locate.ts';
import type { Span } from '../core/syntax/lines.ts';

/** A range in a file of the workspace as it is in the editor. Offsets are UTF-16 units of its text. */
export interface FilePlace {
  readonly file: string;
  readonly span: Span;
}

/** A place of any document; an object or list by its opening bracket. */
export const placeOfValue = ({ document, pointer }: Cursor): FilePlace => ({
  file: document.file,
  span: locate(document, pointer),
});

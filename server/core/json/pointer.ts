/** An RFC 6901 JSON Pointer. The empty pointer refers to the whole document. */
export type Pointer = '' | `/${string}`;
export type Segment = string | number;

/** A segment escaped for a pointer. */
export function escape(segment: Segment): string {
  if (typeof segment === 'number') return String(segment);
  const isPlain = !segment.includes('~') && !segment.includes('/');
  return isPlain ? segment : segment.replaceAll('~', '~0').replaceAll('/', '~1');
}
export const unescape = (token: string): string =>
  token.includes('~') ? token.replaceAll('~1', '/').replaceAll('~0', '~') : token;

export function join(base: Pointer, ...segments: readonly Segment[]): Pointer {
  let pointer: string = base;
  for (const segment of segments) pointer += `/${escape(segment)}`;
  return pointer as Pointer;
}

export function split(pointer: string): string[] {
  return pointer === '' ? [] : pointer.slice(1).split('/').map(unescape);
}

/** Whether a segment is a list index, if the value is a list. */
export const isIndex = (segment: string): boolean => /^(0|[1-9]\d*)$/.test(segment);

/** The pointer of the enclosing value; the root is its own parent. */
export const parentOf = (pointer: Pointer): Pointer =>
  pointer.slice(0, Math.max(0, pointer.lastIndexOf('/'))) as Pointer;
export const lastOf = (pointer: Pointer): string => unescape(pointer.slice(pointer.lastIndexOf('/') + 1));

/**
 * The innermost of some places that is at or around a pointer.
 * @param maxLength the length of the longest place
 */
export function nearestAround(
  pointer: Pointer,
  places: Pick<ReadonlyMap<Pointer, unknown>, 'has'>,
  maxLength: number,
): Pointer | undefined {
  // start at the longest place, because a pointer into a deep text may be very long
  const start = pointer.length <= maxLength ? pointer.length : Math.max(0, pointer.lastIndexOf('/', maxLength));
  for (let parent = pointer.slice(0, start) as Pointer; ; parent = parentOf(parent)) {
    if (places.has(parent)) return parent;
    if (parent === '') return undefined;
  }
}

import type { FlowView, ProtocolPlace, ProtocolPosition } from '../../server/lsp/protocol.ts';
import { endOf } from '../session/container-end.ts';

/** The text that contains a cursor, as far as its structure matters. */
export interface CursorText {
  readonly uri: string;
  readonly text: string;
  offsetAt(position: ProtocolPosition): number;
}
/**
 * The flow or the component that contains a cursor, and the indexes of the node and edge there; null if it is in none.
 */
export interface FlowSelection {
  readonly flow: FlowView;
  readonly node: number | null;
  readonly edge: number | null;
}

/** null: the cursor is in another file, or outside everything that is drawn. */
export function whereIn(view: FlowView, document: CursorText, position: ProtocolPosition): FlowSelection | null {
  const offset = document.offsetAt(position);
  for (const flow of [view, ...view.components]) {
    if (lastBefore([flow], document, offset) === null) continue;
    const node = lastBefore(flow.nodes, document, offset);
    return { flow, node, edge: node === null ? null : lastBefore(flow.edges, document, offset) };
  }
  return null;
}

/** The flow itself, or its component with an id; null if it runs no such component. */
export const flowOf = (view: FlowView, component: string | null): FlowView | null =>
  component === null ? view : (view.components.find(({ componentId }) => componentId === component) ?? null);

/** A place says only where something begins, so an offset belongs to the last one that begins before it and has not ended. */
function lastBefore(
  things: readonly { readonly place: ProtocolPlace | null }[],
  { uri, text, offsetAt }: CursorText,
  offset: number,
): number | null {
  let index: number | null = null,
    start = -1;
  for (const [i, { place }] of things.entries()) {
    if (place?.uri !== uri) continue;
    const begin = offsetAt(place.range.start);
    if (begin <= offset && begin > start) {
      index = i;
      start = begin;
    }
  }
  return index !== null && offset <= endOf(text, start, offset) ? index : null;
}

import type { FlowView, ProtocolPlace, ProtocolPosition } from '../../server/lsp/protocol.ts';
import { endOf } from '../session/positions.ts';

/** The part of VS Code's TextDocument that is needed to find the place of a cursor. */
export interface CursorText {
  readonly uri: string;
  readonly text: string;
  offsetAt(position: ProtocolPosition): number;
}
/**
 * The flow or component that contains a cursor, and the indexes of the node and edge at the cursor; null outside of
 * nodes or edges.
 */
export interface FlowSelection {
  readonly flow: FlowView;
  readonly node: number | null;
  readonly edge: number | null;
}

/** The place of a cursor in a flow; null if the cursor is in another file, or outside of everything that is drawn. */
export function whereIn(view: FlowView, document: CursorText, position: ProtocolPosition): FlowSelection | null {
  const offset = document.offsetAt(position);
  for (const flow of [view, ...view.components]) {
    if (lastBefore([flow], document, offset) === null) continue;
    const node = lastBefore(flow.nodes, document, offset);
    return { flow, node, edge: node === null ? null : lastBefore(flow.edges, document, offset) };
  }
  return null;
}

/** The flow itself, or its component with the given id; null if the flow runs no such component. */
export const flowOf = (view: FlowView, component: string | null): FlowView | null =>
  component === null ? view : (view.components.find(({ componentId }) => componentId === component) ?? null);

/**
 * The index of the item that contains an offset. A place contains only the start of an item, so this is the last item
 * that begins before the offset and has not ended.
 */
function lastBefore(
  items: readonly { readonly place: ProtocolPlace | null }[],
  { uri, text, offsetAt }: CursorText,
  offset: number,
): number | null {
  let index: number | null = null,
    start = -1;
  for (const [i, { place }] of items.entries()) {
    if (place?.uri !== uri) continue;
    const itemStart = offsetAt(place.range.start);
    if (itemStart <= offset && itemStart > start) {
      index = i;
      start = itemStart;
    }
  }
  return index !== null && offset <= endOf(text, start, offset) ? index : null;
}

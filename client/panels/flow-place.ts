import type { FlowView, ProtocolPlace, ProtocolPosition } from '../../server/lsp/protocol.ts';
import { endOf } from '../session/container-end.ts';

/** The text that contains a cursor, as far as its structure matters. */
export interface CursorText {
  readonly uri: string;
  readonly text: string;
  offsetAt(position: ProtocolPosition): number;
}
/**
 * Where a cursor is in a drawn flow: in the flow itself, or in a component that it runs. Indexes of nodes and edges;
 * null if it is in none.
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

/** Places say where a thing begins. An offset belongs to the last one that begins before it, if that has not ended. */
function lastBefore(
  things: readonly { readonly place: ProtocolPlace | null }[],
  { uri, text, offsetAt }: CursorText,
  offset: number,
): number | null {
  let index: number | null = null,
    start = -1;
  for (const [i, { place }] of things.entries()) {
    if (place?.uri !== uri) continue;
    const at = offsetAt(place.range.start);
    if (at <= offset && at > start) {
      index = i;
      start = at;
    }
  }
  return index !== null && offset <= endOf(text, start, offset) ? index : null;
}

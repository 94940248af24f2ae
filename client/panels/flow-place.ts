import type { FlowView, ProtocolPlace, ProtocolPosition } from '../../server/lsp/protocol.ts';

/** Where a cursor is in a drawn flow: in the flow itself, or in a component that it runs. Indexes of nodes and edges; null where it is in none. */
export interface Whereabouts { readonly flow: FlowView; readonly node: number | null; readonly edge: number | null }

const isBefore = (a: ProtocolPosition, b: ProtocolPosition): boolean => a.line < b.line || (a.line === b.line && a.character <= b.character);
const holds = (place: ProtocolPlace | null, uri: string, position: ProtocolPosition): boolean =>
  place !== null && place.uri === uri && isBefore(place.range.start, position) && isBefore(position, place.range.end);

/** null: the cursor is in another file, or outside of everything that is drawn. */
export function whereIn(view: FlowView, uri: string, position: ProtocolPosition): Whereabouts | null {
  for (const flow of [view, ...view.components]) {
    if (!holds(flow.place, uri, position)) continue;
    const node = flow.nodes.findIndex(({ place }) => holds(place, uri, position)), edge = flow.edges.findIndex(({ place }) => holds(place, uri, position));
    return { flow, node: node < 0 ? null : node, edge: edge < 0 ? null : edge };
  }
  return null;
}

/** The flow itself, or the component of it that has an id; null if it runs no such component. */
export const flowOf = (view: FlowView, component: string | null): FlowView | null =>
  (component === null ? view : view.componentId === component ? view : view.components.find(({ componentId }) => componentId === component) ?? null);

import type { FlowLayout, FlowParams, FlowView } from '../../../../server/lsp/protocol.ts';

/** The part of a flow that is drawn. */
export type ShownFlow = Omit<FlowView, 'components' | 'place'>;
/** The node and edge at the cursor, as indexes; null outside of nodes or edges. */
export interface Mark {
  readonly node: number | null;
  readonly edge: number | null;
}

/** The data that the Flow panel shows. */
export interface FlowData {
  /** The picture to draw; if absent, the drawing is kept and only the highlight moves. */
  readonly picture?: {
    /** Identifies the flow. Zoom and position are kept as long as it stays the same. */
    readonly identity: string;
    readonly flow: ShownFlow;
    /**
     * The requested flow, and every component that it runs. `component`: the id of the component; null for the flow
     * itself.
     */
    readonly parts: readonly { readonly component: string | null; readonly title: string; readonly isShown: boolean }[];
  } | null;
  /** The layout in which the user last saw this flow; `null` if the user has not seen it. */
  readonly way: FlowLayout['way'] | null;
  /** The reason why there is no picture. */
  readonly words?: string;
  readonly mark: Mark;
  /** Whether the cursor was moved to the mark; if not, the page keeps what the user has selected in the page since. */
  readonly isMoved?: boolean;
  /** The request, which is sent again after a reload. */
  readonly request?: FlowParams;
  readonly isPinned: boolean;
  /** Whether the text cannot be parsed, so that the picture shows the last valid text. */
  readonly isOld: boolean;
}

/** What the page remembers across a reload. */
export interface PageState {
  readonly isListed: boolean;
  readonly request: FlowData['request'];
}

/** An action of the user in the panel. */
export type FlowAction =
  /**
   * Shows a node or edge in its text. `select`: only if the text is visible; `enter`: the focus also moves into the
   * text.
   */
  | {
      readonly type: 'select' | 'enter';
      readonly kind: 'node' | 'edge';
      readonly index: number;
      readonly identity: string;
    }
  /** Opens a text of a node as a document. `offset`: the position of the cursor in the text. */
  | {
      readonly type: 'edit';
      readonly node: number;
      readonly fact: number;
      readonly offset: number;
      readonly identity: string;
    }
  | { readonly type: 'open'; readonly component: string | null }
  /** Gives all groups of editors the same width. */
  | { readonly type: 'halve' }
  | { readonly type: 'pin'; readonly isPinned: boolean }
  /** Sets the layout in which a flow is shown. */
  | { readonly type: 'layout'; readonly identity: string; readonly way: FlowLayout['way'] }
  | { readonly type: 'export'; readonly way: FlowLayout['way'] };

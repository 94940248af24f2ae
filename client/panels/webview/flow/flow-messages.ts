import type { FlowLayout, FlowParams, FlowView } from '../../../../server/lsp/protocol.ts';

/** The drawn part of a flow. */
export type ShownFlow = Omit<FlowView, 'components' | 'place'>;
/** The cursor, as indexes of nodes and edges; null if it is in none. */
export interface Mark {
  readonly node: number | null;
  readonly edge: number | null;
}

/** What the Flow panel shows. */
export interface FlowData {
  /** What to draw; if absent, the drawing stays and only the highlight moves. */
  readonly picture?: {
    /** Identifies the flow; as long as it stays the same, so do zoom and position. */
    readonly identity: string;
    readonly flow: ShownFlow;
    /** The requested flow, and every component that it runs. `component`: null for the flow itself. */
    readonly parts: readonly { readonly component: string | null; readonly title: string; readonly isShown: boolean }[];
  } | null;
  /** The layout in which the user has seen this flow before; `null` if never. */
  readonly way: FlowLayout['way'] | null;
  /** Why there is no picture. */
  readonly words?: string;
  readonly mark: Mark;
  /** The cursor was moved there; otherwise the page keeps what was selected in it since. */
  readonly isMoved?: boolean;
  /** The question, to be asked again after a reload. */
  readonly request?: FlowParams;
  readonly isPinned: boolean;
  /** Whether the text does not parse, so that the picture shows the last text that did. */
  readonly isOld: boolean;
}

/** What a user does in it. */
export type FlowAction =
  /** `select`: to be seen in the text, if that is visible; `enter`: the focus moves into it. */
  | {
      readonly type: 'select' | 'enter';
      readonly kind: 'node' | 'edge';
      readonly index: number;
      readonly identity: string;
    }
  /** Opens a text of a node as a document; `offset`: where the cursor goes in it. */
  | {
      readonly type: 'edit';
      readonly node: number;
      readonly fact: number;
      readonly offset: number;
      readonly identity: string;
    }
  | { readonly type: 'open'; readonly component: string | null }
  | { readonly type: 'pin'; readonly isPinned: boolean }
  /** The layout in which a flow is shown from now on. */
  | { readonly type: 'layout'; readonly identity: string; readonly way: FlowLayout['way'] }
  | { readonly type: 'export'; readonly way: FlowLayout['way'] };

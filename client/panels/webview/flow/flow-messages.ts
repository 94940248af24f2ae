import type { FlowParams, FlowView } from '../../../../server/lsp/protocol.ts';

/** What is drawn of a flow. */
export type ShownFlow = Omit<FlowView, 'svg' | 'components' | 'place'>;
/** Where the cursor is, as indexes of nodes and edges; null where it is in none. */
export interface Mark {
  readonly node: number | null;
  readonly edge: number | null;
}

/** What the Flow panel shows. */
export interface FlowData {
  /** What is drawn; without it what is drawn stays, and only the mark moves. */
  readonly picture?: {
    /** Which flow it is; as long as it stays the same, so do zoom and position. */
    readonly identity: string;
    readonly flow: ShownFlow;
    /** The flow that was asked for, and every component that it runs. `component`: null of the flow itself. */
    readonly parts: readonly { readonly component: string | null; readonly title: string; readonly isShown: boolean }[];
  } | null;
  /** Why there is no picture. */
  readonly words?: string;
  readonly mark: Mark;
  /** What was asked for, to be asked again after a reload. */
  readonly asked?: FlowParams;
  readonly isPinned: boolean;
}

/** What a person does in it. */
export type FlowAction =
  | { readonly type: 'jump'; readonly kind: 'node' | 'edge'; readonly index: number; readonly identity: string }
  | { readonly type: 'open'; readonly component: string | null }
  | { readonly type: 'pin'; readonly isPinned: boolean }
  | { readonly type: 'export' }
  /** The panel has another size. */
  | { readonly type: 'resize'; readonly room: NonNullable<FlowParams['room']> };

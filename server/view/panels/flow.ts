import type { Severity } from '../../core/finding.ts';
import type { ProtocolPlace } from './place.ts';

export interface FlowFinding {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
}
interface FlowPoint {
  readonly x: number;
  readonly y: number;
}
export interface FlowFact<Place = ProtocolPlace> {
  readonly name: 'text' | 'tool' | 'number' | 'variables';
  /** The field of the text, such as `global_node_setting.condition`, unless it is the instruction. */
  readonly field?: string;
  readonly value: string;
  /** The place of a text, which opens as a document. */
  readonly place?: Place;
}
/** The positions of all nodes and edges, in their order, in pixels from the top left corner. */
export interface FlowLayout {
  /** `placed`: as in the dashboard; `tidy`: in layers from the start downward. */
  readonly way: 'placed' | 'tidy';
  readonly width: number;
  readonly height: number;
  /** Whether lines are drawn as curves from the bottom of a box to the top of another. */
  readonly isCurved: boolean;
  /** The boxes of the nodes, each placed by its center. */
  readonly boxes: readonly (FlowPoint & { readonly width: number; readonly height: number })[];
  /**
   * The lines of the edges. `points` lead from the border of one box to the border of the other. `row` is the number
   * of a stub in its node; its label, the name of the destination, is inside the box. `label` is the middle of the
   * text, or the beginning of a flag.
   */
  readonly lines: readonly {
    readonly points: readonly FlowPoint[];
    readonly label: FlowPoint;
    readonly row: number | null;
    readonly isFlag?: boolean;
  }[];
  /** The titles of the parts of a flow that an ordinary call does not enter. */
  readonly titles: readonly (FlowPoint & { readonly text: string })[];
}
export interface FlowNode<Place = ProtocolPlace> {
  /** Unique within the flow, and stable as long as the node keeps its id: `node ` and the id. */
  readonly id: string;
  /** `start` is the mark before the first node; `gone` is a missing node that an edge names. */
  readonly role: 'start' | 'node' | 'gone';
  readonly label: string;
  /** The type of the node, as the file spells it; null if it has none. */
  readonly type: string | null;
  /** The second line in the box: `conversation, from anywhere`. */
  readonly detail: string;
  /** The text, tool, number and variables of the node, in the order of the file. */
  readonly facts: readonly FlowFact<Place>[];
  readonly isStart: boolean;
  /** Whether the node can be entered from anywhere, under a condition. */
  readonly isGlobal: boolean;
  /** Whether the node is unreachable. */
  readonly unreachable: boolean;
  /** Whether a change makes the node unreachable. */
  readonly isLost?: boolean;
  readonly findings: readonly FlowFinding[];
  readonly worstSeverity: FlowFinding['severity'] | null;
  readonly place: Place | null;
  /** For a node that runs a component: the component's id, its key in `FlowView.components`. */
  readonly component: string | null;
  /** For a swap, or a transfer mediated by another agent: the selected version. */
  readonly swap: { readonly referenceText: string; readonly selectedText: string; readonly reason: string } | null;
}
export interface FlowEdge<Place = ProtocolPlace> {
  readonly id: string;
  /** The ids of the two nodes. */
  readonly from: string;
  readonly to: string;
  /** The complete text of the condition. */
  readonly label: string;
  /** `begin`: from the start mark; `field`: an edge in a field of its own, such as `else_edge`, named after it. */
  readonly kind: 'begin' | 'prompt' | 'equation' | 'field';
  readonly field: string;
  readonly unreachable: boolean;
  /** Whether a change removed the edge. */
  readonly isLost?: boolean;
  readonly findings: readonly FlowFinding[];
  readonly worstSeverity: FlowFinding['severity'] | null;
  readonly place: Place | null;
}
/** A flow or component as a graph to draw. */
export interface FlowView<Place = ProtocolPlace> {
  readonly title: string;
  /** The id of a component; null for a flow. */
  readonly componentId: string | null;
  /** Notices to show first. */
  readonly notes: readonly string[];
  readonly place: Place;
  readonly nodes: readonly FlowNode<Place>[];
  readonly edges: readonly FlowEdge<Place>[];
  /** The layouts: `placed` only if most nodes have positions, and `tidy` as the last one. */
  readonly layouts: readonly FlowLayout[];
  /** Whether the file has syntax errors, so that parts of the flow may be missing. */
  readonly isBroken: boolean;
  /** Whether the flow belongs to a published version, whose texts cannot be edited. */
  readonly isPublished: boolean;
  /** Findings of the flow outside its nodes and edges. */
  readonly findings: readonly FlowFinding[];
  /** Every component that the flow runs, directly or indirectly, each once; the `components` of these are empty. */
  readonly components: readonly FlowView<Place>[];
}

/**
 * The things that a change makes unreachable, drawn on the former flow: the path to the removed edge, the edge, and the
 * lost things behind the edge.
 */
export interface LostFlow {
  readonly title: string;
  /** A note about things that are not drawn. */
  readonly note: string;
  readonly flow: Pick<FlowView<unknown>, 'title' | 'nodes' | 'edges' | 'findings'>;
  readonly layout: FlowLayout;
}

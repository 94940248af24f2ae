import type { Severity } from '../../core/finding.ts';
import type { ProtocolPlace, ProtocolPosition } from './place.ts';
import type { ViewReference } from './results.ts';

export interface FlowParams {
  readonly uri: string;
  readonly position: ProtocolPosition;
  /**
   * The visible size, in the picture's own units. A flow without positions from the platform's editor is laid out to
   * fit it.
   */
  readonly room?: { readonly width: number; readonly height: number };
}
export interface FlowFinding {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
}
interface FlowPoint {
  readonly x: number;
  readonly y: number;
}
export interface FlowNode<Place = ProtocolPlace> {
  /** Unique within the flow, and stable as long as the node keeps its id. */
  readonly id: string;
  /** `start` is the mark before the first node, `gone` a missing node that an edge names. */
  readonly role: 'start' | 'node' | 'gone';
  readonly label: string;
  /** Type of the node as the file spells it; null without one. */
  readonly type: string | null;
  /** A second line: `conversation, from anywhere` */
  readonly detail: string;
  /** The center of its box, and its size. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isStart: boolean;
  /** It can be entered from anywhere, under a condition. */
  readonly isGlobal: boolean;
  /** It is unreachable. */
  readonly unreachable: boolean;
  readonly findings: readonly FlowFinding[];
  readonly worst: FlowFinding['severity'] | null;
  readonly place: Place | null;
  /** For a node that runs a component: its id, the key in `FlowView.components`. */
  readonly component: string | null;
  /** For a swap: what it selects. */
  readonly swap: ViewReference<Place> | null;
}
export interface FlowEdge<Place = ProtocolPlace> {
  readonly id: string;
  /** Ids of nodes. */
  readonly from: string;
  readonly to: string;
  /** The whole condition. */
  readonly label: string;
  /** `begin`: from the start mark; `field`: an edge in a field of its own, such as `else_edge`, named after it. */
  readonly kind: 'begin' | 'prompt' | 'equation' | 'field';
  readonly field: string;
  /** From the border of one box to that of the other; drawn straight, or as a curve if `FlowView.layered`. */
  readonly points: readonly FlowPoint[];
  readonly labelAt: FlowPoint;
  readonly unreachable: boolean;
  readonly findings: readonly FlowFinding[];
  readonly worst: FlowFinding['severity'] | null;
  readonly place: Place | null;
}
/** A flow or component as a drawn graph. Lengths are pixels of a picture whose origin is 0, 0. */
export interface FlowView<Place = ProtocolPlace> {
  readonly title: string;
  /** For a component its id, otherwise null. */
  readonly componentId: string | null;
  /** Notices to show first. */
  readonly notes: readonly string[];
  readonly place: Place;
  readonly nodes: readonly FlowNode<Place>[];
  readonly edges: readonly FlowEdge<Place>[];
  readonly width: number;
  readonly height: number;
  /** Whether it was laid out in layers, because the file does not position every node. */
  readonly layered: boolean;
  /** Whether the layers, and so the curves, go from top to bottom. */
  readonly down: boolean;
  /** Findings of the flow outside its nodes and edges. */
  readonly findings: readonly FlowFinding[];
  /** The same as one self-contained picture. */
  readonly svg: string;
  /** Every component that it runs, directly or indirectly, each once; these have no components of their own. */
  readonly components: readonly FlowView<Place>[];
}

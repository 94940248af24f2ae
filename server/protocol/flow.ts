import type { Severity } from '../core/finding.ts';
import type { ProtocolPlace, ProtocolPosition } from './place.ts';
import type { ResolutionView } from './resolutions.ts';

export interface FlowParams {
  readonly uri: string;
  readonly position: ProtocolPosition;
  /** What can be seen of the picture at once, in its own units. A flow that the platform's editor does not place is laid out to fit it. */
  readonly room?: { readonly width: number; readonly height: number };
}
export interface FlowFinding {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
}
export interface FlowPoint {
  readonly x: number;
  readonly y: number;
}
export interface FlowNode<Place = ProtocolPlace> {
  /** Unique within the flow, and the same as long as the node keeps its id. */
  readonly id: string;
  /** `start` is the mark before the first node, `gone` a node that an edge names and that is not there. */
  readonly role: 'start' | 'node' | 'gone';
  /** `id` of the node in the file; null of the start, and of a node without one. */
  readonly nodeId: string | null;
  readonly label: string;
  /** Type of the node as the file spells it; null without one. */
  readonly type: string | null;
  /** A second line: `conversation, from anywhere` */
  readonly detail: string;
  /** The middle of its box, and the box. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isStart: boolean;
  /** It is entered from anywhere, under a condition. */
  readonly isGlobal: boolean;
  /** No way leads to it. */
  readonly unreachable: boolean;
  /** The asked position is in it. */
  readonly current: boolean;
  readonly findings: readonly FlowFinding[];
  readonly worst: FlowFinding['severity'] | null;
  readonly place: Place | null;
  /** Of a node that runs a component: its id, under which `FlowView.components` has it. */
  readonly component: string | null;
  /** Of a swap: what it selects. */
  readonly swap: ResolutionView<Place> | null;
}
export interface FlowEdge<Place = ProtocolPlace> {
  readonly id: string;
  /** Ids of nodes. */
  readonly from: string;
  readonly to: string;
  /** The whole condition. */
  readonly label: string;
  /** `begin`: from the start mark; `field`: an edge of its own field, such as `else_edge`, named by it. */
  readonly kind: 'begin' | 'prompt' | 'equation' | 'field';
  readonly field: string;
  /** From the border of one box to that of the other; drawn straight, or as a curve where `FlowView.layered`. */
  readonly points: readonly FlowPoint[];
  readonly labelAt: FlowPoint;
  readonly unreachable: boolean;
  readonly current: boolean;
  readonly findings: readonly FlowFinding[];
  readonly worst: FlowFinding['severity'] | null;
  readonly place: Place | null;
}
/** A flow or component as a drawn graph. Lengths are pixels of a picture that begins at 0, 0. */
export interface FlowView<Place = ProtocolPlace> {
  readonly title: string;
  readonly shape: 'conversation-flow' | 'flow-component';
  /** Of a component its id, else null. */
  readonly componentId: string | null;
  /** What a reader must know first. */
  readonly notes: readonly string[];
  readonly place: Place;
  readonly nodes: readonly FlowNode<Place>[];
  readonly edges: readonly FlowEdge<Place>[];
  readonly width: number;
  readonly height: number;
  /** Whether it was laid out in layers, because the file does not place every node. */
  readonly layered: boolean;
  /** Whether the layers, and with them the curves, go from top to bottom. */
  readonly down: boolean;
  /** Id of the node that the asked position is in; null where it is in none. */
  readonly current: string | null;
  /** Findings of the flow that are of no node or edge. */
  readonly findings: readonly FlowFinding[];
  /** The same as one self-contained picture. */
  readonly svg: string;
  /** Every component that it runs, over any number of steps, each once; they have no components of their own. */
  readonly components: readonly FlowView<Place>[];
}

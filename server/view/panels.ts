import type { Plan, ResolveResolution } from '../core/generated/outputs.js';
import type { Severity } from '../core/finding.ts';

/*
 * The content of panels and views, as plain data. Features create it with files and spans as places, the language
 * server sends it with URIs and ranges, and the extension draws it. This file contains only types, and imports only
 * types of published results.
 */

/** A position in a text. Characters are UTF-16 units. */
export interface ProtocolPosition {
  readonly line: number;
  readonly character: number;
}
export interface ProtocolRange {
  readonly start: ProtocolPosition;
  readonly end: ProtocolPosition;
}
/** A place that an editor can open. */
export interface ProtocolPlace {
  readonly uri: string;
  readonly range: ProtocolRange;
}

/**
 * An item of the Agents view, which is a tree of agents, their versions, tags, and references to the tags. Several
 * workspaces have a folder each. References by number, `latest` or `latest_published` are below the version; broken
 * references and tags without a version are below the agent.
 */
export interface AgentNode<Place = ProtocolPlace> {
  /** The identity of the item across updates; unique in the whole tree. */
  readonly id: string;
  readonly type: 'agent' | 'version' | 'tag' | 'reference' | 'folder';
  readonly label: string;
  /** A smaller text beside the label. */
  readonly detail: string;
  /** One or several sentences, separated by line ends. */
  readonly tooltip: string;
  readonly agentId: string;
  /** The name of the workspace, which distinguishes copies of an agent; set only for agents that the server sends. */
  readonly folder?: string;
  /**
   * The reference for a preview: a number, a tag, or the text in the file; null if the item is not a version reference.
   */
  readonly reference: string | number | null;
  /**
   * For a version: whether it is published; `unknown` if the files do not show it, or the version is not in this
   * workspace.
   */
  readonly state: 'published' | 'draft' | 'unknown' | null;
  /** For a reference: the kind of its place. */
  readonly kind: Plan['changes'][number]['kind'] | null;
  /** `unknowable` for an agent or version that is referenced but not in this workspace. */
  readonly outcome: ResolveResolution['outcome'];
  readonly isLive: boolean;
  /** The place to open; null if the item is not in this workspace. */
  readonly place: Place | null;
  /** All places with information about the item. */
  readonly places: readonly Place[];
  /** The number of errors in the record itself; 0 until the server has checked the record. */
  readonly errors: number;
  readonly warnings: number;
  /**
   * The items below this item; null for an agent whose items are requested only when it is unfolded, because there are
   * many agents.
   */
  readonly children: readonly AgentNode<Place>[] | null;
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

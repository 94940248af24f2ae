import { agentName, componentName, engineName, referenceName } from '../core/workspace/names.ts';
import { nameOfRecord } from '../core/domain/phone-numbers.ts';
import type { Cursor } from '../core/cursor.ts';
import { liveVersionsOf } from '../core/domain/live-versions.ts';
import { handOversOf, nameOfTool, toolOfHandOver } from '../core/domain/swaps.ts';
import { groupsOf } from '../core/json/multimap.ts';
import { severities, type Severity } from '../core/finding.ts';
import { listed } from '../core/wording.ts';
import type { Agent } from '../core/workspace/agents.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import { engineReference, placeId } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { Dispatch } from '../core/dispatch.ts';
import { referencesOf, resolutionOf } from '../core/index/agent-references.ts';

/** The type of the thing in a box of a graph; `gone` for a thing that is missing although a reference names it. */
type GraphNodeType = 'agent' | 'version' | 'tag' | 'phone-number' | 'engine' | 'component' | 'start' | 'step' | 'gone';
export interface GraphNode {
  /** The id, unique within the graph. */
  readonly id: string;
  readonly type: GraphNodeType;
  readonly label: string;
  /** The second, smaller line of the box. */
  readonly detail: string;
  /** Whether the thing serves callers. */
  readonly isLive?: boolean;
  /** Whether callers cannot reach the node. */
  readonly isUnreached?: boolean;
  /** Whether the node is one of a flow that can be entered from anywhere. */
  readonly isGlobal?: boolean;
  readonly findings?: readonly GraphFinding[];
  /** The position of the node in the platform's editor. */
  readonly position?: { readonly x: number; readonly y: number };
  /** The place of the node, if it belongs to a flow. */
  readonly cursor?: Cursor;
}
export interface GraphEdge {
  readonly from: string;
  readonly to: string;
  readonly label: string;
  /** Whether the line is dashed, as for a reference; lines to parts are solid. */
  readonly isDashed?: boolean;
  readonly isUnreached?: boolean;
  readonly findings?: readonly GraphFinding[];
  /** The place of the edge, if it belongs to a flow. */
  readonly cursor?: Cursor;
}
export interface GraphFinding {
  readonly severity: Severity;
  readonly rule: string;
  readonly message: string;
}
export interface Graph {
  readonly title: string;
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly GraphEdge[];
  /** The assumptions behind the edges to versions, sorted by name. */
  readonly assumptions?: readonly Assumption[];
}

/** The worst severity among some findings. */
export const worstOf = (findings: readonly GraphFinding[] = []): Severity | undefined =>
  severities.find(severity => findings.some(finding => finding.severity === severity));

/** The types of box that callers may be unable to reach. Agents, tags and numbers are only names. */
const run: ReadonlySet<GraphNodeType> = new Set(['version', 'engine', 'component']);

/** Combines the graphs of several workspaces, with the name of the workspace in the label of each agent. */
export function combineGraphs(parts: readonly { readonly folder: string; readonly graph: Graph }[]): Graph {
  const assumptions = [...new Set(parts.flatMap(({ graph }) => graph.assumptions ?? []))].sort();
  return {
    title: parts.map(({ folder }) => folder).join(', '),
    nodes: parts.flatMap(({ folder, graph }) =>
      graph.nodes.map(node => ({
        ...node,
        id: `${folder}\0${node.id}`,
        ...(node.type === 'agent' && { detail: [folder, node.detail].filter(Boolean).join(' · ') }),
      })),
    ),
    edges: parts.flatMap(({ folder, graph }) =>
      graph.edges.map(edge => ({ ...edge, from: `${folder}\0${edge.from}`, to: `${folder}\0${edge.to}` })),
    ),
    ...(assumptions.length > 0 && { assumptions }),
  };
}

/** Collects the boxes and lines of a graph, each once. */
class Builder {
  readonly workspace: Workspace;
  readonly nodes = new Map<string, GraphNode>();
  readonly edges = new Map<string, GraphEdge>();
  readonly assumptions = new Set<Assumption>();
  constructor(workspace: Workspace) {
    this.workspace = workspace;
  }

  node(node: GraphNode): string {
    if (!this.nodes.has(node.id)) this.nodes.set(node.id, node);
    return node.id;
  }
  edge(edge: GraphEdge): void {
    const key = JSON.stringify([edge.from, edge.to, edge.label]);
    if (!this.edges.has(key)) this.edges.set(key, edge);
  }

  agent(agent: Agent): string {
    return this.node({
      id: `agent ${agent.id}`,
      type: 'agent',
      label: agent.label,
      detail: agent.channel ?? '',
    });
  }

  version(agent: Agent, number: number): string {
    const facts = agent.versions.get(number),
      record = agent.records.find(cursor => cursor.get('version').value === number);
    const state = facts?.isPublished ? 'published' : 'draft';
    const publication = facts?.isPublished === undefined ? 'not known whether published' : state;
    const servesCallers = liveVersionsOf(agent.id, this.workspace).has(number) === true;
    return this.node({
      id: `version ${agent.id} ${number}`,
      type: 'version',
      label: `version ${number}`,
      detail: [agent.label, record?.get('version_title').string() || publication].join(' · '),
      isLive: servesCallers,
    });
  }

  /** The id of the box that a reference selects, or of a new box for the missing thing. */
  target(resolution: Resolution): string {
    const agent = this.workspace.agent(resolution.agentId);
    for (const name of resolution.assumptions) if (name !== 'unassigned-tag-variables') this.assumptions.add(name);
    if (agent && resolution.version !== null) return this.version(agent, resolution.version);
    const { agentId, reference } = resolution;
    return this.node({
      id: `gone ${agentId}@${reference ?? 'latest'}`,
      type: 'gone',
      label: referenceName(agentId, reference ?? 'latest', this.workspace),
      detail: resolution.outcome,
    });
  }

  /**
   * The boxes that callers reach: the versions that serve callers, and the engines and components of these versions;
   * empty if the graph contains no such version.
   */
  #reachedIds(): ReadonlySet<string> {
    const edgesBySource = groupsOf(this.edges.values(), ({ from }) => from),
      isLive = ({ type, isLive }: GraphNode): boolean => type === 'version' && isLive === true,
      reachedIds = new Set([...this.nodes.values()].filter(isLive).map(({ id }) => id));
    // the loop adds boxes to the set
    for (const source of reachedIds)
      for (const { to } of edgesBySource.get(source) ?? [])
        if (this.nodes.get(to)!.type !== 'version') reachedIds.add(to);
    return reachedIds;
  }

  graph(title: string): Graph {
    const reachedIds = this.#reachedIds();
    const isUnreached = ({ id, type }: GraphNode): boolean =>
      reachedIds.size > 0 && run.has(type) && !reachedIds.has(id);
    const nodes = [...this.nodes.values()].map(node => (isUnreached(node) ? { ...node, isUnreached: true } : node)),
      fadedIds = new Set(nodes.flatMap(node => (node.isUnreached ? [node.id] : [])));
    return {
      title,
      nodes,
      edges: [...this.edges.values()].map(edge => (fadedIds.has(edge.from) ? { ...edge, isUnreached: true } : edge)),
      assumptions: [...this.assumptions].sort(),
    };
  }
}

/**
 * The graph of agents with their versions, tags, phone numbers, swaps, mediated transfers, engines and components.
 * @param onlyIds the ids of the agents to show, with their sources and destinations; by default, all agents
 */
export function workspaceGraph(workspace: Workspace, onlyIds?: ReadonlySet<string>): Graph {
  const graph = new Builder(workspace);
  const agents = [...workspace.agents.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const isChosen = (id: string): boolean => onlyIds === undefined || onlyIds.has(id);
  for (const agent of agents.filter(({ id }) => isChosen(id))) {
    const box = graph.agent(agent);
    for (const number of agent.versions.keys()) graph.edge({ from: box, to: graph.version(agent, number), label: '' });
    for (const tag of [...agent.tags.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const source = graph.node({
        id: `tag ${agent.id} ${tag.name}`,
        type: 'tag',
        label: tag.name,
        detail: tag.version === null ? 'unassigned' : `tag of ${agent.label}`,
        isLive: workspace.facts.liveTags.includes(tag.name),
      });
      graph.edge({
        from: source,
        to: graph.target(workspace.resolve(agent.id, tag.name)),
        label: tag.version === null ? 'latest' : '',
      });
    }
  }
  const records = workspace.documents
    .flatMap(document => document.rootsOf('agent'))
    .map(root => (root.is('agent-export') ? root.get('agent') : root));
  for (const record of records.filter(({ isObject }) => isObject)) runs(record, graph, onlyIds);
  for (const reference of referencesOf(workspace)) {
    if (reference.kind !== 'phone-number' || !isChosen(reference.agentId)) continue;
    const list = reference.at.within('agent-weights'),
      number = list?.parent?.get('phone_number').string();
    const weight = reference.at.within('agent-weight')?.get('weight').number();
    if (!number) continue;
    const source = graph.node({
      id: `phone-number ${number}`,
      type: 'phone-number',
      label: number,
      detail: 'phone number',
      isLive: true,
    });
    graph.edge({
      from: source,
      to: graph.target(resolutionOf(reference, workspace)),
      label: [
        list!.key.replace(/_agents$/, '').replaceAll('_', ' '),
        ...(weight !== undefined && weight !== 1 ? [`${Number((weight * 100).toFixed(2))} %`] : []),
        ...(reference.reference === null ? [] : [String(reference.reference)]),
      ].join(', '),
    });
  }
  return graph.graph(
    onlyIds === undefined ? 'Agents of the workspace' : listed([...onlyIds].map(id => agentName(id, workspace))),
  );
}

/**
 * The graph of a single agent record without an id, with the engine of the agent and the agents to which it hands
 * over.
 */
export function recordGraph(record: Cursor, workspace: Workspace): Graph {
  const graph = new Builder(workspace);
  runs(record, graph, undefined);
  return graph.graph(nameOfRecord(record, workspace) || record.document.file);
}

/** Adds the engine of an agent's record to a graph, and the agents to which the agent hands over. */
function runs(record: Cursor, graph: Builder, onlyIds: ReadonlySet<string> | undefined): void {
  const { workspace } = graph;
  const id = record.get('agent_id').string(),
    number = record.get('version').integer(),
    agent = id ? workspace.agent(id) : undefined;
  const isWanted = (id: string | undefined): boolean => onlyIds === undefined || (id !== undefined && onlyIds.has(id));
  const handOvers = handOversOf(record, workspace).filter(
    ({ resolution }) => isWanted(id) || isWanted(resolution.agentId),
  );
  if (!isWanted(id) && handOvers.length === 0) return;
  // a file made for import has no agent id and no version number
  const target = agent && (number === undefined ? graph.agent(agent) : graph.version(agent, number));
  const box =
    target ??
    graph.node({
      id: `file ${placeId(record)}`,
      type: 'agent',
      label: record.get('agent_name').string() || record.document.file,
      detail: 'without an id',
    });
  for (const { at, kind, resolution } of handOvers) {
    const name = nameOfTool(toolOfHandOver(at)) ?? kind;
    graph.edge({
      from: box,
      to: graph.target(resolution),
      label: `${kind} ${name}${resolution.reference === null ? '' : ` (${resolution.reference})`}`,
      isDashed: true,
    });
  }
  if (!isWanted(id)) return;
  const engine = workspace.engineOf(record),
    namedReference = engineReference(record),
    type = record.get('response_engine').get('type').string();
  if (!engine && !namedReference) {
    if (type !== undefined)
      graph.edge({
        from: box,
        to: graph.node({ id: `engine ${box}`, type: 'engine', label: type, detail: 'engine of its own' }),
        label: 'runs on',
      });
    return;
  }
  const isNested = engine?.document === record.document && engine !== undefined && engine.parent !== undefined;
  const engineVersion = engine?.get('version').integer() ?? namedReference?.version ?? undefined;
  const withNumber = (text: string, sign: string): string =>
    engineVersion === undefined ? text : `${text} ${sign}${engineVersion}`;
  const key = namedReference ? withNumber(namedReference.id, 'version ') : 'engine in the file',
    name = namedReference ? withNumber(engineName(namedReference.kind, namedReference.id, workspace), 'v') : key;
  const to = engine
    ? graph.node({
        id: isNested && !namedReference ? `engine ${box}` : `engine ${key}`,
        type: 'engine',
        label: name,
        detail: engine.is('conversation-flow') ? 'conversation flow' : 'LLM engine',
      })
    : graph.node({ id: `gone ${key}`, type: 'gone', label: name, detail: 'engine not in this workspace' });
  graph.edge({ from: box, to, label: 'runs on' });
  if (engine) components(engine, to, graph, new Set());
}

const componentNodes = new Dispatch<true>([[{ 'component-node': '' }, true]]);

function components(part: Cursor, source: string, graph: Builder, seenIds: Set<string>): void {
  componentNodes.walk(part, (_, node) => {
    const id = node.get('component_id').string();
    if (!id) return;
    const component = graph.workspace.components.get(id)?.at(-1);
    const target = component
      ? graph.node({
          id: `component ${id}`,
          type: 'component',
          label: componentName(id, graph.workspace),
          detail: node.get('component_type').value === 'local' ? 'local component' : 'component',
        })
      : graph.node({ id: `gone ${id}`, type: 'gone', label: id, detail: 'component not in this workspace' });
    graph.edge({ from: source, to: target, label: '', isDashed: true });
    if (component && !seenIds.has(id)) {
      seenIds.add(id);
      components(component, target, graph, seenIds);
    }
  });
}

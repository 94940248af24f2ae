import { engineName } from '../../core/workspace/names.ts';
import type { Cursor } from '../../core/cursor.ts';
import { Dispatch } from '../../core/dispatch.ts';
import type { Document } from '../../core/document.ts';
import { liveThrough } from '../../core/domain/live-places.ts';
import { liveVersions } from '../../core/domain/live-versions.ts';
import { toolsAt } from '../../core/domain/tools.ts';
import { variablesIn } from '../../core/domain/variables.ts';
import { selectionOf } from '../../core/workspace/version-references.ts';
import { withMark } from '../../core/shapes/at.ts';
import { placeOf } from '../../core/workspace/records.ts';
import { keyOf } from '../../core/workspace/tables.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { FlowEdge, FlowFact, FlowFinding, FlowLayout, FlowNode, FlowView } from '../../view/panels.ts';
import { selectedInWords } from '../../view/resolve-report.ts';
import { flowLayouts, headHeight } from '../../view/flow/layouts.ts';
import { flowGraph, isWithin, type PlacedFinding } from '../../simulator/flow-graph.ts';
import { worstOf, type Graph, type GraphEdge, type GraphFinding, type GraphNode } from '../../simulator/graph.ts';
import type { PositionContext } from '../context.ts';
import { offsetContext } from '../offset-context.ts';
import { placeOfValue, type FilePlace } from '../../core/locate.ts';
import { whyPublishedAt } from '../published.ts';

/** The findings of a document. */
type FindingsOf = (document: Document) => readonly PlacedFinding[];

/** The number of nodes from which drawing takes noticeably long. */
const LARGE_NODE_COUNT = 120;
const noFindings: FindingsOf = () => [];

/**
 * The flow or component around an offset, or the flow of the agent at that offset, as a drawn graph; null if there is
 * none.
 * @param findingsOf returns the findings of a document, which are shown at the nodes and edges that contain them
 */
export function flowView(context: PositionContext, findingsOf: FindingsOf = noFindings): FlowView<FilePlace> | null {
  const { workspace } = context,
    flow = flowAt(context);
  if (!flow) return null;
  return {
    ...flowPart(flow, workspace, findingsOf(flow.document)),
    components: componentsOf(flow, workspace).map(part => ({
      ...flowPart(part, workspace, findingsOf(part.document)),
      components: [],
    })),
  };
}

/** The number of nodes that `flowView` would draw, if that takes noticeably long; otherwise 0. */
export function longDrawing(context: PositionContext): number {
  const size = flowAt(context)?.get('nodes').items().length ?? 0;
  return size > LARGE_NODE_COUNT ? size : 0;
}

function flowAt({ document, workspace, offset }: PositionContext): Cursor | undefined {
  const cursor = offsetContext(document, offset)?.cursor ?? document.roots[0],
    flowCursor = cursor?.within('conversation-flow', 'flow-component');
  if (flowCursor?.isObject) return flowCursor;
  const record =
    cursor?.within('agent-settings', 'agent-export') ?? (document.roots.length === 1 ? document.roots[0] : undefined);
  if (record?.is('conversation-flow') || record?.is('flow-component')) return record.isObject ? record : undefined;
  const agent = record?.is('agent-export') ? record.get('agent') : record,
    engine = agent?.recordKind === 'agent' && agent.isObject ? workspace.engineOf(agent) : undefined;
  return engine?.is('conversation-flow') ? engine : undefined;
}

/** Every component that a flow runs, except itself, in the order in which they are reached. */
function componentsOf(flow: Cursor, workspace: Workspace): Cursor[] {
  const components: Cursor[] = [],
    seenValues = new Set<unknown>([flow.value]);
  for (const pendingCursors = [flow]; pendingCursors.length > 0;) {
    for (const node of pendingCursors.shift()!.get('nodes').items()) {
      const component = componentOf(node, workspace);
      if (!component || seenValues.has(keyOf(component))) continue;
      seenValues.add(keyOf(component));
      components.push(component);
      pendingCursors.push(component);
    }
  }
  return components;
}

function componentOf(node: Cursor, workspace: Workspace): Cursor | undefined {
  const id = node.is('component-node') ? node.get('component_id').string() : undefined;
  return id ? workspace.components.get(id)?.at(-1) : undefined;
}

/**
 * The name of a flow by the agents that run it, for example `flow of Front desk`; empty for a component or a flow
 * without an id.
 */
function nameOfFlow(flow: Cursor, workspace: Workspace): string {
  const id = flow.get('conversation_flow_id').string();
  return id ? engineName('conversation-flow', id, workspace) : '';
}

/**
 * The drawing of a flow or component, without the components that it runs.
 * @param allFindings the findings of its document
 * @param title by default the name, id or file of the flow
 */
export function flowPart(
  flow: Cursor,
  workspace: Workspace,
  allFindings: readonly PlacedFinding[],
  title = flow.get('name').string() ||
    flow.parent?.get('agent_name').string() ||
    nameOfFlow(flow, workspace) ||
    flow.document.file,
): Omit<FlowView<FilePlace>, 'components'> {
  const findings = allFindings.filter(({ pointers }) => pointers.some(pointer => isWithin(pointer, flow.pointer))),
    graph = flowGraph(flow, title, findings),
    layouts = layoutsOf(graph),
    graphContext = { flow, workspace, ids: stableIds(graph) };
  const placedFindings = new Set<GraphFinding>([...graph.nodes, ...graph.edges].flatMap(item => item.findings ?? []));
  const isComponent = flow.is('flow-component');
  return {
    title,
    componentId: isComponent ? flow.get('conversation_flow_component_id').string() || null : null,
    notes: notesOf(flow, graph, layouts.length === 1, workspace),
    place: placeOfValue(flow),
    nodes: graph.nodes.map((node): FlowNode<FilePlace> => nodeOf(node, graphContext)),
    edges: graph.edges.map((edge, i): FlowEdge<FilePlace> => edgeOf(edge, i, graphContext)),
    layouts,
    isBroken: !flow.document.readable,
    isPublished: whyPublishedAt(flow, workspace) !== undefined,
    findings: findings.filter(finding => !placedFindings.has(finding)).map(toFlowFinding),
  };
}

/** The latest layouts, by everything that determines them, so that editing a text does not move boxes. */
const latestLayouts = new Map<string, FlowLayout[]>();
const MAX_LAYOUTS = 8;

function layoutsOf(graph: Graph): FlowLayout[] {
  const key = JSON.stringify([
    graph.nodes.map(({ id, type, label, isGlobal, position }) => [id, type, headHeight(label), isGlobal, position]),
    graph.edges.map(({ from, to, label }) => [from, to, label.length]),
  ]);
  const layouts = latestLayouts.get(key) ?? flowLayouts(graph);
  latestLayouts.delete(key);
  latestLayouts.set(key, layouts);
  if (latestLayouts.size > MAX_LAYOUTS) latestLayouts.delete(latestLayouts.keys().next().value!);
  return layouts;
}

interface FlowSurroundings {
  readonly flow: Cursor;
  readonly workspace: Workspace;
  readonly ids: ReadonlyMap<string, string>;
}

/** The kind and field of an edge; without a place, those of the edge to the first node. */
function edgeKindOf(cursor: Cursor | undefined): Pick<FlowEdge, 'kind' | 'field'> {
  if (!cursor) return { kind: 'begin', field: 'start_node_id' };
  if (!cursor.parent?.isArray) return { kind: 'field', field: cursor.key };
  const isEquation = cursor.get('transition_condition').get('equations').isArray;
  return { kind: isEquation ? 'equation' : 'prompt', field: cursor.parent.key };
}

/** The maximum number of characters of a fact, in an ordinary and in a large flow. */
const MAX_FACT_LENGTH = { usual: 20_000, large: 600 } as const;
const templates = new Dispatch<'text'>([[withMark('x-template'), 'text']]);
/**
 * `nonTextFields`: fields of a node that are not listed as texts: edges, conditions, its name, example conversations.
 * `singleWordFields`: fields that are listed even if they contain a single word.
 */
const nonTextFields = /^(?:edges|\w*_?edge|name|finetune_\w+)(?:\.|$)/,
  singleWordFields = /(?:condition|prompt|description|text)$/;

/** The texts in fields of a node other than its instruction. */
function otherTexts(node: Cursor): FlowFact<FilePlace>[] {
  const facts: FlowFact<FilePlace>[] = [];
  templates.walk(node, (_, cursor) => {
    const field = cursor.pointer.slice(node.pointer.length + 1).replaceAll('/', '.'),
      value = cursor.string() ?? '';
    if (field === 'instruction.text' || nonTextFields.test(field)) return;
    if (/\S\s+\S/.test(value) || (value !== '' && singleWordFields.test(field)))
      facts.push({ name: 'text', field, value, place: placeOfValue(cursor) });
  });
  return facts;
}

/** Facts about a node from its fields: its texts, tools and settings. */
function factsOf(node: Cursor, flow: Cursor): FlowFact<FilePlace>[] {
  const { ownTools, ids } = toolsAt(node),
    toolNames = new Set(ids.map(cursor => cursor.string())),
    tools = [
      ...flow
        .get('tools')
        .items()
        .filter(cursor => toolNames.has(cursor.get('tool_id').string() ?? '')),
      ...ownTools,
    ],
    names = tools.flatMap(cursor => cursor.get('name').string() ?? []),
    to = node.get('transfer_destination'),
    instruction = node.get('instruction').get('text');
  const variables = [node, ...tools].map(variablesIn);
  const facts: readonly (readonly [FlowFact['name'], string | undefined])[] = [
    ['text', instruction.string()],
    [
      'tool',
      [names.join(', '), ...[...toolNames].filter(id => id && !names.includes(id)), node.get('mcp_tool_name').string()]
        .filter(Boolean)
        .join(' · '),
    ],
    ['number', to.get('number').string() || to.get('prompt').string()],
    [
      'variables',
      [...new Set(variables.flatMap(({ setters, uses }) => [...setters.keys(), ...uses.keys()]))].join(', '),
    ],
  ];
  const limit = flow.get('nodes').items().length > LARGE_NODE_COUNT ? MAX_FACT_LENGTH.large : MAX_FACT_LENGTH.usual;
  const presentFacts = facts.flatMap(([name, value]): FlowFact<FilePlace>[] =>
    value ? [{ name, value, ...(name === 'text' && { place: placeOfValue(instruction) }) }] : [],
  );
  return [...presentFacts, ...otherTexts(node)].map(fact => ({
    ...fact,
    value: fact.value.slice(0, limit),
  }));
}

function nodeOf(node: GraphNode, { flow, workspace, ids }: FlowSurroundings): FlowNode<FilePlace> {
  const { cursor, findings = [] } = node,
    id = cursor?.get('id').string() || null,
    swap = cursor && selectionOf((agentOfTransfer(cursor) ?? cursor).get('agent_id')),
    selection = swap && selectedInWords(workspace.resolve(swap.agentId, swap.reference), workspace);
  return {
    id: ids.get(node.id)!,
    role: node.type === 'start' || node.type === 'gone' ? node.type : 'node',
    label: node.label,
    type: cursor?.get('type').string() ?? null,
    detail: node.detail,
    facts: cursor ? factsOf(cursor, flow) : [],
    isStart: id !== null && id === flow.get('start_node_id').string(),
    isGlobal: node.isGlobal ?? false,
    unreachable: node.isUnreached ?? false,
    findings: findings.map(toFlowFinding),
    worstSeverity: worstOf(findings) ?? null,
    place: cursor ? placeOfValue(cursor) : null,
    component: cursor?.is('component-node') ? cursor.get('component_id').string() || null : null,
    swap: selection
      ? {
          referenceText: selection.referenceText,
          selectedText: selection.selectedText,
          reason: selection.reason,
        }
      : null,
  };
}

/** The agent that mediates the transfer at a node. */
const agentOfTransfer = (node: Cursor): Cursor | undefined =>
  node.is('transfer-call-node')
    ? node.get('transfer_option').get('agentic_transfer_config').get('transfer_agent')
    : undefined;

function edgeOf(edge: GraphEdge, index: number, { ids }: Pick<FlowSurroundings, 'ids'>): FlowEdge<FilePlace> {
  const { cursor, findings = [] } = edge;
  return {
    id: `${ids.get(edge.from)} ${cursor?.get('id').string() || index}`,
    from: ids.get(edge.from)!,
    to: ids.get(edge.to)!,
    label: edge.label,
    ...edgeKindOf(cursor),
    unreachable: edge.isUnreached ?? false,
    findings: findings.map(toFlowFinding),
    worstSeverity: worstOf(findings) ?? null,
    place: cursor ? placeOfValue(cursor) : null,
  };
}

/** Ids that stay the same when nodes move: the ids of the nodes, with an index for duplicates. */
function stableIds({ nodes }: Graph): Map<string, string> {
  const ids = new Map<string, string>(),
    usedIds = new Set<string>();
  for (const { id, type, cursor } of nodes) {
    const ownId = cursor?.get('id').string(),
      preferredId = type === 'step' && ownId ? `node ${ownId}` : id;
    const stableId = usedIds.has(preferredId) ? id : preferredId;
    usedIds.add(stableId);
    ids.set(id, stableId);
  }
  return ids;
}

function notesOf(flow: Cursor, graph: Graph, isAnew: boolean, workspace: Workspace): string[] {
  const steps = graph.nodes.filter(({ type }) => type === 'step'),
    start = flow.get('start_node_id');
  return [
    ...(flow.document.readable ? [] : ['the text cannot be parsed; only its readable parts are shown']),
    ...(steps.length === 0 ? ['the flow has no nodes'] : []),
    ...(steps.length > 0 && !start.string()
      ? ['there is no start_node_id, so unreachable nodes cannot be determined']
      : []),
    ...(liveVersions(workspace).size > 0 && liveThrough(placeOf(flow), workspace).length === 0
      ? ['no phone number, live tag or batch of calls leads here']
      : []),
    ...(steps.length > 0 && isAnew && steps.some(({ position }) => position !== undefined)
      ? ['not every node has a usable display_position, so the layout is automatic']
      : []),
  ];
}

const toFlowFinding = ({ severity, rule, message }: GraphFinding): FlowFinding => ({ severity, rule, message });

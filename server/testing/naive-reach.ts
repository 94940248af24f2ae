import type { Json, JsonObject } from '../core/json/json.ts';
import { recordOf } from '../core/domain/tasks.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/**
 * A second, naive computation of what callers of an agent can reach: it recurses over plain values, without schemas,
 * paths or distances. It works only for complete flows, in which nothing is unknown.
 */
export function naiveReach(agent: JsonObject, workspace: Workspace, extent: 'reached' | 'defined'): Set<string> {
  const names = new Set<string>(),
    seenThings = new Set<unknown>(),
    isAll = extent === 'defined';
  visitAgent(agent, 'end');
  return names;

  function visitAgent(record: JsonObject, end: string): void {
    const key = `${end} ${JSON.stringify(record['response_engine'])}`;
    if (seenThings.has(key)) return;
    seenThings.add(key);
    const engine = engineOf(record, workspace);
    if (engine && 'nodes' in engine) visitFlow(engine, [engine], end);
    else if (engine) visitStates(engine, end);
  }

  function visitStates(engine: JsonObject, end: string): void {
    for (const tool of items(engine['general_tools'])) toolThings(tool, end);
    const visit = (name: Json | undefined): void => {
      const state = items(engine['states']).find(object => object['name'] === name);
      if (!state || seenThings.has(state)) return;
      seenThings.add(state);
      names.add(`state ${text(name)}`);
      for (const tool of items(state['tools'])) toolThings(tool, end);
      for (const edge of items(state['edges'])) visit(edge['destination_state_name']);
    };
    if (isAll) for (const state of items(engine['states'])) visit(state['name']);
    else visit(engine['starting_state']);
  }

  /**
   * Visits a flow or component.
   * @param owners the flow or component, followed by those that contain it
   */
  function visitFlow(value: JsonObject, owners: readonly JsonObject[], end: string): void {
    if (seenThings.has(value)) return;
    seenThings.add(value);
    const nodes = items(value['nodes']);
    const visit = (node: JsonObject | undefined): void => {
      if (!node || seenThings.has(node)) return;
      seenThings.add(node);
      nodeThings(node, owners, end);
      // in flex mode, the conversation needs no edge
      const component = isAll || value['flex_mode'] === true ? undefined : componentOf(node, owners, workspace);
      if (component && neverEnds(component, workspace)) return;
      for (const edge of edgesOf(node)) visit(nodes.find(({ id }) => id === edge['destination_node_id']));
    };
    for (const node of nodes)
      if (
        isAll ||
        value['flex_mode'] === true ||
        node['id'] === value['start_node_id'] ||
        object(node['global_node_setting'])
      )
        visit(node);
    if (!isAll) return;
    for (const tool of items(value['tools'])) toolThings(tool, end);
    for (const component of items(value['components'])) {
      names.add(`component ${text(component['conversation_flow_component_id'])}`);
      visitFlow(component, [component, ...owners], end);
    }
  }

  function nodeThings(node: JsonObject, owners: readonly JsonObject[], end: string): void {
    for (const id of [node['tool_id'], ...list(node['tool_ids'])])
      for (const owner of owners) {
        const tool = items(owner['tools']).find(
          object => typeof id === 'string' && (object['tool_id'] ?? object['name']) === id,
        );
        if (!tool) continue;
        toolThings(tool, end);
        break;
      }
    if (typeof node['tool_id'] === 'string' && node['tool_type'] === 'shared') names.add(`tool ${node['tool_id']}`);
    for (const tool of items(node['tools'])) toolThings(tool, end);
    switch (node['type']) {
      case 'transfer_call':
        return transfer(node);
      case 'agent_swap':
        return swap(node);
      case 'mcp':
        return add('mcp-tool', node['mcp_tool_name']);
      case 'component': {
        add('component', node['component_id']);
        const objects = componentOf(node, owners, workspace);
        if (objects) visitFlow(objects[0]!, objects, end);
        return;
      }
      case 'end':
        return owners.length > 1 || 'conversation_flow_component_id' in owners[0]! ? undefined : add('end', end);
      case 'code':
      case 'extract_dynamic_variables':
        return node['name'] ? add('tool', node['id']) : undefined;
      case 'sms':
      case 'press_digit':
      case 'bridge_transfer':
      case 'cancel_transfer':
        return add('tool', node['id']);
    }
  }

  function toolThings(tool: JsonObject, end: string): void {
    if (tool['type'] === 'transfer_call') transfer(tool);
    else if (tool['type'] === 'agent_swap') swap(tool);
    else if (tool['type'] === 'end_call') add('end', end);
    else if (tool['type'] === 'mcp') add('mcp-tool', tool['mcp_tool_name'] || tool['name']);
    else add('tool', tool['name'] || tool['tool_id']);
  }

  function transfer(node: JsonObject): void {
    const to = object(node['transfer_destination']),
      config = object(object(node['transfer_option'])?.['agentic_transfer_config']);
    add('transfer', to?.['number'] || to?.['prompt']);
    add('transfer-agent', object(config?.['transfer_agent'])?.['agent_id']);
  }

  function swap(object: JsonObject): void {
    const id = object['agent_id'];
    if (typeof id !== 'string' || id === '') return;
    add('swap', id);
    const record = recordOf(
      workspace.resolve(id, (object['agent_version'] ?? null) as string | number | null),
      workspace,
    );
    if (record) visitAgent(record.value as JsonObject, id === agent['agent_id'] ? 'end' : id);
  }

  function add(kind: string, name: Json | undefined): void {
    if (typeof name === 'string' && name !== '') names.add(`${kind} ${name}`);
  }
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const object = (value: Json | undefined): JsonObject | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : undefined;
const list = (value: Json | undefined): readonly Json[] => (Array.isArray(value) ? (value as readonly Json[]) : []);
const items = (value: Json | undefined): JsonObject[] =>
  list(value)
    .map(object)
    .filter(object => object !== undefined);
const hasComponentId =
  (id: Json | undefined) =>
  (object: JsonObject): boolean =>
    object['conversation_flow_component_id'] === id;
const records = ({ documents }: Workspace): JsonObject[] =>
  documents.flatMap(({ value }) => (Array.isArray(value) ? items(value) : [object(value) ?? {}])).reverse();

/** The components in some flows, each followed by the flows that contain it; innermost flows first. */
const componentsIn = (owners: readonly JsonObject[]): (readonly JsonObject[])[] =>
  owners.flatMap((owner, i) => items(owner['components']).map(object => [object, ...owners.slice(i)]));
const everyComponent = (workspace: Workspace): (readonly JsonObject[])[] => [
  ...records(workspace).map(object => [object]),
  ...records(workspace).flatMap(object => componentsIn([object])),
];

/** The component that a node runs, followed by the flows that contain it. */
const componentOf = (
  node: JsonObject,
  owners: readonly JsonObject[],
  workspace: Workspace,
): readonly JsonObject[] | undefined =>
  node['type'] === 'component'
    ? [...componentsIn(owners), ...everyComponent(workspace)].find(([object]) =>
        hasComponentId(node['component_id'])(object!),
      )
    : undefined;

/** Whether callers never come out of a component: no node that they reach in it has a loose end. */
function neverEnds(owners: readonly JsonObject[], workspace: Workspace): boolean {
  const component = owners[0]!,
    nodes = items(component['nodes']),
    start = nodes.find(({ id }) => id === component['start_node_id']);
  // components that run each other are left open
  if (component['flex_mode'] === true || !start || runs(owners, component, workspace)) return false;
  const reachedNodes = new Set([start, ...nodes.filter(node => object(node['global_node_setting']))]);
  for (const node of reachedNodes) {
    const destinations = edgesOf(node).map(edge => nodes.find(({ id }) => id === edge['destination_node_id']));
    if (destinations.length === 0 || destinations.includes(undefined)) return false;
    const inner = componentOf(node, owners, workspace);
    if (inner && neverEnds(inner, workspace)) continue;
    for (const destination of destinations) reachedNodes.add(destination!);
  }
  return true;
}
/** Whether a component runs another one, directly or not. */
function runs(owners: readonly JsonObject[], target: JsonObject, workspace: Workspace): boolean {
  const seenComponents = new Set<JsonObject>(),
    visit = (chain: readonly JsonObject[]): boolean =>
      items(chain[0]!['nodes']).some(node => {
        const inner = componentOf(node, chain, workspace);
        if (!inner || seenComponents.has(inner[0]!)) return false;
        seenComponents.add(inner[0]!);
        return inner[0] === target || visit(inner);
      });
  return visit(owners);
}

function engineOf(record: JsonObject, workspace: Workspace): JsonObject | undefined {
  const engine = object(record['response_engine']);
  return records(workspace).find(object =>
    ['llm_id', 'conversation_flow_id'].some(
      key => typeof engine?.[key] === 'string' && object[key] === engine[key] && !('response_engine' in object),
    ),
  );
}

const edgeFields = ['edge', 'else_edge', 'always_edge', 'skip_response_edge', 'success_edge', 'failed_edge'];
const edgesOf = (node: JsonObject): JsonObject[] => [
  ...items(node['edges']),
  ...edgeFields.map(field => object(node[field])).filter(object => object !== undefined),
  ...items(object(node['global_node_setting'])?.['go_back_conditions']),
];

/** The pointers of all edges in a value: edges of nodes and of states, in lists and in single fields. */
export function edgePointers(value: Json | undefined, pointer = ''): string[] {
  if (Array.isArray(value))
    return (value as readonly Json[]).flatMap((item, i) => edgePointers(item, `${pointer}/${i}`));
  const heldObject = object(value);
  if (!heldObject) return [];
  const isEdge = 'destination_node_id' in heldObject || 'destination_state_name' in heldObject;
  return [
    ...(isEdge ? [pointer] : []),
    ...Object.entries(heldObject).flatMap(([key, item]) =>
      edgePointers(item, `${pointer}/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`),
    ),
  ];
}

/** A copy of a value without the part at a pointer. */
export function without(value: Json, pointer: string): Json {
  const copy = structuredClone(value) as Json,
    keys = pointer
      .slice(1)
      .split('/')
      .map(key => key.replace(/~1/g, '/').replace(/~0/g, '~')),
    last = keys.pop()!;
  const holder = keys.reduce((value: Json, key) => (value as { readonly [key: string]: Json })[key]!, copy);
  if (Array.isArray(holder)) holder.splice(Number(last), 1);
  else delete (holder as Record<string, Json>)[last];
  return copy;
}

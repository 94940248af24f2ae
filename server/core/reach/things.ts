import type { Cursor } from '../cursor.ts';
import { flowOf, type Flow } from '../domain/flows.ts';
import { toolCalled, toolsAt } from '../domain/tools.ts';
import { addTo } from '../json/multimap.ts';
import { placeOf, type Place } from '../workspace/records.ts';

/** The kinds of things that callers can reach. */
const thingKinds = ['tool', 'mcp-tool', 'transfer', 'transfer-agent', 'swap', 'component', 'state', 'end'] as const;
export type ThingKind = (typeof thingKinds)[number];

/** Something that callers can reach, as plain data. Kind and name identify a thing, regardless of its place. */
export interface Thing extends Place {
  readonly kind: ThingKind;
  /**
   * By kind: the name of a tool or state; the number or prompt of a transfer; the id of an agent, a component, or a
   * node that acts without a tool.
   */
  readonly name: string;
}
export const keyOfThing = ({ kind, name }: Pick<Thing, 'kind' | 'name'>): string => `${kind} ${name}`;

/** A thing with its first place in an engine or component. */
export interface ThingAt {
  readonly thing: Thing;
  /**
   * The id of the node or state that contains the thing; undefined for a thing that an LLM engine offers in all
   * states.
   */
  readonly part: string | undefined;
}

/** An engine or component as plain data: its nodes or states, and the things in each. */
export interface Unit extends Place {
  readonly flow: Flow;
  readonly parts: ReadonlyMap<string, readonly Thing[]>;
  /** The things that an LLM engine offers in all states. */
  readonly thingsInAllStates: readonly Thing[];
  /** The things in nodes without an id. No edge can lead to such a node. */
  readonly namelessThings: readonly Thing[];
}

/**
 * Reads an engine or component once per version of its document.
 * @param place of shape `conversation-flow`, `flow-component` or `llm`
 */
export const unitOf = (place: Cursor): Unit => place.remember(unitOf, () => readUnit(place));

function readUnit(place: Cursor): Unit {
  const flow = flowOf(place),
    parts = new Map<string, Thing[]>(),
    nameless: Thing[] = [];
  const isStates = flow.list === 'states' || place.is('llm');
  for (const node of place.get(isStates ? 'states' : 'nodes').items()) {
    const id = node.get(isStates ? 'name' : 'id').string(),
      things = isStates ? toolThingsOf(node) : thingsOfNode(node);
    for (const thing of things)
      if (id) addTo(parts, id, thing);
      else nameless.push(thing);
  }
  const generalTools = toolsIn(place.get('general_tools'));
  return { ...placeOf(place), flow, parts, thingsInAllStates: generalTools, namelessThings: nameless };
}

/** The tools and components that a flow lists, whether or not a node uses them. */
export const toolsAndComponents = (place: Cursor): readonly Thing[] =>
  place.is('llm')
    ? []
    : [
        ...toolsIn(place.get('tools')),
        ...place
          .get('components')
          .items()
          .flatMap(cursor => thingsNamed('component', cursor.get('conversation_flow_component_id'), cursor)),
      ];

const thingsNamed = (kind: ThingKind, name: Cursor, cursor: Cursor): Thing[] => {
  const text = name.string();
  return text ? [{ kind, name: text, ...placeOf(cursor) }] : [];
};
const toolsIn = (list: Cursor): Thing[] => list.items().flatMap(thingsOfTool);

/** Types of nodes that act without a tool. As things, they are named by their ids. */
const actingTypes = ['sms', 'press_digit', 'bridge_transfer', 'cancel_transfer'];
/**
 * Types of nodes that only process variables, which callers do not notice. Such a node is a thing only if it has a
 * name.
 */
const silentTypes = ['code', 'extract_dynamic_variables'];

/** The things to which a node of a flow leads. */
export function thingsOfNode(node: Cursor): Thing[] {
  const typeThings = thingsOfType(node);
  // the shortcut for the common case that the node names no tool
  if (!['tool_id', 'tool_ids', 'tools'].some(key => node.peek(key) !== undefined)) return typeThings;
  const tools = toolsAt(node);
  return [...typeThings, ...tools.ids.flatMap(toolNamed), ...tools.ownTools.flatMap(thingsOfTool)];
}

function thingsOfType(node: Cursor): Thing[] {
  const type = node.peek('type');
  switch (type) {
    case 'transfer_call':
      return transfersOf(node);
    case 'agent_swap':
      return thingsNamed('swap', node.get('agent_id'), node);
    case 'mcp':
      return thingsNamed('mcp-tool', node.get('mcp_tool_name'), node);
    case 'component':
      return thingsNamed('component', node.get('component_id'), node);
    case 'end':
      // the end of a component returns to the node that runs the component
      return node.within('flow-component') ? [] : [endAt(node)];
    default:
      return actingTypes.includes(type as string) || (silentTypes.includes(type as string) && node.get('name').string())
        ? thingsNamed('tool', node.get('id'), node)
        : [];
  }
}

const endAt = (cursor: Cursor): Thing => ({ kind: 'end', name: '', ...placeOf(cursor) });

const toolThingsOf = (state: Cursor): Thing[] => [
  ...thingsNamed('state', state.get('name'), state),
  ...toolsIn(state.get('tools')),
];

/** The things that callers reach through a tool; for most tools, the tool itself. */
function thingsOfTool(tool: Cursor): Thing[] {
  switch (tool.get('type').string()) {
    case 'transfer_call':
      return transfersOf(tool);
    case 'agent_swap':
      return thingsNamed('swap', tool.get('agent_id'), tool);
    case 'end_call':
      return [endAt(tool)];
    case 'mcp': {
      const toolThings = thingsNamed('mcp-tool', tool.get('mcp_tool_name'), tool);
      return toolThings.length > 0 ? toolThings : thingsNamed('mcp-tool', tool.get('name'), tool);
    }
    default: {
      const mcpThings = thingsNamed('tool', tool.get('name'), tool);
      return mcpThings.length > 0 ? mcpThings : thingsNamed('tool', tool.get('tool_id'), tool);
    }
  }
}

/**
 * The things of the tool that a node names, if an engine or component around the node lists the tool. A shared tool is
 * in no file.
 */
function toolNamed(id: Cursor): Thing[] {
  const name = id.string();
  if (!name) return [];
  if (id.sibling('tool_type').value === 'shared') return thingsNamed('tool', id, id.parent!);
  const tool = toolCalled(id);
  return tool ? thingsOfTool(tool) : [];
}

/** The things of a transfer: its other side, and the agent that mediates it. */
function transfersOf(cursor: Cursor): Thing[] {
  const destination = cursor.get('transfer_destination');
  const number = thingsNamed('transfer', destination.get('number'), cursor);
  return [
    ...(number.length > 0 ? number : thingsNamed('transfer', destination.get('prompt'), cursor)),
    ...thingsNamed('transfer-agent', mediatorOf(cursor), cursor),
  ];
}
export const mediatorOf = (transfer: Cursor): Cursor =>
  transfer.at('/transfer_option/agentic_transfer_config/transfer_agent/agent_id');

import { nameOfRecord } from '../../core/domain/phone-numbers.ts';
import { engineName } from '../../core/workspace/names.ts';
import type { Cursor } from '../../core/cursor.ts';
import { maskSecrets } from '../../core/secrets.ts';
import { edgesAt, flowOf } from '../../core/domain/flows.ts';
import { clipped, count, firstLines } from '../../core/wording.ts';
import type { EngineKind } from '../../core/workspace/records.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { conditionInShort } from '../../simulator/flow-graph.ts';
import { blocks, bullets, code, plainMarkdown, quotedMarkdown } from './markdown.ts';
import { nameOfOwner } from '../../core/domain/tools.ts';
import type { FailedLookup } from '../../core/index/lookup.ts';
import type { RecordKind } from '../../core/shapes/table.ts';

const MAX_ROWS = 10;

/** The hover of a node of a flow or component: its type, the edges from it, and the edges to it. */
export function nodeHover(node: Cursor): string | undefined {
  const owner = node.within('conversation-flow', 'flow-component');
  const id = node.get('id').string();
  if (!owner || !id) return undefined;
  const flow = flowOf(owner);
  const nodes = owner.get('nodes');
  const nodeLabel = (nodeId: string): string => {
    const flowNode = flow.nodes.get(nodeId);
    return flowNode === undefined ? `${code(nodeId)}, which is not a node of this flow` : nodeName(nodes.get(flowNode));
  };
  const outgoing = edgesAt(node).map(edge => {
    const destination = edge.get('destination_node_id').string(),
      condition = conditionInShort(edge);
    return `${destination ? nodeLabel(destination) : 'nowhere yet'}${condition === '' ? '' : `: ${quotedMarkdown(condition, 80)}`}`;
  });
  const incoming = [
    ...(flow.start === id ? ['the start'] : []),
    ...(flow.globals.includes(id) ? ['everywhere, as a global node'] : []),
    ...[...flow.next].filter(([, next]) => next.includes(id)).map(([source]) => nodeLabel(source)),
  ];
  return blocks(
    `**${plainMarkdown(node.get('name').string() || id)}** · ${plainMarkdown(typeOf(node))} node ${code(id)}`,
    quotedText(node.get('instruction').get('text')),
    incoming.length === 0 ? 'Unreachable: no edge leads here.' : `From:\n\n${bullets(firstLines(incoming, MAX_ROWS))}`,
    outgoing.length === 0 ? undefined : `To:\n\n${bullets(firstLines(outgoing, MAX_ROWS))}`,
  );
}

const typeOf = (cursor: Cursor): string => (cursor.get('type').string() ?? 'untyped').replaceAll('_', ' ');
const nodeName = (node: Cursor): string => {
  const name = node.get('name').string(),
    id = node.get('id').string() ?? '';
  return name ? `${plainMarkdown(name)} (${code(id)})` : code(id);
};
const quotedText = (cursor: Cursor): string | undefined =>
  cursor.string() ? quotedMarkdown(cursor.string()!, 200) : undefined;
/** The file of a place as a list; empty if it is the current file. */
const fileOf = (cursor: Cursor, currentCursor: Cursor): string[] =>
  cursor.document === currentCursor.document ? [] : [`in ${code(cursor.document.file)}`];

/** The hover of a tool that a node names by `tool_id`, or by the name of a tool without one. */
export function toolHover(tool: Cursor, id: string): string | undefined {
  const name = tool.get('name').string() || id,
    address = tool.get('url').string(),
    sets = tool
      .get('response_variables')
      .entries()
      .map(({ key }) => code(`{{${key}}}`));
  return blocks(
    `**${plainMarkdown(name)}** · ${plainMarkdown(typeOf(tool))} tool${name === id ? '' : ` ${code(id)}`}`,
    quotedText(tool.get('description')),
    bullets([
      ...(address
        ? [`calls ${[tool.get('method').string(), code(maskSecrets(address))].filter(Boolean).join(' ')}`]
        : []),
      ...(sets.length > 0 ? [`sets ${firstLines(sets, MAX_ROWS).join(', ')}`] : []),
    ]),
  );
}

/** The hover of an MCP server that a node or tool names. */
export function mcpHover(server: Cursor, id: string): string | undefined {
  const address = server.get('url').string();
  return blocks(
    `**${plainMarkdown(server.get('name').string() || id)}** · MCP server ${code(id)}`,
    address ? bullets([`at ${code(maskSecrets(address))}`]) : undefined,
  );
}

/** The hover of a state of an LLM engine. */
export function stateHover(state: Cursor, name: string): string | undefined {
  const engine = state.within('llm');
  if (!engine) return undefined;
  const states = engine.get('states').items();
  const leadsTo = (cursor: Cursor): Cursor[] =>
    cursor
      .get('edges')
      .items()
      .map(edge => edge.get('destination_state_name'));
  const incoming = [
    ...(engine.get('starting_state').value === name ? ['the start'] : []),
    ...states
      .filter(cursor => leadsTo(cursor).some(destination => destination.value === name))
      .map(cursor => code(cursor.get('name').string() ?? '')),
  ];
  const outgoing = state
    .get('edges')
    .items()
    .map(edge => {
      const description = edge.get('description').string();
      const destination = code(edge.get('destination_state_name').string() ?? '');
      return description ? `${destination}: ${quotedMarkdown(description, 80)}` : destination;
    });
  const tools = state
    .get('tools')
    .items()
    .map(tool => code(tool.get('name').string() ?? ''));
  return blocks(
    `**${plainMarkdown(name)}** · state`,
    quotedText(state.get('state_prompt')),
    tools.length > 0 ? `Tools: ${firstLines(tools, MAX_ROWS).join(', ')}` : undefined,
    incoming.length === 0 ? 'Unreachable: no edge leads here.' : `From:\n\n${bullets(firstLines(incoming, MAX_ROWS))}`,
    outgoing.length === 0 ? undefined : `To:\n\n${bullets(firstLines(outgoing, MAX_ROWS))}`,
  );
}

/** The hover of a component that a node runs: a component of its own flow, or a shared component. */
export function componentHover(component: Cursor, id: string, cursor: Cursor): string {
  const isLocal = component.document === cursor.document && component.parent !== undefined;
  return blocks(
    `**${plainMarkdown(component.get('name').string() || id)}** · ${isLocal ? 'component of this flow' : 'shared component'} ${code(id)}`,
    bullets([count(component.get('nodes').items().length, 'node'), ...fileOf(component, cursor)]),
  );
}

const engineNames: Readonly<Record<EngineKind, string>> = {
  llm: 'LLM engine',
  'conversation-flow': 'conversation flow',
};

/**
 * The hover of an engine.
 * @param records the records of the engine in this workspace
 * @param version the requested version; null if none is requested
 */
export function engineHover(
  kind: EngineKind,
  id: string,
  records: readonly Cursor[],
  version: number | null,
  cursor: Cursor,
  workspace: Workspace,
): string {
  const exactCursors = records.filter(record => version === null || record.get('version').value === version);
  const engine =
    exactCursors.at(-1) ??
    (records.length === 1 && records[0]!.get('version').integer() === undefined ? records[0] : undefined);
  const name = engineName(kind, id, workspace),
    noun = name === clipped(id) ? engineNames[kind] : `${engineNames[kind]} ${code(id)}`,
    head = `**${plainMarkdown(name)}${version === null ? '' : ` v${version}`}** · ${noun}`;
  if (!engine) {
    const numbers = records.map(record => record.get('version').integer()).filter(number => number !== undefined);
    if (numbers.length === 0) return `${head}, not in this workspace`;
    const versionsText = `${numbers.length === 1 ? 'version' : 'versions'} ${numbers.join(', ')}`;
    return blocks(
      `**${plainMarkdown(name)}** · ${noun}`,
      `Version ${version} is not in this workspace; known versions: ${versionsText}.`,
    );
  }
  const isPublished = engine.get('is_published').boolean(),
    number = engine.get('version').integer();
  const model =
    engine.get('model').string() ??
    engine.get('s2s_model').string() ??
    engine.get('model_choice').get('model').string();
  const parts = (['nodes', 'states', 'general_tools', 'tools', 'components', 'mcps'] as const)
    .map(key => [key, engine.get(key).items().length] as const)
    .filter(([, n]) => n > 0)
    .map(([key, n]) => count(n, partNames[key]));
  const agents = workspace
    .agentsRunning(engine)
    .map(
      agent => [nameOfRecord(agent, workspace) || code(agent.document.file), agent.get('version').integer()] as const,
    )
    .map(([name, version_]) => `${plainMarkdown(name)}${version_ === undefined ? '' : ` v${version_}`}`);
  return blocks(
    head,
    bullets([
      ...(version === null && number !== undefined ? [`version ${number} in this workspace`] : []),
      ...(isPublished === undefined ? [] : [isPublished ? 'published' : 'draft']),
      ...(model === undefined ? [] : [`model ${code(model)}`]),
      ...(parts.length > 0 ? [parts.join(', ')] : []),
      ...(agents.length > 0 ? [`runs ${firstLines(agents, MAX_ROWS).join(', ')}`] : []),
      ...fileOf(engine, cursor),
    ]),
  );
}
const partNames = {
  nodes: 'node',
  states: 'state',
  general_tools: 'general tool',
  tools: 'tool',
  components: 'component',
  mcps: 'MCP server',
} as const;

/** The hover of an analysis field: its description, and the agents that define it. */
export function analysisFieldHover(name: string, definitions: readonly Cursor[]): string {
  const matches = definitions.filter(cursor => cursor.value === name);
  const firstRecord = matches[0]?.parent,
    type = firstRecord && typeOf(firstRecord).replace('system-presets', 'preset');
  const agents = new Set(
    matches
      .map(cursor => cursor.within('agent-settings'))
      .map(agent => agent?.get('agent_name').string() || agent?.get('agent_id').string() || '')
      .filter(line => line !== ''),
  );
  return blocks(
    `**${plainMarkdown(name)}** · ${matches.length === 0 ? 'analysis field of no agent in this workspace' : `${type} analysis field`}`,
    firstRecord && quotedText(firstRecord.get('description')),
    agents.size > 0
      ? bullets([
          `extracted by ${firstLines(
            [...agents].map(agent => plainMarkdown(agent)),
            MAX_ROWS,
          ).join(', ')}`,
        ])
      : undefined,
  );
}

const nouns: Partial<Record<RecordKind, string>> = {
  agent: 'agent',
  llm: 'LLM engine',
  'conversation-flow': 'conversation flow',
  'flow-component': 'component',
  node: 'node',
  tool: 'tool',
  mcp: 'MCP server',
  state: 'state',
};

/** The hover of a reference to a record that is missing or unknowable. */
export function absentHover(kind: RecordKind, id: string, lookup: FailedLookup, cursor: Cursor): string | undefined {
  const noun = nouns[kind];
  const words = noun && wordsFor(kind, noun, lookup, nameOfOwner(cursor));
  return words && `**${plainMarkdown(id)}** · ${words}`;
}

function wordsFor(kind: RecordKind, noun: string, lookup: FailedLookup, owner: string): string | undefined {
  const key = kind === 'state' ? 'name' : 'id';
  const isLocal = ['node', 'tool', 'mcp', 'state'].includes(kind);
  if (lookup.outcome === 'missing' || (isLocal && lookup.reason === 'not-here')) {
    if (kind === 'tool' || kind === 'mcp') return `no listed ${noun} has this ${key}`;
    return isLocal ? `no ${noun} of this ${owner} has this ${key}` : `${noun}, not in this workspace`;
  }
  switch (lookup.reason) {
    case 'no-list':
      return `this ${owner} lists no ${noun}s`;
    case 'unidentified':
      return `no listed ${noun} has this ${key}; a listed ${noun} without ${key === 'id' ? 'an id' : 'a name'} may be meant`;
    case 'unread':
      return `no ${noun} has this ${key} in the readable files`;
    case 'shared':
      return `shared ${noun}, kept on the platform`;
    case 'not-here':
    case 'none-here':
    case 'history':
      return `${noun}, not in this workspace`;
    default:
      return undefined;
  }
}

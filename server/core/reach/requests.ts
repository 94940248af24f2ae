import type { Cursor } from '../cursor.ts';
import type { Document } from '../document.ts';
import { isObject, type Json } from '../json/json.ts';
import { runIn } from './reach.ts';
import { keyOf } from '../workspace/tables.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { partsOf } from '../domain/agent-parts.ts';
import { edgesAt, flowOf } from '../domain/flows.ts';
import { estimatedTokens } from '../domain/tokens.ts';
import { toolCalled, toolsAt, transitionTo } from '../domain/tools.ts';

export type PartKind = 'begin-message' | 'global-prompt' | 'state' | 'node' | 'static-text' | 'edge' | 'tool';
export const partNouns = {
  'begin-message': 'begin message',
  'global-prompt': 'prompt',
  state: 'state',
  node: 'node',
  'static-text': 'static text of node',
  edge: 'edge to',
  tool: 'tool',
} as const satisfies Record<PartKind, string>;
/** A text of the files that the model gets, or that callers hear. */
export interface RequestPart {
  readonly kind: PartKind;
  /**
   * The name of the state, node or tool, or the destination of an edge; empty for a text that the engine has only
   * once.
   */
  readonly name: string;
  readonly text: string;
  /** The place of the text, or of the tool or edge from which the text is made. */
  readonly at: Cursor;
}
/** The contents of a request while a conversation is in one state or node. */
export interface Turn {
  /**
   * The place of the state or node. For an engine without states or nodes, or with all nodes in one request, the place
   * of the engine.
   */
  readonly at: Cursor;
  /** The id of the node or the name of the state; null for an engine. */
  readonly id: string | null;
  readonly name: string | null;
  /** The parts of the state or node itself. */
  readonly parts: readonly RequestPart[];
  /** The parts that all requests in the component contain. All nodes of the component share one list. */
  readonly componentParts: readonly RequestPart[];
}
interface Requests {
  /** The parts that all requests contain. */
  readonly sharedParts: readonly RequestPart[];
  readonly turns: readonly Turn[];
}

/**
 * The texts that an engine (a place of shape `llm` or `conversation-flow`) sends to its model in addition to the
 * conversation. Assumption `request-contents`.
 */
export const requestsOf = (engine: Cursor, workspace: Workspace): Requests =>
  workspace.memory.remember(requestsOf, keyOf(engine), () =>
    engine.is('llm') ? requestsOfStates(engine) : requestsOfNodes(engine, workspace),
  );

function requestsOfStates(engine: Cursor): Requests {
  const states = engine.get('states').items();
  return {
    sharedParts: [
      ...textPart('global-prompt', '', engine.get('general_prompt')),
      ...engine.get('general_tools').items().map(toolPart),
    ],
    turns:
      states.length === 0
        ? [{ at: engine, id: null, name: null, parts: [], componentParts: [] }]
        : states.map(state => {
            const name = state.get('name').string() ?? '';
            const parts = [
              ...textPart('state', name, state.get('state_prompt')),
              ...state.get('edges').items().map(stateEdgePart),
              ...state.get('tools').items().map(toolPart),
            ];
            return { at: state, id: name, name, parts, componentParts: [] };
          }),
  };
}

function requestsOfNodes(engine: Cursor, workspace: Workspace): Requests {
  const units = runIn(engine, workspace).units.map(unit => workspace.at(unit));
  // the global nodes of a component can be entered only from nodes of the component
  const turns = units.flatMap((unit, i) =>
    i === 0 ? turnsIn(unit, []) : workspace.memory.remember(turnsIn, keyOf(unit), () => turnsIn(unit, jumpsIn(unit))),
  );
  const isFlex = engine.peek('flex_mode') === true,
    parts = isFlex ? partsIn(turns) : [];
  return {
    sharedParts: [...textPart('global-prompt', '', engine.get('global_prompt')), ...(isFlex ? [] : jumpsIn(engine))],
    turns: isFlex ? [{ at: engine, id: null, name: null, parts, componentParts: [] }] : turns,
  };
}

const turnsIn = (unit: Cursor, partsWithin: readonly RequestPart[]): readonly Turn[] =>
  unit
    .get('nodes')
    .items()
    .map(node => {
      const id = node.get('id').string() ?? '';
      return { at: node, id, name: nameOf(node), parts: partsOfNode(node, unit), componentParts: partsWithin };
    });

/** The parts of turns, without duplicates. */
export function partsIn(turns: readonly Turn[]): readonly RequestPart[] {
  const lists = new Set(turns.flatMap(({ componentParts, parts }) => [componentParts, parts]));
  return [...new Map([...lists].flatMap(parts => parts.map(part => [keyOf(part.at), part] as const))).values()];
}

const nameOf = (node: Cursor): string => node.get('name').string() || (node.get('id').string() ?? '');

/** The conditions under which a conversation jumps from any node to a global node, as parts. */
const jumpsIn = (flow: Cursor): RequestPart[] =>
  flow
    .get('nodes')
    .items()
    .flatMap(node => textPart('edge', nameOf(node), node.get('global_node_setting').get('condition')));

function partsOfNode(node: Cursor, flow: Cursor): RequestPart[] {
  const name = nameOf(node),
    instruction = node.get('instruction'),
    { ownTools, ids } = toolsAt(node);
  const isStatic = instruction.get('type').value === 'static_text';
  return [
    ...textPart(isStatic ? 'static-text' : 'node', name, instruction.get('text')),
    ...node
      .get('variables')
      .items()
      .flatMap(variable => textPart('node', name, variable.get('description'))),
    ...edgesAt(node).flatMap(edge => edgePart(edge, flow)),
    ...[...ownTools, ...ids.map(toolCalled)].flatMap(tool => (tool ? [toolPart(tool)] : [])),
  ];
}

/**
 * The condition of an edge as a part; empty for a fixed edge such as "Else", because it is decided without the model.
 */
function edgePart(edge: Cursor, flow: Cursor): RequestPart[] {
  const destinationId = edge.get('destination_node_id').string() ?? '',
    index = flowOf(flow).nodes.get(destinationId);
  if (!edge.parent?.isArray) return [];
  return textPart(
    'edge',
    index === undefined ? destinationId : nameOf(flow.get('nodes').get(index)),
    edge.get('transition_condition').get('prompt'),
  );
}

const textPart = (kind: PartKind, name: string, cursor: Cursor): RequestPart[] => {
  const text = cursor.string();
  return text === undefined || !/\S/.test(text) ? [] : [{ kind, name, text, at: cursor }];
};

/** An edge of a state as a part. For the model, the edge is a tool. */
function stateEdgePart(edge: Cursor): RequestPart {
  const destinationName = edge.get('destination_state_name').string() ?? '';
  return { kind: 'edge', name: destinationName, text: definition(transitionTo(destinationName), edge), at: edge };
}
/** A tool as a part. All nodes that have the tool share one object. */
const toolPart = (tool: Cursor): RequestPart =>
  tool.remember(toolPart, () => {
    const name = tool.get('name').string() ?? '';
    return { kind: 'tool', name, text: definition(name, tool), at: tool };
  });

/** The definition of a tool as the model gets it: name, description, and parameters as compact JSON. */
function definition(name: string, cursor: Cursor): string {
  const description = cursor.get('description').string(),
    parameters: Json | undefined = cursor.peek('parameters') ?? cursor.peek('variables');
  const lines = [
    description ? `${name}: ${description}` : name,
    ...(isObject(parameters) || Array.isArray(parameters) ? [JSON.stringify(parameters)] : []),
  ];
  return lines.join('\n');
}

/** Returns the number of tokens in a text. */
export type CountTokens = (text: string) => number;
export interface CountedTurn extends Turn {
  /** The number of tokens of the whole request. */
  readonly tokens: number;
}

/** The requests of an engine with their numbers of tokens, the largest first. */
export function countedTurns({ sharedParts, turns }: Requests, count: CountTokens): readonly CountedTurn[] {
  const counts = new Map<RequestPart | readonly RequestPart[], number>();
  const countOnce = (part: RequestPart | readonly RequestPart[], tokens: () => number): number => {
    if (!counts.has(part)) counts.set(part, tokens());
    return counts.get(part)!;
  };
  const sum = (parts: readonly RequestPart[]): number =>
    countOnce(parts, () => parts.reduce((sum, part) => sum + countOnce(part, () => count(part.text)), 0));
  return turns
    .map(turn => ({ ...turn, tokens: sum(sharedParts) + sum(turn.componentParts) + sum(turn.parts) }))
    .sort((a, b) => b.tokens - a.tokens);
}

/** The largest request, with its parts in order of size. */
interface LargestRequest {
  readonly turn: Turn;
  readonly tokens: number;
  readonly parts: readonly (RequestPart & { readonly tokens: number })[];
}

/**
 * The largest request of an engine by an estimate; undefined if the engine certainly has no request of the minimum
 * size.
 * @param minimum the minimum number of tokens
 */
export const largestRequest = (engine: Cursor, workspace: Workspace, minimum: number): LargestRequest | undefined =>
  workspace.memory.remember(largestRequest, `${minimum} ${keyOf(engine)}`, () => {
    const files = new Set(partsOf(engine, workspace).map(({ file }) => file)).add(engine.file),
      documents = [...files].flatMap(file =>
        file === engine.file ? engine.document : (workspace.document(file) ?? []),
      );
    // two quick checks, because most files are short; the second check takes as long as the work that it may save
    const length = documents.reduce((sum, { text }) => sum + text.length, 0);
    if (length < minimum) return undefined;
    if (
      length < MAX_CHARACTERS_PER_TOKEN * minimum &&
      documents.reduce((sum, document) => sum + tokensOf(document), 0) < minimum
    )
      return undefined;
    const requests = requestsOf(engine, workspace),
      // cached by text, because engines may share components
      count = (text: string): number => workspace.memory.remember(estimatedTokens, text, () => estimatedTokens(text));
    const [turn] = countedTurns(requests, count),
      parts = turn
        ? [...requests.sharedParts, ...turn.componentParts, ...turn.parts].map(part => ({
            ...part,
            tokens: count(part.text),
          }))
        : [];
    return turn && { turn, tokens: turn.tokens, parts: parts.sort((a, b) => b.tokens - a.tokens) };
  });

/**
 * The number of characters per token of the minimum from which a file nearly always has the minimum number of tokens.
 * With 3, 8 and 30 `lint` takes the same time (0.98 to 1.01, paired, over 104 real files and over 10,000 invented ones);
 * without the check by tokens the real files take 1.1 times as long.
 */
const MAX_CHARACTERS_PER_TOKEN = 8;

/** The estimated number of tokens of a document. Cached, because a file may list many engines. */
const tokensOf = (document: Document): number =>
  document.memory.remember(tokensOf, undefined, () => estimatedTokens(document.text));

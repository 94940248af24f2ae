import type { Cursor } from '../../core/cursor.ts';
import { isTextEntry } from '../../core/domain/named-in-text.ts';
import { hasVariable } from '../../core/domain/fields.ts';
import { templatesIn, isSystemVariable } from '../../core/domain/templates.ts';
import { lookupAt } from '../../core/index/lookup.ts';
import { marksOf } from '../../core/shapes/table.ts';
import type { Span } from '../../core/syntax/lines.ts';
import { decodedOffset, NodeType, type SyntaxNodes } from '../../core/syntax/syntax-nodes.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { DocumentContext } from '../context.ts';
import { stableDecorations, type DecoratedContext } from './held.ts';
import { withoutQuotes } from '../navigation/destinations.ts';
import { mentionsAt } from '../navigation/name-at.ts';
import { visitRange } from './in-range.ts';
import { agentsAt } from '../../core/domain/swaps.ts';
import { agentOfTask, recordOf } from '../../core/domain/tasks.ts';
import { isSetFor } from '../../core/domain/settable-variables.ts';
import { needsOf, scopeOf } from '../../core/domain/variables.ts';

/**
 * The types of tokens, in the order of their numbers in the protocol. `label`: nodes and states. `enumMember`: agent
 * versions. `function`: tools, servers, components.
 */
export const tokenTypes = ['variable', 'enumMember', 'label', 'function', 'class'] as const;
/**
 * The modifiers of tokens. `declaration`: sets the variable. `defaultLibrary`: a variable that the platform sets.
 * `unset`: a variable that is never set. `unresolved`: a reference to a missing record. `unknowable`: the files do not
 * show whether it is set or resolves.
 */
export const tokenModifiers = ['declaration', 'defaultLibrary', 'unset', 'unresolved', 'unknowable'] as const;
type TokenType = (typeof tokenTypes)[number];
type TokenModifier = (typeof tokenModifiers)[number];
/** The span of a token on one line, without the surrounding quotes. */
export interface SemanticToken extends Span {
  readonly type: TokenType;
  readonly modifiers: readonly TokenModifier[];
}

/**
 * The variables and references that touch a range of the text, or all of them without a range. Sorted by offset,
 * without overlaps.
 */
export const semanticTokens = (
  context: DecoratedContext,
  range: Span = { start: 0, end: context.document.text.length },
): readonly SemanticToken[] =>
  stableDecorations(context, range, tokensIn, {
    spanOf: token => token,
    move: (token, distance) => ({ ...token, start: token.start + distance, end: token.end + distance }),
  });

function tokensIn({ workspace, document }: DocumentContext, range: Span): readonly SemanticToken[] {
  const tokens: SemanticToken[] = [];
  const add: Add = ({ start, end }, type, ...modifiers) => {
    if (start >= end || end < range.start || start > range.end) return;
    // only a broken string continues on the next line
    const length = document.text.slice(start, end).search(/[\r\n]/);
    if (length !== 0) tokens.push({ start, end: length < 0 ? end : start + length, type, modifiers });
  };
  visitRange(document, range, isColoured, (cursor, node) => {
    if (cursor.marks['x-sets-variables'] !== undefined)
      declarations(document.parsed.nodes, node, cursor.marks['x-sets-variables'], add);
    else if (cursor.marks['x-reference']) reference(cursor, document.parsed.nodes, node, workspace, add);
    else addVariables(cursor, document.parsed.nodes, node, workspace, add);
  });
  tokens.sort((a, b) => a.start - b.start || a.end - b.end);
  return tokens.filter((token, i) => i === 0 || token.start >= tokens[i - 1]!.end);
}
type Add = (span: Span, type: TokenType, ...modifiers: TokenModifier[]) => void;

const typeOfReference: Readonly<Record<string, TokenType>> = {
  'agent-version': 'enumMember',
  node: 'label',
  state: 'label',
  tool: 'function',
  mcp: 'function',
  'flow-component': 'function',
  agent: 'class',
};
const isColoured = (entry: number): boolean => {
  const marks = marksOf(entry);
  return (
    marks['x-template'] !== undefined ||
    marks['x-text'] !== undefined ||
    marks['x-sets-variables'] !== undefined ||
    isTextEntry(entry) ||
    typeOfReference[marks['x-reference']?.to ?? ''] !== undefined
  );
};

/** Adds the names that are set by a map, a list of items, or the parameters of an edge. */
function declarations(nodes: SyntaxNodes, node: number, declarationKind: unknown, add: Add): void {
  const list = declarationKind === 'parameters' ? nodes.child(node, 'properties') : node;
  if (list === undefined || nodes.type(list) > NodeType.array) return;
  for (const child of nodes.children(list)) {
    const name = declarationKind === 'items' ? nameOf(nodes, child) : nodes.keySpan(child);
    if (name) add(withoutQuotes(nodes, name), 'variable', 'declaration');
  }
}

function nameOf(nodes: SyntaxNodes, item: number): Span | undefined {
  const name = nodes.type(item) === NodeType.object ? nodes.child(item, 'name') : undefined;
  return name !== undefined && nodes.type(name) === NodeType.string ? nodes.span(name) : undefined;
}

function reference(cursor: Cursor, nodes: SyntaxNodes, node: number, workspace: Workspace, add: Add): void {
  const type = typeOfReference[cursor.marks['x-reference']!.to],
    lookup = lookupAt(cursor, workspace);
  if (!type || !lookup || (lookup.outcome === 'unknowable' && lookup.reason === 'filled-in')) return;
  add(
    withoutQuotes(nodes, nodes.span(node)),
    type,
    ...(lookup.outcome === 'found'
      ? []
      : [lookup.outcome === 'missing' ? ('unresolved' as const) : ('unknowable' as const)]),
  );
}

const modifiersByState: Readonly<Record<VariableState, readonly TokenModifier[]>> = {
  platform: ['defaultLibrary'],
  set: [],
  unset: ['unset'],
  unknowable: ['unknowable'],
};

function addVariables(cursor: Cursor, nodes: SyntaxNodes, node: number, workspace: Workspace, add: Add): void {
  const text = cursor.string(),
    mentions = text === undefined ? [] : mentionsAt(cursor);
  if (text === undefined || (!hasVariable(text) && mentions.length === 0)) return;
  const { start, end } = nodes.span(node),
    raw = nodes.text.slice(start, end);
  let readOffset = 0,
    writtenOffset = decodedOffset(raw, 0);
  // the scan continues from the previous place, so that a long text is scanned only once
  const offsetOf = (index: number): number => {
    writtenOffset +=
      decodedOffset(`"${raw.slice(writtenOffset, writtenOffset + 6 * (index - readOffset))}`, index - readOffset) - 1;
    readOffset = index;
    return start + writtenOffset;
  };
  const templates = cursor.marks['x-template'] === undefined ? [] : templatesIn(text);
  const nameTokens = [
    ...templates.map(use => ({ ...use, type: undefined })),
    ...mentions.map(use => ({ ...use, type: typeOfReference[use.kind]! })),
  ];
  for (const { name, start: startIndex, end: endIndex, type } of nameTokens.sort((a, b) => a.start - b.start)) {
    const span = { start: offsetOf(startIndex), end: offsetOf(endIndex) };
    if (type) add(span, type);
    else add(span, 'variable', ...modifiersByState[variableState(name, cursor, workspace)]);
  }
}

/**
 * The source of the value of a variable where a text uses it. `unset`: no source exists, and everything that could set
 * it is in this workspace. `unknowable`: no source is found, but its agent, engine or tags are not all in this
 * workspace.
 */
type VariableState = 'platform' | 'set' | 'unset' | 'unknowable';

/**
 * The state of a variable.
 * @param place the text that uses the variable
 */
function variableState(name: string, place: Cursor, workspace: Workspace): VariableState {
  if (isSystemVariable(name)) return 'platform';
  if (scopeOf(place, workspace).set.has(name)) return 'set';
  if (isSetFor(name, place, workspace)) return 'set';
  return areAllHere(place, workspace) ? 'unset' : 'unknowable';
}

/** Whether all agents that run a text are in this workspace, with their engines and tags. */
function areAllHere(place: Cursor, workspace: Workspace): boolean {
  const task = place.within('batch-call-task');
  const agents = task ? calledBy(task, workspace) : agentsAt(place, workspace);
  const key = agents.length === 1 ? agents[0]!.value : agents;
  return workspace.memory.remember(areAllHere, key, () => {
    const isHere = (agent: Cursor): boolean => {
      const id = agent.isObject && needsOf(agent, workspace) ? agent.get('agent_id').string() : undefined;
      return id !== undefined && workspace.agent(id)?.tagsComplete === true;
    };
    return agents.length > 0 && agents.every(isHere);
  });
}

function calledBy(task: Cursor, workspace: Workspace): readonly Cursor[] {
  const caller = agentOfTask(task, workspace);
  const record = caller && recordOf(workspace.resolve(caller.agentId, caller.reference), workspace);
  return record ? [record] : [];
}

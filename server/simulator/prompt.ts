import type { Cursor } from '../core/cursor.ts';
import { flowOf } from '../core/domain/flows.ts';
import { requestsOf, type CountTokens, type PartKind, type RequestPart, type Turn } from '../core/reach/requests.ts';
import { engineIn, fillIn, callVariables, type FilledPart } from '../core/domain/variable-sources.ts';
import { didYouMean, listed, show } from '../core/wording.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { withheld } from './simulation.ts';

/** The requested node or state of a conversation, and the requested values of variables. */
interface PromptQuestion {
  readonly state?: string | undefined;
  /** The id or name of the requested node. */
  readonly node?: string | undefined;
  /** The reference whose tag sets the variables; by default, the tag of the version itself. */
  readonly tag?: string | number | null | undefined;
  readonly values: Readonly<Record<string, string>>;
}
export interface PromptPart extends RequestPart {
  /** The text with variables filled in; variables without a value remain placeholders. */
  readonly text: string;
  /** The number of tokens; null if the configuration switches off the assumption about counting. */
  readonly tokens: number | null;
  /** The text in pieces; each variable is a piece of its own. */
  readonly pieces: readonly FilledPart[];
  /** The placeholders of variables that nothing sets. */
  readonly unset: readonly string[];
}
/** The texts for the model and for callers at one moment of a conversation. */
export interface Prompt {
  /**
   * The number of tokens of a request, which has all parts except the begin message; null if the configuration
   * switches off an assumption about the count.
   */
  readonly tokens: number | null;
  readonly turn: Turn;
  readonly parts: readonly PromptPart[];
  readonly unset: readonly string[];
  /** The names of requested values that no part uses. */
  readonly unused: readonly string[];
  /** Notes on what the files do not show: other content of requests, and reasons why variables may be missing. */
  readonly unknowns: readonly string[];
  readonly assumptions: readonly Assumption[];
}
/** The reason, in words, why the requested prompt does not exist. */
interface NoPrompt {
  readonly missing: string;
}

const order: readonly PartKind[] = ['begin-message', 'global-prompt', 'state', 'node', 'static-text', 'edge', 'tool'];

/**
 * The prompt of an agent's version, or of an engine.
 * @param record the record of shape `agent-settings` that the resolution selects, or an engine that no agent runs
 */
export function promptOf(
  record: Cursor,
  resolution: Resolution,
  workspace: Workspace,
  { state, node, tag, values: callValues }: PromptQuestion,
  count: CountTokens | null,
): Prompt | NoPrompt {
  const engine = engineIn(record, workspace);
  if (!engine) {
    const isServer = record.get('response_engine').get('type').value === 'custom-llm';
    return { missing: `the engine ${isServer ? 'is your own server' : 'is not in this workspace'}` };
  }
  const taggedResolution = tag === undefined ? resolution : workspace.resolve(resolution.agentId, tag);
  if (taggedResolution.outcome === 'missing') return { missing: taggedResolution.because ?? `no tag ${tag}` };
  const { sharedParts, turns } = requestsOf(engine, workspace),
    turn = turnOf(engine, turns, { state, node });
  if ('missing' in turn) return turn;
  const { variables, variablesFrom, variablesOutcome } = taggedResolution;
  const variableSources = callVariables(
      { ...resolution, variables, variablesFrom, variablesOutcome },
      workspace,
      callValues,
      record,
    ),
    byName = new Map(variableSources.variables.map(variable => [variable.name, variable]));
  const parts = [...beginMessage(engine), ...sharedParts, ...turn.componentParts, ...turn.parts]
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map((part): PromptPart => {
      const { text, unset, pieces } = fillIn(part.text, byName);
      return { ...part, text, unset, pieces, tokens: count && count(text) };
    });
  const uses = new Set(
    variableSources.variables.flatMap(({ name, uses: variableUses }) => (variableUses.length > 0 ? [name] : [])),
  );
  const isKnown = count !== null && withheld(['request-contents'], workspace) === undefined,
    usedAssumptions: readonly Assumption[] = [
      ...resolution.assumptions,
      ...variableSources.assumptions,
      ...(isKnown ? ['request-contents' as const] : []),
    ];
  return {
    turn,
    parts,
    tokens: isKnown ? parts.reduce((sum, { kind, tokens }) => sum + (kind === 'begin-message' ? 0 : tokens!), 0) : null,
    unset: [...new Set(parts.flatMap(part => part.unset))].sort(),
    unused: Object.keys(callValues).filter(name => !uses.has(name)),
    unknowns: [...(variableSources.open === null ? [] : [variableSources.open]), ...additionalNotes(engine)],
    assumptions: [...new Set(usedAssumptions)].sort(),
  };
}

function beginMessage(engine: Cursor): RequestPart[] {
  const cursor = engine.get('begin_message'),
    text = cursor.string();
  return text ? [{ kind: 'begin-message', name: '', text, at: cursor }] : [];
}

/** The requested state or node, or by default the state or node in which a conversation begins. */
function turnOf(
  engine: Cursor,
  turns: readonly Turn[],
  { state, node }: Pick<PromptQuestion, 'state' | 'node'>,
): Turn | NoPrompt {
  const isStates = engine.is('llm');
  if (isStates ? node !== undefined : state !== undefined)
    return { missing: isStates ? 'the engine has states and no nodes' : 'the engine has nodes and no states' };
  const name = isStates ? state : node,
    noun = isStates ? 'state' : 'node';
  const [firstTurn] = turns;
  if (firstTurn?.id === null && name === undefined) return firstTurn;
  const begin = flowOf(engine).start,
    turnName = name ?? begin;
  const turn =
    turns.find(({ id }) => id === turnName) ??
    (name === undefined ? undefined : turns.find(turn => turn.name === name));
  if (turn) return turn;
  if (name === undefined) return firstTurn ?? { missing: `the engine has no ${noun}` };
  if (firstTurn?.id === null && !isStates)
    return { missing: 'in flex mode one request has all nodes; leave --node out' };
  const suggestion = didYouMean(
    name,
    turns.flatMap(turn => [turn.id ?? '', turn.name ?? '']),
  );
  const names = turns.flatMap(turn => turn.name ?? turn.id ?? []),
    list = names.length === 0 ? '' : `; its ${noun}s are ${listed(names, 'and', 5)}`;
  return { missing: `no ${noun} ${show(name)}${suggestion || list}` };
}

/** Notes on the content of requests that no file shows. */
export function additionalNotes(engine: Cursor): readonly string[] {
  const servers = engine.get('mcps').items().length,
    bases = engine.get('knowledge_base_ids').items().length;
  return [
    ...(servers > 0
      ? [`the tools of ${servers === 1 ? 'an MCP server' : `${servers} MCP servers`} are also in each request`]
      : []),
    ...(bases > 0
      ? [`what ${bases === 1 ? 'a knowledge base finds' : `${bases} knowledge bases find`} is also in each request`]
      : []),
  ];
}

import type { Cursor } from '../core/cursor.ts';
import { countedTurns, partsIn, requestsOf, type CountTokens, type RequestPart } from '../core/reach/requests.ts';
import { billingFactor, LONG_CONTEXT } from '../core/domain/tokens.ts';
import type { Cost } from '../core/generated/outputs.js';
import { placeOf } from '../core/workspace/records.ts';
import type { Assumption } from '../core/workspace/assumptions.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { additionalNotes } from './prompt.ts';
import { withheld } from './simulation.ts';

export type EngineCost = Cost['engines'][number];

/** The minimum and the maximum number of tokens that a minute of conversation adds. Assumption `transcript-growth`. */
export const tokensPerMinute = [100, 250] as const;
const costAssumptions = ['billed-time-scaled', 'request-contents', 'transcript-growth'] as const;
/** The assumptions of a cost estimate that the configuration does not switch off. */
export const assumedFor = (workspace: Workspace, countingAssumption: Assumption): readonly Assumption[] =>
  withheld(['request-contents', countingAssumption], workspace) === undefined
    ? [...costAssumptions, countingAssumption].filter(name => withheld([name], workspace) === undefined)
    : [];

/**
 * Estimates the cost of an engine.
 * @param engine a place of shape `llm` or `conversation-flow`
 * @param pathOf returns a path of the workspace for display
 */
export function costOf(
  engine: Cursor,
  workspace: Workspace,
  { count, assumes }: { readonly count: CountTokens; readonly assumes: Assumption },
  pathOf: (file: string) => string,
): EngineCost {
  const requests = requestsOf(engine, workspace),
    constantParts = new Set(requests.sharedParts);
  const ownTurns = requests.turns.filter(({ parts }) => parts.length > 0),
    turns = ownTurns.length > 0 ? ownTurns : requests.turns.slice(0, 1);
  const shownPlaceOf = (place: Cursor): { file: string; pointer: string } => {
    const { file, pointer } = placeOf(place);
    return { file: pathOf(file), pointer };
  };
  const parts = [...requests.sharedParts, ...partsIn(turns)];
  const kind = engine.is('llm') ? 'llm' : 'conversation-flow',
    record = {
      kind,
      id: engine.get(kind === 'llm' ? 'llm_id' : 'conversation_flow_id').string() || null,
      version: engine.get('version').integer() ?? null,
      ...shownPlaceOf(engine),
    } as const;
  const reason = withheld(['request-contents', assumes], workspace);
  if (reason !== undefined) return { ...record, parts: [], nodes: [], open: [reason] };
  const isScaled = withheld(['billed-time-scaled'], workspace) === undefined,
    isGrowing = withheld(['transcript-growth'], workspace) === undefined;
  return {
    ...record,
    parts: parts
      .map(part => ({
        kind: kindOf(part),
        name: part.name,
        ...shownPlaceOf(part.at),
        tokens: count(part.text),
        always: constantParts.has(part),
      }))
      .sort((a, b) => b.tokens - a.tokens),
    nodes: countedTurns({ ...requests, turns }, count).map(({ id, name, tokens, at: place }) => ({
      id,
      name,
      ...shownPlaceOf(place),
      tokens,
      factor: isScaled ? round(billingFactor(tokens), 2) : null,
      minutes: isGrowing
        ? [minutesToThreshold(tokens, tokensPerMinute[1]), minutesToThreshold(tokens, tokensPerMinute[0])]
        : null,
    })),
    open: additionalNotes(engine),
  };
}

/** The number of minutes until a request exceeds the threshold. */
const minutesToThreshold = (tokens: number, tokensPerMinute: number): number =>
  round(Math.max(0, LONG_CONTEXT - tokens) / tokensPerMinute, 1);

const kindOf = ({ kind }: RequestPart): EngineCost['parts'][number]['kind'] =>
  kind as EngineCost['parts'][number]['kind'];
const round = (value: number, digits: number): number => Number(value.toFixed(digits));

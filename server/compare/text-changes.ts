import type { Cursor } from '../core/cursor.ts';
import { isTextPlace, namingsOf, definitionsIn } from '../core/domain/named-in-text.ts';
import { templatesIn } from '../core/domain/templates.ts';
import { billingFactor, ESTIMATE_ERROR, estimatedTokens, LONG_CONTEXT } from '../core/domain/tokens.ts';
import { fillIn, type SourcedVariable } from '../core/domain/variable-sources.ts';
import { ownersOf } from '../core/domain/tools.ts';
import { countedTurns, requestsOf, type CountedTurn } from '../core/reach/requests.ts';
import { refusalOf } from '../core/workspace/assumptions.ts';
import { placeOf, type Place } from '../core/workspace/records.ts';
import type { Workspace } from '../core/workspace/workspace.ts';

/** A name of the engine, or of a variable, in a text. */
export interface NameInText {
  readonly kind: 'tool' | 'state' | 'node' | 'component' | 'variable';
  readonly name: string;
}
/** The change of a text that a model reads: estimated tokens, and the names that only one of the two texts has. */
export interface TextChange {
  readonly before: number;
  readonly after: number;
  readonly names: readonly NameInText[];
  readonly noLongerNames: readonly NameInText[];
  /** For a text that is read out: the text that callers hear, if different. */
  readonly heardText: string | undefined;
}

/**
 * The change of a text that a model reads; undefined if the value is no such text, or is unchanged.
 * @param variables the variables for reading out the second text, if known
 */
export function textChangeOf(
  before: Cursor | undefined,
  after: Cursor | undefined,
  variables: readonly SourcedVariable[] = [],
): TextChange | undefined {
  const sides = [before, after].filter(side => side !== undefined),
    [formerText, currentText] = [before?.string() ?? '', after?.string() ?? ''];
  if (formerText === currentText || !sides.some(isTextPlace)) return undefined;
  const definitions = sides.flatMap(side => ownersOf(side).flatMap(definitionsIn)),
    byName = new Map(definitions.map(({ kind, name }) => [`${kind} ${name}`, { kind, name }]));
  const namesIn = (text: string): ReadonlyMap<string, NameInText> =>
    new Map<string, NameInText>([
      ...[...byName].filter(([, { kind, name }]) => namingsOf(name, kind, text).length > 0),
      ...templatesIn(text).map(({ name }) => [`variable ${name}`, { kind: 'variable' as const, name }] as const),
    ]);
  const [formerNames, currentNames] = [namesIn(formerText), namesIn(currentText)];
  const namesOnlyIn = (names: typeof formerNames, otherNames: typeof formerNames): NameInText[] =>
    [...names].filter(([key]) => !otherNames.has(key)).map(([, name]) => name);
  return {
    before: estimatedTokens(formerText),
    after: estimatedTokens(currentText),
    names: namesOnlyIn(currentNames, formerNames),
    noLongerNames: namesOnlyIn(formerNames, currentNames),
    heardText: after && isSaid(after) ? heardOf(currentText, variables) : undefined,
  };
}

/** Whether a text is spoken, not a prompt. */
const isSaid = (cursor: Cursor): boolean =>
  cursor.key === 'begin_message' ||
  (cursor.parent?.is('node-instruction') === true && cursor.sibling('type').value === 'static_text');

function heardOf(text: string, variables: readonly SourcedVariable[]): string | undefined {
  const spokenText = fillIn(text, new Map(variables.map(variable => [variable.name, variable]))).text;
  return spokenText === text ? undefined : spokenText;
}

/** A request that became so long that its billed time is multiplied, or multiplied by a larger factor. */
export interface LongRequest extends Place {
  readonly kind: 'state' | 'node' | 'engine';
  readonly id: string | null;
  readonly name: string | null;
  /** The estimated number of tokens before; null for a new state or node. */
  readonly before: number | null;
  readonly after: number;
}
/** The minimum change of the factor that is reported. */
const MIN_GROWTH = 0.02;

/** The requests of an engine that grow above the threshold, or grow further above it, the longest first. */
export function longRequests(
  before: Cursor | undefined,
  after: Cursor,
  workspaces: { readonly before: Workspace; readonly after: Workspace },
): readonly LongRequest[] {
  if (!after.is('llm') && !after.is('conversation-flow')) return [];
  if (refusalOf(['billed-time-scaled', 'request-contents'], workspaces.after.facts.refusedAssumptions)) return [];
  const longTurns = countedTurns(requestsOf(after, workspaces.after), estimatedTokens).filter(
    ({ tokens }) => tokens > LONG_CONTEXT * (1 + ESTIMATE_ERROR),
  );
  if (longTurns.length === 0) return [];
  const turns = before ? countedTurns(requestsOf(before, workspaces.before), estimatedTokens) : [],
    formerTokensByKey = new Map(turns.map(turn => [keyOf(turn), turn.tokens]));
  return longTurns.flatMap((turn): LongRequest[] => {
    const formerTokens = formerTokensByKey.get(keyOf(turn)) ?? null,
      { id, name, tokens, at } = turn;
    if (formerTokens !== null && billingFactor(tokens) - billingFactor(formerTokens) < MIN_GROWTH) return [];
    const kind = at.is('llm-state') ? 'state' : 'node';
    return [{ kind: id === null ? 'engine' : kind, id, name, before: formerTokens, after: tokens, ...placeOf(at) }];
  });
}

/** A key that is equal for a state or node in both states; components may have nodes with the same id. */
const keyOf = ({ id, at }: CountedTurn): string =>
  JSON.stringify([at.within('flow-component')?.peek('conversation_flow_component_id'), id]);

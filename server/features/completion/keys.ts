import type { Cursor } from '../../core/cursor.ts';
import { isInForce } from '../../core/domain/dated.ts';
import { replacementAdvice } from '../../core/domain/deprecation.ts';
import { channelOf, deciderOf } from '../../core/domain/settings.ts';
import { isObject, type Json } from '../../core/json/json.ts';
import { entryOf, marksOf, neededKeysOf, type Marks, type Unit } from '../../core/shapes/table.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { boundsOf } from '../hover/numbers.ts';
import { configurationValues } from './configuration.ts';
import { candidate, type Candidate, type CompletionOptions } from './item.ts';
import type { SnippetParts } from './snippet.ts';
import { tagsOf } from './references.ts';
import { contextOf, hasChoices, listedValues, valuePieces, type SkeletonContext } from './skeletons.ts';
import { variablesToSet } from './variables.ts';
import { isOtherProvidersModel } from './voices.ts';

/**
 * The keys that can be added to an object, each with the pieces of its initial value: required keys first, the others
 * in schema order, and last those that are deprecated or have no effect.
 */
export function keysFor(
  cursor: Cursor,
  workspace: Workspace,
  context: SkeletonContext,
  options: CompletionOptions,
): Candidate[] {
  const { props = {}, required = [] } = entryOf(cursor.entry);
  const { value } = cursor,
    hasKey = (key: string): boolean => isObject(value) && Object.hasOwn(value, key);
  const neededKeys = new Set(neededKeysOf(cursor.entry));
  const channel = cursor.is('agent-settings') ? channelOf(cursor) : undefined;
  const isInResponse = isResponse(cursor);
  const isUnfit = (model: Json, place: Cursor): boolean =>
    typeof model === 'string' && isOtherProvidersModel(model, place, workspace);
  const keys: Candidate[] = [];
  for (const [key, entry] of Object.entries(props)) {
    const marks = marksOf(entry);
    const isOthers = channel !== undefined && marks['x-channel'] !== undefined && marks['x-channel'] !== channel;
    const isDated = marks['x-until'] !== undefined || !isInForce(marks['x-since'], workspace.facts);
    if (hasKey(key) || isOthers || isDated || (marks['x-response-only'] && !isInResponse && !neededKeys.has(key)))
      continue;
    const unfitValues = marks['x-provider-values']
      ? listedValues(marks).filter(value => isUnfit(value, cursor.get(key)))
      : [];
    const pieces = valuePieces(
      entry,
      unfitValues.length > 0 ? { ...context, takenValues: unfitValues } : contextOf(key, entry, context),
    );
    const isNeeded = neededKeys.has(key);
    const rankName = isNeeded ? 'expected' : undefined;
    keys.push({
      label: key,
      kind: 'field',
      insert: { pieces },
      detail: detailOf(entry, marks, required.includes(key) ? 'required' : rankName),
      rank: rankOf(cursor.get(key), isNeeded, workspace),
      ...(marks.deprecated && { deprecated: true }),
      ...(opensAgain(pieces, entry) && { opens: true }),
      resolve: { entry },
    });
  }
  return [...keys, ...mapKeys(cursor, workspace, context, options).filter(({ label }) => !hasKey(label))];
}

function rankOf(key: Cursor, isNeeded: boolean, workspace: Workspace): number {
  if (key.marks.deprecated) return 5;
  if (isNeeded) return 0;
  if (!hasEffect(key, workspace)) return 4;
  return key.marks['x-not-shown'] ? 2 : 1;
}

const opensAgain = (pieces: SnippetParts, entry: number): boolean =>
  hasChoices(entry) && pieces.some(piece => typeof piece !== 'string' && !piece.choices && piece.text === undefined);

/** Whether an object is an answer of the platform: only answers contain the fields that the platform sets. */
function isResponse(cursor: Cursor): boolean {
  if (cursor.within('agent-override')) return false;
  if (
    cursor.shapes.some(
      shape => shape === 'agent' || shape === 'chat-agent' || shape.endsWith('-response') || shape === 'alert-incident',
    )
  )
    return true;
  const { props = {} } = entryOf(cursor.entry);
  return (
    isObject(cursor.value) &&
    Object.keys(cursor.value).some(key => Object.hasOwn(props, key) && marksOf(props[key]!)['x-response-only'] === true)
  );
}

/** Whether a setting would have an effect beside the existing settings; true if no condition limits it. */
function hasEffect(setting: Cursor, workspace: Workspace): boolean {
  const condition = setting.marks['x-applies-when'],
    decider = condition && deciderOf(setting, workspace);
  if (!condition || !decider) return true;
  return condition.is ? condition.is.includes(decider.value) : !(condition.not?.includes(decider.value) ?? false);
}

/** The detail of a key, for example `required · integer of ms · default 600000`. */
function detailOf(entry: number, marks: Marks, requirement: 'required' | 'expected' | undefined): string {
  const { types = [] } = entryOf(entry),
    unit = marks['x-unit'];
  const type = types
    .filter(type => type !== 'null')
    .map(type => typeWords[type] ?? type)
    .join(' or ');
  const usualValue = marks.default;
  return [
    marks.deprecated ? ['deprecated', replacementAdvice(marks)].filter(Boolean).join(', ') : requirement,
    unit === 'ratio'
      ? [type, boundsOf(marks, types)].filter(word => word !== undefined).join(' ')
      : `${type}${unit ? (unitWords[unit] ?? '') : ''}`,
    usualValue === undefined || usualValue === null || typeof usualValue === 'object'
      ? undefined
      : `default ${JSON.stringify(usualValue)}`,
  ]
    .filter(word => word !== undefined && word !== '')
    .join(' · ');
}
const typeWords: Readonly<Record<string, string>> = {
  array: 'list',
};
const unitWords: Partial<Record<Unit, string>> = {
  ms: ' of ms',
  s: ' of seconds',
  min: ' of minutes',
  days: ' of days',
  'timestamp-ms': ' (Unix time in ms)',
  'timestamp-s': ' (Unix time in s)',
  percent: ' (percent)',
  usd: ' (US dollars)',
};

/** The keys that a map can have, if they are known. */
function mapKeys(
  cursor: Cursor,
  workspace: Workspace,
  context: SkeletonContext,
  options: CompletionOptions,
): Candidate[] {
  const { map, keys } = entryOf(cursor.entry);
  if (map === undefined) return [];
  const marks = marksOf(keys ?? -1),
    pieces = valuePieces(map, context, 1);
  const asKey =
    (details: Partial<Candidate> = {}) =>
    (candidate: Candidate): Candidate => ({
      ...candidate,
      kind: 'field',
      insert: { pieces },
      ...(opensAgain(pieces, map) && { opens: true }),
      ...details,
    });
  if (cursor.marks['x-sets-variables'] === 'values')
    return variablesToSet(cursor, workspace).map(asKey({ kind: 'variable', insert: { pieces: ['"', {}, '"'] } }));
  if (marks.enum)
    return marks.enum
      .filter(key => typeof key === 'string')
      .map(key => candidate('field', key, '', { resolve: { entry: map } }))
      .map(asKey());
  if (marks['x-identifies']?.of === 'tag') {
    const candidates = tagsOf([...workspace.agents.values()], workspace, cursor),
      liveTags = workspace.facts.liveTags.filter(name => !candidates.some(({ label }) => label === name));
    return [
      ...candidates,
      ...liveTags.map(label => candidate('field', label, 'callers are served by it', { rank: 2 })),
    ].map(asKey());
  }
  return configurationValues(marks['x-noun'], workspace, options).map(asKey({ resolve: { entry: map } }));
}

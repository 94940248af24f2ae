import type { Cursor } from '../cursor.ts';
import { isArray, isObject, property, type Json } from '../json/json.ts';
import { flowOf, unreachableNodes } from './flows.ts';
import { effectiveValue, doesApply } from './settings.ts';
import type { VariableUse } from './variables.ts';
import type { Workspace } from '../workspace/workspace.ts';

/**
 * Whether a text can be read out or sent: false if it only tests whether a variable is set, if its setting has no
 * effect, or if the item that contains it is never used.
 */
export function mayBeSpoken(text: Cursor): boolean {
  if (/^(?:not_)?exists?$/.test(text.parent?.get('operator').string() ?? '')) return false;
  for (let cursor: Cursor | undefined = text; cursor?.parent; cursor = cursor.parent)
    if (
      hasNoEffect(cursor, cursor.parent) ||
      (cursor.parent.isArray && cursor.parent.parent && isUnused(cursor, cursor.parent.parent))
    )
      return false;
  return true;
}

const heardEffect = 'callers hear the placeholder';
/** The effect of a placeholder that callers do not hear; undefined if callers hear the placeholder. */
export const unheardEffect = (text: Cursor): string | undefined => {
  const effect = effectOfPlaceholder(text);
  return effect === heardEffect ? undefined : effect;
};
/** The effect of a placeholder whose variable nothing sets, in words. */
export function effectOfPlaceholder(text: Cursor): string {
  const { 'x-text': kind, 'x-spoken': speechMark, 'x-format': format } = text.marks,
    { parent } = text;
  if (speechMark !== undefined || (['llm', 'llm-state', 'conversation-flow'] as const).some(shape => parent?.is(shape)))
    return heardEffect;
  if (kind !== undefined) return 'the model reads the placeholder';
  if (parent?.is('equation')) return 'the placeholder is compared';
  return format === 'phone-number' ? 'there is no number to dial' : 'the placeholder is used as it is';
}

type Uses = ReadonlyMap<string, readonly VariableUse[]>;

/** The variables of `variables` that may be spoken. The same map is returned for the same input. */
export const usesSpoken = (variables: Uses, workspace: Workspace): Uses =>
  workspace.memory.remember(usesSpoken, variables, () => {
    const spokenUses = Array.from(
      variables,
      ([name, uses]) => [name, uses.filter(({ at }) => mayBeSpoken(at))] as const,
    );
    return new Map(spokenUses.filter(([, uses]) => uses.length > 0));
  });

function hasNoEffect(cursor: Cursor, text: Cursor): boolean {
  if (cursor.key === 'begin_message') return isUserFirst(text);
  const condition = cursor.marks['x-applies-when'];
  if (condition?.field === undefined) return false;
  const value = effectiveValue(((condition.parent ? text.parent : text) ?? text).get(condition.field));
  return value !== undefined && !doesApply(value, condition);
}

/** Whether the user always speaks first: false if a silence is set, after which the agent speaks. */
const isUserFirst = (engine: Cursor): boolean =>
  engine.get('start_speaker').value === 'user' && typeof engine.get('begin_after_user_silence_ms').value !== 'number';

/** Whether no node, tool or state refers to an item in a list of an engine. */
function isUnused(item: Cursor, owner: Cursor): boolean {
  const id = (key: string): string | undefined => item.get(key).string() || undefined;
  switch (item.parent!.key) {
    case 'nodes':
      return isFlow(owner) && unreachableIn(owner).has(id('id') ?? '');
    case 'states':
      return owner.is('llm') && unreachableIn(owner).has(id('name') ?? '');
    case 'tools':
      return isFlow(owner) && isNotNamed(item, id('tool_id'));
    case 'mcps':
      return isNotNamed(item, id('id'));
    case 'components':
      return isFlow(owner) && isNotNamed(item, id('conversation_flow_component_id'));
    default:
      return false;
  }
}

const isFlow = (place: Cursor): boolean => place.is('conversation-flow') || place.is('flow-component');
const unreachableIn = (flow: Cursor): ReadonlySet<string> =>
  flow.remember(unreachableIn, () => new Set(unreachableNodes(flowOf(flow))));

/** Whether no node or tool of the record names a tool, a server or a component. */
function isNotNamed(item: Cursor, id: string | undefined): boolean {
  if (id === undefined) return false;
  let record = item;
  while (record.parent && !record.is('llm') && !record.is('conversation-flow')) record = record.parent;
  return !record.remember(idsNamedIn, () => idsNamedIn(record.value)).has(id);
}

const namingFields = new Set(['tool_id', 'tool_ids', 'mcp_id', 'mcp_ids', 'component_id']);

/** All ids to which a record refers. The `tool_id` of a tool does not count, because it is no reference. */
function idsNamedIn(record: Json | undefined): ReadonlySet<string> {
  const names = new Set<string>();
  for (
    const pending: { value: Json | undefined; isTool: boolean }[] = [{ value: record, isTool: false }];
    pending.length > 0;
  ) {
    const { value, isTool } = pending.pop()!;
    if (isArray(value)) for (const item of value) pending.push({ value: item, isTool });
    else if (isObject(value))
      for (const key of Object.keys(value)) {
        const innerValue = property(value, key);
        if (namingFields.has(key) && !(isTool && key === 'tool_id'))
          for (const id of isArray(innerValue) ? innerValue : [innerValue]) if (typeof id === 'string') names.add(id);
        pending.push({ value: innerValue, isTool: key === 'tools' });
      }
  }
  return names;
}

const quotation = /["“„«]([^"“”„»«]*)["“”»]/g;
/** Whether a text quotes more than a name. */
const hasQuotation = (text: string): boolean =>
  [...text.matchAll(quotation)].some(([, content]) => /\S\s+\S/.test(content!));

/** Phrases that occur only in an order to say something; any other text may be a note to the model. */
const speech = new RegExp(
  [
    String.raw`\b(?:good[- ]?bye|bye|farewell|thank(?:s|ing)?|apologi[sz]e|(?:tell|inform|wish) (?:them|him|her|the))\b`,
    String.raw`\b(?:verabschied|bedank|danke|auf wieder|tschüss|entschuldige dich)`,
    String.raw`\b(?:desp[ií]de|gracias|agradec|adi[oó]s|obrigad|remerci|merci\b|au revoir|ringrazi|grazie|arrivederci)`,
  ].join('|'),
  'i',
);
const negation = /\b(?:no|not|never|without|nicht|nie|kein\w*|ohne|sin|sans|pas|não|non|senza)\b|n['’]t\b/i;
/** The maximum length of a sentence that is checked. */
const MAX_LENGTH = 300;
/**
 * Whether a sentence negates the words after an offset.
 * @param before the text before the offset
 */
export const isDenied = (before: string): boolean =>
  negation.test(
    before
      .slice(-MAX_LENGTH)
      .split(/[.!?\n]/)
      .at(-1)!,
  );

/**
 * Whether a text asks the agent to say something: `words` if it contains the words, `request` if it only asks;
 * `undefined` for anything else, such as "End the call.", in any language.
 */
export function speechIn(text: string, isStatic: boolean): 'words' | 'request' | undefined {
  const match = speech.exec(text),
    isAsked = match !== null && !isDenied(text.slice(0, match.index));
  if (hasQuotation(text) || (isStatic && (isAsked || isSentence(text)))) return 'words';
  return isAsked ? 'request' : undefined;
}

const isSentence = (text: string): boolean => /[.!?…]["”]?\s*$/.test(text) && text.trim().split(/\s+/).length > 3;

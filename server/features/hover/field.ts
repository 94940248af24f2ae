import type { Cursor } from '../../core/cursor.ts';
import { replacementAdvice, retirementOf } from '../../core/domain/deprecation.ts';
import { isInForce, sinceOf, specification } from '../../core/domain/dated.ts';
import { addedValues, enumValuesOf, showValueAt } from '../../core/domain/fields.ts';
import { isTextPlace } from '../../core/domain/named-in-text.ts';
import { aboutTokens, estimatedTokens } from '../../core/domain/tokens.ts';
import { channelOf, deciderOf, doesApply } from '../../core/domain/settings.ts';
import { docAt } from '../../core/generated/docs.js';
import { isEqual, isArray, type Json } from '../../core/json/json.ts';
import {
  UNKNOWN_ENTRY,
  entryOf,
  marksOf,
  rootOf,
  type AppliesWhen,
  type Marks,
  type ShapeDoc,
} from '../../core/shapes/table.ts';
import { listed } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { blocks, bullets, code, plainMarkdown, prose, sentence } from './markdown.ts';
import { boundsOf, formOf, readJson, readingOf, unitNames } from './numbers.ts';

/** The description of an entry in the schemas. */
export const wordsOf = (entry: number): ShapeDoc => docAt(entry) ?? {};

/** The heading under which the specification names shapes that it does not describe. */
const NOT_SHOWN = 'Referenced shapes with fields not shown';
/** The maximum number of values in a hover; a longer list is left to completion. */
const MAX_VALUES = 24;

/**
 * The description of a field from the schemas, and the meaning of its value; `undefined` if no schema has the field.
 * @param isShadowed whether the key is repeated further down, so that this value has no effect
 * @param leadsTo the version that the value selects, in words
 * @param isReported whether a finding already says that the field or its value is no longer used
 */
export function fieldHover(
  cursor: Cursor,
  workspace: Workspace,
  {
    isShadowed = false,
    leadsTo,
    isReported = false,
  }: { readonly isShadowed?: boolean; readonly leadsTo?: string | undefined; readonly isReported?: boolean } = {},
): string | undefined {
  const { entry, marks } = cursor;
  if (entry === UNKNOWN_ENTRY || isAnything(cursor)) return undefined;
  const { description } = wordsOf(entry);
  const facts = factsOf(cursor, workspace);
  const valueText = isShadowed || (isReported && isOutdated(cursor)) ? undefined : valueInWords(cursor, workspace);
  return blocks(
    headline(cursor),
    isShadowed ? 'Repeated below; the last one counts.' : (leadsTo ?? valueText),
    marks.deprecated === true && !isReported
      ? `${['**Deprecated**', replacementAdvice(marks, code)].filter(Boolean).join(': ')}.`
      : undefined,
    description === undefined ? undefined : prose(description),
    bullets(facts),
    sourceOf(cursor),
  );
}

/** Whether a schema allows any key and any value at a place, which then has no description. */
const isAnything = ({ entry, marks, parent, key }: Cursor): boolean =>
  entryOf(entry).types === undefined &&
  Object.keys(marks).length === 0 &&
  parent !== undefined &&
  !Object.hasOwn(entryOf(parent.entry).props ?? {}, key);

/**
 * The name and type of a field, `**voice_speed** · number`; for a key that the file chooses, the noun for such keys.
 */
function headline(cursor: Cursor): string {
  const { entry, marks, parent } = cursor;
  const { props, keys, required } = parent ? entryOf(parent.entry) : {};
  const isFree = keys !== undefined && !Object.hasOwn(props ?? {}, cursor.key);
  const noun = isFree ? marksOf(keys)['x-noun']?.replace(/^an? /, '') : undefined;
  const unit = marks['x-unit'] === undefined ? '' : unitNames[marks['x-unit']];
  const facts = [
    noun ?? typeInWords(entry),
    unit,
    required?.includes(cursor.key) && parent?.isObject ? 'required' : '',
  ].filter(fact => fact !== '');
  return `**${plainMarkdown(cursor.label)}**${facts.length > 0 ? ` · ${facts.join(', ')}` : ''}`;
}

/** The description of a field in one line, shown below more specific facts. */
export function fieldInShort(cursor: Cursor): string | undefined {
  const { description } = wordsOf(cursor.entry);
  return description === undefined
    ? undefined
    : `${code(cursor.parent?.isArray ? cursor.label : cursor.key)}: ${prose(description)}`;
}

/** The meaning of a value in words: a duration, a description, or that it is the default. */
function valueInWords(cursor: Cursor, workspace: Workspace): string | undefined {
  const { marks, value } = cursor;
  if (
    marks['x-secret'] === true ||
    cursor.parent?.marks['x-secret'] === true ||
    value === undefined ||
    (typeof value === 'object' && value !== null)
  )
    return undefined;
  const isDefault = marks.default !== undefined && isEqual(value, marks.default);
  const numberText = typeof value === 'number' ? numberInWords(cursor) : undefined;
  const valueText = typeof value === 'string' ? meaningOf(value, cursor, workspace) : numberText;
  if (valueText !== undefined) return `${valueText}${isDefault ? ' This is the default.' : ''}`;
  if (typeof value === 'string' && value !== '' && isTextPlace(cursor))
    return `Here: ${aboutTokens(estimatedTokens(value))} tokens.`;
  return isDefault ? `Here: ${plainMarkdown(showValueAt(cursor))}, the default.` : undefined;
}

function numberInWords(cursor: Cursor): string | undefined {
  const valueText = readingOf(cursor);
  return valueText === undefined ? undefined : `Here: ${plainMarkdown(valueText)}.`;
}

function meaningOf(value: string, cursor: Cursor, workspace: Workspace): string | undefined {
  const { marks } = cursor,
    meanings = wordsOf(cursor.entry)['x-values'] ?? {};
  const retirement = retirementOf(cursor),
    sinceText = sinceOf(marks, value),
    deprecatedValues = marks['x-deprecated-values'] ?? {};
  const describe = (words: string): string => `${code(value)}: ${words}`;
  if (retirement && isInForce(retirement.date, workspace.facts)) {
    const { successor } = retirement;
    return describe(
      `retired by the platform (since ${retirement.date})${successor === undefined ? '' : `; its successor is ${code(successor)}`}.`,
    );
  }
  if (Object.hasOwn(deprecatedValues, value)) return describe(`deprecated${standsFor(deprecatedValues[value]!)}.`);
  if (Object.hasOwn(meanings, value)) return describe(sentence(prose(meanings[value]!)));
  if (sinceText !== undefined) return describe(`since ${sinceText}, not in the specification ${specification}.`);
  if (addedValues(cursor, workspace).includes(value))
    return describe('added by `knownValues` in preflight.config.json.');
  return undefined;
}

function isOutdated({ marks, value }: Cursor): boolean {
  const outdatedValues = { ...marks['x-until-values'], ...marks['x-deprecated-values'] };
  return typeof value === 'string' && Object.hasOwn(outdatedValues, value);
}

const standsFor = (value: Json): string =>
  value === null
    ? ''
    : `; it means ${
        isArray(value)
          ? listed(
              value.map(value => code(String(value))),
              'and',
              MAX_VALUES,
            )
          : code(String(value))
      }`;

function factsOf(cursor: Cursor, workspace: Workspace): string[] {
  const { marks } = cursor,
    facts: string[] = [];
  if (marks.default !== undefined) facts.push(`default: ${defaultOf(marks)}`);
  const bounds = boundsOf(marks, entryOf(cursor.entry).types ?? []);
  if (bounds !== undefined) facts.push(bounds);
  const values = enumValuesOf(cursor).filter(value => isInForce(sinceOf(marks, value), workspace.facts));
  if (values.length > 1)
    facts.push(
      `${marks.enum ? 'one of' : 'known values:'} ${values
        .slice(0, MAX_VALUES)
        .map(value => code(value))
        .join(', ')}${values.length > MAX_VALUES ? ` and ${values.length - MAX_VALUES} more` : ''}`,
    );
  const form = formOf(marks);
  if (form !== undefined) facts.push(form);
  const minimumBy = marks['x-minimum-by'];
  if (minimumBy) facts.push(leastInWords(cursor, minimumBy));
  const condition = marks['x-applies-when'];
  if (condition) facts.push(effectOf(cursor, condition, workspace));
  if (marks['x-channel'] !== undefined) facts.push(channelFact(cursor, marks['x-channel']));
  if (isArray(marks['x-providers'] as Json))
    facts.push(`works with voices of ${listed(marks['x-providers'] as string[], 'and')} only`);
  if (marks['x-engine'] !== undefined) facts.push(`needs an engine of type ${code(String(marks['x-engine']))}`);
  if (marks['x-response-only'] === true) facts.push('read-only: set by the platform, left out of requests');
  if (marks['x-template'] !== undefined)
    facts.push(
      marks['x-template'] === 'whole' ? 'may be one `{{variable}}` as a whole' : '`{{variables}}` in it are replaced',
    );
  if (marks['x-secret'] === true) facts.push('a credential: never shown here');
  return facts;
}

/**
 * The minimum of a value whose minimum depends on another field: the minimum that applies here, or all possible ones.
 */
function leastInWords(cursor: Cursor, { field, values }: NonNullable<Marks['x-minimum-by']>): string {
  const deciderValue = cursor.sibling(field).string();
  const describe = ([value, minimum]: readonly [string, number]): string =>
    `${readJson(minimum, cursor.marks)} with ${code(value)}`;
  if (deciderValue === undefined || !Object.hasOwn(values, deciderValue))
    return `at least ${Object.entries(values).map(describe).join(', ')} as ${code(field)}`;
  const otherEntries = Object.entries(values).filter(([value]) => value !== deciderValue);
  const localText = `**at least ${readJson(values[deciderValue]!, cursor.marks)}** here, where ${code(field)} is ${code(deciderValue)}`;
  return `${localText} (${otherEntries.map(describe).join(', ')})`;
}

function defaultOf(marks: Marks): string {
  const value = marks.default!;
  if (value === null) return 'none';
  if (isArray(value)) return value.length === 0 ? 'an empty list' : value.map(value => code(String(value))).join(', ');
  if (typeof value === 'object') return 'an object';
  if (typeof value !== 'number') return code(String(value));
  return marks['x-unit'] === 'ratio' ? String(value) : plainMarkdown(readJson(value, marks));
}

/** Says whether the setting has an effect at this place. */
function effectOf(cursor: Cursor, condition: AppliesWhen, workspace: Workspace): string {
  const name = code(condition.engine ?? condition.field ?? ''),
    ownerText = condition.engine === undefined ? '' : ' of the engine';
  const values = (list: readonly Json[]): string => listed(list.map(value => code(JSON.stringify(value))));
  const rule = condition.not
    ? `applies unless ${name}${ownerText} is ${values(condition.not)}`
    : `applies only while ${name}${ownerText} is ${values(condition.is ?? [])}`;
  const decider = deciderOf(cursor, workspace);
  if (!decider) return `${rule} (not known here)`;
  const state = decider.at.exists
    ? `it is ${code(JSON.stringify(decider.value))}`
    : `it is not set, which means ${code(JSON.stringify(decider.value))}`;
  return `${rule}: ${state} here, so ${doesApply(decider.value, condition) ? 'it applies' : '**it has no effect**'}`;
}

function channelFact(cursor: Cursor, channel: 'voice' | 'chat'): string {
  const settings = cursor.within('agent-settings');
  const ownChannel = settings && channelOf(settings);
  return `${channel} agents only${ownChannel !== undefined && ownChannel !== channel ? `; **this is a ${ownChannel} agent**` : ''}`;
}

/** The section of the specification about the field, or the statement that the specification does not describe it. */
function sourceOf(cursor: Cursor): string | undefined {
  const { 'x-since': firstDate, 'x-until': lastDate, 'x-successor': successor } = cursor.marks;
  if (lastDate !== undefined)
    return `Retired by the platform (since ${lastDate})${successor === undefined ? '' : `; see ${code(successor)}`}.`;
  if (firstDate !== undefined) return `Since ${firstDate}, not in the specification ${specification}.`;
  let section: string | undefined;
  for (let ancestor: Cursor | undefined = cursor; ancestor && section === undefined; ancestor = ancestor.parent)
    section = wordsOf(ancestor.entry)['x-spec'] ?? sectionOfShape(ancestor);
  if (cursor.marks['x-not-shown'] === true || section === NOT_SHOWN || sectionOfShape(cursor) === NOT_SHOWN)
    return 'Not described in the specification; seen in real files.';
  return section === undefined || section === 'domain' ? undefined : `Specification: ${plainMarkdown(section)}`;
}

/**
 * The section about the shape that declares the field. If several shapes declare it, the shape with the fewest fields
 * is chosen, because the others extend it; among equally small shapes, the last one.
 */
function sectionOfShape({ parent, key }: Cursor): string | undefined {
  if (!parent || parent.isArray) return undefined;
  const declaringShapes = parent.shapes
    .map(shape => ({ entry: rootOf(shape), fields: entryOf(rootOf(shape)).props ?? {} }))
    .filter(({ fields }) => Object.hasOwn(fields, key));
  const fewest = Math.min(...declaringShapes.map(({ fields }) => Object.keys(fields).length));
  const declaringShape = declaringShapes.findLast(({ fields }) => Object.keys(fields).length === fewest);
  return declaringShape && wordsOf(declaringShape.entry)['x-spec'];
}

const names: Readonly<Record<string, string>> = {
  string: 'string',
  integer: 'integer',
  number: 'number',
  object: 'object',
  array: 'list',
  boolean: 'boolean',
  null: 'null',
};
const pluralNames: Readonly<Record<string, string>> = {
  string: 'strings',
  integer: 'integers',
  number: 'numbers',
  object: 'objects',
  array: 'lists',
};

/**
 * The type of an entry in words: `string or null`, `list of strings`, `list (each item an edge)`. Empty if any value
 * is allowed.
 */
export function typeInWords(entry: number): string {
  const { types = [], items } = entryOf(entry);
  return listed(
    types.map(type => (type === 'array' && items !== undefined ? listInWords(items) : (names[type] ?? type))),
  );
}

function listInWords(items: number): string {
  const noun = marksOf(items)['x-noun'],
    types = entryOf(items).types ?? [];
  if (noun !== undefined) return `list (each item ${noun})`;
  return types.length === 1 && pluralNames[types[0]!] !== undefined ? `list of ${pluralNames[types[0]!]}` : 'list';
}

import type { Cursor } from '../../core/cursor.ts';
import { addedValues } from '../../core/domain/fields.ts';
import { isInForce, sinceOf } from '../../core/domain/dated.ts';
import { docAt } from '../../core/generated/docs.js';
import { channelOf } from '../../core/domain/settings.ts';
import { timeZoneNames } from '../../core/domain/timezone-names.ts';
import { toolNamesIn } from '../../core/domain/tools.ts';
import { isArray, property, type Json } from '../../core/json/json.ts';
import { childEntry, entryOf, marksOf, type ShapeEntry } from '../../core/shapes/table.ts';
import { show } from '../../core/wording.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { configurationValues } from './configuration.ts';
import { candidate, type Candidate, type CompletionOptions, type CompletionToken } from './item.ts';
import { phoneNumbers, recordsFor } from './references.ts';
import { opensFirst, type SnippetParts } from './snippet.ts';
import {
  innerLayout,
  joinPieces,
  listedValues,
  memberPieces,
  neededKeys,
  objectPieces,
  remainingWeight,
  statedKeys,
  type Choice,
  type SkeletonContext,
} from './skeletons.ts';
import { isOtherProvidersModel, voices } from './voices.ts';

/**
 * The possible values at a place according to its schema.
 * @param isBare whether the caret is outside of quotes, so that the insertion need not be a string
 */
export function valuesFor(
  cursor: Cursor,
  workspace: Workspace,
  context: SkeletonContext,
  options: CompletionOptions,
  isBare: boolean,
): Candidate[] {
  const { marks, entry } = cursor,
    { types = [] } = entryOf(entry);
  const candidates: Candidate[] = [...listedFor(cursor, workspace)];
  const labels = new Set(candidates.map(({ label }) => label));
  const add = (moreCandidates: readonly Candidate[]): void => {
    for (const candidate of moreCandidates)
      if (!labels.has(candidate.label)) {
        labels.add(candidate.label);
        candidates.push(candidate);
      }
  };
  const recordKind = marks['x-reference']?.to ?? (marks['x-identifies']?.of === 'agent' ? 'agent' : undefined);
  if (recordKind !== undefined) add(recordsFor(recordKind, cursor, workspace));
  if (marks['x-format'] === 'voice-id') add(voices(cursor, workspace));
  if (marks['x-format'] === 'phone-number') add(phoneNumbers(cursor, workspace));
  if (marks['x-format'] === 'timezone') add(zones(cursor));
  if (cursor.parent?.is('tool-mock') && cursor.key === 'tool_name') add(mockedTools(cursor, workspace));
  add(configurationValues(marks['x-noun'], workspace, options));
  add(examplesAt(cursor, workspace));
  const usualValue = marks.default;
  if (
    typeof usualValue === 'string' ||
    typeof usualValue === 'number' ||
    (usualValue === null && types.includes('null'))
  )
    add([plainCandidate(usualValue, 0, 'default')]);
  if (types.includes('boolean')) {
    add(
      [true, false].map(choice =>
        usualValue === choice
          ? plainCandidate(choice, 1, 'default')
          : { ...plainCandidate(choice, 0), preselect: usualValue === !choice },
      ),
    );
  }
  if (types.includes('number') || types.includes('integer')) add(numbers(cursor, context));
  if (isBare) add(structures(cursor, types, context));
  if (types.includes('null') && !isRequired(cursor))
    add([plainCandidate(null, 6, marks['x-nullable-removes'] ? 'removes the setting' : '')]);
  return withoutTaken(candidates, cursor);
}

/** Values that the schema lists as examples, such as language models. */
const examplesAt = ({ entry, marks }: Cursor, workspace: Workspace): Candidate[] =>
  (docAt(entry)?.examples ?? [])
    .filter(value => isInForce(sinceOf(marks, value), workspace.facts))
    .map(value => plainCandidate(value, 1));

/** Whether the record requires the field, so that null would be an error. */
const isRequired = ({ parent, key }: Cursor): boolean =>
  parent !== undefined && !parent.isArray && statedKeys(parent.entry).has(key);

/** The tools of the engine that a test case runs, as candidates. */
function mockedTools(cursor: Cursor, workspace: Workspace): Candidate[] {
  const test = cursor.within('test-case-definition'),
    engine = test && workspace.engineOf(test);
  return engine ? [...toolNamesIn(engine).keys()].map(name => candidate('reference', name, 'tool')) : [];
}

const labelOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
const plainCandidate = (value: Json, rank: number, detail = ''): Candidate =>
  candidate('value', labelOf(value), detail, { insert: { value }, rank });

/** The candidates without the existing items of a list that must not contain duplicates. */
function withoutTaken(candidates: readonly Candidate[], { parent, segment, exists }: Cursor): Candidate[] {
  if (!parent || !isArray(parent.value)) return [...candidates];
  const takenValues = new Set(
    parent.value.filter(
      (value, i) => (!exists || i !== Number(segment)) && (value === null || typeof value !== 'object'),
    ),
  );
  return candidates.filter(({ insert }) => !('value' in insert) || !takenValues.has(insert.value));
}

function rankOf({ isOld, fits, isUsual }: Readonly<Record<'isOld' | 'fits' | 'isUsual', boolean>>): number {
  if (isOld) return 5;
  if (!fits) return 4;
  return isUsual ? 0 : 1;
}

/** The values that the other items of the list have at the key of this place. */
function takenBeside({ parent, key }: Cursor): readonly (Json | undefined)[] {
  const otherCursors = parent?.parent?.isArray ? parent.parent.items() : [];
  return otherCursors.filter(({ segment }) => segment !== parent!.segment).map(item => item.peek(key));
}

/**
 * The values that the schema lists and the configuration adds, without values of the other channel. Deprecated values
 * come last.
 */
function listedFor(cursor: Cursor, workspace: Workspace): Candidate[] {
  const { marks, entry } = cursor;
  const channels = (marks['x-channel-values'] ?? {}) as Readonly<Record<string, string>>;
  const settings = cursor.within('agent-settings'),
    channel = settings && channelOf(settings);
  const deprecated = marks['x-deprecated-values'] ?? {};
  const values = marks['x-identifies'] ? takenBeside(cursor) : [];
  const choices = [...listedValues(marks), ...addedValues(cursor, workspace)].filter(value => !values.includes(value));
  return [...new Set(choices)].flatMap((value): Candidate[] => {
    const name = labelOf(value);
    if (!isInForce(sinceOf(marks, value), workspace.facts)) return [];
    if (channel !== undefined && Object.hasOwn(channels, name) && channels[name] !== channel) return [];
    const isOld = Object.hasOwn(deprecated, name);
    const isFitting = typeof value !== 'string' || !isOtherProvidersModel(value, cursor, workspace);
    const isUsual = value === marks.default;
    return [
      {
        label: name,
        kind: 'value',
        insert: { value },
        resolve: { entry, value: name },
        rank: rankOf({ isOld, fits: isFitting, isUsual }),
        ...(isUsual && { detail: 'default' }),
        ...(!isFitting && { detail: 'of another provider than the voice' }),
        ...(isOld && {
          deprecated: true,
          detail: deprecated[name] === null ? 'deprecated' : `deprecated, use ${show(deprecated[name])}`,
        }),
      },
    ];
  });
}

/** The time zones as candidates: zones named after places come before UTC offsets and old names. */
function zones(cursor: Cursor): Candidate[] {
  const usualValue = cursor.marks.default;
  return [...timeZoneNames].map(name =>
    name === usualValue
      ? plainCandidate(name, 0, 'default')
      : plainCandidate(name, name.includes('/') && !name.startsWith('Etc/') ? 1 : 2),
  );
}

function numbers(cursor: Cursor, context: SkeletonContext): Candidate[] {
  const { marks } = cursor,
    candidates: Candidate[] = [];
  const list = cursor.parent?.is('agent-weight') && cursor.key === 'weight' ? cursor.parent.parent : undefined;
  const remainder = list && remainingWeight(list, Number(cursor.parent!.segment));
  const add = (value: number | undefined, detail: string, rank: number): void => {
    if (value !== undefined && !candidates.some(candidate => candidate.label === String(value)))
      candidates.push(plainCandidate(value, rank, detail));
  };
  add(
    remainder ?? (context.list && cursor.marks['x-noun'] === 'a weight' ? remainingWeight(context.list) : undefined),
    'what the other weights leave',
    0,
  );
  if (marks['x-reference']) return candidates;
  const minimumBy = marks['x-minimum-by'],
    deciderValue = minimumBy && cursor.sibling(minimumBy.field).string();
  for (const [name, lowerBound] of Object.entries(minimumBy?.values ?? {}).sort(([, a], [, b]) => a - b))
    if (deciderValue === undefined || deciderValue === name || !Object.hasOwn(minimumBy!.values, deciderValue))
      add(lowerBound, `minimum of ${name}`, 2);
  add(marks.minimum, 'minimum', 2);
  add(marks.maximum, 'maximum', 3);
  return candidates;
}

/** The new objects and lists that a place accepts: one candidate for each variant of the shape. */
function structures(cursor: Cursor, types: readonly string[], context: SkeletonContext): Candidate[] {
  const { entry } = cursor,
    shape = entryOf(entry);
  const isObject =
    types.includes('object') || (types.length === 0 && (shape.props !== undefined || shape.map !== undefined));
  const candidates: Candidate[] = [];
  if (isObject) {
    const { variants } = shape;
    if (variants) {
      for (const value of variantOrder(shape)) {
        const variant = variants.of[value]!,
          pieces = objectPieces(variant, context, 0, { field: variants.by, value });
        candidates.push(
          snippet(variantName(spelledIn(context, value), shape), neededKeys(variant).join(', '), pieces, {
            entry: childEntry(entry, variants.by),
            value,
          }),
        );
      }
    } else if (shape.props)
      candidates.push(snippet(nounOf(shape), neededKeys(entry).join(', '), objectPieces(entry, context, 0), { entry }));
    else candidates.push({ ...snippet('{}', 'empty object', ['{', {}, '}'], { entry }), opens: true });
  }
  if (types.includes('array')) {
    const item = shape.items === undefined ? undefined : entryOf(shape.items);
    if (!cursor.parent && item?.props) {
      const pieces = listOf(objectPieces(shape.items!, { ...context, layout: innerLayout(context.layout) }), context);
      candidates.push(snippet(nounOf(item), 'a list with one', pieces, { entry: shape.items! }));
    }
    candidates.push({ ...snippet('[]', 'list', ['[', {}, ']'], { entry }), opens: true });
  }
  return candidates;
}

const listOf = (item: SnippetParts, { layout: { eol, base, indent, isCompact } }: SkeletonContext): SnippetParts =>
  isCompact ? ['[', ...item, ']'] : [`[${eol}${base}${indent}`, ...item, `${eol}${base}]`];

/** The variants of a shape, in the order of the discriminating values in its schema. */
function variantOrder({ variants, props }: ShapeEntry): string[] {
  if (!variants) return [];
  const choices = listedValues(marksOf(props?.[variants.by] ?? -1)).filter(
    value => typeof value === 'string' && Object.hasOwn(variants.of, value),
  ) as string[];
  return [...new Set([...choices, ...Object.keys(variants.of)])];
}

/** The noun of a shape without its article: `node` of "a node". */
const nounOf = ({ marks, shapes }: ShapeEntry): string =>
  marks?.['x-noun']?.replace(/^(an?|the) (set of )?/, '') ?? shapes?.[0]?.replaceAll('-', ' ') ?? 'item';

const snippet = (label: string, detail: string, pieces: SnippetParts, resolve: CompletionToken): Candidate =>
  candidate('snippet', label, detail, { insert: { pieces }, rank: 3, resolve, opens: opensFirst(pieces) });

/**
 * The candidate with all needed members of an object of this shape; one candidate for each variant if no variant is
 * selected yet.
 */
export function objectCandidates(cursor: Cursor, context: SkeletonContext): Candidate[] {
  const { entry } = cursor,
    { isFlat, isCompact, eol, base } = context.layout;
  const gap = isFlat ? ', ' : `,${isCompact ? '' : `${eol}${base}`}`;
  const start = (startEntry: number, label: string, decision?: Choice): Candidate[] => {
    const keys = neededKeys(startEntry).filter(key => property(cursor.value, key) === undefined);
    if (keys.length < 2 || statedKeys(startEntry).size === 0) return [];
    const members = keys.map(key =>
      memberPieces(startEntry, key, context, 1, decision?.field === key ? decision.value : undefined),
    );
    const resolve = decision
      ? { entry: childEntry(entry, decision.field), value: decision.value }
      : { entry: startEntry };
    const pieces = joinPieces(members, gap);
    return [{ ...snippet(label, `with ${keys.join(', ')}`, pieces, resolve), rank: -1 }];
  };
  const shape = entryOf(entry),
    { variants } = shape;
  if (!variants || property(cursor.value, variants.by) !== undefined) return start(entry, nounOf(shape));
  return variantOrder(shape).flatMap(value =>
    start(variants.of[value]!, variantName(spelledIn(context, value), shape), { field: variants.by, value }),
  );
}
const spelledIn = ({ names }: SkeletonContext, value: string): string => names?.spellingOf(value) ?? value;
const variantName = (value: string, shape: ShapeEntry): string => `${value.replaceAll('_', ' ')} ${nounOf(shape)}`;

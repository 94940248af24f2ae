import { placeOf } from '../server/core/workspace/records.ts';
import { keyOf } from '../server/core/workspace/tables.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import {
  addedValues,
  enumValuesOf,
  hasVariable,
  intendedValue,
  valuesInWords,
  plainName,
  showValueAt,
} from '../server/core/domain/fields.ts';
import { defineRule, listed, nearest, set, show, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unrecognized-value',
  group: 'values',
  aliases: ['unlisted-value'],
  severity: 'info',
  reads: 'records',
  spec: 'domain',
  at: { among: ['x-known-values', 'x-named-values'] },
  when: marks => {
    const { 'x-named-values': namedValues, 'x-known-values': values = namedValues ?? [] } = marks;
    return value => typeof value === 'string' && !values.includes(value);
  },

  check(node, workspace) {
    const judgement = judgementOf(node, workspace);
    if (!judgement) return undefined;
    const { values, similarName } = judgement;
    if (similarName !== undefined)
      return {
        severity: 'warning',
        message: `unknown ${nameOf(node)} ${showValueAt(node)}; did you mean ${show(similarName)}?`,
        help: valuesInWords(values),
        fix: set(node, similarName, { title: `Use "${similarName}"` }),
      };
    const unknownValues = unknownSiblings(node, workspace);
    if (unknownValues[0] && unknownValues[0].segment !== node.segment) return undefined;
    const unknownRest = unknownValues.slice(1),
      moreNames = unknownRest.map(value =>
        node.parent?.isArray ? showValueAt(value) : `${nameOf(value)} ${showValueAt(value)}`,
      );
    return {
      message:
        `unknown ${nameOf(node)} ${listed([showValueAt(node), ...moreNames], 'and', 3)}` +
        (unknownRest.length === 0 ? examplesOf(values) : ''),
      help: unknownRest.length === 0 ? valuesInWords(values) : undefined,
    };
  },
});

/** The known values for an unknown value, and the nearest one; `undefined` if the value is not reported. */
function judgementOf(
  node: Cursor,
  workspace: Workspace,
): { readonly values: readonly string[]; readonly similarName: string | undefined } | undefined {
  const value = node.string();
  if (
    value === undefined ||
    value === '' ||
    hasVariable(value) ||
    node.marks.enum ||
    node.marks['x-format'] === 'locale' ||
    isOfFlatEquation(node)
  )
    return undefined;
  const values = [
    ...enumValuesOf(node),
    ...Object.keys(node.marks['x-deprecated-values'] ?? {}),
    ...addedValues(node, workspace),
  ];
  if (values.includes(value)) return undefined;
  const namedValues = node.marks['x-named-values'],
    match = namedValues?.find(otherValue => isSpelledAlike(otherValue, value));
  if (namedValues) return match === undefined || match === value ? undefined : { values, similarName: match };
  return { values, similarName: intendedValue(node, values) };
}

/**
 * Whether two names differ only in separators: `gpt4.1` and `gpt-4.1`, or `claude-4-5-sonnet` and `claude-4.5-sonnet`.
 */
const isSpelledAlike = (name: string, value: string): boolean =>
  letters(name) === letters(value) || isSpelledAlikeByWord(wordsOf(name), wordsOf(value));
const letters = (name: string): string => plainName(name).replaceAll('.', '');
const wordsOf = (name: string): readonly string[] => name.toLowerCase().split(/[\s_-]+/);

/**
 * Whether two names have the same words in any order, of which one may have a typo: `claude-5-sonet` and
 * `claude-sonnet-5` mean `claude-5-sonnet`. Another number, or another or additional word, means another model.
 */
function isSpelledAlikeByWord(words: readonly string[], otherWords: readonly string[]): boolean {
  if (words.length !== otherWords.length || words.length < 2) return false;
  const ownWords = words.filter(word => !otherWords.includes(word)),
    theirWords = otherWords.filter(word => !words.includes(word));
  if (ownWords.length === 0 && theirWords.length === 0) return true;
  const [typo = '', intendedWord = ''] = [ownWords[0], theirWords[0]];
  return (
    ownWords.length === 1 &&
    theirWords.length === 1 &&
    words.indexOf(typo) === otherWords.indexOf(intendedWord) &&
    /^[a-z]{3,}$/.test(typo) &&
    nearest(typo, [intendedWord]) !== undefined
  );
}

/** The unknown values in the same object or list for which there is no suggestion. One problem names all of them. */
function unknownSiblings({ parent }: Cursor, workspace: Workspace): readonly Cursor[] {
  if (!parent) return [];
  return workspace.memory.remember(unknownSiblings, keyOf(placeOf(parent)), () =>
    (parent.isArray ? parent.items() : parent.entries()).filter(
      sibling => sibling.marks['x-known-values'] && isMerelyUnknown(sibling, workspace),
    ),
  );
}

function isMerelyUnknown(node: Cursor, workspace: Workspace): boolean {
  const judgement = judgementOf(node, workspace);
  return judgement !== undefined && judgement.similarName === undefined;
}

const nameOf = (node: Cursor): string =>
  node.parent?.isArray ? (node.marks['x-noun']?.replace(/^an? /, '') ?? node.label) : node.key;

/** Whether an operator belongs to a condition without a list of equations, which is reported as missing. */
const isOfFlatEquation = ({ parent }: Cursor): boolean =>
  parent?.is('equation-condition') === true && !parent.get('equations').exists;

/**
 * The known values for the message: ` (known: prompt, hangup)`; empty if there are too many, which the help then
 * lists.
 */
const examplesOf = (values: readonly string[]): string => {
  const text = values.join(', ');
  return values.length === 0 || text.length > MAX_LENGTH ? '' : ` (known: ${text})`;
};
const MAX_LENGTH = 60;

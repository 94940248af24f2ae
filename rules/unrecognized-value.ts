import { listed, nearest, show } from '../server/core/wording.ts';
import { placeOf } from '../server/core/workspace/records.ts';
import { keyOf } from '../server/core/workspace/tables.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import type { Cursor } from '../server/core/cursor.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import {
  addedValues,
  enumerated,
  hasVariable,
  meantValue,
  oneOf,
  plain,
  showValueAt,
} from '../server/core/domain/fields.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unrecognized-value',
  group: 'values',
  aliases: ['unlisted-value'],
  severity: 'info',
  spec: 'domain',
  at: { among: ['x-known-values', 'x-named-values'] },
  when: marks => {
    const { 'x-named-values': named, 'x-known-values': values = named ?? [] } = marks;
    return value => typeof value === 'string' && !values.includes(value);
  },

  check(node, workspace) {
    const judged = judgementOf(node, workspace);
    if (!judged) return undefined;
    const { values, near } = judged;
    if (near !== undefined)
      return {
        severity: 'warning',
        message: `unknown ${nameOf(node)} ${showValueAt(node)}; did you mean ${show(near)}?`,
        help: oneOf(values),
        fix: set(node, near, { title: `Use "${near}"` }),
      };
    const unknown = unknownBeside(node, workspace);
    if (unknown[0] && unknown[0].segment !== node.segment) return undefined;
    const others = unknown.slice(1),
      also = others.map(one => (node.parent?.isArray ? showValueAt(one) : `${nameOf(one)} ${showValueAt(one)}`));
    return {
      message:
        `unknown ${nameOf(node)} ${listed([showValueAt(node), ...also], 'and', 3)}` +
        (others.length === 0 ? examplesOf(values) : ''),
      help: others.length === 0 ? oneOf(values) : undefined,
    };
  },
});

/** The known values for an unknown one, and the nearest of them; `undefined` if the value is not reported. */
function judgementOf(
  node: Cursor,
  workspace: Workspace,
): { readonly values: readonly string[]; readonly near: string | undefined } | undefined {
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
    ...enumerated(node),
    ...Object.keys(node.marks['x-deprecated-values'] ?? {}),
    ...addedValues(node, workspace),
  ];
  if (values.includes(value)) return undefined;
  const named = node.marks['x-named-values'],
    same = named?.find(other => isSpelledAlike(other, value));
  if (named) return same === undefined || same === value ? undefined : { values, near: same };
  return { values, near: meantValue(node, values) };
}

/** `gpt4.1` is `gpt-4.1`, and `claude-4-5-sonnet` is `claude-4.5-sonnet`. */
const isSpelledAlike = (name: string, other: string): boolean =>
  letters(name) === letters(other) || isSpelledAlikeByWord(wordsOf(name), wordsOf(other));
const letters = (name: string): string => plain(name).replaceAll('.', '');
const wordsOf = (name: string): readonly string[] => name.toLowerCase().split(/[\s_-]+/);

/**
 * `claude-5-sonet` is `claude-5-sonnet`, and so is `claude-sonnet-5`: the same words in another order, or one with a
 * slip. With another number, or an added or different word, it is another model.
 */
function isSpelledAlikeByWord(words: readonly string[], others: readonly string[]): boolean {
  if (words.length !== others.length || words.length < 2) return false;
  const own = words.filter(word => !others.includes(word)),
    theirs = others.filter(word => !words.includes(word));
  if (own.length === 0 && theirs.length === 0) return true;
  const [slip = '', near = ''] = [own[0], theirs[0]];
  return (
    own.length === 1 &&
    theirs.length === 1 &&
    words.indexOf(slip) === others.indexOf(near) &&
    /^[a-z]{3,}$/.test(slip) &&
    nearest(slip, [near]) !== undefined
  );
}

/** The values of the same object or list that are merely unknown: one finding names all of them. */
function unknownBeside({ parent }: Cursor, workspace: Workspace): readonly Cursor[] {
  if (!parent) return [];
  return workspace.memory.remember(unknownBeside, keyOf(placeOf(parent)), () =>
    (parent.isArray ? parent.items() : parent.entries()).filter(
      one => one.marks['x-known-values'] && isMerelyUnknown(one, workspace),
    ),
  );
}

function isMerelyUnknown(node: Cursor, workspace: Workspace): boolean {
  const judged = judgementOf(node, workspace);
  return judged !== undefined && judged.near === undefined;
}

const nameOf = (node: Cursor): string =>
  node.parent?.isArray ? (node.marks['x-noun']?.replace(/^an? /, '') ?? node.label) : node.key;

/** Without a list of equations the operator of the inline equation counts, and the missing list is reported. */
const isOfFlatEquation = ({ parent }: Cursor): boolean =>
  parent?.is('equation-condition') === true && !parent.get('equations').exists;

/** ` (known: ==, !=, >, …)` */
const examplesOf = (values: readonly string[]): string =>
  values.length === 0 ? '' : ` (known: ${values.slice(0, 3).join(', ')}${values.length > 3 ? ', …' : ''})`;

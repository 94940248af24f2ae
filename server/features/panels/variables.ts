import type { Cursor } from '../../core/cursor.ts';
import { callVariables, type SourcedVariable, type SourcedVariables } from '../../core/domain/variable-sources.ts';
import { effectInText, judgeUnset } from '../../core/domain/inbound-variables.ts';
import type { VariableUse } from '../../core/domain/variables.ts';
import { locate } from '../../core/locate.ts';
import { unknownResolution, type Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { redactNamed } from '../../core/secrets.ts';
import { sourceInWords } from '../../simulator/resolution-words.ts';
import { badge, code, quietText, section, table, words, type Badge, type Block, type Text } from '../../view/blocks.ts';
import type { FilePlace } from '../file-place.ts';
import { MAX_PLACES } from './places.ts';

/** What sets a variable. `unset`: nothing, so the placeholder stays in the text. */
type Source = 'call' | 'tag' | 'engine default' | 'system' | 'conversation' | 'unknowable' | 'unset';

const sources: Readonly<Record<Source, Badge>> = {
  call: badge('changed', '☎', 'call'),
  tag: badge('good', '#', 'tag'),
  'engine default': badge('plain', '≡', 'engine default'),
  system: badge('plain', '⚙', 'system'),
  conversation: badge('plain', '…', 'conversation'),
  unknowable: badge('open', '?', 'unknowable'),
  // `judgeUnset` decides whether the variable is unset
  unset: badge('open', '?', 'unset'),
};
const certain = badge('bad', '✕', 'unset');
/** The text in place of a missing value, by its source. */
const noSource: Readonly<Partial<Record<Source, string>>> = {
  system: 'set by the platform',
  conversation: 'set in the call',
  unknowable: 'unknown',
};

/**
 * The variables of what a reference selects, what needs attention first, and what they assume.
 * @param call the values that a batch task provides
 * @param record a record that no reference leads to, because it has no id
 */
export function variablesBlock(
  resolution: Resolution,
  workspace: Workspace,
  call?: Cursor,
  record?: Cursor,
): { readonly block: Block | null; readonly assumptions: readonly string[] } {
  const sourced = callVariables(resolution, workspace, call, record),
    { variables, open, assumptions } = sourced;
  if (variables.length === 0 && open === null) return { block: null, assumptions };
  const rows = variables.map(variable => ({ one: variable, source: sourceOf(variable, resolution) })),
    isHole = ({ one, source }: (typeof rows)[number]): boolean => source === 'unset' && one.uses.length > 0,
    unset = rows.filter(isHole).length,
    judgement = judgeUnset(resolution, workspace, call !== undefined, effectInText());
  const urgency = (row: (typeof rows)[number]): number => {
    if (isHole(row)) return 0;
    if (row.source === 'unknowable') return 1;
    return row.one.uses.length > 0 ? 2 : 3;
  };
  const block = section(
    'variables',
    'Variables',
    [
      open !== null && words(`Not complete: ${open}.`, 'note'),
      rows.length > 0 &&
        table(
          'Variables',
          ['Variable', 'Value', 'Used'],
          [...rows]
            .sort((a, b) => urgency(a) - urgency(b))
            .map(row => ({
              cells: [
                {
                  hover: isHole(row) ? `unset: ${judgement.words}` : inWords(row.one, resolution, sourced),
                  text: [
                    code(row.one.name),
                    ' ',
                    { badge: isHole(row) && judgement.isCertain ? certain : sources[row.source] },
                  ],
                },
                valueOr((isHole(row) ? judgement.words : noSource[row.source]) ?? '—', valueOf(row.one)),
                { places: usePlaces(row.one.uses), total: row.one.uses.length, noun: 'use' },
              ],
              isBad: isHole(row) && judgement.isCertain,
            })),
        ),
    ],
    { count: unset > 0 ? `${rows.length}, ${unset} unset` : String(rows.length) },
  );
  return { block, assumptions };
}

/** The resolution of a record without references: no tag sets its variables. */
export const unreferenced: Resolution = {
  ...unknownResolution('', null, ''),
  because: null,
  variablesOutcome: 'none',
  steps: [],
};

/** A variable that is not set here is unset, unless its value may come from outside this workspace. */
export const sourceOf = ({ source }: SourcedVariable, { outcome, variablesOutcome }: Resolution): Source =>
  source ?? (outcome !== 'missing' && variablesOutcome === 'unknowable' ? 'unknowable' : 'unset');

/** The value as it may be shown; null without one. */
export const valueOf = ({ name, value }: SourcedVariable): string | null =>
  value === undefined ? null : redactNamed(name, value);

/** A value, or the reason why there is none. */
export const valueOr = (reason: string, value: string | null): Text =>
  value || quietText(value === null ? reason : 'empty');

const inWords = (variable: SourcedVariable, resolution: Resolution, { withheld, open }: SourcedVariables): string =>
  variable.source === undefined && sourceOf(variable, resolution) === 'unknowable'
    ? `not known: ${open ?? 'which variables apply is not known'}`
    : sourceInWords(variable, resolution, withheld);

/** The first uses, each with its braces. */
const usePlaces = (uses: readonly VariableUse[]): FilePlace[] =>
  uses.slice(0, MAX_PLACES).map(({ at, start, end }) => ({
    file: at.document.file,
    span: locate(at.document, { within: at.pointer, start, end }),
  }));

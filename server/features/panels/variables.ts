import type { Cursor } from '../../core/cursor.ts';
import { callVariables, type SourcedVariable, type SourcedVariables } from '../../core/domain/variable-sources.ts';
import { effectInText, judgeUnset } from '../../core/domain/inbound-variables.ts';
import type { VariableUse } from '../../core/domain/variables.ts';
import { locate, type FilePlace } from '../../core/locate.ts';
import { unknownResolution, type Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import { redactNamed } from '../../core/secrets.ts';
import { sourceInWords } from '../../simulator/resolution.ts';
import { badge, code, quietText, section, table, words, type Badge, type Block, type Text } from '../../view/blocks.ts';
import { MAX_PLACES } from './places.ts';

/** The source of a variable. `unset`: there is no source, so the placeholder stays in the text. */
type Source = 'call' | 'tag' | 'engine default' | 'system' | 'conversation' | 'unknowable' | 'unset';

const sources: Readonly<Record<Source, Badge>> = {
  call: badge('changed', '☎', 'call'),
  tag: badge('good', '#', 'tag'),
  'engine default': badge('plain', '≡', 'engine default'),
  system: badge('plain', '⚙', 'system'),
  conversation: badge('plain', '…', 'conversation'),
  unknowable: badge('open', '?', 'unknowable'),
  // `judgeUnset` decides how the variable is shown
  unset: badge('open', '?', 'unset'),
};
const unsetBadge = badge('bad', '✕', 'unset');
/** The text that is shown if a variable has no known value, by its source. */
const noSource: Readonly<Partial<Record<Source, string>>> = {
  system: 'set by the platform',
  conversation: 'set in the call',
  unknowable: 'unknown',
};

/**
 * The block with the variables of the version that a reference selects; variables that need attention come first. It
 * also lists the assumptions.
 * @param call the batch task that sets values
 * @param record a record to which nothing can refer, because it has no id
 */
export function variablesBlock(
  resolution: Resolution,
  workspace: Workspace,
  call?: Cursor,
  record?: Cursor,
): { readonly block: Block | null; readonly assumptions: readonly string[] } {
  const sourcedVariables = callVariables(resolution, workspace, call, record),
    { variables, open, assumptions } = sourcedVariables;
  if (variables.length === 0 && open === null) return { block: null, assumptions };
  const rows = variables.map(variable => ({ one: variable, source: sourceOf(variable, resolution) })),
    isHole = ({ one, source }: (typeof rows)[number]): boolean => source === 'unset' && one.uses.length > 0,
    unsetCount = rows.filter(isHole).length,
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
                  hover: isHole(row) ? `unset: ${judgement.words}` : inWords(row.one, resolution, sourcedVariables),
                  text: [
                    code(row.one.name),
                    ' ',
                    { badge: isHole(row) && judgement.isCertain ? unsetBadge : sources[row.source] },
                  ],
                },
                valueOr((isHole(row) ? judgement.words : noSource[row.source]) ?? '—', valueOf(row.one)),
                { places: usePlaces(row.one.uses), total: row.one.uses.length, noun: 'use' },
              ],
              isBad: isHole(row) && judgement.isCertain,
            })),
        ),
    ],
    { count: unsetCount > 0 ? `${rows.length}, ${unsetCount} unset` : String(rows.length) },
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

/**
 * The source of a variable. A variable without a source is unset, unless its value may come from outside this
 * workspace.
 */
export const sourceOf = ({ source }: SourcedVariable, { outcome, variablesOutcome }: Resolution): Source =>
  source ?? (outcome !== 'missing' && variablesOutcome === 'unknowable' ? 'unknowable' : 'unset');

/** The value as it may be shown; null if there is no value. */
export const valueOf = ({ name, value }: SourcedVariable): string | null =>
  value === undefined ? null : redactNamed(name, value);

/** The value, or the reason why there is no value. */
export const valueOr = (reason: string, value: string | null): Text =>
  value || quietText(value === null ? reason : 'empty');

const inWords = (variable: SourcedVariable, resolution: Resolution, { withheld, open }: SourcedVariables): string =>
  variable.source === undefined && sourceOf(variable, resolution) === 'unknowable'
    ? `not known: ${open ?? 'which variables apply is not known'}`
    : sourceInWords(variable, resolution, withheld);

/** The first places that use a variable, each including the braces. */
const usePlaces = (uses: readonly VariableUse[]): FilePlace[] =>
  uses.slice(0, MAX_PLACES).map(({ at, start, end }) => ({
    file: at.document.file,
    span: locate(at.document, { within: at.pointer, start, end }),
  }));

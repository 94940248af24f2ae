import type { Cursor } from '../../core/cursor.ts';
import type { VariableUse } from '../../core/domain/variables.ts';
import type { Resolution } from '../../core/workspace/resolve.ts';
import type { Workspace } from '../../core/workspace/workspace.ts';
import type { VariablesView, VariableSourceName } from '../../view/panels/index.ts';
import { shownUnder } from '../../core/secrets.ts';
import { sourceInWords } from '../../simulator/resolution-words.ts';
import { sourcedVariables, type SourcedVariable, type SourcedVariables } from '../../core/domain/variable-sources.ts';
import { locate } from '../../core/locate.ts';
import type { FilePlace } from '../file-place.ts';
import { MOST_PLACES } from './places.ts';

/**
 * The variables of what a reference selects, with their assumptions.
 * @param call the values that a batch task provides
 * @param record a record that no reference leads to, because it has no id
 */
export function variablesView(
  resolution: Resolution,
  workspace: Workspace,
  call?: Cursor,
  record?: Cursor,
): { readonly view: VariablesView<FilePlace>; readonly assumptions: readonly string[] } {
  const sourced = sourcedVariables(resolution, workspace, call, record);
  return {
    view: {
      rows: sourced.variables.map(one => ({
        name: one.name,
        value: one.value === undefined ? null : shownUnder(one.name, one.value),
        source: sourceName(one, resolution),
        words: inWords(one, resolution, sourced),
        uses: usePlaces(one.uses),
        useCount: one.uses.length,
      })),
      open: sourced.open,
    },
    assumptions: sourced.assumptions,
  };
}

/** Stands for the resolution of a record that no reference leads to: no tag gives it anything. */
export const unreferenced: Resolution = {
  agentId: '',
  reference: null,
  outcome: 'resolved',
  version: null,
  isPublished: null,
  missing: null,
  known: [],
  because: null,
  candidates: null,
  unread: [],
  tagAway: null,
  unassignedTag: false,
  variablesFrom: null,
  variables: null,
  variablesOutcome: 'none',
  assumptions: [],
  steps: [],
};

/** A variable that is not set here is unset, unless its value may come from outside this workspace. */
export const sourceName = (
  { source }: SourcedVariable,
  { outcome, variablesOutcome }: Resolution,
): VariableSourceName =>
  source ?? (outcome !== 'missing' && variablesOutcome === 'unknowable' ? 'unknowable' : 'unset');

const inWords = (one: SourcedVariable, resolution: Resolution, { withheld, open }: SourcedVariables): string =>
  one.source === undefined && sourceName(one, resolution) === 'unknowable'
    ? `not known: ${open ?? 'which variables apply is not known'}`
    : sourceInWords(one, resolution, withheld);

/** The first uses, each with its braces. */
const usePlaces = (uses: readonly VariableUse[]): FilePlace[] =>
  uses.slice(0, MOST_PLACES).map(({ at, start, end }) => ({
    file: at.document.file,
    span: locate(at.document, { within: at.pointer, start, end }),
  }));

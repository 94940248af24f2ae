import { referenceName } from '../core/workspace/names.ts';
import type { Cursor } from '../core/cursor.ts';
import type { ResolveResolution } from '../core/generated/outputs.js';
import { count } from '../core/wording.ts';
import type { Place } from '../core/workspace/records.ts';
import type { Resolution } from '../core/workspace/resolve.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { placeName, type ReferenceKind, type VersionReference, tagSuggestion } from '../core/index/agent-references.ts';
import { safeResolution, selectionWords, sourceInWords, variablesInShort } from '../simulator/resolution.ts';
import { callVariables, type SourcedVariable } from '../core/domain/variable-sources.ts';
import { unclearUse } from '../core/domain/variables.ts';

/** What a reference selects, as `--format json` prints it (`schemas/outputs/resolve.json`), and in words. */
export interface SelectedWords {
  readonly result: ResolveResolution;
  /** The reference, such as `Front desk@prod`. */
  readonly referenceText: string;
  /** The selected version: `version 2 (published)`, `missing`, or `unknowable, one of 1, 2`. */
  readonly selectedText: string;
  /** The reason why the reference selects nothing, or why the selection is unknown; otherwise empty. */
  readonly reason: string;
}

/**
 * Describes a resolution.
 * @param hint a suggestion for an unknown agent: `; did you mean …`
 */
export const selectedInWords = (
  resolution: Resolution,
  workspace: Workspace,
  place?: Place,
  hint = '',
): SelectedWords => ({
  result: safeResolution(resolution, place),
  referenceText: referenceName(resolution.agentId, resolution.reference, workspace),
  selectedText: selectionWords(resolution),
  reason: resolution.because === null ? '' : `${resolution.because}${tagSuggestion(resolution) || hint}`,
});

/** One resolved reference in words, as plain data for printers. */
export interface FollowedReference extends SelectedWords {
  /** The place of the reference; null for a typed reference. */
  readonly place: {
    readonly kind: ReferenceKind;
    /** The name of the place: `swap night`. */
    readonly name: string;
    readonly fromNumber: string | null;
    readonly live: boolean;
  } | null;
  /** The number and the source of the variables: `3 variables of tag prod`. */
  readonly variablesInShort: string;
  /** The names of all assumptions, sorted. */
  readonly assumptions: readonly string[];

  /** Whether reasons and variables are requested. */
  readonly isExplained: boolean;
  readonly variables?: {
    readonly rows: readonly {
      readonly name: string;
      /** The source and value of the variable. */
      readonly words: string;
      readonly isUnset: boolean;
      /** The texts that use the variable: `used in engines/desk.llm.json /general_prompt and 2 other places`. */
      readonly use: string;
    }[];
    /** The reason why there may be more variables; null if the list is complete. */
    readonly open: string | null;
  };
}
interface FollowOptions {
  /** The place of the reference; absent for a typed reference. */
  readonly placedReference?: VersionReference;
  /** A suggestion for an unknown agent: `; did you mean …`. */
  readonly hint: string;
  /** Whether to include the variables of a call. */
  readonly explain: boolean;
  /** Converts a path in the workspace to the path that is shown. */
  readonly pathOf: (file: string) => string;
}

export function followReference(
  resolution: Resolution,
  workspace: Workspace,
  { placedReference, hint, explain, pathOf }: FollowOptions,
): FollowedReference {
  const variableSources = explain ? callVariables(resolution, workspace, callOf(placedReference)) : undefined;
  const useOf = ({ uses: [first, ...otherUses], named }: SourcedVariable): string => {
    if (named) return `only in ${pathOf(named.file)}:${named.line}, ${unclearUse}`;
    if (!first) return variableSources?.open == null ? 'not used' : 'no known use';
    const otherPlaces = otherUses.length > 0 ? ` and ${count(otherUses.length, 'other place')}` : '';
    return `used in ${pathOf(first.at.document.file)} ${first.at.pointer}${otherPlaces}`;
  };
  const taskPlace = placedReference && {
    file: pathOf(placedReference.at.document.file),
    pointer: placedReference.at.pointer,
  };
  const selection = selectedInWords(resolution, workspace, taskPlace, hint),
    isOpen = resolution.outcome === 'resolved' && resolution.variablesOutcome === 'unknowable';
  return {
    ...selection,
    // reasons are left out unless requested, except the reason why something is unknown
    ...(isOpen && !explain && { reason: resolution.steps.at(-1)!.text }),
    place: placedReference
      ? {
          kind: placedReference.kind,
          name: placeName(placedReference, workspace),
          fromNumber: placedReference.fromNumber,
          live: placedReference.isLive,
        }
      : null,
    variablesInShort: variablesInShort(resolution),
    isExplained: explain,
    assumptions: [...new Set([...resolution.assumptions, ...(variableSources?.assumptions ?? [])])].sort(),
    ...(variableSources && {
      variables: {
        rows: variableSources.variables.map(variable => ({
          name: variable.name,
          words: sourceInWords(variable, resolution, variableSources.withheld),
          isUnset: variable.source === undefined,
          use: useOf(variable),
        })),
        open: variableSources.open,
      },
    }),
  };
}

/** The variables that a task of a batch call sets. */
const callOf = (reference: VersionReference | undefined): Cursor | undefined =>
  reference?.kind === 'task' ? reference.at.within('batch-call-task')?.get('service_llm_dynamic_variables') : undefined;

/** Equal references in one file, which are shown once. */
export interface AnswerGroup {
  readonly first: FollowedReference;
  readonly count: number;
}

/** Groups equal references in the same file, because a batch may have thousands of them. */
export function groupReferences(answers: readonly FollowedReference[]): AnswerGroup[] {
  const groups = new Map<string, { first: FollowedReference; count: number }>();
  for (const answer of answers) {
    const { place, referenceText: text, result, variables } = answer;
    const pointer = place?.kind === 'task' && !variables ? '' : result.pointer;
    const key = place
      ? JSON.stringify([place.kind, result.file, text, place.fromNumber, place.live, pointer])
      : `typed ${groups.size}`;
    const group = groups.get(key);
    if (group) group.count++;
    else groups.set(key, { first: answer, count: 1 });
  }
  return [...groups.values()];
}

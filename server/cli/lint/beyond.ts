import { leadingOut } from '../../core/domain/open-questions.ts';
import { count } from '../../core/wording.ts';
import { formats } from '../../view/formats/index.ts';
import type { LintRequest } from './options.ts';
import type { LintedWorkspace } from './lint-state.ts';

/** What a run over everything, for people, says of references that it could not follow: no rule reports them. */
export function beyond(outcomes: readonly LintedWorkspace[], options: LintRequest): string | undefined {
  const { paths, outputs, chosen, compared, stdin, live, watch, quiet } = options;
  const isPart = paths.length > 0 || chosen !== undefined || compared !== undefined || stdin !== undefined || live,
    isForPeople = outputs.some(({ format, file }) => file === undefined && formats[format].forPeople);
  if (isPart || !isForPeople || watch || quiet) return undefined;
  const leading = outcomes.reduce(
    (sum, { workspace }) =>
      leadingOut(workspace).reduce((all, { places, isMissing }) => all + (isMissing ? 0 : places.length), sum),
    0,
  );
  const of = outcomes.length > 1 ? 'their workspace' : 'this workspace';
  return leading === 0
    ? undefined
    : `${count(leading, 'reference')} ${leading === 1 ? 'leads' : 'lead'} out of ${of}: preflight doctor says which`;
}

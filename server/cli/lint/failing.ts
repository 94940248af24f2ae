import { type Configuration, type FailingOn, failsBy, isStricter } from '../../core/configuration/configuration.ts';
import { settingPlace } from '../../core/configuration/judging.ts';
import { causesOf } from '../../core/engine/report.ts';
import type { Finding } from '../../core/finding.ts';
import { groupsOf } from '../../core/json/multimap.ts';
import { count, show } from '../../core/wording.ts';
import { isWithin, pathIn } from '../../state/paths.ts';
import { type Io, pathFrom } from '../terminal/io.ts';
import type { LintedWorkspace } from './lint-state.ts';

/** A workspace whose settings, current or former, may have `ci.fail` for the workspace and those below it. */
interface DemandingWorkspace {
  readonly root: string;
  readonly configuration: Pick<Configuration, 'failureLevel'>;
  readonly isFormer?: boolean;
}
type Demand = FailingOn & DemandingWorkspace;

/**
 * The current settings and those of the base, because a change must not break a rule and loosen it at the same time.
 */
export const demandingOf = (
  outcomes: readonly Pick<LintedWorkspace, 'state'>[],
  formerWorkspaces: readonly {
    readonly root: string;
    readonly settings: Pick<DemandingWorkspace, 'configuration'>;
  }[] = [],
): DemandingWorkspace[] => [
  ...outcomes.map(({ state }) => state),
  ...formerWorkspaces.map(({ root, settings }) => ({ root, configuration: settings.configuration, isFormer: true })),
];

/** The `ci.fail` that applies to a path: the strictest value of all workspaces around it. */
function demandAt(path: string, demanders: readonly DemandingWorkspace[]): Demand | undefined {
  const demands = demanders.flatMap((demander): Demand[] =>
    demander.configuration.failureLevel && isWithin(demander.root, path)
      ? [{ ...demander, ...demander.configuration.failureLevel }]
      : [],
  );
  return demands.reduce<Demand | undefined>(
    (mostDemand, demand) => (mostDemand && !isStricter(demand.level, mostDemand.level) ? mostDemand : demand),
    undefined,
  );
}

/** Whether `ci` fails for a finding. */
export const failsAt = (path: string, finding: Finding, demanders: readonly DemandingWorkspace[]): boolean =>
  failsBy(demandAt(path, demanders)?.level ?? 'errors', finding);

/** The reasons why warnings fail a run, with the settings that make them fail. */
export function failingWarnings(
  outcomes: readonly LintedWorkspace[],
  demanders: readonly DemandingWorkspace[],
  isCompared: boolean,
  io: Io,
): string[] {
  const failingDemands = outcomes.flatMap(({ state, lintResult }) =>
    causesOf(lintResult.findings).flatMap(finding => {
      const demand = finding.severity === 'warning' ? demandAt(pathIn(state.root, finding.file), demanders) : undefined;
      return demand && failsBy(demand.level, finding) ? [demand] : [];
    }),
  );
  return [...groupsOf(failingDemands, demand => placeInWords(demand, io))].map(
    ([place, [{ level }, ...otherDemands]]) => {
      const noun = `${isCompared ? 'new ' : ''}${level === 'live-warnings' ? 'live ' : ''}warning`;
      return `${count(otherDemands.length + 1, noun)}, and ci.fail is ${show(level)} (${place})`;
    },
  );
}

function placeInWords({ root, isFormer, ...setting }: Demand, io: Io): string {
  const { file, line } = settingPlace(setting);
  return `${pathFrom(io, root, file)}:${line}${isFormer ? ' of the base' : ''}`;
}

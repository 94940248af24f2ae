import { locate } from '../../core/locate.ts';
import { rangeOf } from '../../core/engine/report.ts';
import { show } from '../../core/wording.ts';
import type { ConfigurationProblem } from '../../core/configuration/read.ts';
import { ConfigurationError } from '../../state/configuration.ts';
import { isWithin } from '../../state/paths.ts';
import type { State } from '../../state/open.ts';
import { readAssertion } from '../../compare/assertions.ts';
import { isMalformed, type MalformedReference } from '../../core/domain/typed-reference.ts';
import type { ChangeJudgement } from '../lint/judge.ts';
import { type Io, pathFrom } from '../terminal/io.ts';
import type { AskedPlan, Planned } from '../plan/planned.ts';

/**
 * The assertions about every change in the configuration of a workspace (`ci.assert`). They apply to this workspace
 * and those below it.
 */
export interface Demands {
  readonly root: string;
  readonly assertions: AskedPlan['assertions'];
}

/** @throws ConfigurationError for an assertion that cannot be read */
export const demandsOf = (states: readonly State[]): Demands[] =>
  states.map(({ root, configuration }) => ({
    root,
    assertions: configuration.assertions.map(statedAssertion => {
      const { text } = statedAssertion,
        assertion = readAssertion(text);
      if (!isMalformed(assertion)) return { text, assertion };
      throw new ConfigurationError(root, [problemOf(statedAssertion, assertion)]);
    }),
  }));

/**
 * Messages about assertions that `ci` would refuse, with their places. Commands that evaluate no assertions print
 * them.
 */
export const unreadDemands = (states: readonly State[], io: Io): string[] =>
  states.flatMap(({ root, configuration }) =>
    configuration.assertions.flatMap(statedAssertion => {
      const assertion = readAssertion(statedAssertion.text);
      if (!isMalformed(assertion)) return [];
      const { file, line, column, message } = problemOf(statedAssertion, assertion);
      return [`${pathFrom(io, root, file)}:${line}:${column} ${message}; preflight ci refuses it`];
    }),
  );

function problemOf(
  { text, document, pointer }: StatedAssertion,
  { message }: MalformedReference,
): ConfigurationProblem {
  const { start } = rangeOf(document, locate(document, pointer));
  return { file: document.file, ...start, message: `ci.assert: ${show(text, 60)}: ${message}` };
}
type StatedAssertion = State['configuration']['assertions'][number];

/** The assertions of the base that are missing in the current configuration. */
export function formerDemands(ownDemands: readonly Demands[], judgement: ChangeJudgement | undefined): Demands[] {
  return (judgement?.formerWorkspaces ?? []).map(({ root, settings }) => {
    const texts = new Set(
      ownDemands.flatMap(demands => (isWithin(demands.root, root) ? demands.assertions.map(({ text }) => text) : [])),
    );
    const remainingAssertions = settings.configuration.assertions.filter(({ text }) => !texts.has(text));
    return {
      root: ownDemands.some(demands => isWithin(root, demands.root))
        ? root
        : (ownDemands.find(demands => isWithin(demands.root, root))?.root ?? root),
      assertions: remainingAssertions.flatMap(({ text }) => {
        const assertion = readAssertion(text);
        return isMalformed(assertion) ? [] : [{ text, assertion }];
      }),
    };
  });
}

/**
 * The assertions with their verdicts.
 * @throws UsageError for a name that means several agents
 */
export const judgedAssertions = (plan: Planned, demands: readonly Demands[]): Planned['assertions'] =>
  demands.flatMap(({ root, assertions }) => plan.judge(assertions, state => isWithin(root, state.root)));

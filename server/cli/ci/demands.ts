import { locate } from '../../core/locate.ts';
import { rangeOf } from '../../core/engine/report.ts';
import { show } from '../../core/wording.ts';
import { ConfigurationError } from '../../state/configuration.ts';
import { isWithin } from '../../state/paths.ts';
import type { State } from '../../state/open.ts';
import { readAssertion } from '../../compare/assertions.ts';
import { isMalformed } from '../../core/domain/typed-reference.ts';
import type { Judged } from '../lint/judge.ts';
import type { AskedPlan, Planned } from '../plan/planned.ts';

/** What a workspace's configuration requires of every change (`ci.assert`), of that workspace and those below. */
export interface Demands {
  readonly root: string;
  readonly assertions: AskedPlan['assertions'];
}

/** @throws ConfigurationError for an assertion that cannot be read */
export const demandsOf = (opened: readonly State[]): Demands[] =>
  opened.map(({ root, configuration }) => ({
    root,
    assertions: configuration.assertions.map(({ text, document, pointer }) => {
      const assertion = readAssertion(text);
      if (!isMalformed(assertion)) return { text, assertion };
      const { start } = rangeOf(document, locate(document, pointer)),
        message = `ci.assert: ${show(text, 60)}: ${assertion.message}`;
      throw new ConfigurationError(root, [{ file: document.file, ...start, message }]);
    }),
  }));

/** What the base required and the change no longer does. */
export function formerDemands(own: readonly Demands[], judged: Judged | undefined): Demands[] {
  return (judged?.former ?? []).map(({ root, settings }) => {
    const known = new Set(own.flatMap(one => (isWithin(one.root, root) ? one.assertions.map(({ text }) => text) : [])));
    const left = settings.configuration.assertions.filter(({ text }) => !known.has(text));
    return {
      root: own.some(one => isWithin(root, one.root))
        ? root
        : (own.find(one => isWithin(one.root, root))?.root ?? root),
      assertions: left.flatMap(({ text }) => {
        const assertion = readAssertion(text);
        return isMalformed(assertion) ? [] : [{ text, assertion }];
      }),
    };
  });
}

/** @throws UsageError for a name that means several agents */
export const judgedIn = (planned: Planned, demands: readonly Demands[]): Planned['assertions'] =>
  demands.flatMap(({ root, assertions }) => planned.judged(assertions, one => isWithin(root, one.root)));

import type { RuleSet } from '../../core/engine/lint.ts';
import { completes, decoratesAt, hovers, navigates, offersActions, renames, showsPanels } from './asking.ts';
import { fixes } from './fixing.ts';
import type { Input } from './inputs.ts';
import type { Mutation } from './mutations.ts';
import { fixesAlone } from './one-fix.ts';
import { addsNothing, followsEdits, lints, parses, type Violations } from './reading.ts';
import { answersAnew, decorates, outlines, showsWorkspace } from './showing.ts';
import { Subject } from './subject.ts';

type Law = (subject: Subject) => Violations;
/**
 * Laws that hold for every text, even a broken one. No law may throw. The laws of the language server are in
 * `answering.ts`.
 */
const laws = {
  parses,
  lints,
  addsNothing,
  fixes,
  fixesAlone,
  followsEdits,
  decorates,
  outlines,
  showsWorkspace,
  answersAnew,
} as const satisfies Record<string, Law>;
/** Laws that hold for every position in a text. */
const lawsAt = {
  hovers,
  completes,
  navigates,
  renames,
  offersActions,
  decoratesAt,
  showsPanels,
} as const satisfies Record<string, Law>;
type Name = keyof typeof laws | keyof typeof lawsAt;
export const everyLaw: Readonly<Record<Name, Law>> = { ...laws, ...lawsAt };
/** The laws that take about as long as all other laws together. */
const slowNames: readonly Name[] = ['fixesAlone', 'followsEdits', 'showsWorkspace', 'answersAnew'];
const commonNames = (Object.keys(laws) as Name[]).filter(name => !slowNames.includes(name));
const rotatingNames = [...slowNames, ...(Object.keys(lawsAt) as Name[])];
/** The number of laws in rotation that are checked for each input. */
const LAWS_PER_INPUT = 4;

/** The laws to check for an input: most laws of texts are always checked, all others in rotation. */
export const lawsFor = ({ number }: Input): Name[] => [
  ...commonNames,
  ...Array.from(
    { length: LAWS_PER_INPUT },
    (_, i) => rotatingNames[(number * LAWS_PER_INPUT + i) % rotatingNames.length]!,
  ),
];

export interface Failure {
  readonly law: string;
  readonly why: string;
}
/**
 * The violations of laws by an input. Never throws.
 * @param timeLimit the time limit of a law, in milliseconds
 */
export function failuresOf(input: Input, rules: RuleSet, names = lawsFor(input), timeLimit = Infinity): Failure[] {
  try {
    return failures(new Subject(input, rules), names, timeLimit);
  } catch (error) {
    return [failureOf('reads', error)];
  }
}
export function failures(subject: Subject, names: readonly Name[], timeLimit = Infinity): Failure[] {
  return names.flatMap(law => {
    try {
      const { failures, took: milliseconds } = measure(law, subject);
      if (milliseconds <= timeLimit) return failures;
      // the first run may include a garbage collection (1.1 s, once in 20 complete runs), so the law is measured again
      const second = measure(law, subject.rebuild()).took;
      return second <= timeLimit
        ? failures
        : [...failures, { law: 'time', why: `${law} took ${Math.round(second)} ms` }];
    } catch (error) {
      return [failureOf(law, error)];
    }
  });
}
/** Checks a law. `took` is CPU time in milliseconds, so that other processes do not count. */
function measure(law: Name, subject: Subject): { failures: Failure[]; took: number } {
  const startUsage = process.cpuUsage(),
    result = [...everyLaw[law](subject)].map(why => ({ law, why }));
  return { failures: result, took: process.cpuUsage(startUsage).user / 1000 };
}
const failureOf = (law: string, error: unknown): Failure => ({
  law,
  why: `threw ${(error as Error)?.stack ?? String(error)}`,
});
/** The command that runs one input again. */
export const rerun = (seed: number, { number }: Input, ways?: readonly Mutation[]): string =>
  `npm run test:fuzz -- --seed ${seed} --first ${number} --cases 1${ways ? ` --ways ${ways.join()}` : ''}`;

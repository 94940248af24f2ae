import { completes, finds, hovers, offersActions, outlines, renames } from './asking.ts';
import { fixes, formats } from './fixing.ts';
import type { RuleSet } from '../../core/engine/lint.ts';
import type { Input } from './inputs.ts';
import { followsEdits, lints, type FuzzFindings } from './reading.ts';
import { subjectOf, type FuzzSubject } from './subject.ts';

type Check = (subject: FuzzSubject) => FuzzFindings;
/** The checks for each input. */
const always = { lints, fixes, formats, followsEdits } as const satisfies Record<string, Check>;
/** Editor requests; this many per input. */
const asked = { hovers, completes, finds, renames, offersActions, outlines } as const satisfies Record<string, Check>;
const ASKED = 2;

function checksFor({ random }: FuzzSubject): (readonly [string, Check])[] {
  const questions = Object.entries(asked),
    first = random.upTo(questions.length);
  return [...Object.entries(always), ...[...questions, ...questions].slice(first, first + ASKED)];
}

export interface Failure {
  readonly check: string;
  readonly why: string;
}
/** The violated invariants of an input. Never throws. */
export function failuresOf(input: Input, rules: RuleSet): Failure[] {
  const failures: Failure[] = [];
  const attempt = <T>(check: string, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      failures.push({ check, why: `threw ${(error as Error)?.stack ?? String(error)}` });
      return undefined;
    }
  };
  const subject = attempt('lints', () => subjectOf(input, rules));
  if (!subject) return failures;
  for (const [check, found] of checksFor(subject))
    attempt(check, () => {
      for (const why of found(subject)) failures.push({ check, why });
    });
  return failures;
}

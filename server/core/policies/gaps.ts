import type { Cursor } from '../cursor.ts';
import { Dispatch } from '../dispatch.ts';
import type { Gap } from '../domain/open-questions.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { PolicyRule } from './policy.ts';

/** The places where it is unknown whether a policy applies, by policy and reason. */
export function policyGaps(policies: readonly PolicyRule[], workspace: Workspace): Gap[] {
  const conditionalRules = policies.filter(({ policy }) => policy.when);
  if (conditionalRules.length === 0) return [];
  const dispatch = new Dispatch(conditionalRules.map(rule => [rule.at, rule] as const));
  const gaps = new Map<PolicyRule, Map<string, Cursor[]>>();
  for (const root of workspace.documents.flatMap(({ trees }) => trees))
    dispatch.walk(root, (rule, place) => {
      const answer = rule.applies(place, workspace);
      if (typeof answer === 'boolean') return;
      const reasons = gaps.get(rule) ?? new Map<string, Cursor[]>();
      gaps.set(rule, reasons.set(answer.unknowable, [...(reasons.get(answer.unknowable) ?? []), place]));
    });
  return [...gaps].flatMap(([{ id }, reasons]) =>
    Array.from(reasons, ([reason, places]) => ({
      topic: 'policy' as const,
      subject: id,
      question: reason,
      answer: 'agents, versions and tags list what would answer it',
      places,
    })),
  );
}

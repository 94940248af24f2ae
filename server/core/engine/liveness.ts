import type { Cursor } from '../cursor.ts';
import { liveAt, throughWhat } from '../domain/liveness.ts';
import type { Finding } from '../finding.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { Problem, Rule } from './rule.ts';

/** A finding whose severity is the rule's own, so that it may follow who is served by the place it is about. */
export interface Raisable {
  readonly finding: Finding;
  readonly node: Cursor;
}

/** Only default severities are raised: not what the user has set, not what the rule chose by the evidence that it had. */
export const isRaisable = (rule: Rule, problem: Pick<Problem, 'severity'>, configured: unknown): boolean =>
  configured === undefined &&
  problem.severity === undefined &&
  rule.severity !== 'error' &&
  rule.countsLiveness !== true &&
  rule.spec !== 'domain';

/**
 * One level more for what is wrong in a version that callers are served by, with the way they come there. What stands beside the
 * specification only weighs no more for being live: it may never become an error, and a value nobody has seen yet stays an info.
 */
export function raised(findings: readonly Finding[], raisable: readonly Raisable[], workspace: Workspace): Finding[] {
  if (!workspace.facts.raiseLive || raisable.length === 0) return [...findings];
  const better = new Map<Finding, Finding>();
  for (const { finding, node } of raisable) {
    if (node.marks['x-not-shown'] === true) continue;
    const live = liveAt(node, workspace);
    if (live)
      better.set(finding, {
        ...finding,
        severity: finding.severity === 'warning' ? 'error' : 'warning',
        message: `${finding.message}; live through ${throughWhat(live)}`,
      });
  }
  return findings.map(finding => better.get(finding) ?? finding);
}

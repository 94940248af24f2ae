import { baseAt } from '../server/core/domain/version-records.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import type { Agent } from '../server/core/workspace/agents.ts';

export default defineRule({
  id: 'base-version-cycle',
  group: 'references',
  severity: 'warning',
  spec: 'Versioning 2',
  clause: [
    'Agent version summary: base_version: the version it was made from',
    'Versioning: 2: versions count from 0; a draft is made from another; a version is published or a draft',
  ],
  replaces: ['base-version-not-earlier', 'record-disagreement'],
  at: { 'agent-settings': '/base_version', 'agent-version-summary': '/base_version' },
  when: { type: 'number' },

  check(node, workspace) {
    const record = baseAt(node, workspace);
    if (!record?.agent || record.base === null) return undefined;
    // base-version-not-earlier reports a version that is its own base
    const cycle = cyclesOf(record.agent).get(record.version);
    if (!cycle || cycle.length < 2) return undefined;
    const versions = [...cycle, record.version].map(String),
      shortenedCycle = versions.length > 8 ? [...versions.slice(0, 6), '…', record.version] : versions;
    return {
      message: `base_version: the versions of ${record.agent.label} are based on each other in a cycle: ${shortenedCycle.join(' → ')}`,
    };
  },
});

/**
 * The cycles among the base versions of an agent, each starting at its smallest version. Cached, because each version
 * of the agent asks for them.
 */
const cyclesOf = (agent: Agent): ReadonlyMap<number, readonly number[]> =>
  agent.memory.remember(cyclesOf, undefined, () => findCircles(agent));

function findCircles(agent: Agent): ReadonlyMap<number, readonly number[]> {
  const circles = new Map<number, readonly number[]>(),
    seenVersions = new Map<number, number>();
  for (const start of agent.versions.keys()) {
    const cycle: number[] = [];
    let next: number | null | undefined = start;
    for (
      ;
      next !== null && next !== undefined && !seenVersions.has(next);
      next = agent.versions.get(next)?.baseVersion
    ) {
      seenVersions.set(next, start);
      cycle.push(next);
    }
    // the path from this start has reached the version before, so the cycle begins here
    if (next === null || next === undefined || seenVersions.get(next) !== start) continue;
    const circle = cycle.slice(cycle.indexOf(next)),
      startOffset = circle.indexOf(circle.reduce((a, b) => Math.min(a, b)));
    circles.set(circle[startOffset]!, [...circle.slice(startOffset), ...circle.slice(0, startOffset)]);
  }
  return circles;
}

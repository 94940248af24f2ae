import { clipped } from '../server/core/wording.ts';
import { baseAt } from '../server/core/domain/version-records.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import type { Agent } from '../server/core/workspace/agents.ts';

export default defineRule({
  id: 'base-version-cycle',
  group: 'references',
  severity: 'warning',
  summary: 'Versions are based on each other in a cycle.',
  why: `
    Every version is created from one that already exists, so following \`base_version\` ends at the first version. If
    it does not, at least one \`base_version\` was edited by hand or copied from another version, and the history of
    the agent is lost.
  `,
  spec: 'Versioning 2',
  clause: [
    'Agent version summary: base_version: the version it was made from',
    'Versioning: 2: versions count from 0; a draft is made from another; a version is published or a draft',
  ],
  replaces: ['base-version-not-earlier'],
  at: { 'agent-settings': '/base_version', 'agent-version-summary': '/base_version' },
  when: { type: 'number' },

  check(node, workspace) {
    const record = baseAt(node, workspace);
    if (!record?.agent || record.base === null) return undefined;
    // reported once, at the smallest version; a version based on itself is not a cycle of several
    const way = circlesOf(record.agent).get(record.version);
    if (!way || way.length < 2) return undefined;
    const all = [...way, record.version].map(String),
      told = all.length > 8 ? [...all.slice(0, 6), '…', record.version] : all;
    return {
      message: `base_version: the versions of ${clipped(record.agent.id)} are based on each other in a cycle: ${told.join(' → ')}`,
    };
  },

  examples: {
    invalid: files`
      -- agent_desk.agent-versions.json --
      [
        { "version": 1, "base_version": 3 },
                                        ^ warning: base_version: the versions of agent_desk are based on each other in
                                        | a cycle: 1 → 3 → 2 → 1
        { "version": 2, "base_version": 1 },
        { "version": 3, "base_version": 2 },
        { "version": 4, "base_version": 3 }
      ]
    `,
    valid: files`
      -- agent_desk.agent-versions.json --
      [{ "version": 1, "base_version": 0 }, { "version": 2, "base_version": 1 }, { "version": 3, "base_version": 3 }]
    `,
  },
});

/**
 * The cycles among an agent's base versions, each starting at its smallest version. Cached, because every version asks.
 */
const circlesOf = (agent: Agent): ReadonlyMap<number, readonly number[]> =>
  agent.memory.remember(circlesOf, undefined, () => findCircles(agent));

function findCircles(agent: Agent): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>(),
    seen = new Map<number, number>();
  for (const start of agent.versions.keys()) {
    const way: number[] = [];
    let next: number | null | undefined = start;
    for (; next !== null && next !== undefined && !seen.has(next); next = agent.versions.get(next)?.baseVersion) {
      seen.set(next, start);
      way.push(next);
    }
    // already seen on this path, so the cycle starts there
    if (next === null || next === undefined || seen.get(next) !== start) continue;
    const circle = way.slice(way.indexOf(next)),
      from = circle.indexOf(circle.reduce((a, b) => Math.min(a, b)));
    found.set(circle[from]!, [...circle.slice(from), ...circle.slice(0, from)]);
  }
  return found;
}

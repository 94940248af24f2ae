import { reservedReferences, selectionOf } from '../server/core/workspace/version-references.ts';
import { repeatsIn } from '../server/core/json/multimap.ts';
import { defineRule, files, type Problem } from '../server/core/engine/rule.ts';
import { equal } from '../server/core/json/json.ts';
import { clipped, show } from '../server/core/wording.ts';
import type { Resolution } from '../server/core/workspace/resolve.ts';

export default defineRule({
  id: 'arms-same-version',
  group: 'references',
  severity: 'warning',
  summary: 'Two agent weights resolve to the same version.',
  why: `
    Callers get the same agent whichever entry is drawn, so the split compares nothing. Usually a tag was not moved
    yet, or was moved too far. Two tags on one version may still differ in their dynamic variables, which is reported
    as info.
  `,
  spec: 'Versioning 3',
  clause: 'Versioning: 3: 7 is version 7, latest the largest, latest_published the newest published, a tag its version',
  at: { 'agent-weights': '' },

  *check(node, workspace): Generator<Problem> {
    const arms = node.items().flatMap(at => {
      const selection = selectionOf(at.get('agent_id')),
        resolution = selection && workspace.resolve(selection.agentId, selection.reference);
      return resolution?.outcome === 'resolved' ? [{ at, selection: selection!, resolution }] : [];
    });
    const versionOf = ({ selection, resolution }: (typeof arms)[number]): string =>
      JSON.stringify([selection.agentId, resolution.version]);
    for (const [{ at, selection, resolution }, before] of repeatsIn(arms, versionOf)) {
      // identical references are repeated-target's finding
      if (before.resolution.reference === selection.reference) continue;
      const areAlike =
        (!isTag(before.resolution) && !isTag(resolution)) || sameVariables(before.resolution, resolution);
      const effect = areAlike ? ', so the split has no effect' : '; only variables may differ';
      yield {
        at: selection.version.exists ? selection.version : at,
        severity: areAlike ? 'warning' : 'info',
        message:
          `agent_version: ${named(selection.reference)} and ${named(before.resolution.reference)} both resolve to ` +
          `version ${resolution.version} of ${clipped(selection.agentId)}${effect}`,
        related: [{ at: before.at, message: `also resolves to version ${resolution.version}` }],
      };
    }
  },

  examples: {
    invalid: files`
      -- split.agent-weights.json --
      [
        { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.5 },
        { "agent_id": "agent_desk", "agent_version": 3, "weight": 0.2 },
                                                     ^ warning: agent_version: 3 and "prod" both resolve to version
                                              | 3 of agent_desk, so the split has no effect
        { "agent_id": "agent_desk", "weight": 0.2 },
        ^ warning: agent_version: none (latest) and "prod" both resolve to version 3 of agent_desk, so the split has
        | no effect
        { "agent_id": "agent_desk", "agent_version": "beta", "weight": 0.1 }
                                                     ^^^^^^ info: agent_version: "beta" and "prod" both resolve to
                                              | version 3 of agent_desk; only variables may differ
      ]
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 3, "assigned_tags": ["prod", "beta"] }
      -- team.agent-list.json --
      [
        {
          "agent_id": "agent_desk",
          "tags": { "prod": { "version": 3 }, "beta": { "version": 3, "dynamic_variables": { "city": "Bern" } } }
        }
      ]
      ====
      -- split.agent-weights.json --
      [
        { "agent_id": "agent_desk", "agent_version": "latest", "weight": 0.5 },
        { "agent_id": "agent_desk", "agent_version": 3, "weight": 0.5 }
                                                     ^ warning: agent_version: 3 and "latest" both resolve to version
                                              | 3 of agent_desk, so the split has no effect
      ]
      -- desk.agent.json --
      { "agent_id": "agent_desk", "version": 3 }
    `,
    valid: files`
      -- split.agent-weights.json --
      [
        { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.5 },
        { "agent_id": "agent_desk", "agent_version": "beta", "weight": 0.2 },
        { "agent_id": "agent_desk", "agent_version": "prod", "weight": 0.2 },
        { "agent_id": "agent_desk", "agent_version": "canary", "weight": 0.1 }
      ]
      -- desk-3.agent.json --
      { "agent_id": "agent_desk", "version": 3, "assigned_tags": ["prod"] }
      -- desk-4.agent.json --
      { "agent_id": "agent_desk", "version": 4, "assigned_tags": ["beta"] }
    `,
  },
});

function named(reference: string | number | null): string {
  if (reference === null) return 'none (latest)';
  return typeof reference === 'number' ? String(reference) : show(reference);
}

/** Without a tag, the version alone decides which variables apply. */
const isTag = ({ reference }: Resolution): boolean =>
  typeof reference === 'string' && !reservedReferences.includes(reference);
const sameVariables = (a: Resolution, b: Resolution): boolean =>
  a.variablesOutcome === b.variablesOutcome && a.variablesOutcome !== 'unknowable' && equal(a.variables, b.variables);

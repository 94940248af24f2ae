import { agentName } from '../server/core/workspace/names.ts';
import { reservedReferences, selectionOf } from '../server/core/workspace/version-references.ts';
import type { Resolution } from '../server/core/workspace/resolve.ts';
import { defineRule, isEqual, repeatsIn, show, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'arms-same-version',
  group: 'references',
  severity: 'warning',
  spec: 'Versioning 3',
  clause: 'Versioning: 3: 7 is version 7, latest the largest, latest_published the newest published, a tag its version',
  at: { 'agent-weights': '' },

  *check(node, workspace): Generator<Problem> {
    const arms = node.items().flatMap(cursor => {
      const selection = selectionOf(cursor.get('agent_id')),
        resolution = selection && workspace.resolve(selection.agentId, selection.reference);
      return resolution?.outcome === 'resolved' ? [{ at: cursor, selection: selection!, resolution }] : [];
    });
    const versionOf = ({ selection, resolution }: (typeof arms)[number]): string =>
      JSON.stringify([selection.agentId, resolution.version]);
    for (const [{ at, selection, resolution }, before] of repeatsIn(arms, versionOf)) {
      // repeated-target reports identical references
      if (before.resolution.reference === selection.reference) continue;
      const areAlike =
        (!isTag(before.resolution) && !isTag(resolution)) || sameVariables(before.resolution, resolution);
      const effect = areAlike ? ', so the split has no effect' : '; only variables may differ';
      yield {
        at: selection.version.exists ? selection.version : at,
        severity: areAlike ? 'warning' : 'info',
        message:
          `agent_version: ${referenceName(selection.reference)} and ${referenceName(before.resolution.reference)} both resolve to ` +
          `version ${resolution.version} of ${agentName(selection.agentId, workspace)}${effect}`,
        related: [{ at: before.at, message: `also resolves to version ${resolution.version}` }],
      };
    }
  },
});

function referenceName(reference: string | number | null): string {
  if (reference === null) return 'none (latest)';
  return typeof reference === 'number' ? String(reference) : show(reference);
}

/** Whether a reference is a tag. Any other reference has no variables of its own. */
const isTag = ({ reference }: Resolution): boolean =>
  typeof reference === 'string' && !reservedReferences.includes(reference);
const sameVariables = (a: Resolution, b: Resolution): boolean =>
  a.variablesOutcome === b.variablesOutcome && a.variablesOutcome !== 'unknowable' && isEqual(a.variables, b.variables);

import { versionRecord } from '../server/core/domain/version-records.ts';
import type { AgentVersion } from '../server/core/workspace/agents.ts';
import { placeOf, type Place } from '../server/core/workspace/records.ts';
import { comparePlaces, keyOf } from '../server/core/workspace/tables.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import { defineRule, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'duplicate-version',
  group: 'references',
  severity: 'warning',
  spec: 'Agent (response shape)',
  clause: [
    'Agent (response shape): agent_id, version and time of the last change are required',
    'Agent version summary: version, is_published and time are required, the others optional; the record says the same',
  ],
  at: { 'agent-settings': '', 'agent-version-summary': '' },

  check(node, workspace) {
    const record = versionRecord(node, workspace);
    if (!record?.agent) return undefined;
    const { places, first } = recordsLike(node, record.facts, workspace);
    if (!first) return undefined;
    const key = keyOf(placeOf(node));
    if (!places.has(key) || keyOf(first) === key) return undefined;
    const location = first.file === node.document.file ? 'by another record of this file' : `in ${first.file}`;
    return {
      at: node.get('version'),
      message: `version: ${record.version} of ${record.agent.label} is also defined ${location}; which one counts is ambiguous`,
      related: [{ at: workspace.at(first).get('version'), message: 'the other record' }],
    };
  },
});

interface SameVersion {
  readonly places: ReadonlySet<string>;
  readonly first: Place | undefined;
}
const noVersion: SameVersion = { places: new Set(), first: undefined };

/** All records of the same version with the same shape: agents or version summaries. */
function recordsLike(node: Cursor, facts: AgentVersion | undefined, workspace: Workspace): SameVersion {
  if (!facts || facts.places.length < 2) return noVersion;
  const isSummary = node.is('agent-version-summary');
  return workspace.memory.remember(isSummary ? summariesLike : recordsLike, facts, () => {
    const sameVersions = facts.places.filter(place => (workspace.recordKind(place) === 'agent-versions') === isSummary);
    const first =
      sameVersions.length < 2 ? undefined : sameVersions.reduce((a, b) => (comparePlaces(b, a) < 0 ? b : a));
    return { places: new Set(sameVersions.map(keyOf)), first };
  });
}
const summariesLike = {};

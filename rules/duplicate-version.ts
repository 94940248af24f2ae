import type { Cursor } from '../server/core/cursor.ts';
import { comparePlaces, versionRecord } from '../server/core/domain/version-records.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';

export default defineRule({
  id: 'duplicate-version',
  severity: 'warning',
  summary: 'Two records of one version of one agent.',
  why: `
    Two records of one version are a trap: a change of one is not seen in the other, and what a reference resolves to
    depends on which is read. One of the two files, or of the two lines of version summaries, is a copy. A copy for
    another agent needs an \`agent_id\` of its own, or an empty one until the platform has given it.
  `,
  spec: 'Agent (response shape)',
  at: { 'agent-settings': '', 'agent-version-summary': '' },

  check(node, workspace) {
    const record = versionRecord(node, workspace);
    if (!record?.agent) return undefined;
    const places = node.is('agent-version-summary') ? record.agent.summaries : record.agent.records;
    const { values, first } = firstOfEach(places, workspace);
    const earlier = first.get(record.version);
    if (!earlier || !values.has(node.value) || earlier.value === node.value) return undefined;
    return {
      at: node.get('version'),
      message: `version ${record.version} of ${record.agent.id} has a second record here; which of the two holds cannot be known`,
      related: [{ at: earlier.get('version'), message: 'the same version' }],
    };
  },

  examples: {
    invalid: [
      {
        files: files`
        -- desk-copy.agent.json --
        { "agent_id": "agent_desk", "version": 3, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
        -- desk.agent.json --
        { "agent_id": "agent_desk", "version": 3, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
                                               ^ warning: version 3 of agent_desk has a second record here; which of the
                                               | two holds cannot be known
        -- agent_desk.agent-versions.json --
        [
          { "version": 3, "is_published": true, "last_modification_timestamp": 1750000000000 },
          { "version": 3, "is_published": false, "last_modification_timestamp": 1760000000000 }
                       ^ warning: version 3 of agent_desk has a second record here; which of the two holds cannot be
                       | known
        ]
      `,
      },
    ],
    valid: [
      files`
      -- desk-3.agent.json --
      { "agent_id": "agent_desk", "version": 3, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
      -- desk-4.agent.json --
      { "agent_id": "agent_desk", "version": 4, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
      -- a.agent.json --
      { "agent_id": "", "version": 3, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
      -- b.agent.json --
      { "agent_id": "", "version": 3, "response_engine": { "type": "custom-llm" }, "voice_id": "11labs-Lily" }
      -- agent_desk.agent-versions.json --
      [{ "version": 3, "is_published": true, "last_modification_timestamp": 1750000000000 }]
    `,
    ],
  },
});

interface First {
  readonly first: ReadonlyMap<number | undefined, Cursor>;
  readonly values: ReadonlySet<unknown>;
}

/** Of the records of one agent the first of each version; remembered, because each of them asks. */
const firstOfEach = (places: readonly Cursor[], workspace: Workspace): First =>
  workspace.memory.remember(firstOfEach, places, () => {
    const first = new Map<number | undefined, Cursor>();
    for (const place of places) {
      const version = place.get('version').integer(),
        other = first.get(version);
      if (!other || comparePlaces(place, other) < 0) first.set(version, place);
    }
    return { first, values: new Set(places.map(({ value }) => value)) };
  });

import { agentName } from '../server/core/workspace/names.ts';
import { addTo, defineRule, remove, show, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'covered-agent-filter',
  group: 'alerts',
  severity: 'warning',
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: filter agent: at most 100, any of them',
  at: { 'alert-rule': '/filter/agent', 'alert-rule-response': '/filter/agent' },

  *check(agents, workspace) {
    const byId = new Map<string, Entry[]>();
    for (const cursor of agents.items()) {
      const id = cursor.get('agent_id').string() ?? '',
        entry = { at: cursor, versions: versionsOf(cursor) };
      addTo(byId, id, entry);
    }
    for (const [id, entries] of byId) {
      if (id === '' || entries.length < 2) continue;
      const coveringOf = coveringAmong(entries);
      for (const entry of entries) {
        const coveringEntry = coveringOf(entry);
        if (!coveringEntry) continue;
        const extent = coveringEntry.versions ? 'these versions' : 'all versions';
        yield {
          at: entry.at,
          message: `agent_id: ${show(agentName(id, workspace))} is already covered by another entry (${extent}), so this one has no effect`,
          related: [{ at: coveringEntry.at, message: 'the entry that covers it' }],
          fix: remove(entry.at, { title: 'Remove the entry' }),
        };
      }
    }
  },
});

/** An entry of the filter with its listed versions. Without a list, it selects all versions. */
interface Entry {
  readonly at: Cursor;
  readonly versions: ReadonlySet<unknown> | undefined;
}

function versionsOf(entry: Cursor): ReadonlySet<unknown> | undefined {
  const version = entry.get('version');
  if (!version.isArray) return version.exists && !version.isNull ? new Set([version.value]) : undefined;
  const items = version.items();
  return items.length > 0 ? new Set(items.map(item => item.value)) : undefined;
}

/** The maximum number of entries with a common version that are compared, because lists rarely overlap. */
const MAX_COMPARED = 32;

/**
 * Returns for an entry the first other entry that covers it. Of two equal entries the later one is covered by the
 * earlier one.
 */
function coveringAmong(entries: readonly Entry[]): (entry: Entry) => Entry | undefined {
  const wholeEntry = entries.find(({ versions }) => versions === undefined),
    withVersion = new Map<unknown, Entry[]>(),
    place = new Map(entries.map((entry, i) => [entry, i]));
  for (const entry of entries)
    for (const version of entry.versions ?? []) {
      const versionEntries = withVersion.get(version);
      if (!versionEntries) withVersion.set(version, [entry]);
      else if (versionEntries.length < MAX_COMPARED) versionEntries.push(entry);
    }
  return entry => {
    const [version] = entry.versions ?? [];
    const overlappingEntries = [
      ...(entry.versions ? withVersion.get(version)! : []),
      ...(wholeEntry ? [wholeEntry] : []),
    ]
      .filter(otherEntry => otherEntry !== entry && coversEntry(otherEntry, entry))
      .filter(otherEntry => place.get(otherEntry)! < place.get(entry)! || !coversEntry(entry, otherEntry));
    return overlappingEntries.reduce<Entry | undefined>(
      (a, b) => (a && place.get(a)! < place.get(b)! ? a : b),
      undefined,
    );
  };
}

const coversEntry = ({ versions: wideVersions }: Entry, { versions: narrowVersions }: Entry): boolean =>
  wideVersions === undefined ||
  (narrowVersions !== undefined &&
    narrowVersions.size <= wideVersions.size &&
    [...narrowVersions].every(version => wideVersions.has(version)));

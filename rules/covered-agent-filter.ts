import type { Cursor } from '../server/core/cursor.ts';
import { defineRule, files } from '../server/core/engine/rule.ts';
import { show } from '../server/core/words.ts';

export default defineRule({
  id: 'covered-agent-filter',
  severity: 'warning',
  summary: 'An agent in an alert filter that another entry of the filter covers.',
  why: `
    The alert watches all versions of the agent, not only those that this entry names. The entries of \`agent\` are
    connected with "or": when one names an agent in all of its versions, a second one with some of its versions narrows
    nothing down and adds nothing. At most 100 entries fit, and each counts.
  `,
  spec: 'Alert rule, alert incident',
  at: { 'alert-rule': '/filter/agent', 'alert-rule-response': '/filter/agent' },

  *check(agents) {
    const byId = new Map<string, Cursor[]>();
    for (const agent of agents.items()) {
      const id = agent.get('agent_id').string() ?? '';
      byId.set(id, [...(byId.get(id) ?? []), agent]);
    }
    for (const [id, entries] of byId) {
      if (id === '' || entries.length < 2) continue;
      for (const [i, entry] of entries.entries()) {
        // of two that say the same the earlier one stays
        const covering = entries.find(
          (other, j) => j !== i && covers(other, entry) && (j < i || !covers(entry, other)),
        );
        if (!covering) continue;
        const extent = versionsOf(covering) ? 'with these versions' : 'in all of its versions';
        yield {
          at: entry,
          message: `${show(id)} is covered by another entry already, ${extent}, so this one adds nothing`,
          related: [{ at: covering, message: 'the entry that covers it' }],
          fix: { title: 'Remove the entry', safe: false, edits: [{ remove: entry.pointer }] },
        };
      }
    }
  },

  examples: {
    invalid: [
      {
        files: files`
        -- calls.alert-rule.json --
        {
          "name": "Too many calls",
          "metric_type": "call_count",
          "filter": {
            "agent": [
              { "agent_id": "agent_desk", "version": [3] },
              ^ warning: "agent_desk" is covered by another entry already, in all of its versions, so this one adds
              | nothing
              { "agent_id": "agent_night", "version": [1] },
              { "agent_id": "agent_desk" },
              { "agent_id": "agent_night", "version": [1] }
              ^ warning: "agent_night" is covered by another entry already, with these versions, so this one adds
              | nothing
            ]
          }
        }
      `,
        fixed: files`
        -- calls.alert-rule.json --
        {
          "name": "Too many calls",
          "metric_type": "call_count",
          "filter": {
            "agent": [
              { "agent_id": "agent_night", "version": [1] },
              { "agent_id": "agent_desk" }
            ]
          }
        }
      `,
      },
    ],
    valid: [
      files`
      -- calls.alert-rule.json --
      {
        "name": "Too many calls",
        "metric_type": "call_count",
        "filter": {
          "agent": [
            { "agent_id": "agent_desk", "version": [3] },
            { "agent_id": "agent_desk", "version": [4] },
            { "agent_id": "" },
            { "agent_id": "" }
          ]
        }
      }
    `,
    ],
  },
});

/** Without versions, or with an empty list of them, every version counts. */
const versionsOf = (entry: Cursor): readonly unknown[] | undefined => {
  const version = entry.get('version');
  if (!version.isArray) return version.exists && !version.isNull ? [version.value] : undefined;
  return version.items().length > 0 ? version.items().map(item => item.value) : undefined;
};
function covers(wide: Cursor, narrow: Cursor): boolean {
  const all = versionsOf(wide),
    some = versionsOf(narrow);
  return all === undefined || (some !== undefined && some.every(version => all.includes(version)));
}

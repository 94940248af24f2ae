import { defineRule, files } from '../server/core/engine/rule.ts';
import { lookupAs, severityOf } from '../server/core/index/lookup.ts';
import { listed, orMeant, show } from '../server/core/wording.ts';

export default defineRule({
  id: 'unknown-filter-tag',
  group: 'alerts',
  severity: 'warning',
  needsEveryFile: true,
  summary: 'An alert filter uses a tag that no agent has.',
  why: `
    \`agent_tag\` selects calls of agents that ran under one of these tags. A tag that no agent has matches nothing,
    so the alert stays silent. Tags are known from the agent list; without one nothing is reported. It is an error if
    \`complete\` includes \`agent\` and every agent is in the list.
  `,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: filter agent_tag: environment tags',
  at: { 'agent-tag-filter': ['/value', '/value/*'] },

  check(node, workspace) {
    const lookup = lookupAs('tag', node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    if (lookup.outcome === 'unknowable' && lookup.because !== 'not-here') return undefined;
    const { known } = lookup;
    const there = known.size === 0 ? 'no agent has a tag' : `known tags: ${listed(known, 'and')}`;
    return {
      severity: severityOf(lookup),
      message: `no agent in this workspace has the tag ${show(node.value)}, so the filter matches nothing${orMeant(lookup)}`,
      help: there,
    };
  },

  examples: {
    invalid: files`
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "prod": { "version": 3 }, "staging": {} } }]
      -- calls.alert-rule.json --
      { "filter": { "agent_tag": { "type": "enum", "op": "in", "value": ["prod", "stagging"] } } }
                                                                                 ^^^^^^^^^^
                                              | warning: no agent in this workspace has the tag "stagging", so the
                                              | filter matches nothing; did you mean "staging"?
      ====
      -- preflight.config.json --
      { "complete": ["agent"] }
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": {} }]
      -- calls.alert-rule.json --
      { "filter": { "agent_tag": { "type": "enum", "op": "in", "value": ["prod"] } } }
                                                                         ^^^^^^
                                              | no agent in this workspace has the tag "prod", so the filter matches
                                              | nothing
    `,
    valid: files`
      -- desk.agent.json --
      {
        "agent_id": "agent_desk", "version": 3,
        "response_engine": { "type": "service-llm", "llm_id": "llm_desk" },
        "assigned_tags": ["prod"]
      }
      -- calls.alert-rule.json --
      { "filter": { "agent_tag": { "type": "enum", "op": "in", "value": ["staging"] } } }
      ====
      -- team.agent-list.json --
      [{ "agent_id": "agent_desk", "tags": { "staging": {} } }]
      -- calls.alert-rule.json --
      { "filter": { "agent_tag": { "type": "enum", "op": "in", "value": ["staging"] } } }
    `,
  },
});

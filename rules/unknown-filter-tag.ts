import { lookupAs, severityOf } from '../server/core/index/lookup.ts';
import { defineRule, listed, set, show, suggestShort } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-filter-tag',
  group: 'alerts',
  severity: 'warning',
  needsEveryFile: true,
  spec: 'Alert rule, alert incident',
  clause: 'Alert rule, alert incident: filter agent_tag: environment tags',
  at: { 'agent-tag-filter': ['/value', '/value/*'] },

  check(node, workspace) {
    const lookup = lookupAs('tag', node, workspace);
    if (!lookup || lookup.outcome === 'found') return undefined;
    if (lookup.outcome === 'unknowable' && lookup.reason !== 'not-here') return undefined;
    const { names: tags } = lookup;
    const tagsInWords = tags.size === 0 ? 'no agent has a tag' : `known tags: ${listed(tags, 'and')}`;
    return {
      severity: severityOf(lookup),
      message: `no agent in this workspace has the tag ${show(node.value)}, so the filter matches nothing${suggestShort(lookup)}`,
      help: tagsInWords,
      fix: set(node, lookup.similarName),
    };
  },
});

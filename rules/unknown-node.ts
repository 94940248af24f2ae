import { nameOfOwner } from '../server/core/domain/tools.ts';
import { defineRule, referencesTo } from '../server/core/engine/rule.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { orMeant, show } from '../server/core/wording.ts';
import { set } from '../server/core/engine/fixes.ts';

export default defineRule({
  id: 'unknown-node',
  group: 'references',
  severity: 'error',
  spec: 'Conversation flow component',
  clause: 'Conversation flow component: start_node_id is a node of it',
  at: referencesTo('node'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (lookup?.outcome !== 'missing' || node.string() === undefined) return undefined;
    const { near } = lookup;
    const owner = nameOfOwner(node);
    const isStart = node.parent?.is('flow-component') || node.parent?.is('conversation-flow');
    const consequence = isStart ? 'so it cannot start' : 'so the edge leads nowhere';
    return {
      severity: severityOf(lookup),
      message: `${node.label}: no node ${show(node.value)} in this ${owner}, ${consequence}${orMeant(lookup)}`,
      fix: set(node, near),
    };
  },
});

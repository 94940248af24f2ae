import { fieldsWithin, unknownKeys } from '../server/core/domain/fields.ts';
import { nameOfOwner } from '../server/core/domain/tools.ts';
import { lookupAt, severityOf } from '../server/core/index/lookup.ts';
import { defineRule, referencesTo, set, show, suggestShort, type Cursor } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unknown-node',
  group: 'references',
  severity: 'error',
  reads: 'records',
  spec: 'Conversation flow component',
  clause: 'Conversation flow component: start_node_id is a node of it',
  at: referencesTo('node'),

  check(node, workspace) {
    const lookup = lookupAt(node, workspace);
    if (!lookup || lookup.outcome === 'found' || node.string() === undefined) return undefined;
    const owner = nameOfOwner(node),
      isStart = node.parent?.is('flow-component') || node.parent?.is('conversation-flow');
    if (lookup.outcome === 'unknowable')
      return lookup.reason === 'no-list' && isStart && isRecord(node.parent!)
        ? { severity: 'warning', message: `${node.label}: this ${owner} has no nodes, so it cannot start` }
        : undefined;
    const { similarName } = lookup;
    const consequence = isStart ? 'so it cannot start' : 'so the edge leads nowhere';
    return {
      severity: severityOf(lookup),
      message: `${node.label}: no node ${show(node.value)} in this ${owner}, ${consequence}${suggestShort(lookup)}`,
      fix: set(node, similarName),
    };
  },
});

/** Whether a flow has all nodes. A request that changes a flow has no id, and may omit the nodes. */
const isRecord = (flow: Cursor): boolean =>
  (flow.parent !== undefined || flow.get('conversation_flow_id').exists) &&
  !unknownKeys(flow).some(key => fieldsWithin(flow, key).includes('nodes'));

import { defineRule, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-prompt',
  group: 'flows',
  severity: 'info',
  spec: 'domain',
  at: {
    llm: '/general_prompt',
    'prompt-condition': '/prompt',
    'llm-state-edge': '/description',
    'global-node-setting': '/condition',
  },
  when: () => value => typeof value === 'string' && value.trim() === '',

  check(node) {
    return node.key === 'general_prompt' ? checkPrompt(node) : checkCondition(node);
  },
});

function checkPrompt(node: Cursor): Problem | undefined {
  const isReported = node
    .sibling('states')
    .items()
    .some(state => (state.get('state_prompt').string() ?? '').trim() !== '');
  return isReported ? undefined : { message: 'general_prompt: empty, so nothing tells the model what to do' };
}

/**
 * Checks the condition of an edge. A single edge has a fixed condition, and an edge without a destination is
 * unfinished.
 */
function checkCondition(node: Cursor): Problem | undefined {
  const edge = node.within('edge');
  if (edge && (!edge.parent?.isArray || !edge.get('destination_node_id').string())) return undefined;
  const step = node.key === 'condition' ? 'jump to this node' : 'take this edge';
  return { severity: 'warning', message: `${node.label}: empty, so nothing tells the model when to ${step}` };
}

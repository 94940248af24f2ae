import { defineRule, remove } from '../server/core/engine/rule.ts';

/** The fields that select the agent of a task, each with the field of the agent with which it is compared. */
const selectors: ReadonlyMap<string, string> = new Map([
  ['agent_id', 'override_agent_id'],
  ['version', 'override_agent_version'],
]);

export default defineRule({
  id: 'read-only-field',
  group: 'values',
  aliases: ['response-only-field'],
  severity: 'warning',
  spec: 'Agent override request (per call)',
  clause: [
    'Agent (response shape): what the response adds is no setting of a request',
    'Agent override request: agent: agent settings, in files and in tasks',
  ],
  at: { 'agent-override': '/agent/*' },

  check(node) {
    if (node.marks['x-response-only'] !== true) return undefined;
    const { value } = node;
    if (value === null || value === '' || (node.isArray && node.items().length === 0)) return undefined;
    const selector = node.within('batch-call-task') && selectors.get(node.key);
    return {
      at: { key: node.pointer },
      message:
        `${node.key}: read-only, so it has no effect in an override` + (selector ? `; use ${selector} instead` : ''),
      fix: remove(node),
    };
  },
});

import { defineRule } from '../server/core/engine/rule.ts';
import { policyProblems } from '../server/core/policies/problems.ts';

export default defineRule({
  id: 'invalid-policy',
  group: 'configuration',
  severity: 'error',
  spec: 'Preflight configuration',
  at: { 'preflight-config': '/policies' },

  check: (node, { facts }) => policyProblems(node, facts.ruleNames),
});

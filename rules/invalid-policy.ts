import { defineRule, files } from '../server/core/engine/rule.ts';
import { policyProblems } from '../server/core/policies/problems.ts';

export default defineRule({
  id: 'invalid-policy',
  group: 'configuration',
  severity: 'error',
  summary: 'A policy in the configuration cannot work as written.',
  why: `
    A policy names one \`shape\` or \`kind\`, a place in it that exists, and a condition (\`must\`) that some values
    meet and others do not. \`preflight rules --test\` runs the examples of your policies.
  `,
  spec: 'Preflight configuration',
  at: { 'preflight-config': '/policies' },

  check: (node, { facts }) => policyProblems(node, facts.ruleNames),

  examples: {
    invalid: files`
      -- preflight.config.json --
      {
        "policies": [
          {
            "id": "short-name",
            "shape": "agent-setings",
                     ^^^^^^^^^^^^^^^ shape: unknown shape "agent-setings"; did you mean "agent-settings"?
            "at": "/agent_name",
            "must": { "type": "text" },
                              ^^^^^^ type: unknown type "text"
            "message": "use a short name"
          }
        ]
      }
    `,
    valid: files`
      -- preflight.config.json --
      {
        "policies": [
          {
            "id": "short-name",
            "shape": "agent-settings",
            "at": "/agent_name",
            "must": { "maxLength": 20 },
            "message": "use a short name"
          }
        ]
      }
    `,
  },
});

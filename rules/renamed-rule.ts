import { defineRunRule, files } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'renamed-rule',
  group: 'configuration',
  severity: 'info',
  summary: 'The configuration uses an earlier name of a rule.',
  why: `
    The old name still works in settings, suppressions and baselines. Findings and documentation use the new name, so
    change it when you next edit the file.
  `,
  spec: 'Preflight configuration',
  met: 'configuration',

  examples: {
    invalid: files`
      -- preflight.config.json --
      { "rules": { "variable-not-text": "warning" } }
                   ^^^^^^^^^^^^^^^^^^^ info: "variable-not-text" is now called "non-string-variable"
      -- flu.batch-call.json --
      { "tasks": [{ "to_number": "+14155550111" }] }
    `,
    valid: files`
      -- preflight.config.json --
      { "rules": { "non-string-variable": "warning" } }
      -- flu.batch-call.json --
      { "tasks": [{ "to_number": "+14155550111" }] }
    `,
  },
});

import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'internal-error',
  group: 'files',
  severity: 'error',
  summary: 'A rule failed.',
  why: `
    This is a bug in Preflight, not in your file. The finding names the rule that failed; everything else was checked.
    The run ends with exit code 3. Until the bug is fixed you can set the rule to \`off\` for the file.
  `,
  spec: 'domain',
  met: 'running',
  examples: { invalid: [], valid: [] },
});

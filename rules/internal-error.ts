import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'internal-error',
  severity: 'error',
  summary: 'A rule failed at a place of the file.',
  why: `
    This is a mistake in Preflight, not in your file. The finding names the rule that failed; what that rule would have
    said of the place is missing, everything else was checked. The run ends with exit code 3. Until it is mended the
    rule can be set to \`off\` for the file.
  `,
  spec: 'domain',
  met: 'running',
  examples: { invalid: [], valid: [] },
});

import { defineRunRule } from '../server/core/engine/rule.ts';

export default defineRunRule({
  id: 'lost-reference',
  group: 'references',
  severity: 'error',
  spec: 'Errors',
  step: 'comparing',
  replaces: [
    'unknown-agent',
    'unresolved-agent-version',
    'unknown-engine',
    'unknown-component',
    'unknown-node',
    'unknown-tool',
    'unknown-mcp-server',
    'unknown-state',
    'unknown-filter-tag',
    'unknown-analysis-field',
    'unknown-mocked-tool',
    'batch-without-agent',
  ],
});

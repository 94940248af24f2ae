import { unusedIn } from '../server/core/domain/unused-variables.ts';
import { clipped, defineRule, rename } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'unused-call-variable',
  group: 'variables',
  severity: 'warning',
  needsEveryFile: true,
  spec: 'Batch call',
  clause: 'Batch call: task: variables are text and reach prompt and tools',
  shows: 'unnecessary',
  at: {
    'batch-call-task': '/service_llm_dynamic_variables',
    'test-case-definition': '/dynamic_variables',
    'root-tag-state': '/dynamic_variables',
  },

  check(map, workspace) {
    return unusedIn(map, workspace).map(({ entry, similarName }) => ({
      at: { key: entry.pointer },
      ...(similarName === undefined && { severity: 'info' }),
      message:
        `{{${clipped(entry.key)}}} is not used by the agent` +
        (similarName === undefined ? '' : `; did you mean {{${clipped(similarName)}}}?`),
      fix: rename(entry, similarName),
    }));
  },
});

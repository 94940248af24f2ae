import { globProblem } from '../server/core/configuration/glob.ts';
import { defineRule, show, stringsWithFormat } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'invalid-glob',
  group: 'configuration',
  severity: 'error',
  spec: 'Preflight configuration',
  at: stringsWithFormat('glob'),
  when: { type: 'string' },

  check(node) {
    const problem = globProblem(node.string()!);
    return problem === undefined ? undefined : { message: `${node.label}: ${show(node.value)} ${problem}` };
  },
});

import { isSystemVariable } from '../server/core/domain/templates.ts';
import { scopeOf } from '../server/core/domain/variables.ts';
import { defineRule, set, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'equation-without-variable',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { equation: '/left' },
  when: () => value => typeof value === 'string' && value !== '' && !value.includes('{'),

  check(node, workspace) {
    const name = node.string()!.trim();
    if (name === '') return undefined;
    const scope = scopeOf(node, workspace);
    if (!scope.set.has(name) && !scope.useCounts.has(name) && !isSystemVariable(name)) return undefined;
    return {
      message: `${node.label}: ${show(name)} is compared as text; the variable is {{${name}}}`,
      fix: set(node, `{{${name}}}`, { title: `Use {{${name}}}` }),
    };
  },
});

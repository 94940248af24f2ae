import { compare, numberIn } from '../server/core/domain/contradictions.ts';
import { isSystemVariable } from '../server/core/domain/templates.ts';
import { scopeOf } from '../server/core/domain/variables.ts';
import { defineRule, set, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'equation-without-variable',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { equation: '/left' },
  when: () => value => typeof value === 'string' && value !== '' && !value.includes('{'),

  check(node, workspace): Problem | undefined {
    const name = node.string()!.trim();
    if (name === '') return undefined;
    const scope = scopeOf(node, workspace);
    if (!scope.set.has(name) && !scope.useCounts.has(name) && !isSystemVariable(name)) return constantProblem(node);
    return {
      message: `${node.label}: ${show(name)} is compared as text; the variable is {{${name}}}`,
      fix: set(node, `{{${name}}}`, { title: `Use {{${name}}}` }),
    };
  },
});

/** Reports an equation between two constants, such as `5 > 0`. A word on the left may be a variable set by a call. */
function constantProblem(node: Cursor): Problem | undefined {
  const left = node.string()!.trim(),
    operator = node.sibling('operator').string() ?? '',
    { value } = node.sibling('right'),
    right = typeof value === 'string' || typeof value === 'number' ? String(value).trim() : undefined,
    number = numberIn(left);
  if (right === undefined || right.includes('{')) return undefined;
  const rightNumber = numberIn(right),
    areNumbers = number !== undefined && rightNumber !== undefined;
  const result = areNumbers
    ? compare(number, operator, rightNumber)
    : (left === right && operator === '==') || undefined;
  if (result === undefined) return undefined;
  return {
    message: `${node.label}: ${show(left)} and ${show(value)} are constants, so this is ${result ? 'always' : 'never'} true`,
    help: 'compare a variable, such as {{age}}',
  };
}

import { meantField, unknownKeys } from '../server/core/domain/fields.ts';
import { defineRule, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'incomplete-equation',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  at: { 'equation-condition': '/equations', equation: '' },

  check(node) {
    return node.isArray ? checkList(node) : checkEquation(node);
  },
});

function checkList(equations: Cursor): Problem | undefined {
  const count = equations.items().length;
  if (count === 0) return { message: 'equations: empty, so nothing decides whether the edge is taken' };
  const [, maximum] = equations.marks['x-known-range'] ?? [0, Infinity];
  return count > maximum ? { message: `equations: expected at most ${maximum}, got ${count}` } : undefined;
}

function checkEquation(equation: Cursor): Problem | undefined {
  const leftSide = equation.get('left'),
    right = equation.get('right'),
    operator = equation.get('operator').string();
  if (leftSide.isNull || leftSide.string()?.trim() === '')
    return { at: leftSide, message: `left: ${leftSide.isNull ? 'null' : 'empty'}, so there is nothing to compare` };
  if (
    !operator ||
    operator === 'exists' ||
    operator === 'not_exist' ||
    !equation.get('operator').marks['x-known-values']?.includes(operator)
  )
    return undefined;
  if (right.exists && !right.isNull) return undefined;
  if (unknownKeys(equation).some(key => meantField(equation, key) === 'right')) return undefined;
  const state = right.isNull ? 'null' : 'missing';
  return { at: right, message: `right: ${state}, so there is nothing to compare ${show(leftSide.value)} with` };
}

import { hasVariable } from '../server/core/domain/fields.ts';
import { defineRule, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'non-numeric-comparison',
  group: 'flows',
  aliases: ['hollow-equation'],
  severity: 'warning',
  spec: 'domain',
  at: { equation: '' },

  check(equation) {
    const right = equation.get('right'),
      operator = equation.get('operator').string() ?? '';
    const word = /^[<>]=?$/.test(operator) && equation.get('left').value !== '' ? right.string()?.trim() : undefined;
    if (word === undefined || /\d/.test(word[0] ?? '') || /^[-+.,\p{Sc}]/u.test(word) || hasVariable(word))
      return undefined;
    return { at: right, message: `${show(operator)} compares numbers, but ${show(right.value)} is not one` };
  },
});

import { defineRule, isArray, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-choices',
  group: 'settings',
  severity: 'warning',
  spec: 'domain',
  at: { 'enum-analysis-data': '/choices' },
  when: () => choices =>
    isArray(choices) && !choices.some(choice => typeof choice !== 'string' || choice.trim() !== ''),

  check(choices) {
    const field = choices.sibling('name').string(),
      count = choices.items().length;
    return {
      message:
        `choices: ${count === 0 ? 'empty' : 'only empty strings'}, so ` +
        `${field ? `analysis field ${show(field)}` : 'the field'} is never filled`,
    };
  },
});

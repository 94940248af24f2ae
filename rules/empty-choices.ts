import { defineRule, isArray, show } from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'empty-choices',
  group: 'settings',
  severity: 'warning',
  spec: 'domain',
  at: {
    'enum-analysis-data': '/choices',
    'extract-dynamic-variables-node': '/variables',
    'extract-dynamic-variable-tool': '/variables',
  },
  when: () => choices =>
    isArray(choices) && !choices.some(choice => typeof choice !== 'string' || choice.trim() !== ''),

  check(choices) {
    if (choices.key === 'variables') {
      const owner = choices.parent!,
        name = owner.get('name').string() || owner.get('id').string();
      if (choices.items().length > 0) return undefined;
      return {
        message: `variables: empty, so ${owner.is('node') ? 'node' : 'tool'} ${name ? show(name) : owner.label} sets no variable`,
      };
    }
    const field = choices.sibling('name').string(),
      count = choices.items().length;
    return {
      message:
        `choices: ${count === 0 ? 'empty' : 'only empty strings'}, so ` +
        `${field ? `analysis field ${show(field)}` : 'the field'} is never filled`,
    };
  },
});

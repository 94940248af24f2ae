import { hasVariable, oneOf } from '../server/core/domain/fields.ts';
import { templatesIn } from '../server/core/domain/templates.ts';
import { settersOf } from '../server/core/domain/variables.ts';
import { set } from '../server/core/engine/fixes.ts';
import { defineRule } from '../server/core/engine/rule.ts';
import { isArray, property } from '../server/core/json/json.ts';
import { nearest, show, suggested } from '../server/core/wording.ts';
import type { VariableSetter } from '../server/core/workspace/setters.ts';

export default defineRule({
  id: 'impossible-comparison',
  group: 'flows',
  severity: 'warning',
  needsEveryFile: true,
  spec: 'domain',
  at: { equation: '' },
  when: () => equation => {
    const operator = property(equation, 'operator');
    return (operator === '==' || operator === '!=') && typeof property(equation, 'right') === 'string';
  },

  check(equation, workspace) {
    const operator = equation.get('operator').string(),
      right = equation.get('right'),
      value = right.string(),
      left = equation.get('left').string() ?? '',
      [use] = templatesIn(left);
    if (value === undefined || hasVariable(value)) return undefined;
    if (!use || left.trim().length > use.end - use.start) return undefined;
    const setters = settersOf(use.name, equation, workspace) ?? [],
      values = setters.map(valuesOf);
    if (values.length === 0 || values.some(one => one === undefined)) return undefined;
    const all = [...new Set(values.flatMap(one => one!))];
    if (all.includes(value.trim())) return undefined;
    const near = nearest(value, all);
    return {
      at: right,
      message:
        `right: {{${use.name}}} is never ${show(value)}, so this is ${operator === '==' ? 'never' : 'always'} true` +
        suggested(near),
      help: oneOf(all),
      related: setters.slice(0, 5).map(({ at }) => ({ at, message: 'set here' })),
      fix: set(right, near, { title: `Use ${show(near)}` }),
    };
  },
});

/** All values that a variable can have at a place; `undefined` if unknown. */
function valuesOf({ at, key }: VariableSetter): readonly string[] | undefined {
  const isDefault = key && at.parent?.key === 'default_dynamic_variables';
  if (isDefault) return at.string() === undefined ? undefined : [at.string()!];
  const item = key ? at : at.parent!,
    listed = item.peek(key ? 'enum' : 'choices');
  switch (item.get('type').value) {
    case 'boolean':
      return ['true', 'false'];
    case 'enum':
    case 'string':
      return isArray(listed) && listed.length > 0 ? listed.map(String) : undefined;
    default:
      return undefined;
  }
}

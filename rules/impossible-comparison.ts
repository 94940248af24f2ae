import { hasVariable, valuesInWords } from '../server/core/domain/fields.ts';
import { contradictionsIn } from '../server/core/domain/contradictions.ts';
import { templatesIn } from '../server/core/domain/templates.ts';
import { settersOf } from '../server/core/domain/variables.ts';
import type { VariableSetter } from '../server/core/workspace/setters.ts';
import type { Workspace } from '../server/core/workspace/workspace.ts';
import {
  clipped,
  defineRule,
  isArray,
  nearest,
  property,
  set,
  show,
  suggest,
  type Cursor,
  type Problem,
} from '../server/core/engine/rule.ts';

export default defineRule({
  id: 'impossible-comparison',
  group: 'flows',
  severity: 'warning',
  needsEveryFile: true,
  spec: 'domain',
  at: { equation: '', 'equation-condition': '' },
  when: () => value => {
    const operator = property(value, 'operator'),
      equations = property(value, 'equations');
    if (operator === '&&') return isArray(equations) && equations.length > 1;
    return (operator === '==' || operator === '!=') && typeof property(value, 'right') === 'string';
  },

  *check(node, workspace): Generator<Problem> {
    if (node.is('equation-condition')) {
      yield* contradictionProblems(node);
      return;
    }
    const problem = checkEquation(node, workspace);
    if (problem) yield problem;
  },
});

/** Reports equations of a condition that cannot be true together. */
function* contradictionProblems(condition: Cursor): Generator<Problem> {
  for (const { first, second } of contradictionsIn(condition.get('equations').items())) {
    const left = clipped(second.get('left').string()!.trim(), 40);
    yield {
      at: second.get(second.get('right').exists ? 'right' : 'operator'),
      message: `${left} is never both ${inWords(first)} and ${inWords(second)}, so the condition is never true`,
      related: [{ at: first, message: 'the other equation' }],
    };
  }
}
/** The operator and the right side of an equation: `> 10`, `exists`. */
function inWords(equation: Cursor): string {
  const operator = equation.get('operator').string()!,
    { value } = equation.get('right');
  return operator === 'exists' || operator === 'not_exist' ? operator : `${operator} ${show(value)}`;
}

function checkEquation(equation: Cursor, workspace: Workspace): Problem | undefined {
  const operator = equation.get('operator').string(),
    right = equation.get('right'),
    value = right.string(),
    leftSide = equation.get('left').string() ?? '',
    [use] = templatesIn(leftSide);
  if (value === undefined || hasVariable(value)) return undefined;
  if (!use || leftSide.trim().length > use.end - use.start) return undefined;
  const setters = settersOf(use.name, equation, workspace) ?? [],
    values = setters.map(valuesOf);
  if (values.length === 0 || values.some(values => values === undefined)) return undefined;
  const comparedValues = [...new Set(values.flatMap(values => values!))];
  if (comparedValues.includes(value.trim())) return undefined;
  const similarValue = nearest(value, comparedValues);
  return {
    at: right,
    message:
      `right: {{${use.name}}} is never ${show(value)}, so this is ${operator === '==' ? 'never' : 'always'} true` +
      suggest(similarValue),
    help: valuesInWords(comparedValues),
    related: setters.slice(0, 5).map(({ at }) => ({ at, message: 'set here' })),
    fix: set(right, similarValue, { title: `Use ${show(similarValue)}` }),
  };
}

/** All values that a variable can have at a place; `undefined` if they are unknown. */
function valuesOf({ at, key }: VariableSetter): readonly string[] | undefined {
  const isDefault = key && at.parent?.key === 'default_dynamic_variables';
  if (isDefault) return at.string() === undefined ? undefined : [at.string()!];
  const item = key ? at : at.parent!,
    listedValue = item.peek(key ? 'enum' : 'choices');
  switch (item.get('type').value) {
    case 'boolean':
      return ['true', 'false'];
    case 'enum':
    case 'string':
      return isArray(listedValue) && listedValue.length > 0 ? listedValue.map(String) : undefined;
    default:
      return undefined;
  }
}

import type { Cursor } from '../cursor.ts';
import { changesByItself } from './else-loops.ts';
import { plainName } from './fields.ts';
import { templatesIn } from './templates.ts';

const opposites: Readonly<Record<string, string>> = {
  '==': '!=',
  '>': '<=',
  '<': '>=',
  contains: 'not_contains',
  exists: 'not_exist',
};

/**
 * Whether equations may cover every case: two are opposites, a variable is compared with each of its values, the
 * platform changes a variable, or a condition cannot be read.
 * @param conditions of all edges that lead out of the node
 */
export function isWhole(conditions: readonly Cursor[], node: Cursor): boolean {
  const equationIds = new Set<string>(),
    values = new Map<string, Set<string>>();
  for (const condition of conditions) {
    const equations = condition.get('equations').items();
    if (equations.length === 0 || equations.some(equation => !equation.isObject)) return true;
    for (const equation of equations) {
      const [leftSide = '', right = ''] = ['left', 'right'].map(side => String(equation.peek(side) ?? '').trim());
      if (templatesIn(leftSide).some(({ name }) => changesByItself.test(name))) return true;
      if (equations.length > 1 && condition.get('operator').value !== '||') continue;
      const operator = equation.get('operator').string() ?? '';
      equationIds.add(JSON.stringify([leftSide, operator, operator.includes('exist') ? '' : right]));
      if (operator === '==') values.set(leftSide, (values.get(leftSide) ?? new Set()).add(plainName(right)));
    }
  }
  const hasOpposite = [...equationIds].some(key => {
    const [leftSide, operator, right] = JSON.parse(key) as [string, string, string];
    return equationIds.has(JSON.stringify([leftSide, opposites[operator] ?? '', right]));
  });
  return hasOpposite || [...values].some(([leftSide, values]) => hasEach(leftSide, values, node));
}

/** Whether a variable is compared with `true` and `false`, or with all choices from which the flow extracts it. */
function hasEach(variable: string, values: ReadonlySet<string>, node: Cursor): boolean {
  if (values.has('true') && values.has('false')) return true;
  const [name] = templatesIn(variable).map(use => use.name);
  const extractedNames = (node.parent?.items() ?? [])
    .flatMap(sibling => sibling.get('variables').items())
    .filter(variable => variable.get('name').string() === name)
    .map(variable =>
      variable
        .get('choices')
        .items()
        .map(choice => plainName(choice.string() ?? '')),
    );
  return extractedNames.some(choices => choices.length > 0 && choices.every(choice => values.has(choice)));
}

import type { Cursor } from '../cursor.ts';
import { changesByItself } from './else-loops.ts';
import { plain } from './fields.ts';
import { templatesIn } from './templates.ts';

const opposites: Readonly<Record<string, string>> = {
  '==': '!=',
  '>': '<=',
  '<': '>=',
  contains: 'not_contains',
  exists: 'not_exist',
};

/**
 * Whether equations may cover every case: some are opposites, a variable is compared with each of its values or changes
 * by itself, or a condition cannot be read.
 * @param conditions those of all edges that lead out of a node
 */
export function isWhole(conditions: readonly Cursor[], node: Cursor): boolean {
  const alone = new Set<string>(),
    values = new Map<string, Set<string>>();
  for (const condition of conditions) {
    const equations = condition.get('equations').items();
    if (equations.length === 0 || equations.some(one => !one.isObject)) return true;
    for (const equation of equations) {
      const [left = '', right = ''] = ['left', 'right'].map(side => String(equation.peek(side) ?? '').trim());
      if (templatesIn(left).some(({ name }) => changesByItself.test(name))) return true;
      if (equations.length > 1 && condition.get('operator').value !== '||') continue;
      const operator = equation.get('operator').string() ?? '';
      alone.add(JSON.stringify([left, operator, operator.includes('exist') ? '' : right]));
      if (operator === '==') values.set(left, (values.get(left) ?? new Set()).add(plain(right)));
    }
  }
  const hasOpposite = [...alone].some(key => {
    const [left, operator, right] = JSON.parse(key) as [string, string, string];
    return alone.has(JSON.stringify([left, opposites[operator] ?? '', right]));
  });
  return hasOpposite || [...values].some(([left, compared]) => hasEach(left, compared, node));
}

/** Whether these are `true` and `false`, or all choices that the flow extracts the variable from. */
function hasEach(left: string, compared: ReadonlySet<string>, node: Cursor): boolean {
  if (compared.has('true') && compared.has('false')) return true;
  const [name] = templatesIn(left).map(use => use.name);
  const extracted = (node.parent?.items() ?? [])
    .flatMap(other => other.get('variables').items())
    .filter(one => one.get('name').string() === name)
    .map(one =>
      one
        .get('choices')
        .items()
        .map(choice => plain(choice.string() ?? '')),
    );
  return extracted.some(choices => choices.length > 0 && choices.every(choice => compared.has(choice)));
}

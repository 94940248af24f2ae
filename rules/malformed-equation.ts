import { asVariable, isComparison, readEquations } from '../server/core/domain/equation-text.ts';
import { showValueAt } from '../server/core/domain/fields.ts';
import type { Fix } from '../server/core/finding.ts';
import { isArray, isObject, type Json, type JsonObject } from '../server/core/json/json.ts';
import { defineSchemaRule, listed, set, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';

export default defineSchemaRule({
  id: 'malformed-equation',
  group: 'flows',
  severity: 'warning',
  spec: 'domain',
  violates: ['equation#type', 'equation-condition#required'],
  replaces: ['unknown-field'],

  check(node) {
    if (!node.is('equation')) return missingListProblem(node);
    const text = node.string(),
      actual = `${text === undefined ? '' : 'the string '}${showValueAt(node)}`;
    return {
      message: `${node.label}: expected left, operator and right, got ${actual}`,
      fix: text === undefined ? undefined : fixOf(node, text),
    };
  },
});

function fixOf(item: Cursor, text: string): Fix | undefined {
  const { equations, operator } = readEquations(text) ?? { equations: [], operator: undefined };
  if (equations.length < 2) return set(item, equations[0], { title: 'Write it as an object' });
  const list = item.parent!.value,
    condition = item.parent!.parent!;
  if (!isArray(list) || !isObject(condition.value)) return undefined;
  // the operator between the equations of the string must be the operator of the list
  if (list.length > 1 && condition.peek('operator') !== operator) return undefined;
  const values = list.flatMap((value, i): readonly Json[] => (i === Number(item.segment) ? equations : [value]));
  return set(
    condition,
    { ...condition.value, equations: values, operator: operator! },
    { title: 'Write them as objects' },
  );
}

const sides: readonly string[] = ['left', 'left_side', 'right', 'right_side'];

/** Reports a condition without `equations`, also if it has the fields of an equation itself. */
function missingListProblem(condition: Cursor): Problem {
  const keys = condition
    .entries()
    .map(({ key }) => key)
    .filter(key => sides.includes(key));
  if (keys.length === 0)
    return { at: condition.get('equations'), message: 'equations: missing, but an equation condition needs it' };
  const quotedKeys = listed(
    keys.map(key => show(key)),
    'and',
  );
  return {
    at: { key: condition.get(keys[0]!).pointer },
    message: `${quotedKeys} ${keys.length === 1 ? 'belongs' : 'belong'} in equations, so nothing is compared`,
    fix: set(condition, equationOf(condition), { title: 'Write them as an equation' }),
  };
}

function equationOf(condition: Cursor): Json | undefined {
  const side = (name: string): Json | undefined => condition.peek(name) ?? condition.peek(`${name}_side`);
  const leftSide = side('left'),
    right = side('right'),
    operator = condition.get('operator').string();
  if (leftSide === undefined || operator === undefined || !isComparison(operator)) return undefined;
  const equation = {
    left: typeof leftSide === 'string' ? asVariable(leftSide) : leftSide,
    operator,
    ...(right !== undefined && { right }),
  };
  const otherFields = Object.entries(condition.value as JsonObject).filter(([key]) => !sides.includes(key));
  return { ...Object.fromEntries(otherFields), equations: [equation], operator: '&&' };
}

import { showValueAt } from '../server/core/domain/fields.ts';
import type { Fix } from '../server/core/finding.ts';
import { isArray, isObject, type Json, type JsonObject } from '../server/core/json/json.ts';
import { defineSchemaRule, listed, set, show, type Cursor, type Problem } from '../server/core/engine/rule.ts';
import { childEntry, marksOf, rootOf } from '../server/core/shapes/table.ts';

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
      actualText = `${text === undefined ? '' : 'the string '}${showValueAt(node)}`;
    return {
      message: `${node.label}: expected left, operator and right, got ${actualText}`,
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
  // the operator in the string must be the same as that of the list
  if (list.length > 1 && condition.peek('operator') !== operator) return undefined;
  const values = list.flatMap((value, i): readonly Json[] => (i === Number(item.segment) ? equations : [value]));
  return set(
    condition,
    { ...condition.value, equations: values, operator: operator! },
    { title: 'Write them as objects' },
  );
}

const sides: readonly string[] = ['left', 'left_side', 'right', 'right_side'];

/** Reports a condition without `equations`, even if it has the fields of a single equation. */
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

interface EquationsOfText {
  readonly equations: readonly JsonObject[];
  /** The operator between the equations; `undefined` for a single equation. */
  readonly operator: string | undefined;
}

/** Operators of programming languages, with the equivalent operator of equations. */
const equivalents: Readonly<Record<string, string>> = { '=': '==', '===': '==', '!==': '!=' };
const isComparison = (operator: string): boolean =>
  marksOf(childEntry(rootOf('equation'), 'operator'))['x-known-values']?.includes(operator) === true;
const comparison = /^(\{\{[^{}]+\}\}|"[^"]*"|'[^']*'|[\w.]+)\s*([=!<>]{1,3}|(?<=\s)\w+\b)\s*([^]*)$/;
const literal = /^(?:"([^"]*)"|'([^']*)'|[^"'\s]+)$/;

/** The equations in a text such as `{{status}} == "new" && {{age}} > 17`; `undefined` for any other text. */
export function readEquations(text: string): EquationsOfText | undefined {
  const [first, ...rest] = text.split(/(&&|\|\|)/),
    operators = new Set(rest.filter((_, i) => i % 2 === 0));
  const parts = [first!, ...rest.filter((_, i) => i % 2 === 1)],
    equations = parts.map(part => readEquation(part.trim())).filter(equation => equation !== undefined);
  return operators.size > 1 || equations.length < parts.length ? undefined : { equations, operator: [...operators][0] };
}

function readEquation(text: string): JsonObject | undefined {
  const [, leftSide = '', sign = '', right = ''] = comparison.exec(text) ?? [];
  const operator = equivalents[sign] ?? sign;
  if (!isComparison(operator)) return undefined;
  if (operator === 'exists' || operator === 'not_exist')
    return right === '' ? { left: asVariable(leftSide), operator } : undefined;
  const value = literal.exec(right);
  return value ? { left: asVariable(leftSide), operator, right: value[1] ?? value[2] ?? right } : undefined;
}

/** The left side of a comparison as a variable, also if it is a bare name. */
const asVariable = (side: string): string =>
  /^[\w.]+$/.test(side) ? `{{${side}}}` : side.replace(/^(["'])(.*)\1$/, '$2');

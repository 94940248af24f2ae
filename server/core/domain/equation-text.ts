import type { JsonObject } from '../json/json.ts';
import { childEntry, marksOf, rootOf } from '../shapes/table.ts';

interface EquationsOfText {
  readonly equations: readonly JsonObject[];
  /** The operator between the equations; `undefined` for a single equation. */
  readonly operator: string | undefined;
}

/** The operators of programming languages that mean one of ours. */
const equivalents: Readonly<Record<string, string>> = { '=': '==', '===': '==', '!==': '!=' };
export const isComparison = (operator: string): boolean =>
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

/** The left side of a comparison, with a bare name as a variable. */
export const asVariable = (side: string): string =>
  /^[\w.]+$/.test(side) ? `{{${side}}}` : side.replace(/^(["'])(.*)\1$/, '$2');

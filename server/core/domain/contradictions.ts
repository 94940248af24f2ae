import type { Cursor } from '../cursor.ts';
import { hasVariable } from './fields.ts';

/** Two equations of a condition that are never true together. */
interface Contradiction {
  readonly first: Cursor;
  readonly second: Cursor;
}

/** What the equations so far say about one left side, each with its equation. */
interface Claims {
  equal?: Claim;
  minimum?: Claim;
  maximum?: Claim;
  present?: Claim;
  absent?: Claim;
  readonly unequal: Map<string, Claim>;
  readonly contained: Map<string, Claim>;
  readonly uncontained: Map<string, Claim>;
}
interface Claim {
  readonly at: Cursor;
  readonly operator: string;
  /** The right side without surrounding spaces; empty for `exists` and `not_exist`. */
  readonly text: string;
}

/**
 * The first pair of equations of each left side that cannot both be true, whatever the value of the variable is.
 * @param equations equations that must all be true
 */
export function contradictionsIn(equations: readonly Cursor[]): readonly Contradiction[] {
  const claimsByLeft = new Map<string, Claims>(),
    contradictions = new Map<string, Contradiction>();
  for (const equation of equations) {
    const left = (equation.get('left').string() ?? '').replaceAll(/(?<=\{\{)\s+|\s+(?=\}\})/g, '').trim(),
      claim = claimOf(equation);
    if (!claim || !hasVariable(left) || contradictions.has(left)) continue;
    const claims = claimsByLeft.get(left) ?? { unequal: new Map(), contained: new Map(), uncontained: new Map() };
    claimsByLeft.set(left, claims);
    const rival = rivalOf(claim, claims);
    if (rival) contradictions.set(left, { first: rival.at, second: equation });
    else add(claim, claims);
  }
  return [...contradictions.values()];
}

function claimOf(equation: Cursor): Claim | undefined {
  const operator = equation.get('operator').string();
  if (operator === undefined) return undefined;
  if (operator === 'exists' || operator === 'not_exist') return { at: equation, operator, text: '' };
  const { value } = equation.get('right');
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return undefined;
  const text = String(value).trim();
  return hasVariable(text) || (/^[<>]/.test(operator) && numberIn(text) === undefined)
    ? undefined
    : { at: equation, operator, text };
}

/** The number that a text spells; undefined for any other text. */
export const numberIn = (text: string): number | undefined =>
  /^[-+]?(?:\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;

/** An earlier claim that cannot be true together with another one. */
function rivalOf(claim: Claim, claims: Claims): Claim | undefined {
  const { operator, text } = claim,
    { equal, minimum, maximum, present, absent } = claims;
  switch (operator) {
    case '==':
      return (
        [equal].find(other => other && areDifferent(other.text, text)) ??
        claims.unequal.get(text) ??
        [minimum, maximum].find(bound => bound && !isWithin(text, bound)) ??
        (text === '' ? undefined : absent)
      );
    case '!=':
      return equal?.text === text ? equal : undefined;
    case '>':
    case '>=':
      return [maximum].find(bound => bound && !areOverlapping(claim, bound)) ?? unequalTo(claim, equal) ?? absent;
    case '<':
    case '<=':
      return [minimum].find(bound => bound && !areOverlapping(bound, claim)) ?? unequalTo(claim, equal) ?? absent;
    case 'contains':
      return claims.uncontained.get(text);
    case 'not_contains':
      return claims.contained.get(text);
    case 'exists':
      return absent;
    case 'not_exist':
      return present ?? minimum ?? maximum ?? [equal].find(other => other && other.text !== '');
    default:
      return undefined;
  }
}

/** Whether no value equals both texts, whether or not case and the spelling of numbers count. */
function areDifferent(a: string, b: string): boolean {
  const [first, second] = [numberIn(a), numberIn(b)];
  return first !== undefined && second !== undefined ? first !== second : a.toLowerCase() !== b.toLowerCase();
}

/** The claim of equality if its number is out of a bound. */
const unequalTo = (bound: Claim, equal: Claim | undefined): Claim | undefined =>
  equal && !isWithin(equal.text, bound) ? equal : undefined;

/** Whether a text may satisfy a bound; true for a text that is no number. */
function isWithin(text: string, { operator, text: bound }: Claim): boolean {
  const value = numberIn(text);
  return value === undefined || compare(value, operator, numberIn(bound)!) !== false;
}

/** Whether some number is above a minimum and below a maximum. */
function areOverlapping(minimum: Claim, maximum: Claim): boolean {
  const [low, high] = [numberIn(minimum.text)!, numberIn(maximum.text)!];
  return low < high || (low === high && minimum.operator === '>=' && maximum.operator === '<=');
}

/** The result of a comparison of two numbers; undefined for an operator that does not compare numbers. */
export function compare(left: number, operator: string, right: number): boolean | undefined {
  switch (operator) {
    case '==':
      return left === right;
    case '!=':
      return left !== right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    default:
      return undefined;
  }
}

function add(claim: Claim, claims: Claims): void {
  const { operator, text } = claim;
  switch (operator) {
    case '==':
      claims.equal ??= claim;
      break;
    case '!=':
      claims.unequal.set(text, claim);
      break;
    case '>':
    case '>=':
      if (!claims.minimum || isStricter(claim, claims.minimum, 1)) claims.minimum = claim;
      break;
    case '<':
    case '<=':
      if (!claims.maximum || isStricter(claim, claims.maximum, -1)) claims.maximum = claim;
      break;
    case 'contains':
      claims.contained.set(text, claim);
      break;
    case 'not_contains':
      claims.uncontained.set(text, claim);
      break;
    case 'exists':
      claims.present ??= claim;
      break;
    case 'not_exist':
      claims.absent ??= claim;
  }
}

/** Whether a bound excludes more than another one; `sign` is 1 for minimums and -1 for maximums. */
function isStricter(claim: Claim, other: Claim, sign: 1 | -1): boolean {
  const difference = (numberIn(claim.text)! - numberIn(other.text)!) * sign;
  return difference > 0 || (difference === 0 && !claim.operator.endsWith('='));
}

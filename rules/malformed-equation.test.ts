import { expect, test } from 'vitest';
import { readEquations } from './malformed-equation.ts';

const equationText = (text: string): unknown => {
  const { equations = [], operator } = readEquations(text) ?? {};
  const triples = equations.map(({ left, operator, right }) => [
    left,
    operator,
    ...(right === undefined ? [] : [right]),
  ]);
  return operator === undefined ? triples[0] : [operator, ...triples];
};

test.each([
  ['{{status}} == "found"', ['{{status}}', '==', 'found']],
  ["{{ status }}!='in progress'", ['{{ status }}', '!=', 'in progress']],
  ['age>=18', ['{{age}}', '>=', '18']],
  ['a === true', ['{{a}}', '==', 'true']],
  ['{{a}} == {{b}}', ['{{a}}', '==', '{{b}}']],
  ['"yes" = {{a}}', ['yes', '==', '{{a}}']],
  ['{{a}} not_contains ""', ['{{a}}', 'not_contains', '']],
  ['a exists && b < 3', ['&&', ['{{a}}', 'exists'], ['{{b}}', '<', '3']]],
  ['a == 1 || b == 2 || c == 3', ['||', ['{{a}}', '==', '1'], ['{{b}}', '==', '2'], ['{{c}}', '==', '3']]],
])('%s is read as equations', (text, expected) => expect(equationText(text)).toEqual(expected));

test.each([
  '',
  'it is late',
  '{{a}}',
  '{{a}} ==',
  '== 3',
  'a exists now',
  'acontains b',
  'a =! 3',
  'a == two words',
  'a == 1 && b == 2 || c == 3',
  'a == 1 &&',
  '{{a}} == "x',
])('%s is no equation', text => expect(readEquations(text)).toBeUndefined());

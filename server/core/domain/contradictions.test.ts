import { expect, test } from 'vitest';
import { Document } from '../document.ts';
import { contradictionsIn } from './contradictions.ts';

/** The indexes of contradictory equations, which are written as `> 10`. */
function pairsIn(...equations: readonly string[]): string[] {
  const condition = {
    equations: equations.map(text => {
      const [operator, ...right] = text.split(' ');
      return { left: '{{x}}', operator, right: right.join(' ') };
    }),
  };
  const document = new Document('a.conversation-flow.json', JSON.stringify(condition)),
    items = document.at('/equations').items();
  return contradictionsIn(items).map(({ first, second }) => `${first.key} ${second.key}`);
}

test.each([
  ['== a', '== b'],
  ['== 1', '== 2'],
  ['== a', '!= a'],
  ['!= a', '== a'],
  ['> 10', '< 5'],
  ['< 5', '> 10'],
  ['> 5', '< 5'],
  ['>= 5', '< 5'],
  ['== 3', '> 3'],
  ['<= -1', '== 0.5'],
  ['exists', 'not_exist'],
  ['not_exist', 'exists'],
  ['not_exist', '> 1'],
  ['> 1', 'not_exist'],
  ['not_exist', '== a'],
  ['contains a', 'not_contains a'],
  ['not_contains a', 'contains a'],
])('%s contradicts %s', (first, second) => expect(pairsIn(first, second)).toEqual(['0 1']));

test.each([
  ['== a', '== A'],
  ['== 1', '== 1.0'],
  ['== a', '!= A'],
  ['> 5', '< 6'],
  ['>= 5', '<= 5'],
  ['== 5', '>= 5'],
  ['== five', '> 6'],
  ['> ten', '< 5'],
  ['> {{y}}', '< 5'],
  ['not_exist', '== '],
  ['!= a', '!= b'],
  ['contains a', 'not_contains b'],
  ['is a', '== b'],
])('%s does not contradict %s', (first, second) => expect(pairsIn(first, second)).toEqual([]));

test('the strictest bound counts, and each left side is reported once', () => {
  expect(pairsIn('> 1', '> 10', '> 5', '< 7', '< 0')).toEqual(['1 3']);
});

import { expect, test } from 'vitest';
import { Document } from '../document.ts';
import { childEntry, marksOf, rootOf } from '../shapes/table.ts';
import {
  changeInPercent,
  comparison,
  conditionOf,
  formatFigure,
  metric,
  metrics,
  periodOf,
  verdictOf,
} from './metrics.ts';

const enumOf = (field: string) => marksOf(childEntry(rootOf('alert-condition'), field)).enum ?? [];
const verdict = (metric_type: string, comparator: string, threshold_value: number, threshold_type = 'absolute') => {
  const condition = conditionOf(
    new Document('x.alert-rule.json', JSON.stringify({ metric_type, comparator, threshold_value, threshold_type }))
      .roots[0]!,
  );
  return condition && verdictOf(condition);
};

test('every metric, comparator and period that the schema lists is described', () => {
  expect(metrics().map(({ name }) => name)).toEqual(enumOf('metric_type'));
  for (const { kind, range } of metrics()) expect(range).toEqual(kind === 'rate' ? [0, 100] : [0, null]);
  for (const comparator of enumOf('comparator')) expect(comparison(comparator)).toMatch(/^[<>]=?$/);
  for (const field of ['frequency', 'window'] as const)
    for (const value of enumOf(field)) expect(periodOf(field, value)).toBeGreaterThan(0);
  expect(metric('constructor')).toBeUndefined();
});

test('a condition is checked against both bounds of the figure', () => {
  expect(['>', '>=', '<', '<='].map(comparator => verdict('call_success_rate', comparator, 100))).toEqual([
    'never',
    undefined,
    undefined,
    'always',
  ]);
  expect(['>', '>=', '<', '<='].map(comparator => verdict('call_success_rate', comparator, 0))).toEqual([
    undefined,
    'always',
    'never',
    undefined,
  ]);
  expect(['gt', 'ge', 'lt', 'le'].map(comparator => verdict('call_count', comparator, -1))).toEqual([
    'always',
    'always',
    'never',
    'never',
  ]);
  expect(['>', '>=', '<', '<='].map(comparator => verdict('call_count', comparator, -100, 'relative'))).toEqual([
    undefined,
    'always',
    'never',
    undefined,
  ]);
  expect(verdict('call_count', '>', 1e9)).toBeUndefined();
  expect(verdict('calls', '>', 1)).toBeUndefined();
});

test('a change is computed in percent, and a figure is shown with its unit', () => {
  expect(changeInPercent(150, 100)).toBe(50);
  expect(changeInPercent(5, 0)).toBeUndefined();
  expect([
    formatFigure(20, 'percent'),
    formatFigure(1500, 'ms'),
    formatFigure(-3.5, 'usd'),
    formatFigure(3, 'count'),
  ]).toEqual(['20 %', '1500 ms', '-$3.5', '3']);
});

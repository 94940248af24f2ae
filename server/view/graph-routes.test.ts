import { describe, expect, test } from 'vitest';
import type { PlacedBox } from './graph-layers.ts';
import { cornersBetween, crosses } from './graph-routes.ts';

const box = (x: number, y: number): PlacedBox => ({ x, y, width: 100, height: 40 });

describe('a line between two boxes', () => {
  const [a, b] = [box(0, 0), box(600, 0)];
  test('is straight if nothing is in between', () => expect(cornersBetween(a, b, [a, b, box(300, 80)])).toEqual([]));
  test('goes around a box in between, on the shorter side', () =>
    expect(cornersBetween(a, b, [a, b, box(300, 5)])).toEqual([
      { x: 237, y: -28 },
      { x: 363, y: -28 },
    ]));
  test('goes around further boxes that block the detour', () => {
    const wall = [-80, 0, 80].map(y => box(300, y)),
      corners = cornersBetween(a, b, [a, b, ...wall]);
    expect(corners.length).toBeGreaterThan(0);
    const way = [a, ...corners, b];
    for (const [i, to] of way.slice(1).entries()) for (const box of wall) expect(crosses(way[i]!, to, box)).toBe(false);
  });
  test('stays straight if no detour exists', () => {
    const boxes = [-1, 0, 1].flatMap(x => [-1, 0, 1].map(y => box(600 + x * 101, y * 41)));
    expect(cornersBetween(a, b, [a, b, ...boxes.filter(({ x, y }) => x !== 600 || y !== 0)])).toEqual([]);
  });
});

import { expect, test } from 'vitest';
import { workspaceOf } from '../testing/fixture.ts';
import { graphSvg } from './graph-svg.ts';
import { paint } from './paint.ts';
import type { Plot } from './plot.ts';
import { plotText } from './plot.ts';
import { timelineOf, timelineSvg } from './timeline-svg.ts';

test('figures are drawn on the correct side of the line of the threshold', () => {
  const figures = [-66.67, -50, -49.9, 180];
  const plot: Plot = {
    title: '',
    points: figures.map((figure, i) => ({ at: i * 3_600_000, figure })),
    low: -66.67,
    high: 180,
    threshold: -50,
    isOver: false,
    words: { low: '-66.67 %', high: '180 %', threshold: '< -50 %' },
    incidents: [],
  };
  const lines = plotText(plot, 80, paint(false)).split('\n');
  const rowOf = (column: number): number => lines.findIndex(line => line.split('┤')[1]?.[column] === '●');
  const threshold = lines.findIndex(line => line.includes('─'));
  expect([0, 1, 2, 3].map(column => Math.sign(threshold - rowOf(column)))).toEqual([-1, 0, 1, 1]);
  expect(lines[threshold]).toContain('-50 %');
  expect(lines[rowOf(0)]).toContain('-66.67 %');
});
test('a deleted version is not drawn as a published one', () => {
  const agent = (version: number): string =>
    `-- v${version}.agent.json --\n{"agent_id": "desk", "version": ${version}, "is_published": true}\n`;
  const drawn = timelineSvg(timelineOf('desk', 'desk', workspaceOf(agent(0) + agent(1)), workspaceOf(agent(1))));
  expect(drawn).toContain('v0 gone');
  expect([...drawn.matchAll(/<circle [^>]*class="(\w+)"/g)].map(match => match[1])).toEqual(['published', 'gone']);
});
test('the label of a line has a background, drawn before it', () => {
  const node = (id: string) => ({ id, type: 'version', label: id, detail: '' }) as const;
  const drawn = graphSvg({ title: 'T', nodes: [node('a'), node('b')], edges: [{ from: 'a', to: 'b', label: '10 %' }] });
  expect(drawn).toMatch(/<rect class="behind"[^>]*width="30"[^>]*\/><text class="label"[^>]*>.*10 %<\/text>/);
  expect(drawn).not.toContain('paint-order');
});

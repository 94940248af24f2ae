import { describe, expect, test } from 'vitest';
import type { Element } from '../../../../server/view/element.ts';
import { endNames } from '../../../../server/view/flow/flow-drawing.ts';
import { flowDetails } from './flow-details.ts';
import { flowFrame } from './flow-frame.ts';
import type { ShownFlow } from './flow-messages.ts';

const error = { severity: 'error', rule: 'unknown-node', message: 'no such node' } as const,
  warning = { severity: 'warning', rule: 'r', message: 'odd' } as const;
const frame: Parameters<typeof flowFrame>[0] = {
  picture: undefined,
  words: '',
  isPinned: false,
  isListed: false,
  drawing: null,
  outline: null,
  details: null,
  map: null,
  way: 'tidy',
  isOld: false,
  search: { query: '', count: '', kinds: ['talk', 'end'], kind: 'end', onlyText: '', hasSelection: false },
};
const byTag = (element: Element, tag: string): Element[] => [
  ...(element.tag === tag ? [element] : []),
  ...element.children.flatMap(child => (typeof child === 'string' ? [] : byTag(child, tag))),
];

describe('the details of a node', () => {
  const facts = [
      { name: 'text', value: 'Say hello.\n\nThen ask.' },
      { name: 'text', field: 'global_node_setting.condition', value: 'The caller is lost' },
      { name: 'variables', value: 'name, late' },
    ] as const,
    nodes = [
      { id: 'start', role: 'start', label: 'Start' },
      { id: 'a', label: 'a', detail: 'conversation', facts, isStart: true, findings: [error], place: {} },
      { id: 'b', label: 'b', facts: [], findings: [] },
    ],
    edges = [
      { from: 'start', to: 'a', kind: 'begin', findings: [] },
      { from: 'a', to: 'b', label: 'Goes on', findings: [warning] },
      { from: 'b', to: 'a', label: 'Back', findings: [] },
    ],
    flow = { title: 'T', nodes, edges } as unknown as ShownFlow;
  const details = flowDetails(flow, { node: 1, edge: 1 })!;
  test('are its texts, variables and findings, each under its field', () => {
    expect(byTag(details, 'h3').map(({ children }) => children.join(''))).toEqual([
      'instruction.text',
      'global_node_setting.condition',
      'variables',
      'Leads to: 1',
      'Comes from: 2',
    ]);
    expect(byTag(details, 'p').map(({ children }) => children.join(''))).toEqual([
      'conversation, first',
      'error: no such node (unknown-node)',
      'Say hello.\n\nThen ask.',
      'The caller is lost',
      'name, late',
      'warning: odd (r)',
    ]);
  });
  test('link to the node at the other end of each edge, and mark the selected edge', () =>
    expect(
      byTag(details, 'button')
        .filter(({ attributes }) => attributes['data-act'] === 'follow')
        .map(element => [
          element.attributes['data-edge'],
          element.attributes['data-end'],
          element.attributes['aria-current'] ?? '',
          byTag(element, 'b')
            .flatMap(({ children }) => children)
            .join(''),
        ]),
    ).toEqual([
      [1, 'to', 'true', '→ b'],
      [0, 'from', '', '← Start'],
      [2, 'from', '', '← b'],
    ]));
  test('offer to edit each text, or to read the texts of a published version', () => {
    const opening = (isPublished: boolean): unknown[] =>
      byTag(flowDetails({ ...flow, isPublished }, { node: 1, edge: null })!, 'button')
        .filter(({ attributes }) => attributes['data-act'] === 'edit')
        .map(({ attributes, children }) => [attributes['data-fact'], ...children]);
    expect(opening(false)).toEqual([
      ['0', 'Edit'],
      ['1', 'Edit'],
    ]);
    expect(opening(true)).toEqual([
      ['0', 'Read'],
      ['1', 'Read'],
    ]);
  });
  test('begin at the top for another node, and keep their scroll position for the same node', () => {
    const keyOf = (node: number, edge: number | null): string | undefined =>
      flowFrame({ ...frame, details: flowDetails(flow, { node, edge }) })
        .flatMap(part => part.children)
        .flatMap(child => (typeof child === 'object' && child.attributes.id === 'details' ? [child.key] : []))[0];
    expect(keyOf(1, null)).toBe(keyOf(1, 1));
    expect(keyOf(2, null)).not.toBe(keyOf(1, null));
  });
  test('are empty without a node', () =>
    expect([null, 0, 9].map(node => flowDetails(flow, { node, edge: null }))).toEqual([null, null, null]));
  test('the names at both ends of an edge have a fixed size on the screen', () => {
    const points = [
        { x: 0, y: 0 },
        { x: 0, y: 90 },
      ],
      texts = endNames(flow.edges[1]!, { points, label: points[0]!, row: null }, flow.nodes, 0.5);
    expect(texts.map(({ children }) => children.join(''))).toEqual(['→ b', 'a →']);
    expect(texts[0]!.attributes.transform).toBe('translate(16 36) scale(2)');
  });
});

describe('the legend', () =>
  test('shows each kind as it is drawn, and marks the selected kind as pressed', () => {
    const parts = flowFrame(frame);
    const legend = parts.flatMap(part => byTag(part, 'button')).filter(({ attributes }) => attributes['data-kind']);
    expect(legend.map(({ attributes: { class: name, 'aria-pressed': isPressed } }) => [name, isPressed])).toEqual([
      ['tool kind talk', 'false'],
      ['tool kind end', 'true'],
    ]);
    expect(new Set(legend.map(element => byTag(element, 'path')[0]!.attributes.d)).size).toBe(2);
  }));

import { describe, expect, test } from 'vitest';
import type { FlowEdge, FlowNode } from '../../../../server/lsp/protocol.ts';
import type { Element } from '../../../../server/view/element.ts';
import { htmlOf, textOf } from '../../../../server/view/element.ts';
import { flowDrawing } from '../../../../server/view/flow/flow-drawing.ts';
import { flowDetails } from './flow-details.ts';
import { flowFrame } from './flow-frame.ts';
import type { ShownFlow } from './flow-messages.ts';
import { flowOutline } from './flow-outline.ts';
import { cutText, printable } from '../../../../server/view/flow/flow-text.ts';
import {
  edgeTooltip,
  flowInWords,
  nodeInWords,
  nodeTooltip,
  shortConditions,
} from '../../../../server/view/flow/flow-words.ts';
import { familyOf, outlineOf, signOf } from '../../../../server/view/flow/node-shapes.ts';

const node = (id: string, fields: Partial<FlowNode> = {}): FlowNode => ({
  id,
  role: 'node',
  label: id,
  type: 'conversation',
  detail: 'conversation',
  facts: [],
  isStart: false,
  isGlobal: false,
  unreachable: false,
  findings: [],
  worstSeverity: null,
  place: { uri: 'file:///f', range: { start: { line: 0, character: 0 }, end: { line: 0, character: 1 } } },
  component: null,
  swap: null,
  ...fields,
});
const edge = (from: string, to: string, fields: Partial<FlowEdge> = {}): FlowEdge => ({
  id: `${from} ${to}`,
  from,
  to,
  label: 'Goes on',
  kind: 'prompt',
  field: 'edges',
  unreachable: false,
  findings: [],
  worstSeverity: null,
  place: null,
  ...fields,
});
const flow = (
  nodes: readonly FlowNode[],
  edges: readonly FlowEdge[] = [],
  moreFields: Partial<ShownFlow> = {},
): ShownFlow => ({
  title: 'Night',
  componentId: null,
  notes: [],
  nodes,
  edges,
  layouts: [
    {
      way: 'tidy',
      width: 300,
      height: 200,
      isCurved: false,
      boxes: nodes.map(({ role }) =>
        role === 'start' ? { x: 100, y: 50, width: 52, height: 26 } : { x: 100, y: 50, width: 100, height: 52 },
      ),
      lines: edges.map(() => ({
        points: [
          { x: 0, y: 0 },
          { x: 10, y: 5 },
        ],
        label: { x: 5, y: 2 },
        row: null,
      })),
      titles: [],
    },
  ],
  isBroken: false,
  findings: [],
  ...moreFields,
});
const drawnOf = (flow: ShownFlow, names: ReadonlySet<string> = new Set()): Element =>
  flowDrawing(flow, flow.layouts[0]!, names);
const frameData = { map: null, details: null, way: 'tidy', isOld: false } as const,
  search = { query: '', count: '', kinds: ['talk'], kind: null, onlyText: '', hasSelection: false } as const;
const error = { severity: 'error', rule: 'unknown-node', message: 'no such node' } as const,
  warning = { severity: 'warning', rule: 'r', message: 'odd' } as const;
const hostile = '</title><script>alert(1)</script>" onload="x\u202e';
const elementsOf = (element: Element, tag: string): Element[] => [
  ...(element.tag === tag ? [element] : []),
  ...element.children.flatMap(child => (typeof child === 'string' ? [] : elementsOf(child, tag))),
];

describe('the graph', () => {
  test('cuts the beginning that conditions of one node have in common, at a clause or a word', () => {
    const start = 'Caller has been identified (either way, before). AND Caller',
      labels = [`${start} wants to cancel a visit`, `${start} asks for a letter`, start, 'Caller is done'],
      edges = [...labels.map(label => edge('a', 'b', { label })), edge('b', 'a', { label: labels[0]! })];
    const expected = [
      '… AND Caller wants to cancel a visit',
      '… AND Caller asks for a letter',
      '… AND Caller',
      'Caller is done',
      labels[0]!,
    ];
    expect(shortConditions(edges)).toEqual(expected);
    const drawn = htmlOf(drawnOf(flow([node('a'), node('b')], edges))),
      outline = htmlOf(flowOutline(flow([node('a'), node('b')], edges), new Set()));
    for (const text of [drawn, outline]) expect(text).toContain(`>${expected[1]}<`);
    const alike = ['Caller wants to reschedule', 'Caller wants to return'].map(label => edge('a', 'b', { label }));
    expect(shortConditions(alike)).toEqual(alike.map(({ label }) => label));
    const word = 'The caller gives a number which is ';
    expect(shortConditions([`${word}valid`, `${word}vague`].map(label => edge('a', 'b', { label })))).toEqual([
      '… valid',
      '… vague',
    ]);
  });
  test('contains nodes, findings and edges, as markup', () => {
    const element = drawnOf(
      flow(
        [
          node('start', { role: 'start', label: 'Start', place: null, type: null, detail: '' }),
          node('a', { findings: [error, warning], worstSeverity: 'error' }),
        ],
        [edge('start', 'a')],
      ),
    );
    expect(htmlOf(element).replaceAll('><', '>\n<')).toMatchInlineSnapshot(`
      "<svg id="graph" viewBox="-24 -24 348 248" role="group" aria-label="Night: 1 node, 1 edge, 1 error, 1 warning">
      <g class="titles" aria-hidden="true">
      </g>
      <g class="lines" aria-hidden="true">
      <g id="e0" class="line prompt" data-from="n0" data-to="n1">
      <title>Start → a
      Goes on</title>
      <path class="hit" d="M0 0L10 5">
      </path>
      <path class="stroke" d="M0 0L10 5">
      </path>
      <path class="head" d="M10 5L1.1 5L4.6 -2.2Z">
      </path>
      </g>
      </g>
      <g class="boxes">
      <g id="n0" class="node start" role="button" aria-label="Start">
      <title>Start</title>
      <path class="box" d="M87 37h26a13 13 0 0 1 13 13v0a13 13 0 0 1 -13 13h-26a13 13 0 0 1 -13 -13v0a13 13 0 0 1 13 -13Z">
      </path>
      <text class="name" text-anchor="middle" x="100" y="54.5">Start</text>
      </g>
      <g id="n1" class="node talk error placed" role="button" aria-label="a, conversation, 1 error, 1 warning">
      <title>a: conversation
      error: no such node (unknown-node)
      warning: odd (r)</title>
      <path class="box" d="M60 24h80a10 10 0 0 1 10 10v32a10 10 0 0 1 -10 10h-80a10 10 0 0 1 -10 -10v-32a10 10 0 0 1 10 -10Z">
      </path>
      <path class="glyph" transform="translate(60 34)" d="M2 3h12v8H7.500L4.5 13.500V11H2z">
      </path>
      <text class="name" x="83" y="46">a</text>
      <text class="detail" x="83" y="63">conversation</text>
      <g class="tally error">
      <rect x="121" y="14" width="39" height="20" rx="10">
      </rect>
      <path transform="translate(132 24)" d="M0-5.5A5.5 5.5 0 1 1 0 5.5 5.5 5.5 0 1 1 0-5.5zM-2-2L2 2M2-2L-2 2">
      </path>
      <text x="141" y="28">1+</text>
      </g>
      </g>
      </g>
      <g class="labels" aria-hidden="true">
      <text id="l0" class="label prompt" text-anchor="middle" x="5" y="6">
      <title>Start → a
      Goes on</title>Goes on</text>
      </g>
      <g id="ends" aria-hidden="true">
      </g>
      <g id="near" aria-hidden="true">
      </g>
      <g id="far" aria-hidden="true">
      </g>
      </svg>"
    `);
  });
  test('expresses by shapes and words everything that it expresses by colors', () => {
    const element = drawnOf(
      flow([
        node('a', { isGlobal: true, detail: 'conversation, from anywhere' }),
        node('b', { unreachable: true, detail: 'conversation, unreachable' }),
        node('gone', { role: 'gone', type: null, place: null }),
      ]),
    );
    expect(
      elementsOf(element, 'g')
        .map(({ attributes }) => attributes.class)
        .filter(name => String(name).startsWith('node')),
    ).toEqual(['node talk global placed', 'node talk faded placed', 'node gone']);
    const outlines = (['talk', 'choice', 'work', 'leave', 'input', 'part', 'end'] as const).map(family =>
      JSON.stringify(outlineOf(family, { x: 100, y: 50, width: 100, height: 52 })),
    );
    expect(new Set(outlines).size).toBe(outlines.length);
    const types = [
      'conversation',
      'subagent',
      'branch',
      'function',
      'code',
      'mcp',
      'extract_dynamic_variables',
      'transfer_call',
      'bridge_transfer',
      'agent_swap',
      'press_digit',
      'sms',
      'component',
      'end',
      'cancel_transfer',
      null,
    ];
    expect(new Set(types.map(signOf)).size).toBe(types.length);
  });
  test('draws nodes of unknown types, and names such as `constructor`', () => {
    expect(
      ['constructor', '__proto__', 'new_type'].map(type => [familyOf({ role: 'node', type }), signOf(type)]),
    ).toEqual([
      ['talk', 'M4 8h8'],
      ['talk', 'M4 8h8'],
      ['talk', 'M4 8h8'],
    ]);
  });
  test('escapes hostile names', () => {
    const smallFlow = flow(
      [
        node(hostile, {
          label: hostile,
          detail: hostile,
          type: hostile,
          facts: [{ name: 'text', field: hostile, value: hostile }],
          component: hostile,
          findings: [{ ...error, message: hostile, rule: hostile }],
          worstSeverity: 'error',
        }),
      ],
      [edge(hostile, hostile, { label: hostile })],
      { title: hostile },
    );
    for (const element of [
      drawnOf(smallFlow, new Set([hostile])),
      flowOutline(smallFlow, new Set([hostile])),
      flowDetails(smallFlow, { node: 0, edge: 0 })!,
      ...flowFrame({
        picture: { identity: hostile, flow: smallFlow, parts: [{ component: hostile, title: hostile, isShown: true }] },
        words: hostile,
        isPinned: false,
        isListed: true,
        drawing: null,
        outline: null,
        ...frameData,
        search: { ...search, query: hostile, onlyText: hostile },
      }),
    ]) {
      const html = htmlOf(element);
      expect(html).not.toMatch(/<script|<\/title><s|" onload|style=/);
    }
    expect(htmlOf(drawnOf(smallFlow))).not.toContain('\u202e');
  });
  test.each([
    [
      'shows equal findings of the flow itself only once',
      flow([node('a')], [], { findings: [warning, error, warning] }),
      'error: no such node (unknown-node) and 1 more',
      ['<li class="finding warning">warning: odd (r), 2 times</li>'],
    ],
    [
      'shows a finding of several nodes before a note about the flow',
      flow([node('a', { findings: [warning, error] }), node('b', { findings: [warning] })], [], {
        findings: [{ severity: 'info', rule: 'i', message: 'start' }],
      }),
      'warning: odd (r), 2 times and 1 more',
      ['<li class="finding info">note: start (i)</li>'],
    ],
  ])('%s', (_, findingFlow, first, others) => {
    const parts = flowFrame({
      picture: { identity: 'f', flow: findingFlow, parts: [] },
      words: '',
      isPinned: false,
      isListed: false,
      drawing: null,
      outline: null,
      ...frameData,
      search,
    });
    const notes = parts.flatMap(part => elementsOf(part, 'details')),
      [summary] = notes.flatMap(part => elementsOf(part, 'summary')).map(textOf);
    expect(summary).toBe(first);
    expect(notes.flatMap(part => elementsOf(part, 'li')).map(htmlOf)).toEqual(others);
  });
  test("marks long lines over other boxes only in the dashboard's layout", () => {
    const loop = flow([node('a'), node('b')], [edge('a', 'b'), edge('a', 'b')]),
      to = (x: number) => ({
        ...loop.layouts[0]!.lines[0]!,
        points: [
          { x: 0, y: 0 },
          { x, y: 600 },
        ],
      });
    const classesIn = (way: 'placed' | 'tidy'): unknown =>
      htmlOf(flowDrawing(loop, { ...loop.layouts[0]!, way, lines: [to(600), to(700)] }, new Set())).match(
        /line prompt[ \w]*/g,
      );
    expect(classesIn('placed')).toEqual(['line prompt', 'line prompt long']);
    expect(classesIn('tidy')).toEqual(['line prompt', 'line prompt']);
  });
  test('links only to components of this workspace', () => {
    const componentFlow = flow([node('a', { component: 'here' }), node('b', { component: 'gone' })]);
    for (const element of [drawnOf(componentFlow, new Set(['here'])), flowOutline(componentFlow, new Set(['here']))])
      expect(htmlOf(element).match(/data-component="[^"]*"/g)).toEqual(['data-component="here"']);
  });
  test('can have no nodes, no edges, or an edge without points', () => {
    expect(elementsOf(drawnOf(flow([])), 'path').length).toBe(0);
    const openFlow = flow([node('a')], [edge('a', 'nowhere')]),
      [layout] = openFlow.layouts,
      line = { points: [], label: { x: 0, y: 0 }, row: null };
    expect(htmlOf(flowDrawing(openFlow, { ...layout!, lines: [line] }, new Set()))).toContain('data-from="n0"');
  });
});

describe('the description of a graph', () => {
  const nodes = [
      node('a', { isStart: true, findings: [error, warning, warning], worstSeverity: 'error' }),
      node('b', { unreachable: true, detail: 'end, unreachable' }),
    ],
    edges = [edge('a', 'b', { findings: [warning], worstSeverity: 'warning' })];
  test('describes the whole flow', () =>
    expect(flowInWords(flow(nodes, edges))).toBe('Night: 2 nodes, 1 edge, 1 unreachable, 1 error, 3 warnings'));
  test('describes a node and an edge', () => {
    expect(nodeInWords(nodes[0]!)).toBe('a, conversation, the first node, 1 error, 2 warnings');
    expect(nodeTooltip(nodes[0]!)).toBe(
      'a: conversation\nerror: no such node (unknown-node)\nwarning: odd (r)\nwarning: odd (r)',
    );
    expect(
      edgeTooltip(
        edges[0]!,
        new Map([
          ['a', 'A'],
          ['b', 'B'],
        ]),
      ),
    ).toBe('A → B\nGoes on\nwarning: odd (r)');
  });
  test('is a tree with edges and findings', () => {
    const items = elementsOf(flowOutline(flow(nodes, edges), new Set()), 'li');
    expect(
      items.map(({ attributes: { id, role, 'aria-level': level, 'aria-label': label } }) => [id, role, level, label]),
    ).toEqual([
      [
        'tn0',
        'treeitem',
        1,
        'a, conversation, the first node, 1 error, 2 warnings; error: no such node (unknown-node); warning: odd (r); warning: odd (r)',
      ],
      ['te0', 'treeitem', 2, 'Goes on, to b, 1 warning; warning: odd (r)'],
      ['tn1', 'treeitem', 1, 'b, end, unreachable'],
    ]);
  });
  test('is cut between characters, and makes invisible characters visible', () => {
    expect([
      cutText('one  two\nthree', 8),
      cutText('short', 8),
      cutText('👍👍👍👍', 3),
      cutText('x'.repeat(100_000), 5),
    ]).toEqual(['one two…', 'short', '👍👍…', 'xxxx…']);
    expect(printable('a\u0000b\u202ec\u2066d')).toBe('a\\u0000b\\u202ec\\u2066d');
  });
});

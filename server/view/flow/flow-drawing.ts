import type { FlowEdge as Edge, FlowFinding, FlowLayout, FlowNode as Node, FlowView } from '../panels.ts';
import { h, withKey, type Element } from '../element.ts';
import { cutText, isWide, nameLines, printable, shortLines } from './flow-text.ts';
import { edgeTooltip, flowInWords, nodeInWords, nodeTooltip, shortConditions } from './flow-words.ts';
import { familyOf, outlineOf, signOf } from './node-shapes.ts';

/** The parts of a flow that are drawn. */
export type DrawnFlow = Pick<FlowView<unknown>, 'title' | 'nodes' | 'edges' | 'findings'>;
type FlowEdge = Edge<unknown>;
type FlowNode = Node<unknown>;
type Box = FlowLayout['boxes'][number];
type Line = FlowLayout['lines'][number];

/** Space for parts that extend beyond the boxes: badges, and edge labels at the border. */
export const MARGIN = 24;
/**
 * In pixels: the distance from the top of a box to the middle of a head with one line, and the height of a line of a
 * name.
 */
const HEAD = 26,
  LINE = 15;
/** The length in pixels from which a line counts as long: it is hard to follow, and many such lines cover boxes. */
const LONG_LINE = 900;
/** The maximum number of letters of a flag, which is a text that begins at its line. */
const MAX_FLAG_LENGTH = 31;
const tenths = (value: number): number => Math.round(value * 10) / 10;
const classes = (...names: readonly (string | false | null | undefined)[]): string => names.filter(Boolean).join(' ');

/**
 * The drawing of a flow. The ids of nodes are `n<index>`, of edges `e<index>`, of their labels `l<index>`; `flowStyle`
 * is their style. A page adds content to `#far` and `#near` depending on the zoom, and the names at both ends of an
 * edge to `#ends`.
 * @param ids the components that can be opened
 */
export function flowDrawing(flow: DrawnFlow, layout: FlowLayout, ids: ReadonlySet<string>): Element {
  const { width, height } = layout;
  return h(
    'svg',
    {
      id: 'graph',
      viewBox: `${-MARGIN} ${-MARGIN} ${tenths(width + 2 * MARGIN)} ${tenths(height + 2 * MARGIN)}`,
      role: 'group',
      'aria-label': printable(flowInWords(flow)),
    },
    flowLayers(flow, layout, ids),
  );
}

/** The layers of the drawing of a flow, without the enclosing `svg` element. */
export function flowLayers({ nodes, edges }: DrawnFlow, layout: FlowLayout, ids: ReadonlySet<string>): Element[] {
  const labels = new Map(nodes.map(({ id, label }) => [id, label])),
    indexes = new Map(nodes.map(({ id }, i) => [id, i])),
    conditions = shortConditions(edges),
    maxLength = layout.isCurved ? 28 : 38;
  return [
    h(
      'g',
      { class: 'titles', 'aria-hidden': 'true' },
      layout.titles.map(({ x, y, text }) => h('text', { class: 'part', x: tenths(x), y: tenths(y) }, text)),
    ),
    h(
      'g',
      { class: 'lines', 'aria-hidden': 'true' },
      edges.map((edge, i) => lineOf(edge, i, layout, indexes, labels)),
    ),
    h(
      'g',
      { class: 'boxes' },
      nodes.map((node, i) => nodeOf(node, i, layout.boxes[i]!, ids)),
    ),
    // the texts come last, so that no line covers them
    h(
      'g',
      { class: 'labels', 'aria-hidden': 'true' },
      edges.map((edge, i) => labelOf(edge, i, layout.lines[i]!, { labels, condition: conditions[i]!, maxLength })),
    ),
    withKey('ends', h('g', { id: 'ends', 'aria-hidden': 'true' })),
    withKey('near', h('g', { id: 'near', 'aria-hidden': 'true' })),
    withKey('far', h('g', { id: 'far', 'aria-hidden': 'true' })),
  ];
}

function lineOf(
  edge: FlowEdge,
  index: number,
  layout: FlowLayout,
  indexes: ReadonlyMap<string, number>,
  labels: ReadonlyMap<string, string>,
): Element {
  const { from, to, kind, worstSeverity, unreachable, isLost } = edge,
    { points, row } = layout.lines[index]!,
    [first = { x: 0, y: 0 }, ...remainingPoints] = points,
    isCurved = layout.isCurved && from !== to && row === null,
    tip = points.at(-1) ?? first,
    isLong = layout.way === 'placed' && Math.hypot(tip.x - first.x, tip.y - first.y) > LONG_LINE;
  let path = `M${tenths(first.x)} ${tenths(first.y)}`,
    last = first,
    direction = { x: 0, y: 1 };
  for (const [i, point] of remainingPoints.entries()) {
    const y = tenths((last.y + point.y) / 2),
      end = `${tenths(point.x)} ${tenths(point.y)}`;
    path += isCurved
      ? `C${tenths(last.x)} ${y} ${tenths(point.x)} ${y} ${end}`
      : cornerAt(last, point, remainingPoints[i + 1]);
    if (point.x !== last.x || point.y !== last.y)
      direction = isCurved
        ? { x: 0, y: Math.sign(point.y - last.y) || 1 }
        : { x: point.x - last.x, y: point.y - last.y };
    last = point;
  }
  return withKey(
    `e${index}`,
    h(
      'g',
      {
        id: `e${index}`,
        class: classes(
          'line',
          kind,
          worstSeverity,
          isLost && 'lost',
          unreachable && 'faded',
          row !== null && 'stub',
          isLong && 'long',
        ),
        'data-from': `n${indexes.get(from) ?? ''}`,
        'data-to': `n${indexes.get(to) ?? ''}`,
      },
      h('title', {}, printable(edgeTooltip(edge, labels))),
      // the wide invisible line receives the pointer
      h('path', { class: 'hit', d: path }),
      h('path', { class: 'stroke', d: path }),
      h('path', { class: 'head', d: headOf(last, direction) }),
    ),
  );
}

type Point = FlowLayout['lines'][number]['label'];

/** The path data of a straight segment to a point, with a rounded corner at the point if the line continues. */
function cornerAt(start: Point, { x, y }: Point, next: Point | undefined): string {
  if (!next) return `L${tenths(x)} ${tenths(y)}`;
  const pointTowards = (otherPoint: Point): string => {
    const length = Math.hypot(otherPoint.x - x, otherPoint.y - y) || 1,
      share = Math.min(8, length / 2) / length;
    return `${tenths(x + (otherPoint.x - x) * share)} ${tenths(y + (otherPoint.y - y) * share)}`;
  };
  return `L${pointTowards(start)}Q${tenths(x)} ${tenths(y)} ${pointTowards(next)}`;
}

/** The path data of an arrowhead, drawn as a shape because markers are slow in large pictures. */
function headOf({ x, y }: Point, direction: Point): string {
  const length = Math.hypot(direction.x, direction.y) || 1,
    [dx, dy] = [direction.x / length, direction.y / length],
    [backX, backY] = [x - dx * 8, y - dy * 8];
  const [left, right] = [
    `${tenths(backX - dy * 4)} ${tenths(backY + dx * 4)}`,
    `${tenths(backX + dy * 4)} ${tenths(backY - dx * 4)}`,
  ];
  return `M${tenths(x)} ${tenths(y)}L${left}L${right}Z`;
}

/** The distance of a text from the left edge of its box. */
const insetOf = (family: ReturnType<typeof familyOf>): number =>
  family === 'talk' || family === 'work' || family === 'leave' || family === 'gone' ? 10 : 17;

function nodeOf(node: FlowNode, index: number, box: Box, ids: ReadonlySet<string>): Element {
  const { role, type, label, detail, worstSeverity, findings, unreachable, isLost, isGlobal, place } = node,
    { x, y, width, height } = box;
  const component = node.component !== null && ids.has(node.component) ? node.component : null;
  const family = familyOf(node),
    { outline, inner } = outlineOf(family, box),
    leftEdge = x - width / 2,
    top = y - height / 2,
    middle = top + HEAD - (detail === '' ? -4 : 4),
    indent = leftEdge + insetOf(family) + 23,
    names = nameLines(label),
    text = detailOf(node);
  const name = classes(
    'node',
    family,
    worstSeverity,
    isLost && 'lost',
    unreachable && 'faded',
    isGlobal && 'global',
    place !== null && 'placed',
  );
  return withKey(
    `n${index}`,
    h(
      'g',
      { id: `n${index}`, class: name, role: 'button', 'aria-label': printable(nodeInWords(node)) },
      h('title', {}, printable(nodeTooltip(node))),
      // the second outline marks a node that can be entered from anywhere
      isGlobal &&
        h('path', { class: 'halo', d: outlineOf(family, { x, y, width: width + 10, height: height + 10 }).outline }),
      h('path', { class: 'box', d: outline }),
      inner !== '' && h('path', { class: 'inner', d: inner }),
      role === 'start'
        ? h('text', { class: 'name', 'text-anchor': 'middle', x: tenths(x), y: tenths(y + 4.5) }, cutText(label, 8))
        : [
            h('path', {
              class: 'glyph',
              transform: `translate(${tenths(leftEdge + insetOf(family))} ${tenths(middle - 12)})`,
              d: role === 'gone' ? signOf('cancel_transfer') : signOf(type),
            }),
            names.map((name, i) => h('text', { class: 'name', x: tenths(indent), y: tenths(middle + i * LINE) }, name)),
            text !== '' &&
              h(
                'text',
                { class: 'detail', x: tenths(indent), y: tenths(middle + names.length * LINE + 2) },
                cutText(text, component === null ? 32 : 25),
              ),
          ],
      component !== null &&
        openerOf(component, leftEdge + width - 14, top + 2 * HEAD + (names.length - 1) * LINE - 14, label),
      worstSeverity !== null && tallyMark(worstSeverity, findings, leftEdge + width, top),
    ),
  );
}
/** The kind of a node, and the tools that it calls. */
function detailOf({ detail, facts }: FlowNode): string {
  const tool = facts.find(({ name }) => name === 'tool')?.value.split(' · ')[0];
  return tool ? `${detail} · ${tool}` : detail;
}

/** The text and actions of a node for `#near`, which is shown at zooms at which they are readable. */
export function factsIn(node: FlowNode, { x, y, width, height }: Box): Element {
  const textLeft = x - width / 2 + insetOf(familyOf(node)),
    top = y - height / 2;
  const line = (name: string, words: string, row: number, maxLength: number): Element =>
    h('text', { class: name, x: tenths(textLeft), y: tenths(top + row) }, cutText(words, maxLength));
  const lines = shortLines(
      printable(node.facts.find(({ name }) => name === 'text')?.value ?? '').replace(/\s+/g, ' '),
      50,
    ),
    otherFacts = node.facts
      .filter(({ name }) => name !== 'text')
      .map(({ name, value }) => `${name} ${value.replace(/\s+/g, ' ')}`),
    room = Math.max(1, 4 - otherFacts.length),
    texts = [
      ...lines.slice(0, room).map((text, i) => (i === room - 1 && lines.length > room ? `${text}…` : text)),
      ...otherFacts,
    ];
  return h(
    'g',
    { class: 'facts' },
    line('near-name', node.label, 12, 34),
    texts.length === 0 && line('fact', node.detail, 22, 50),
    texts.slice(0, 4).map((text, i) => line('fact', text, 22 + i * 8.5, 52)),
  );
}

/** A button that opens the component of a node. */
function openerOf(component: string, x: number, y: number, label: string): Element {
  const words = printable(`Show what is in ${label}`);
  return h(
    'g',
    { class: 'opener', 'data-act': 'open', 'data-component': component, role: 'button', 'aria-label': words },
    h('title', {}, words),
    h('rect', { x: tenths(x - 20), y: tenths(y - 9), width: 28, height: 18, rx: 9 }),
    h('path', { d: `M${tenths(x - 12)} ${tenths(y)}h11M${tenths(x - 5)} ${tenths(y - 4)}l4 4-4 4` }),
  );
}

const marks = {
  error: 'M0-5.5A5.5 5.5 0 1 1 0 5.5 5.5 5.5 0 1 1 0-5.5zM-2-2L2 2M2-2L-2 2',
  warning: 'M0-5.5L6 5H-6zM0-2V1.5M0 3.2v.1',
  info: 'M-5-5H5V5H-5zM0-.5V3M0-3v.1',
} as const;

/**
 * The worst severity as a symbol, with the number of its findings; `+` means that there are findings of other
 * severities.
 */
function tallyMark(
  worstSeverity: FlowFinding['severity'],
  findings: readonly FlowFinding[],
  x: number,
  y: number,
): Element {
  const count = findings.filter(({ severity }) => severity === worstSeverity).length,
    text = `${count}${findings.length > count ? '+' : ''}`;
  const width = 25 + text.length * 7,
    leftEdge = x - width + 10;
  return h(
    'g',
    { class: `tally ${worstSeverity}` },
    h('rect', { x: tenths(leftEdge), y: tenths(y - 10), width, height: 20, rx: 10 }),
    h('path', { transform: `translate(${tenths(leftEdge + 11)} ${tenths(y)})`, d: marks[worstSeverity] }),
    h('text', { x: tenths(leftEdge + 20), y: tenths(y + 4) }, text),
  );
}

/** The text of a stub: its destination, and as much of its condition as fits. */
function stubText(destination: string, condition: string): string {
  const maxLength = isWide(destination) ? 31 : 36,
    name = cutText(destination, maxLength),
    room = maxLength - name.length - 3;
  return room < 6 || condition === '' ? name : `${name} · ${cutText(condition, room)}`;
}

/**
 * Texts at both ends of an edge that name the node at the other end. Their size on the screen does not depend on the
 * zoom.
 */
export function endNames(
  { from, to }: FlowEdge,
  { points }: Line,
  nodes: readonly FlowNode[],
  zoom: number,
): Element[] {
  const nameOf = (id: string): string => cutText(nodes.find(node => node.id === id)?.label ?? id, 36),
    [first, last] = [points[0], points.at(-1)];
  const ends = [
    [first, points[1], `→ ${nameOf(to)}`],
    [last, points.at(-2), `${nameOf(from)} →`],
  ] as const;
  return ends.flatMap(([point, next, text]) => {
    if (!point || !next) return [];
    const isLevel = Math.abs(next.y - point.y) < 1,
      side = Math.sign(isLevel ? next.x - point.x : next.y - point.y) || 1;
    const x = point.x + (isLevel ? 6 * side : 8) / zoom,
      y = point.y + (isLevel ? -6 : side * 18) / zoom;
    return h(
      'text',
      { transform: `translate(${x} ${y}) scale(${1 / zoom})`, 'text-anchor': isLevel && side < 0 ? 'end' : undefined },
      text,
    );
  });
}

/** The label of an edge: the short condition; in a stub, the destination and the condition. */
function labelOf(
  edge: FlowEdge,
  index: number,
  { label: { x, y }, row, isFlag }: Line,
  {
    labels,
    condition,
    maxLength,
  }: { readonly labels: ReadonlyMap<string, string>; readonly condition: string; readonly maxLength: number },
): Element {
  const { kind, label, worstSeverity, findings, unreachable, isLost } = edge;
  const mark =
      worstSeverity === null ? '' : ` ${{ error: '⊗', warning: '⚠', info: 'ⓘ' }[worstSeverity]} ${findings.length}`,
    hasNoLabel = row === null && !isLost && (kind === 'begin' || (label === '' && worstSeverity === null));
  const sign = isLost ? '✕ ' : '',
    text =
      row === null
        ? cutText(condition, isFlag ? MAX_FLAG_LENGTH : maxLength)
        : stubText(labels.get(edge.to) ?? edge.to, condition);
  return withKey(
    `l${index}`,
    h(
      'text',
      {
        id: `l${index}`,
        class: classes('label', kind, worstSeverity, isLost && 'lost', unreachable && 'faded', row !== null && 'stub'),
        'text-anchor': row === null && !isFlag ? 'middle' : undefined,
        x: tenths(x),
        y: tenths(y + 4),
      },
      hasNoLabel ? null : [h('title', {}, printable(edgeTooltip(edge, labels))), `${sign}${text}${mark}`],
    ),
  );
}

import type { FlowEdge, FlowFinding, FlowNode } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../../../../server/view/element.ts';
import { edgeTooltip, conditionOf, flowInWords, nodeInWords, nodeTooltip } from './flow-words.ts';
import type { ShownFlow } from './flow-messages.ts';
import { cut, printable } from './flow-text.ts';
import { familyOf, outlineOf, signOf } from './node-shapes.ts';

/** Space for what extends beyond the boxes: badges, and edge labels at the border. */
export const MARGIN = 24;
const at = (value: number): number => Math.round(value * 10) / 10;
const classes = (...names: readonly (string | false | null)[]): string => names.filter(Boolean).join(' ');

/**
 * The graph: nodes are `#n<index>`, edges `#e<index>`, their labels `#l<index>`. The page's style sheet determines
 * their look.
 * @param known components that can be opened
 */
export function flowDrawing(flow: ShownFlow, known: ReadonlySet<string>): Element {
  const { nodes, edges, width, height } = flow,
    labels = new Map(nodes.map(({ id, label }) => [id, label])),
    indexes = new Map(nodes.map(({ id }, i) => [id, i]));
  return h(
    'svg',
    {
      id: 'graph',
      viewBox: `${-MARGIN} ${-MARGIN} ${at(width + 2 * MARGIN)} ${at(height + 2 * MARGIN)}`,
      role: 'group',
      'aria-label': printable(flowInWords(flow)),
    },
    h(
      'defs',
      {},
      h(
        'marker',
        {
          id: 'head',
          viewBox: '0 0 8 8',
          refX: 7,
          refY: 4,
          markerWidth: 7,
          markerHeight: 7,
          orient: 'auto-start-reverse',
        },
        h('path', { class: 'head', d: 'M0 0L8 4L0 8z' }),
      ),
    ),
    h(
      'g',
      { class: 'lines', 'aria-hidden': 'true' },
      edges.map((edge, i) => lineOf(edge, i, flow, indexes)),
    ),
    h(
      'g',
      { class: 'boxes' },
      nodes.map((node, i) => nodeOf(node, i, known)),
    ),
    // last, so that no line covers them
    h(
      'g',
      { class: 'labels', 'aria-hidden': 'true' },
      edges.map((edge, i) => labelOf(edge, i, labels)),
    ),
  );
}

function lineOf(
  edge: FlowEdge,
  index: number,
  { layered, down }: ShownFlow,
  indexes: ReadonlyMap<string, number>,
): Element {
  const {
    points: [first = { x: 0, y: 0 }, ...rest],
    from,
    to,
    kind,
    worst,
    unreachable,
  } = edge;
  let path = `M${at(first.x)} ${at(first.y)}`,
    last = first;
  for (const point of rest) {
    const x = at((last.x + point.x) / 2),
      y = at((last.y + point.y) / 2),
      end = `${at(point.x)} ${at(point.y)}`;
    if (!layered || from === to) path += `L${end}`;
    else
      path += down
        ? `C${at(last.x)} ${y} ${at(point.x)} ${y} ${end}`
        : `C${x} ${at(last.y)} ${x} ${at(point.y)} ${end}`;
    last = point;
  }
  const attributes = {
    class: classes('line', kind, worst, unreachable && 'faded'),
    'data-from': `n${indexes.get(from) ?? ''}`,
    d: path,
  };
  // the wide one is the target for the pointer
  return keyed(
    `e${index}`,
    h(
      'g',
      { id: `e${index}`, ...attributes, d: undefined },
      h('path', { class: 'hit', d: path }),
      h('path', { class: 'stroke', d: path, 'marker-end': 'url(#head)' }),
    ),
  );
}

function nodeOf(node: FlowNode, index: number, known: ReadonlySet<string>): Element {
  const { x, y, width, height, role, type, label, detail, worst, findings, unreachable, isGlobal, place } = node,
    component = node.component !== null && known.has(node.component) ? node.component : null;
  const family = familyOf(node),
    { outline, inner } = outlineOf(family, node),
    left = x - width / 2,
    top = y - height / 2;
  const inset = family === 'talk' || family === 'work' || family === 'leave' || family === 'gone' ? 10 : 17,
    middle = detail === '' ? y + 4 : y - 4,
    indent = left + inset + 23;
  const name = classes('node', family, worst, unreachable && 'faded', isGlobal && 'global', place !== null && 'placed');
  return keyed(
    `n${index}`,
    h(
      'g',
      { id: `n${index}`, class: name, role: 'button', 'aria-label': printable(nodeInWords(node)) },
      h('title', {}, printable(nodeTooltip(node))),
      // a second outline: the node can be entered from anywhere
      isGlobal &&
        h('path', { class: 'halo', d: outlineOf(family, { x, y, width: width + 10, height: height + 10 }).outline }),
      h('path', { class: 'box', d: outline }),
      inner !== '' && h('path', { class: 'inner', d: inner }),
      role === 'start'
        ? h('text', { class: 'name', 'text-anchor': 'middle', x: at(x), y: at(y + 4.5) }, cut(label, 8))
        : [
            h('path', {
              class: 'glyph',
              transform: `translate(${at(left + inset)} ${at(middle - 12)})`,
              d: role === 'gone' ? signOf('cancel_transfer') : signOf(type),
            }),
            h('text', { class: 'name', x: at(indent), y: at(middle) }, cut(label, 23)),
            detail !== '' &&
              h(
                'text',
                { class: 'detail', x: at(indent), y: at(middle + 17) },
                cut(detail, component === null ? 29 : 23),
              ),
          ],
      component !== null && openerOf(component, left + width - 14, top + height - 14, label),
      worst !== null && tallyMark(worst, findings, left + width, top),
    ),
  );
}

/** Opens the component that a node runs. */
function openerOf(component: string, x: number, y: number, label: string): Element {
  const words = printable(`Show what is in ${label}`);
  return h(
    'g',
    { class: 'opener', 'data-act': 'open', 'data-component': component, role: 'button', 'aria-label': words },
    h('title', {}, words),
    h('rect', { x: at(x - 20), y: at(y - 9), width: 28, height: 18, rx: 9 }),
    h('path', { d: `M${at(x - 12)} ${at(y)}h11M${at(x - 5)} ${at(y - 4)}l4 4-4 4` }),
  );
}

const marks = {
  error: 'M0-5.5A5.5 5.5 0 1 1 0 5.5 5.5 5.5 0 1 1 0-5.5zM-2-2L2 2M2-2L-2 2',
  warning: 'M0-5.5L6 5H-6zM0-2V1.5M0 3.2v.1',
  info: 'M-5-5H5V5H-5zM0-.5V3M0-3v.1',
} as const;

/** The worst severity as a shape, with its count; `+` if there are others. */
function tallyMark(worst: FlowFinding['severity'], findings: readonly FlowFinding[], x: number, y: number): Element {
  const count = findings.filter(({ severity }) => severity === worst).length,
    text = `${count}${findings.length > count ? '+' : ''}`;
  const width = 25 + text.length * 7,
    left = x - width + 10;
  return h(
    'g',
    { class: `tally ${worst}` },
    h('rect', { x: at(left), y: at(y - 10), width, height: 20, rx: 10 }),
    h('path', { transform: `translate(${at(left + 11)} ${at(y)})`, d: marks[worst] }),
    h('text', { x: at(left + 20), y: at(y + 4) }, text),
  );
}

function labelOf(edge: FlowEdge, index: number, labels: ReadonlyMap<string, string>): Element {
  const {
    labelAt: { x, y },
    kind,
    label,
    worst,
    findings,
    unreachable,
  } = edge;
  const found = worst === null ? '' : ` ${{ error: '⊗', warning: '⚠', info: 'ⓘ' }[worst]} ${findings.length}`,
    isSilent = kind === 'begin' || (label === '' && worst === null);
  return keyed(
    `l${index}`,
    h(
      'text',
      {
        id: `l${index}`,
        class: classes('label', kind, worst, unreachable && 'faded'),
        'text-anchor': 'middle',
        x: at(x),
        y: at(y + 4),
      },
      isSilent ? null : [h('title', {}, printable(edgeTooltip(edge, labels))), `${cut(conditionOf(edge), 28)}${found}`],
    ),
  );
}

import type { FlowEdge, FlowFinding, FlowNode } from '../../../../server/lsp/protocol.ts';
import { h, withKey, type Element } from '../../../../server/view/element.ts';
import type { ShownFlow } from './flow-messages.ts';
import { cutText, printable } from '../../../../server/view/flow/flow-text.ts';
import { edgeInWords, findingInWords, nodeInWords, shortConditions } from '../../../../server/view/flow/flow-words.ts';
import { signOf } from '../../../../server/view/flow/node-shapes.ts';

/**
 * The graph as a tree of text, for keyboards and screen readers: nodes `#tn<index>`, below each node its edges
 * `#te<index>`, and its findings. Unreachable nodes are named as such. `tree-keys.ts` moves the single tab stop.
 * @param ids of components that can be opened
 */
export function flowOutline({ title, nodes, edges }: ShownFlow, ids: ReadonlySet<string>): Element {
  const labels = new Map(nodes.map(({ id, label }) => [id, label])),
    conditions = shortConditions(edges),
    outgoing = new Map<string, number[]>();
  for (const [i, { from }] of edges.entries()) {
    const indexes = outgoing.get(from);
    if (indexes) indexes.push(i);
    else outgoing.set(from, [i]);
  }
  const visibleNodes = nodes.flatMap((node, index) => (node.role === 'start' ? [] : [{ node, index }]));
  return h(
    'ul',
    { id: 'tree', role: 'tree', 'aria-label': printable(`Nodes of ${title}`) },
    visibleNodes.map(({ node, index }, position) =>
      stepOf(
        node,
        index,
        {
          position: position + 1,
          size: visibleNodes.length,
          opens: node.component !== null && ids.has(node.component),
        },
        (outgoing.get(node.id) ?? []).map(edgeIndex =>
          edgeItem(edges[edgeIndex]!, edgeIndex, conditions[edgeIndex]!, labels),
        ),
      ),
    ),
  );
}

function stepOf(
  node: FlowNode,
  index: number,
  { position, size, opens }: { readonly position: number; readonly size: number; readonly opens: boolean },
  edgeItems: readonly Element[],
): Element {
  const { label, detail, type, isStart, unreachable, worstSeverity, swap, component, findings } = node;
  return withKey(
    `tn${index}`,
    h(
      'li',
      {
        id: `tn${index}`,
        role: 'treeitem',
        class: ['step', unreachable ? 'faded' : '', worstSeverity ?? ''].filter(Boolean).join(' '),
        'aria-level': 1,
        'aria-posinset': position,
        'aria-setsize': size,
        'aria-expanded': edgeItems.length > 0 ? 'true' : undefined,
        'aria-label': printable([nodeInWords(node), ...findings.map(findingInWords)].join('; ')),
        tabindex: -1,
      },
      h(
        'div',
        { class: 'row' },
        h('svg', { class: 'glyph', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, h('path', { d: signOf(type) })),
        h('span', { class: 'name' }, printable(label)),
        h('span', { class: 'detail' }, printable([detail, isStart ? 'first' : ''].filter(Boolean).join(', '))),
        swap && h('span', { class: 'detail' }, printable(`${swap.referenceText} → ${swap.selectedText}`)),
        opens &&
          component !== null &&
          h(
            'button',
            { type: 'button', class: 'opener', tabindex: -1, 'data-act': 'open', 'data-component': component },
            'Show its contents',
          ),
        findings.map(findingItem),
      ),
      edgeItems.length > 0 && h('ul', { role: 'group' }, edgeItems),
    ),
  );
}

function edgeItem(edge: FlowEdge, index: number, condition: string, labels: ReadonlyMap<string, string>): Element {
  const { worstSeverity, to, findings, unreachable } = edge;
  return withKey(
    `te${index}`,
    h(
      'li',
      {
        id: `te${index}`,
        role: 'treeitem',
        class: ['way', unreachable ? 'faded' : '', worstSeverity ?? ''].filter(Boolean).join(' '),
        'aria-level': 2,
        'aria-label': printable([edgeInWords(edge, labels), ...findings.map(findingInWords)].join('; ')),
        tabindex: -1,
      },
      h('span', { class: 'condition' }, cutText(condition, 90)),
      ' ',
      h('span', { class: 'to' }, printable(`→ ${labels.get(to) ?? to}`)),
      findings.map(findingItem),
    ),
  );
}

const findingItem = (finding: FlowFinding): Element =>
  h('span', { class: `finding ${finding.severity}` }, printable(findingInWords(finding)));

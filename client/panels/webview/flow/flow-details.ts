import type { FlowNode } from '../../../../server/lsp/protocol.ts';
import { h, withKey, type Child, type Element } from '../../../../server/view/element.ts';
import { printable } from '../../../../server/view/flow/flow-text.ts';
import { conditionOf, findingInWords } from '../../../../server/view/flow/flow-words.ts';
import { familyOf, signOf } from '../../../../server/view/flow/node-shapes.ts';
import type { Mark, ShownFlow } from './flow-messages.ts';

const button = (act: string, words: string, title: string, data: Readonly<Record<`data-${string}`, string>> = {}) =>
  h('button', { type: 'button', class: 'tool words', 'data-act': act, title, ...data }, words);

/**
 * The details of a node as text: its texts and effects, its variables, and its edges as links to the nodes at their
 * other ends. Null without a node.
 */
export function flowDetails({ nodes, edges, isPublished }: ShownFlow, mark: Mark): Element | null {
  const node = mark.node === null ? undefined : nodes[mark.node];
  if (!node || node.role === 'start') return null;
  const { id, label, type, detail, isStart, facts, findings, swap, place } = node;
  const edgeLinks = (title: string, end: 'from' | 'to'): Child => {
    const otherEnd = end === 'from' ? 'to' : 'from',
      links = edges.flatMap((edge, index) => (edge[end] === id ? [{ edge, index }] : []));
    return section(
      `${title}: ${links.length}`,
      h(
        'ul',
        {},
        links.map(({ edge, index }) =>
          h(
            'li',
            {},
            h(
              'button',
              {
                type: 'button',
                class: 'link',
                'data-act': 'follow',
                'data-edge': index,
                'data-end': otherEnd,
                'aria-current': index === mark.edge ? 'true' : undefined,
              },
              h('b', {}, printable(`${end === 'from' ? '→' : '←'} ${labelOf(nodes, edge[otherEnd])}`)),
              h('span', { class: 'detail' }, printable(conditionOf(edge))),
            ),
            edge.findings.map(finding =>
              h('p', { class: `finding ${finding.severity}` }, printable(findingInWords(finding))),
            ),
          ),
        ),
      ),
    );
  };
  return withKey(
    `details ${id}`,
    h(
      'section',
      { class: `about ${familyOf(node)}`, 'aria-label': printable(`Details of ${label}`) },
      h(
        'div',
        { class: 'row' },
        h('svg', { class: 'glyph', viewBox: '0 0 16 16', 'aria-hidden': 'true' }, h('path', { d: signOf(type) })),
        h('h2', { class: 'name' }, printable(label)),
        place !== null && button('enter', 'Open', 'Go to the text (Enter, or double click the node)'),
        button('close', '✕', 'Close (Escape)'),
      ),
      h('p', { class: 'detail' }, printable([detail, isStart ? 'first' : ''].filter(Boolean).join(', '))),
      findings.map(finding => h('p', { class: `finding ${finding.severity}` }, printable(findingInWords(finding)))),
      swap &&
        h(
          'p',
          {},
          printable(`${swap.referenceText} → ${swap.selectedText}`),
          ' ',
          h('span', { class: 'detail' }, printable(swap.reason)),
        ),
      facts.map(({ name, field, value }, i) =>
        name === 'text'
          ? section(
              field ?? 'instruction.text',
              h('p', { class: 'text', tabindex: 0, 'data-fact': i }, printable(value)),
              button(
                'edit',
                isPublished ? 'Read' : 'Edit',
                'Open this text as a document (Enter, or double click the text)',
                { 'data-fact': String(i) },
              ),
              button('copy', 'Copy', 'Copy this text', { 'data-fact': String(i) }),
            )
          : section(name, h('p', { class: 'text' }, printable(value))),
      ),
      edgeLinks('Leads to', 'from'),
      edgeLinks('Comes from', 'to'),
    ),
  );
}

const labelOf = (nodes: readonly FlowNode[], id: string): string => nodes.find(node => node.id === id)?.label ?? id;

/**
 * A section of the details.
 * @param tools buttons at the right of its heading
 */
const section = (title: string, content: Element, ...tools: readonly Element[]): Element =>
  h('section', {}, h('div', { class: 'row' }, h('h3', { class: 'name' }, printable(title)), tools), content);

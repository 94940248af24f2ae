import { worstOf, type Graph, type GraphEdge, type GraphNode } from '../simulator/graph.ts';
import { severities } from '../core/finding.ts';
import { count } from '../core/wording.ts';
import { cellsOf } from './display.ts';
import { maskSecrets } from '../core/secrets.ts';
import { printable } from './printable.ts';

/** The comment line with the assumptions of a graph; empty if there are none. */
const assumedComment = ({ assumptions = [] }: Graph, mark: string): string[] =>
  assumptions.length === 0 ? [] : [`${mark} Assumed: ${assumptions.join(', ')}; "preflight assumptions" explains`];

/**
 * Cuts a text to a number of columns. Credentials are hidden first, because the beginning of a credential would not be
 * recognized.
 */
export function cutCells(text: string, columns: number): string {
  const cells = cellsOf(maskSecrets(text).replace(/\s+/g, ' ').trim());
  let width = 0;
  const cutIndex = cells.findIndex(cell => (width += cell.width) > columns);
  return cutIndex < 0
    ? cells.map(cell => cell.text).join('')
    : `${cells
        .slice(0, Math.max(1, cutIndex - 1))
        .map(cell => cell.text)
        .join('')
        .trimEnd()}…`;
}

/** The numbers of findings, such as `1 error, 2 warnings`; empty without findings. */
const tally = ({ findings = [] }: GraphNode | GraphEdge): string =>
  severities
    .map(severity => [severity, findings.filter(finding => finding.severity === severity).length] as const)
    .filter(([, n]) => n > 0)
    .map(([severity, n]) => count(n, severity))
    .join(', ');

/** The id of each box, made from its index: short, and valid in every graph language. */
const idsOf = ({ nodes }: Graph): ReadonlyMap<string, string> => new Map(nodes.map(({ id }, i) => [id, `n${i}`]));

/** The lines of text in a box. */
const linesOf = (node: GraphNode): string[] => [
  cutCells(node.label, 40),
  ...(node.detail === '' ? [] : [cutCells(node.detail, 48)]),
  ...(tally(node) === '' ? [] : [tally(node)]),
];
const edgeText = (edge: GraphEdge): string => [cutCells(edge.label, 48), tally(edge)].filter(Boolean).join(' – ');

/** Escapes characters that mermaid interprets, including the start of a markdown list. */
const mermaidText = (text: string): string =>
  printable(text).replace(
    /[^\p{L}\p{N}\p{M} .,:@–…·/+_()'?!-]|(?<=^\d{1,9})\.|^[-+]/gu,
    char => `#${char.codePointAt(0)};`,
  );
const shapes: Readonly<Record<GraphNode['type'], readonly [string, string]>> = {
  agent: ['[', ']'],
  version: ['[', ']'],
  tag: ['([', '])'],
  'phone-number': ['([', '])'],
  engine: ['[[', ']]'],
  component: ['[[', ']]'],
  start: ['((', '))'],
  step: ['[', ']'],
  gone: ['{{', '}}'],
};

/** A graph in the language of mermaid, as rendered by GitHub and GitLab; only outlines have colors, for both themes. */
export function mermaid(graph: Graph): string {
  const ids = idsOf(graph),
    lines = [
      `%% ${cutCells(graph.title.replace(/[^\p{L}\p{N}\p{M} .,:@–…·/+_()'?!-]/gu, ' '), 120)}`,
      ...assumedComment(graph, '%%'),
      'flowchart LR',
    ];
  for (const node of graph.nodes)
    lines.push(
      `  ${ids.get(node.id)!}${shapes[node.type][0]}"${linesOf(node).map(mermaidText).join('<br/>')}"${shapes[node.type][1]}`,
    );
  graph.edges.forEach(edge => {
    const text = mermaidText(edgeText(edge)),
      line = edge.isDashed === true ? '-.->' : '-->';
    lines.push(`  ${ids.get(edge.from)!} ${line}${text === '' ? '' : `|"${text}"|`} ${ids.get(edge.to)!}`);
  });
  const markNodes = (name: string, style: string, isIncluded: (node: GraphNode) => boolean): void => {
    const nodes = graph.nodes.filter(isIncluded);
    if (nodes.length > 0)
      lines.push(`  classDef ${name} ${style}`, `  class ${nodes.map(({ id }) => ids.get(id)!).join(',')} ${name}`);
  };
  markNodes('live', 'stroke:#1a7f37,stroke-width:2px', node => node.isLive === true);
  markNodes('gone', 'stroke:#cf222e,stroke-dasharray:4 3', node => node.type === 'gone');
  for (const [severity, colour] of [
    ['info', '#0969da'],
    ['warning', '#bf8700'],
    ['error', '#cf222e'],
  ] as const)
    markNodes(severity, `stroke:${colour},stroke-width:3px`, node => worstOf(node.findings) === severity);
  markNodes('faded', 'opacity:0.45', node => node.isUnreached === true);
  graph.edges.forEach((edge, i) => {
    const severity = worstOf(edge.findings);
    if (severity)
      lines.push(
        `  linkStyle ${i} stroke:${{ error: '#cf222e', warning: '#bf8700', info: '#0969da' }[severity]},stroke-width:3px`,
      );
    else if (edge.isUnreached) lines.push(`  linkStyle ${i} opacity:0.45`);
  });
  return `${lines.join('\n')}\n`;
}

const quoteForDot = (text: string): string => `"${printable(text).replace(/[\\"]/g, '\\$&')}"`;
const dotShapes: Readonly<Record<GraphNode['type'], string>> = {
  agent: 'box',
  version: 'box',
  tag: 'cds',
  'phone-number': 'cds',
  engine: 'component',
  component: 'component',
  start: 'circle',
  step: 'box',
  gone: 'hexagon',
};
const colours = { error: '#cf222e', warning: '#bf8700', info: '#0969da' } as const;

/**
 * A graph in the language of Graphviz, in gray without a background, so that it is readable on light and dark pages.
 * `pos` contains positions from the platform's editor, in points.
 */
export function dot(graph: Graph): string {
  const ids = idsOf(graph),
    grey = '#768390';
  const lines = [
    ...assumedComment(graph, '//'),
    `digraph ${quoteForDot(graph.title)} {`,
    '  rankdir=LR; bgcolor="transparent";',
    `  node [fontname="Helvetica", fontsize=11, shape=box, style="rounded", color="${grey}", fontcolor="${grey}"];`,
    `  edge [fontname="Helvetica", fontsize=9, color="${grey}", fontcolor="${grey}"];`,
  ];
  const list = (entries: readonly (readonly [string, string] | undefined)[]): string =>
    entries
      .filter(entry => entry !== undefined)
      .map(([key, value]) => `${key}=${value}`)
      .join(', ');
  for (const node of graph.nodes) {
    const worstSeverity = worstOf(node.findings);
    const fadedColor = node.isUnreached === true ? `${grey}70` : undefined;
    const colour = (worstSeverity ? colours[worstSeverity] : ownColour(node)) ?? fadedColor;
    lines.push(
      `  ${ids.get(node.id)!} [${list([
        [
          'label',
          `"${linesOf(node)
            .map(line => quoteForDot(line).slice(1, -1))
            .join('\\n')}"`,
        ],
        ['shape', dotShapes[node.type]],
        node.isUnreached || node.type === 'gone' ? ['style', '"dashed"'] : undefined,
        colour ? ['color', `"${colour}"`] : undefined,
        fadedColor ? ['fontcolor', `"${fadedColor}"`] : undefined,
        worstSeverity ? ['penwidth', '2'] : undefined,
        node.position ? ['pos', `"${number(node.position.x)},${number(-node.position.y)}"`] : undefined,
      ])}];`,
    );
  }
  for (const edge of graph.edges) {
    const worstSeverity = worstOf(edge.findings),
      text = edgeText(edge);
    const fadedColor = edge.isUnreached ? `${grey}70` : undefined;
    const colour = worstSeverity ? colours[worstSeverity] : fadedColor;
    const attributes = list([
      text === '' ? undefined : ['label', quoteForDot(text)],
      edge.isDashed || edge.isUnreached ? ['style', '"dashed"'] : undefined,
      colour ? ['color', `"${colour}"`] : undefined,
    ]);
    lines.push(`  ${ids.get(edge.from)!} -> ${ids.get(edge.to)!}${attributes === '' ? '' : ` [${attributes}]`};`);
  }
  return `${lines.join('\n')}\n}\n`;
}

function ownColour(node: GraphNode): string | undefined {
  if (node.type === 'gone') return colours.error;
  return node.isLive ? '#1a7f37' : undefined;
}

const number = (value: number): string => String(Number(value.toFixed(2)) + 0);

import type { Graph, GraphEdge, GraphNode } from '../simulator/graph.ts';
import { cellsOf } from './display.ts';
import type { PlacedBox, Point } from './graph-layers.ts';
import { LABEL, layoutOf } from './graph-layout.ts';
import { cutCells } from './graph-text.ts';
import { escapeMarkup } from './markup.ts';
import { toFixed, svg } from './svg.ts';

/**
 * A graph of agents as one self-contained picture; text that does not fit into a box is its tooltip. A flow has its own
 * picture: `flowSvg`.
 */
export function graphSvg(graph: Graph): string {
  const byId = new Map(graph.nodes.map(node => [node.id, node])),
    { boxes, lines, isLayered, width, height } = layoutOf(graph, id => sizeOf(byId.get(id)!));
  const head = 34,
    assumedTexts = graph.assumptions ?? [],
    tooltip = assumedTexts.length === 0 ? '' : `<title>${escapeMarkup(`Assumed: ${assumedTexts.join(', ')}`)}</title>`;
  const parts = [
    `<text class="strong" x="24" y="26">${escapeMarkup(graph.title)}${tooltip}</text>\n` +
      `<g transform="translate(0 ${head})">\n`,
  ];
  graph.edges.forEach((edge, i) => {
    parts.push(lineOf(edge, lines[i]!.points, isLayered && edge.from !== edge.to));
  });
  for (const node of graph.nodes) parts.push(boxOf(node, boxes.get(node.id)!));
  // the texts come last, so that no line covers them
  graph.edges.forEach((edge, i) => {
    if (edge.label !== '') parts.push(labelOf(edge, lines[i]!.label));
  });
  parts.push('</g>\n');
  return svg(Math.max(width, 240), height + head, graph.title, `${markers}${parts.join('')}`, style);
}

const style = `
.box{fill:var(--box);stroke:var(--line)}.agent .box{stroke:var(--purple)}
.engine .box,.component .box{stroke:var(--blue)}.live .box{stroke:var(--green);stroke-width:2}
.gone .box{stroke:var(--red);stroke-dasharray:4 3}
.faded{opacity:.55}.faded .box{stroke-dasharray:6 4}
.line{fill:none;stroke:var(--faint)}
.dashed{stroke-dasharray:5 4}.head{fill:var(--faint)}
.label{font-size:11px;fill:var(--faint)}.behind{fill:var(--ground)}`;
const markers =
  '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" ' +
  'markerHeight="9" orient="auto-start-reverse"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>\n';

const BOX = 216;
/** The approximate width of a letter in a label, in pixels. */
const LETTER = 6;
const sizeOf = ({ detail }: GraphNode): { width: number; height: number } => ({
  width: BOX,
  height: detail === '' ? 36 : 52,
});

function boxOf(node: GraphNode, { x, y, width, height }: PlacedBox): string {
  const left = x - width / 2,
    top = y - height / 2,
    texts: string[] = [];
  const line = (text: string, name: string, columns: number): void => {
    texts.push(
      `<text class="${name}" x="${toFixed(left + 10)}" y="${toFixed(top + 22 + texts.length * 16)}">` +
        `${escapeMarkup(cutCells(text, columns))}</text>`,
    );
  };
  line(node.label, 'strong', 24);
  if (node.detail !== '') line(node.detail, 'faint', 31);
  const radius = node.type === 'tag' || node.type === 'phone-number' ? Math.min(height / 2, 20) : 6;
  const title = `${node.label}${node.detail === '' ? '' : ` – ${node.detail}`}${node.isUnreached ? '; callers cannot reach it' : ''}`;
  return (
    `<g class="${node.type}${node.isLive ? ' live' : ''}${node.isUnreached ? ' faded' : ''}">` +
    `<title>${escapeMarkup(title).replaceAll('\\u000a', '&#10;')}</title>` +
    `<rect class="box" x="${toFixed(left)}" y="${toFixed(top)}" width="${toFixed(width)}" ` +
    `height="${toFixed(height)}" rx="${toFixed(radius)}"/>` +
    `${texts.join('')}</g>\n`
  );
}

/** The path of a line through its points. A curve is horizontal at each point, so that it runs between the boxes. */
function lineOf(edge: GraphEdge, [first, ...remainingPoints]: readonly Point[], isCurved: boolean): string {
  let path = `M${toFixed(first!.x)} ${toFixed(first!.y)}`,
    last = first!;
  for (const point of remainingPoints) {
    path += isCurved ? curve(last, point) : `L${toFixed(point.x)} ${toFixed(point.y)}`;
    last = point;
  }
  return `<path class="line${edge.isDashed ? ' dashed' : ''}${edge.isUnreached ? ' faded' : ''}" d="${path}" marker-end="url(#arrow)"/>\n`;
}

function curve(start: Point, end: Point): string {
  const x = toFixed((start.x + end.x) / 2);
  return `C${x} ${toFixed(start.y)} ${x} ${toFixed(end.y)} ${toFixed(end.x)} ${toFixed(end.y)}`;
}

function labelOf(edge: GraphEdge, { x, y }: Point): string {
  const label = cutCells(edge.label, LABEL);
  // a rectangle, because not every viewer draws an outline behind text
  const width = cellsOf(label).reduce((sum, cell) => sum + cell.width, 0) * LETTER + 6;
  return (
    `<rect class="behind" x="${toFixed(x - width / 2)}" y="${toFixed(y - 8)}" width="${toFixed(width)}" height="16" rx="3"/>` +
    `<text class="label" text-anchor="middle" x="${toFixed(x)}" y="${toFixed(y + 4)}">` +
    `<title>${escapeMarkup(edge.label).replaceAll('\\u000a', '&#10;')}</title>${escapeMarkup(label)}</text>\n`
  );
}

import { worstOf, type Graph, type GraphEdge, type GraphNode } from '../simulator/graph.ts';
import { cellsOf } from './display.ts';
import type { PlacedBox, Point } from './graph-boxes.ts';
import { LABEL, layoutOf, type Layout, type Room } from './graph-layout.ts';
import { cut, tally } from './graph-text.ts';
import { escaped } from './markup.ts';
import { at, svg } from './svg.ts';

/** The layout of a graph in its picture. @param large @param room as in `layoutOf` */
export function drawnLayout(graph: Graph, large?: number, room?: Room): Layout {
  const byId = new Map(graph.nodes.map(node => [node.id, node]));
  return layoutOf(graph, id => sizeOf(byId.get(id)!), large, room);
}

/** A graph as one self-contained picture; text that does not fit into a box is its tooltip. */
export function graphSvg(graph: Graph, layout: Layout = drawnLayout(graph)): string {
  const { boxes, lines, layered, down, width, height } = layout;
  const head = 34,
    assumed = graph.assumptions ?? [],
    tooltip = assumed.length === 0 ? '' : `<title>${escaped(`Assumed: ${assumed.join(', ')}`)}</title>`;
  const parts = [
    `<text class="strong" x="24" y="26">${escaped(graph.title)}${tooltip}</text>\n` +
      `<g transform="translate(0 ${head})">\n`,
  ];
  graph.edges.forEach((edge, i) => {
    parts.push(lineOf(edge, lines[i]!.points, layered && edge.from !== edge.to, down));
  });
  for (const node of graph.nodes) parts.push(boxOf(node, boxes.get(node.id)!));
  // texts last, so that no line covers them
  graph.edges.forEach((edge, i) => {
    if (edge.label !== '' || (edge.findings?.length ?? 0) > 0) parts.push(labelOf(edge, lines[i]!.label));
  });
  parts.push('</g>\n');
  return svg(Math.max(width, 240), height + head, graph.title, `${markers}${parts.join('')}`, style);
}

const style = `
.box{fill:var(--box);stroke:var(--line)}.agent .box{stroke:var(--purple)}
.engine .box,.component .box{stroke:var(--blue)}.live .box{stroke:var(--green);stroke-width:2}
.gone .box{stroke:var(--red);stroke-dasharray:4 3}
.start .box{fill:var(--green);stroke:none}.start text{fill:var(--ground)}.line{fill:none;stroke:var(--faint)}
.dashed{stroke-dasharray:5 4}.head{fill:var(--faint)}
.label{font-size:11px;fill:var(--faint)}.behind{fill:var(--ground)}
.info .box,.line.info{stroke:var(--blue);stroke-width:2.5}
.warning .box,.line.warning{stroke:var(--yellow);stroke-width:2.5}
.error .box,.line.error{stroke:var(--red);stroke-width:2.5}
.info .tally,.label.info{fill:var(--blue)}.warning .tally,.label.warning{fill:var(--yellow)}
.error .tally,.label.error{fill:var(--red)}.tally{font-size:11px;font-weight:600}.faded{opacity:.45}`;
const markers =
  '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerUnits="userSpaceOnUse" markerWidth="9" ' +
  'markerHeight="9" orient="auto-start-reverse"><path class="head" d="M0 0L8 4L0 8z"/></marker></defs>\n';

const BOX = 216;
/** Approximate width of a label's letter. */
const LETTER = 6;
/** Lines of a box: name, detail, findings. */
const sizeOf = (node: GraphNode): { width: number; height: number } =>
  node.type === 'start'
    ? { width: 52, height: 26 }
    : { width: BOX, height: 20 + 16 * (1 + (node.detail === '' ? 0 : 1) + (tally(node) === '' ? 0 : 1)) };

function classesOf(item: GraphNode | GraphEdge, ...more: readonly string[]): string {
  return [...more, worstOf(item.findings) ?? '', item.faded ? 'faded' : ''].filter(Boolean).join(' ');
}
const told = ({ findings = [] }: GraphNode | GraphEdge): string =>
  findings.map(({ severity, rule, message }) => `\n${severity}: ${message} (${rule})`).join('');

function boxOf(node: GraphNode, { x, y, width, height }: PlacedBox): string {
  const left = x - width / 2,
    top = y - height / 2,
    texts: string[] = [];
  if (node.type === 'start')
    texts.push(`<text class="strong" text-anchor="middle" x="${at(x)}" y="${at(y + 4)}">${escaped(node.label)}</text>`);
  else {
    const line = (text: string, name: string, columns: number): void => {
      texts.push(
        `<text class="${name}" x="${at(left + 10)}" y="${at(top + 22 + texts.length * 16)}">${escaped(cut(text, columns))}</text>`,
      );
    };
    line(node.label, 'strong', 24);
    if (node.detail !== '') line(node.detail, 'faint', 31);
    if (tally(node) !== '') line(tally(node), 'tally', 31);
  }
  const round =
    node.type === 'tag' || node.type === 'phone-number' || node.type === 'start' ? Math.min(height / 2, 20) : 6;
  const title = `${node.label}${node.detail === '' ? '' : ` – ${node.detail}`}${told(node)}`;
  return (
    `<g class="${classesOf(node, node.type, node.live ? 'live' : '')}">` +
    `<title>${escaped(title).replaceAll('\\u000a', '&#10;')}</title>` +
    `<rect class="box" x="${at(left)}" y="${at(top)}" width="${at(width)}" height="${at(height)}" rx="${at(round)}"/>` +
    `${texts.join('')}</g>\n`
  );
}

/** Through its points; a curve is level at each of them, so that it runs between the boxes and not across. */
function lineOf(edge: GraphEdge, [first, ...rest]: readonly Point[], curved: boolean, down: boolean): string {
  let path = `M${at(first!.x)} ${at(first!.y)}`,
    last = first!;
  for (const point of rest) {
    path += curved ? curve(last, point, down) : `L${at(point.x)} ${at(point.y)}`;
    last = point;
  }
  return `<path class="${classesOf(edge, 'line', edge.dashed ? 'dashed' : '')}" d="${path}" marker-end="url(#arrow)"/>\n`;
}

function curve(from: Point, to: Point, down: boolean): string {
  const x = at((from.x + to.x) / 2),
    y = at((from.y + to.y) / 2),
    end = `${at(to.x)} ${at(to.y)}`;
  return down ? `C${at(from.x)} ${y} ${at(to.x)} ${y} ${end}` : `C${x} ${at(from.y)} ${x} ${at(to.y)} ${end}`;
}

function labelOf(edge: GraphEdge, { x, y }: Point): string {
  const shown = [cut(edge.label, LABEL), tally(edge)].filter(Boolean).join(' – ');
  // a rectangle, because not every viewer draws an outline behind text
  const width = cellsOf(shown).reduce((sum, cell) => sum + cell.width, 0) * LETTER + 6;
  return (
    `<rect class="behind" x="${at(x - width / 2)}" y="${at(y - 8)}" width="${at(width)}" height="16" rx="3"/>` +
    `<text class="${classesOf(edge, 'label')}" text-anchor="middle" x="${at(x)}" y="${at(y + 4)}">` +
    `<title>${escaped(edge.label + told(edge)).replaceAll('\\u000a', '&#10;')}</title>${escaped(shown)}</text>\n`
  );
}

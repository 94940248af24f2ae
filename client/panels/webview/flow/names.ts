import type { FlowLayout, FlowNode } from '../../../../server/lsp/protocol.ts';
import { h, withKey, type Element } from '../../../../server/view/element.ts';
import type { Light } from './light.ts';
import { cutText, isWide, printable, shortLines } from '../../../../server/view/flow/flow-text.ts';

/**
 * The measures of a name on the screen, in pixels: the height of a line, the width of a small and of a capital letter,
 * and the space around the name.
 */
const pixels = { line: 13, letter: 7.1, capital: 7.8, gap: 3 } as const;
/** The smallest scale to which a name is reduced so that it fits into its box. */
const MIN_SCALE = 0.8;
/**
 * The limits of a name: the number of letters in a line and of lines, and the units beside a box that the name may
 * cover.
 */
const limits = { line: 14, lines: 2, least: 7, many: 3, beside: 44 } as const;

/**
 * The names of nodes, and the nodes by importance. Where there is not enough room, the more important nodes have a
 * name.
 */
export interface Names {
  readonly labels: readonly string[];
  readonly order: readonly number[];
}

export function namesOf(nodes: readonly FlowNode<unknown>[], weights: readonly number[]): Names {
  const rank = (i: number): number => (nodes[i]!.role === 'start' || nodes[i]!.isStart ? Infinity : weights[i]!);
  return {
    labels: nodes.map(({ label }) => printable(label)),
    order: [...nodes.keys()].sort((a, b) => rank(b) - rank(a) || a - b),
  };
}

type Box = FlowLayout['boxes'][number];
const widthOf = (text: readonly string[]): number =>
  Math.max(...text.map(line => line.length * (isWide(line) ? pixels.capital : pixels.letter))) + pixels.gap;

/**
 * Breaks a name into lines as wide as a box and the space beside it at a zoom. If they do not fit, the lines are
 * shorter and there may be one more. A name that would cover the space of its neighbors stays in its box if possible.
 */
function linesOf(label: string, { width, height }: Pick<Box, 'width' | 'height'>, zoom: number): readonly string[] {
  const letters = Math.min(
      limits.line,
      Math.max(limits.least, Math.floor(((width + limits.beside) * zoom) / pixels.letter)),
    ),
    lines = letters < limits.line ? limits.many : limits.lines,
    rows = shortLines(label, letters);
  if (widthOf(rows) * MIN_SCALE > width * zoom) {
    const linesInside = shortLines(label, Math.floor((width * zoom) / pixels.letter));
    if (linesInside.join(' ') === label && linesInside.length * pixels.line <= height * zoom) return linesInside;
  }
  return rows.length > lines ? [...rows.slice(0, lines - 1), `${rows[lines - 1]!}…`] : rows;
}

/**
 * The names that fit beside each other at a zoom at which the boxes are too small for them. Their size on the screen
 * is fixed, so a smaller picture has fewer names.
 * @param firstNode the node whose name is always shown
 * @param lightOf returns how a node is drawn; the names of pale nodes are added last
 */
export function namesAt(
  { labels, order }: Names,
  boxes: FlowLayout['boxes'],
  zoom: number,
  firstNode: number | null,
  lightOf: (index: number) => Light,
): Element[] {
  const spaces = new Map<string, { x: number; y: number; w: number; h: number }[]>(),
    cell = (limits.line * pixels.letter) / zoom,
    elements: Element[] = [];
  const indexesOf = (light: Light): number[] => order.filter(i => i !== firstNode && lightOf(i) === light);
  /**
   * Adds a name if there is room for it.
   * @returns whether there was room
   */
  const add = (i: number, text: readonly string[]): boolean => {
    const { x, y, width } = boxes[i]!,
      textWidth = widthOf(text),
      fittingScale = Math.min(1, (width * zoom) / textWidth),
      size = fittingScale < MIN_SCALE ? 1 : fittingScale,
      w = (textWidth * size) / zoom,
      height = (text.length * pixels.line * size + pixels.gap) / zoom,
      cells: string[] = [];
    let isFree = true;
    for (let cx = Math.floor((x - w / 2) / cell); cx <= Math.floor((x + w / 2) / cell); cx++)
      for (let cy = Math.floor((y - height / 2) / cell); cy <= Math.floor((y + height / 2) / cell); cy++) {
        const key = `${cx} ${cy}`;
        cells.push(key);
        isFree &&= !(spaces.get(key) ?? []).some(
          space => Math.abs(space.x - x) < (space.w + w) / 2 && Math.abs(space.y - y) < (space.h + height) / 2,
        );
      }
    if (!isFree) return false;
    for (const key of cells) spaces.set(key, [...(spaces.get(key) ?? []), { x, y, w, h: height }]);
    elements.push(nameOf(i, text, { x, y }, size / zoom, lightOf(i)));
    return true;
  };
  for (const i of [...(firstNode === null ? [] : [firstNode]), ...indexesOf('full'), ...indexesOf('pale')]) {
    const text = linesOf(labels[i]!, boxes[i]!, zoom);
    // a shortened name is better than no name
    if (!add(i, text) && text.length > 1) add(i, [cutText(`${text[0]} ${text[1]}`, Math.max(4, text[0]!.length))]);
  }
  return elements;
}

const nameOf = (
  index: number,
  text: readonly string[],
  { x, y }: { readonly x: number; readonly y: number },
  scale: number,
  light: Light,
): Element =>
  withKey(
    `f${index}`,
    h(
      'g',
      {
        class: light === 'pale' ? 'far-name pale' : 'far-name',
        transform: `translate(${round(x)} ${round(y)}) scale(${scale})`,
      },
      text.map((line, i) =>
        h('text', { 'text-anchor': 'middle', y: round((i + 0.5 - text.length / 2) * pixels.line + 4) }, line),
      ),
    ),
  );
const round = (value: number): number => Math.round(value * 10) / 10;

import type { FlowLayout, FlowNode } from '../../../../server/lsp/protocol.ts';
import { h, keyed, type Element } from '../../../../server/view/element.ts';
import type { Light } from './light.ts';
import { isWide, printable, wrapped } from '../../../../server/view/flow/flow-text.ts';

/** Of a name on the screen, in pixels: the height of a line, the width of a letter, also in capitals, and space around it. */
const far = { line: 13, letter: 7.1, capital: 7.8, gap: 3 } as const;
/** A name is reduced so far, if it then fits into its box. */
const SMALLEST = 0.8;
/** Letters in a line. */
const LINE = 14;

/** Names in lines, and nodes by importance: the first keep their name where there is not enough room for all. */
export interface Names {
  readonly lines: readonly (readonly string[])[];
  readonly order: readonly number[];
}

export function namesOf(nodes: readonly FlowNode<unknown>[], weights: readonly number[]): Names {
  const rank = (i: number): number => (nodes[i]!.role === 'start' || nodes[i]!.isStart ? Infinity : weights[i]!);
  return {
    lines: nodes.map(({ label }) => {
      const all = wrapped(printable(label), LINE);
      return all.length > 2 ? [all[0]!, `${all[1]!}…`] : all;
    }),
    order: [...nodes.keys()].sort((a, b) => rank(b) - rank(a) || a - b),
  };
}

/**
 * The names that fit beside each other at a zoom at which boxes are too small for them. Their size on the screen is
 * fixed, so that the smaller the picture, the fewer there are.
 * @param first the node whose name is shown in any case
 * @param lightOf how a node is drawn; names of pale ones give way first
 */
export function namesAt(
  { lines, order }: Names,
  boxes: FlowLayout['boxes'],
  zoom: number,
  first: number | null,
  lightOf: (index: number) => Light,
): Element[] {
  const taken = new Map<string, { x: number; y: number; w: number; h: number }[]>(),
    cell = (LINE * far.letter) / zoom,
    found: Element[] = [];
  const all = (light: Light): number[] => order.filter(i => i !== first && lightOf(i) === light);
  for (const i of [...(first === null ? [] : [first]), ...all('full'), ...all('pale')]) {
    const { x, y, width } = boxes[i]!,
      text = lines[i]!,
      wide = Math.max(...text.map(line => line.length * (isWide(line) ? far.capital : far.letter))) + far.gap,
      fitting = Math.min(1, (width * zoom) / wide),
      size = fitting < SMALLEST ? 1 : fitting,
      w = (wide * size) / zoom,
      height = (text.length * far.line * size + far.gap) / zoom,
      cells: string[] = [];
    let isFree = true;
    for (let cx = Math.floor((x - w / 2) / cell); cx <= Math.floor((x + w / 2) / cell); cx++)
      for (let cy = Math.floor((y - height / 2) / cell); cy <= Math.floor((y + height / 2) / cell); cy++) {
        const key = `${cx} ${cy}`;
        cells.push(key);
        isFree &&= !(taken.get(key) ?? []).some(
          one => Math.abs(one.x - x) < (one.w + w) / 2 && Math.abs(one.y - y) < (one.h + height) / 2,
        );
      }
    if (!isFree) continue;
    for (const key of cells) taken.set(key, [...(taken.get(key) ?? []), { x, y, w, h: height }]);
    found.push(nameOf(i, text, { x, y }, size / zoom, lightOf(i)));
  }
  return found;
}

const nameOf = (
  index: number,
  text: readonly string[],
  { x, y }: { readonly x: number; readonly y: number },
  scale: number,
  light: Light,
): Element =>
  keyed(
    `f${index}`,
    h(
      'g',
      {
        class: light === 'pale' ? 'far-name pale' : 'far-name',
        transform: `translate(${round(x)} ${round(y)}) scale(${scale})`,
      },
      text.map((line, i) =>
        h('text', { 'text-anchor': 'middle', y: round((i + 0.5 - text.length / 2) * far.line + 4) }, line),
      ),
    ),
  );
const round = (value: number): number => Math.round(value * 10) / 10;

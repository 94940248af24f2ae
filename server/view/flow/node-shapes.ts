import type { FlowLayout, FlowNode } from '../panels.ts';

/** The family of a node type. Each family has its own outline, so that types differ without color. */
export type Family = 'talk' | 'choice' | 'work' | 'leave' | 'input' | 'part' | 'end' | 'start' | 'gone';

const families: Readonly<Record<string, Family>> = {
  conversation: 'talk',
  subagent: 'talk',
  branch: 'choice',
  function: 'work',
  code: 'work',
  mcp: 'work',
  extract_dynamic_variables: 'work',
  transfer_call: 'leave',
  bridge_transfer: 'leave',
  agent_swap: 'leave',
  press_digit: 'input',
  sms: 'input',
  component: 'part',
  end: 'end',
  cancel_transfer: 'end',
};
export function familyOf({ role, type }: Pick<FlowNode, 'role' | 'type'>): Family {
  if (role !== 'node') return role;
  return type !== null && Object.hasOwn(families, type) ? families[type]! : 'talk';
}

const number = (value: number): string => String(Math.round(value * 10) / 10);
type Box = FlowLayout['boxes'][number];

/** The outline of a box as path data, and its inner lines, if any. */
export function outlineOf(
  family: Family,
  { x, y, width, height }: Box,
): { readonly outline: string; readonly inner: string } {
  const leftEdge = x - width / 2,
    right = x + width / 2,
    top = y - height / 2,
    bottom = y + height / 2;
  const polygon = (...points: readonly (readonly [number, number])[]): string =>
    `M${points.map(([a, b]) => `${number(a)} ${number(b)}`).join('L')}Z`;
  switch (family) {
    case 'choice':
      return {
        outline: polygon(
          [leftEdge + 12, top],
          [right - 12, top],
          [right, y],
          [right - 12, bottom],
          [leftEdge + 12, bottom],
          [leftEdge, y],
        ),
        inner: '',
      };
    case 'leave':
      return {
        outline: polygon([leftEdge, top], [right - 14, top], [right, y], [right - 14, bottom], [leftEdge, bottom]),
        inner: '',
      };
    case 'input':
      return {
        outline: polygon([leftEdge + 10, top], [right, top], [right - 10, bottom], [leftEdge, bottom]),
        inner: '',
      };
    case 'work':
      return {
        outline: polygon([leftEdge, top], [right - 12, top], [right, top + 12], [right, bottom], [leftEdge, bottom]),
        inner: `M${number(right - 12)} ${number(top)}v12h12`,
      };
    case 'part':
      return {
        outline: rounded(leftEdge, top, width, height, 2),
        inner: `M${number(leftEdge + 5)} ${number(top)}v${number(height)}M${number(right - 5)} ${number(top)}v${number(height)}`,
      };
    case 'end':
      return {
        outline: rounded(leftEdge, top, width, height, 26),
        inner: rounded(leftEdge + 4, top + 4, width - 8, height - 8, 22),
      };
    case 'start':
      return { outline: rounded(leftEdge, top, width, height, height / 2), inner: '' };
    case 'gone':
      return { outline: rounded(leftEdge, top, width, height, 2), inner: '' };
    case 'talk':
      return { outline: rounded(leftEdge, top, width, height, 10), inner: '' };
  }
}

function rounded(x: number, top: number, width: number, height: number, largest: number): string {
  const radius = Math.max(0, Math.min(largest, height / 2, width / 2));
  const [innerWidth, innerHeight] = [width - 2 * radius, height - 2 * radius];
  const corner = (dx: number, dy: number): string =>
    `a${number(radius)} ${number(radius)} 0 0 1 ${number(dx)} ${number(dy)}`;
  return [
    `M${number(x + radius)} ${number(top)}`,
    `h${number(innerWidth)}${corner(radius, radius)}`,
    `v${number(innerHeight)}${corner(-radius, radius)}`,
    `h${number(-innerWidth)}${corner(-radius, -radius)}`,
    `v${number(-innerHeight)}${corner(radius, -radius)}Z`,
  ].join('');
}

const signs: Readonly<Record<string, string>> = {
  conversation: 'M2 3h12v8H7.500L4.5 13.500V11H2z',
  subagent: 'M8 7.500a2.8 2.8 0 1 0 0-5.6 2.8 2.8 0 0 0 0 5.600zM2.5 14c.3-3 2.5-4.5 5.5-4.500s5.2 1.5 5.5 4.5',
  branch: 'M8 14V9.500L4 6V2M8 9.500L12 6V2',
  function: 'M11 2.500c-2-.8-2.8.3-3.1 2L6.6 11.500c-.3 1.7-1.2 2.7-3.1 2M5 6.500h6',
  code: 'M5 4L1.5 8 5 12M11 4l3.5 4L11 12',
  mcp: 'M6 2v4M10 2v4M4 6h8v2a4 4 0 0 1-8 0zM8 12v2.5',
  extract_dynamic_variables: 'M6 2C3.5 2 5.5 7 3 8c2.5 1 .5 6 3 6M10 2c2.5 0 .5 5 3 6-2.5 1-.5 6-3 6',
  transfer_call: 'M2 8h11M9.5 4.500L13 8 9.5 11.5',
  bridge_transfer: 'M2 12V9a6 6 0 0 1 12 0v3M2 9.500h12',
  agent_swap: 'M3 5h9.500M10 2.500L12.5 5 10 7.500M13 11H3.500M6 8.500L3.5 11 6 13.5',
  press_digit: 'M4 3.500h.1M8 3.500h.1M12 3.500h.1M4 8h.1M8 8h.1M12 8h.1M4 12.500h.1M8 12.500h.1M12 12.500h.1',
  sms: 'M2 4h12v8.500H2zM2 4.500L8 9l6-4.5',
  component: 'M2.5 2.500h4.500v4.500H2.500zM9 2.500h4.500v4.500H9zM2.5 9h4.500v4.500H2.500zM9 9h4.500v4.500H9z',
  end: 'M4 4h8v8H4z',
  cancel_transfer: 'M2 8h5M9.5 5l4.5 6M14 5L9.5 11',
};
/** The icon of a node's type in a square of 16 pixels, as path data; a dash for unknown types. */
export const signOf = (type: string | null): string =>
  type !== null && Object.hasOwn(signs, type) ? signs[type]! : 'M4 8h8';

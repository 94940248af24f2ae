import { escapeMarkup } from './markup.ts';

/** A number for SVG: at most two decimals, so that the text of a picture is equal on every machine. */
export const toFixed = (value: number): string => String(Number(value.toFixed(2)));

/** Colors by role, for pictures with their own background. The theme of the system selects `light` or `dark`. */
const light = {
  ground: '#ffffff',
  text: '#1f2328',
  faint: '#59636e',
  line: '#d1d9e0',
  box: '#f6f8fa',
  blue: '#0969da',
  red: '#cf222e',
  yellow: '#9a6700',
  green: '#1a7f37',
  purple: '#8250df',
};
const dark: typeof light = {
  ground: '#0d1117',
  text: '#f0f6fc',
  faint: '#9198a1',
  line: '#3d444d',
  box: '#151b23',
  blue: '#4493f8',
  red: '#f85149',
  yellow: '#d29922',
  green: '#3fb950',
  purple: '#ab7df8',
};
const variables = (palette: typeof light): string =>
  Object.entries(palette)
    .map(([name, colour]) => `--${name}:${colour}`)
    .join(';');

/**
 * A self-contained SVG picture without scripts, fonts or network access.
 * @param title the title for screen readers
 */
export function svg(width: number, height: number, title: string, body: string, style = ''): string {
  const [w, h] = [toFixed(width), toFixed(height)];
  const attributes = `viewBox="0 0 ${w} ${h}" width="${w}" height="${h}" role="img" aria-label="${escapeMarkup(title)}"`;
  return `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>
<title>${escapeMarkup(title)}</title>
<style>
svg{${variables(light)};background:var(--ground);font:13px system-ui,sans-serif}
@media(prefers-color-scheme:dark){svg{${variables(dark)}}}
text{fill:var(--text)}.faint{fill:var(--faint);font-size:11px}.strong{font-weight:600}${style}
</style>
<rect width="100%" height="100%" fill="var(--ground)"/>
${body}</svg>
`;
}

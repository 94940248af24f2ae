// Draws the output of a terminal as a picture for the README: `node server/build/picture.mjs TITLE < ansi.txt >
// picture.svg`
import { readFileSync } from 'node:fs';

const colors = {
  30: '#45475a',
  31: '#f38ba8',
  32: '#a6e3a1',
  33: '#f9e2af',
  34: '#89b4fa',
  35: '#cba6f7',
  36: '#94e2d5',
  37: '#cdd6f4',
  90: '#7f849c',
  91: '#f38ba8',
  92: '#a6e3a1',
  93: '#f9e2af',
  94: '#89b4fa',
  95: '#cba6f7',
  96: '#94e2d5',
  97: '#ffffff',
};
const escape = text => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const width = 8.4,
  height = 19,
  padding = 16,
  bar = 34;

/** @param {string} text a text with SGR escapes */
export function picture(text, title) {
  const lines = text.replace(/\n+$/, '').split('\n');
  const columns = Math.max(
    60,
    ...lines.map(
      line => [...line.replace(/\u001b\[[\d;]*m|\u001b\]8;;[^\u001b\u0007]*(?:\u0007|\u001b\\)/g, '')].length,
    ),
  );
  let style = {};
  const rows = lines.map((line, row) => {
    let column = 0;
    const spans = [];
    for (const part of line.replace(/\u001b\]8;;[^\u001b\u0007]*(?:\u0007|\u001b\\)/g, '').split(/(\u001b\[[\d;]*m)/)) {
      const codes = /^\u001b\[([\d;]*)m$/.exec(part)?.[1];
      if (codes !== undefined) {
        for (const code of codes.split(';').map(Number)) {
          if (code === 0) style = {};
          else if (code === 1) style = { ...style, bold: true };
          else if (code === 2) style = { ...style, dim: true };
          else if (code === 22) style = { ...style, bold: false, dim: false };
          else if (code === 39) style = { ...style, color: undefined };
          else if (code === 4) style = { ...style, underline: true };
          else if (code === 24) style = { ...style, underline: false };
          else if (colors[code]) style = { ...style, color: colors[code] };
        }
        continue;
      }
      if (part === '') continue;
      const length = [...part].length;
      const attributes = [
        `x="${(padding + column * width).toFixed(1)}"`,
        `textLength="${(length * width).toFixed(1)}"`,
        `fill="${style.color ?? '#cdd6f4'}"`,
        ...(style.bold ? ['font-weight="bold"'] : []),
        ...(style.dim ? ['opacity="0.65"'] : []),
        ...(style.underline ? ['text-decoration="underline"'] : []),
      ];
      if (part.trim() !== '') spans.push(`<tspan ${attributes.join(' ')}>${escape(part)}</tspan>`);
      column += length;
    }
    return spans.length > 0
      ? `<text y="${bar + padding + row * height + 8}" xml:space="preserve">${spans.join('')}</text>`
      : '';
  });
  const w = Math.ceil(columns * width + 2 * padding),
    h = Math.ceil(lines.length * height + 2 * padding + bar);
  const attributes = [
    'xmlns="http://www.w3.org/2000/svg"',
    `width="${w}" height="${h}" viewBox="0 0 ${w} ${h}"`,
    `role="img" aria-label="${escape(title)}"`,
    `font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14"`,
  ];
  return `<svg ${attributes.join(' ')}>
<rect width="${w}" height="${h}" rx="8" fill="#1e1e2e"/>
<circle cx="20" cy="18" r="6" fill="#f38ba8"/><circle cx="40" cy="18" r="6" fill="#f9e2af"/><circle cx="60" cy="18" r="6" fill="#a6e3a1"/>
<text x="${w / 2}" y="23" fill="#7f849c" text-anchor="middle" font-size="13">${escape(title)}</text>
${rows.filter(Boolean).join('\n')}
</svg>
`;
}

if (process.argv[1] === new URL(import.meta.url).pathname)
  process.stdout.write(picture(readFileSync(0, 'utf8'), process.argv[2] ?? 'preflight'));

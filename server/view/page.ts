import type { Block } from './blocks.ts';
import { h, htmlOf, textOf } from './element.ts';
import { inlineElement, viewElements } from './html.ts';
import { Html, html } from './markup.ts';
import { viewStyle } from './style.ts';

/**
 * Blocks as a self-contained HTML page without scripts, fonts or network access. The page follows the light or dark
 * theme of the system and fits a phone.
 * @param command the command that prints the page
 */
export function page(command: string, blocks: readonly Block[]): string {
  const title = blocks.find(({ is }) => is === 'title');
  const pictures = picturesIn(blocks).values();
  const body = htmlOf(h('main', {}, h('p', { class: 'quiet' }, `Preflight ${command}`), ...viewElements(blocks)))
    // the drawings of Preflight are the only markup from other modules
    .replace(/<div data-picture="(\d+)"><\/div>/g, () => pictures.next().value ?? '');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Preflight${title?.is === 'title' && `: ${textOf(h('p', {}, inlineElement(title.text)))}`}</title>
<style>${new Html(style + viewStyle)}</style>
</head>
<body>
${new Html(body)}
</body>
</html>
`.markup;
}

const picturesIn = (blocks: readonly Block[]): readonly string[] =>
  blocks.flatMap(block => {
    if (block.is === 'pictures') return block.pictures.map(({ svg }) => svg);
    return block.is === 'section' ? picturesIn(block.blocks) : [];
  });

const style = `
:root { color-scheme: light dark; --ground: #fff; --text: #1f2328; --strong: #1f2328; --quiet: #59636e; --line: #d1d9e0;
  --card: #f6f8fa; --good: #1a7f37; --bad: #cf222e; --odd: #9a6700; --link: #0969da; --bar: #54aeff; --focus: #0969da;
  --current: #ddf4ff; --good-text: var(--good); --bad-text: var(--bad); --odd-text: var(--odd);
  --mono: ui-monospace, monospace; }
@media (prefers-color-scheme: dark) { :root { --ground: #0d1117; --text: #f0f6fc; --strong: #f0f6fc; --quiet: #9198a1;
  --line: #3d444d; --card: #151b23; --good: #3fb950; --bad: #f85149; --odd: #d29922; --link: #4493f8; --bar: #1f6feb;
  --focus: #4493f8; --current: #121d2f; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 15px/1.5 system-ui, sans-serif;
  overflow-wrap: anywhere; }
main { max-width: 960px; margin: 0 auto; padding: 24px 16px 64px; }
h1, h2, h3, p, ul, ol { margin: 0; font: inherit; }
ul, ol { padding: 0; list-style: none; }
.pictures { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 320px), 1fr)); gap: 16px;
  align-items: start; }
.picture { border: 1px solid var(--line); border-radius: 8px; padding: 12px; }
.picture svg { display: block; width: 100%; max-width: 360px; height: auto; }
@media print { .fold > *, .section > * { display: block; } }
`;

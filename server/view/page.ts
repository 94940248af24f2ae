import { assumedBy } from '../simulator/resolution-words.ts';
import { Html, html } from './html.ts';

/**
 * One self-contained page: no script, no font, no network. Follows the system's light or dark theme; fits a phone.
 * @param command the command that prints it
 * @param title also its heading
 */
export function page(command: string, title: string, body: Html): string {
  const whole = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Preflight: ${title}</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<p class="faint">Preflight ${command}</p>
<h1>${title}</h1>
${body}
</main>
</body>
</html>
`;
  return whole.markup.replace(/\n{2,}/g, '\n');
}

/** The assumptions, as part of a page. */
export function assumedHtml(names: Iterable<string>): Html | false {
  const all = assumedBy(names);
  return (
    all.length > 0 &&
    html`<h2>Assumed where the specification is silent</h2>
<dl>${all.map(({ name, assumes }) => html`<dt><code>${name}</code></dt><dd>${coded(assumes)}</dd>\n`)}</dl>`
  );
}

/** Text of ours with Markdown's back-ticks around code. */
const coded = (text: string): Html[] =>
  text.split('`').map((part, i) => (i % 2 === 1 ? html`<code>${part}</code>` : html`${part}`));

const style = `
:root{color-scheme:light dark;--ground:#fff;--text:#1f2328;--faint:#59636e;--line:#d1d9e0;--box:#f6f8fa;
--blue:#0969da;--red:#cf222e;--yellow:#9a6700;--green:#1a7f37}
@media(prefers-color-scheme:dark){:root{--ground:#0d1117;--text:#f0f6fc;--faint:#9198a1;--line:#3d444d;--box:#151b23;
--blue:#4493f8;--red:#f85149;--yellow:#d29922;--green:#3fb950}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,sans-serif;overflow-wrap:anywhere}
main{max-width:960px;margin:0 auto;padding:24px 16px 64px}
h1{font-size:1.5rem;line-height:1.25;margin:.25rem 0 .5rem}
h2{font-size:1.1rem;margin:2rem 0 .5rem}
p{margin:.25rem 0}
code{font:.85em ui-monospace,monospace}
main .faint{color:var(--faint);font-size:.9rem}
.note{border-left:3px solid var(--yellow);padding-left:10px}
.plain{list-style:none;padding:0}.plain li{margin:.5rem 0}
.mark{display:inline-block;border:1px solid currentColor;border-radius:1em;padding:0 .6em;font-size:.8rem;white-space:nowrap}
.good{color:var(--green)}.bad{color:var(--red)}.open{color:var(--yellow)}.other{color:var(--blue)}
.pictures{display:grid;grid-template-columns:repeat(auto-fill,minmax(min(100%,320px),1fr));gap:16px;align-items:start}
figure{margin:0;border:1px solid var(--line);border-radius:8px;padding:12px}figcaption{font-weight:600;margin-bottom:4px}
figure svg{display:block;width:100%;max-width:360px;height:auto}
table{border-collapse:collapse;width:100%}th{text-align:left}th,td{border-top:1px solid var(--line);padding:10px 8px;vertical-align:top}
td:first-child{width:40%}dl{margin:.5rem 0;display:grid;grid-template-columns:auto 1fr;gap:2px 12px}dd{margin:0}
h3{font-size:1rem;margin:1rem 0 0}pre{margin:.25rem 0;white-space:pre-wrap;font:.85em/1.4 ui-monospace,monospace}pre span{display:block}
summary{cursor:pointer;color:var(--faint);font-size:.9rem}details ul{padding-left:1.2em;margin:.25rem 0}
@media(max-width:640px){thead{display:none}tr,td,td:first-child{display:block;width:100%}
tr{border-top:1px solid var(--line);padding:8px 0}td{border:0;padding:4px 0}dl{grid-template-columns:1fr}dd{margin:0 0 6px}}
`;

import { lintWorkspace } from '../core/configuration/lint-workspace.ts';
import { pointerOf } from '../core/finding.ts';
import { count } from '../core/words.ts';
import { Html, html } from '../printers/html.ts';
import type { Account } from './account.ts';
import type { History } from './history.ts';
import { resourceTypes } from './resources.ts';

const MOST = 200;

/** What is there and what has happened, as a page that needs nothing else: no script, no font, no network. */
export function statusPage(account: Account, requests: History): string {
  const { workspace, judge, indexes, deliveries } = account;
  const agents = [...workspace.agents.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const wrong = lintWorkspace(workspace, judge.rules, judge.configuration, judge.baseline).findings.filter(
    ({ severity }) => severity === 'error',
  );
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>preflight serve</title>
<style>${new Html(style)}</style>
</head>
<body>
<main>
<h1>preflight serve</h1>
<p>The platform’s API over the files of this workspace. <a href="/openapi.json">openapi.json</a> describes it.</p>
<h2>Resources</h2>
${table(
  ['Sort', 'Number'],
  resourceTypes.map(of => [of.name, indexes.resources.get(of)!.ids().size]),
)}
<h2>Agents</h2>
${table(
  ['Agent', 'Versions', 'Tags'],
  agents
    .slice(0, MOST)
    .map(agent => [
      `${agent.name ?? ''} (${agent.id})`,
      [...agent.versions.values()]
        .map(({ version, isPublished }) => `${version}${isPublished ? '' : ' draft'}`)
        .join(', '),
      [...agent.tags.values()].map(({ name, version }) => `${name} → ${version ?? 'none'}`).join(', '),
    ]),
)}
<h2>What is wrong in it</h2>
${
  wrong.length === 0
    ? html`<p>Nothing that the platform would refuse, and nothing dangles.</p>`
    : table(
        ['Place', count(wrong.length, 'error')],
        wrong.slice(0, MOST).map(({ file, target, message }) => [`${file} ${pointerOf(target)}`, message]),
      )
}
<h2>Last requests</h2>
${table(
  ['Time (UTC)', 'Request', 'Answer', 'Why'],
  requests.items.map(({ at, method, path, status, message }) => [
    timeOf(at),
    `${method} ${path}`,
    status,
    message ?? '',
  ]),
)}
<h2>Last deliveries</h2>
${table(
  ['Time (UTC)', 'Event', 'To', 'Answer'],
  deliveries.items.map(({ at, event, url, status, problem }) => [timeOf(at), event, url, problem ?? status ?? '']),
)}
</main>
</body>
</html>
`.markup;
}

const table = (head: readonly string[], rows: readonly (readonly (string | number)[])[]): Html =>
  rows.length === 0
    ? html`<p class="faint">None yet.</p>`
    : html`<div class="wide"><table><thead><tr>${head.map(cell => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
        row => html`<tr>${row.map(cell => html`<td>${linesOf(cell)}</td>`)}</tr>
`,
      )}</tbody></table></div>`;

/** The day is today's, or does not matter. */
const timeOf = (at: string): string => at.slice(11, 19);

/** A message has a line for each finding. */
const linesOf = (cell: string | number): Html[] =>
  String(cell)
    .split('\n')
    .map(line => html`<div>${line}</div>`);

const style = `
:root { color-scheme: light dark; --line: #d0d4dc; --faint: #59606d; }
@media (prefers-color-scheme: dark) { :root { --line: #3a404b; --faint: #a3abb9; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.faint, th { color: var(--faint); }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; overflow-wrap: anywhere; }
th, td { border-bottom: 1px solid var(--line); }
th { font-weight: 500; white-space: nowrap; }
td { font-variant-numeric: tabular-nums; }
`;

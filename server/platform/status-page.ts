import { lintWorkspace } from '../core/configuration/suppressions-and-baseline.ts';
import { type Finding, pointerOf } from '../core/finding.ts';
import { count } from '../core/wording.ts';
import type { Workspace } from '../core/workspace/workspace.ts';
import { Html, html } from '../view/markup.ts';
import type { Account } from './account.ts';
import type { History } from './history.ts';
import type { RequestJudge } from './judge.ts';
import type { Operation } from './operation.ts';
import { type ResourceType, resourceTypes } from './resources.ts';

const MOST = 200;

/** The current records and recent requests, as a self-contained page: no script, no font, no network. */
export function statusPage(account: Account, requests: History, served: readonly Operation[]): string {
  const { workspace, judge, indexes, deliveries } = account;
  const agents = [...workspace.agents.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
  const wrong = errorsIn(workspace, judge),
    numberOf = (of: ResourceType): string => count(indexes.resources.get(of)!.ids().size, nounOf(of.name)),
    there = [count(agents.length, 'agent'), ...resourceTypes.map(numberOf)];
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
<p>The platform’s API over the files of this workspace, as the owner of the first key has them now.
<a href="/openapi.json">openapi.json</a> describes all operations. Reload the page to see what has come since.</p>
<h2>What is there</h2>
<p>${there.join(' · ')}</p>
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
<h2>What the platform would refuse, or what leads nowhere</h2>
${
  wrong.length === 0
    ? html`<p>Nothing: no error in any file, and nothing dangles.</p>`
    : table(
        ['Place', count(wrong.length, 'error')],
        wrong.slice(0, MOST).map(({ file, target, message }) => [`${file} ${pointerOf(target)}`, message]),
      )
}
<h2>Last requests, the newest first</h2>
${table(
  ['Time (UTC)', 'Answer', 'Request', 'Why it was refused, or what lint says'],
  requests.items.map(({ at, method, path, status, message, remarks }) => [
    timeOf(at),
    status >= 400 ? html`<b>${status}</b>` : status,
    `${method} ${path}`,
    message ?? remarks.join('\n'),
  ]),
)}
<h2>Last events to webhooks, the newest first</h2>
${table(
  ['Time (UTC)', 'Event', 'To', 'Answer, or why it was not sent'],
  deliveries.items.map(({ at, event, url, status, problem }) => [timeOf(at), event, url, problem ?? status ?? '']),
)}
<h2>Supported operations</h2>
${table(
  ['Request', 'What it does'],
  served.map(({ method, path, aliases = [], summary }) => [
    [path, ...aliases].map(one => `${method} ${one}`).join('\n'),
    summary,
  ]),
)}
</main>
</body>
</html>
`.markup;
}

/** Lint's results for a workspace, cached until it changes. */
const errorsIn = (workspace: Workspace, judge: RequestJudge): readonly Finding[] =>
  workspace.memory.remember(errorsIn, judge, () =>
    lintWorkspace(workspace, judge.rules, judge.configuration, judge.baseline).findings.filter(
      ({ severity }) => severity === 'error',
    ),
  );

const nounOf = (name: string): string => name.replaceAll('-', ' ').replace('llm', 'LLM');

type Cell = string | number | Html;
const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): Html =>
  rows.length === 0
    ? html`<p class="faint">None yet.</p>`
    : html`<div class="wide"><table><thead><tr>${head.map(cell => html`<th scope="col">${cell}</th>`)}</tr></thead>
<tbody>${rows.map(
        row => html`<tr>${row.map(cell => cellOf(cell))}</tr>
`,
      )}</tbody></table></div>`;

/** Today's date, or any if it does not matter. */
const timeOf = (at: string): string => at.slice(11, 19);

/** A message has one line per finding; a short one stays on one line. */
function cellOf(cell: Cell): Html {
  if (cell instanceof Html) return html`<td>${cell}</td>`;
  const text = String(cell),
    lines = text.split('\n').map(line => html`<div>${line}</div>`);
  return text.length <= SHORT ? html`<td class="short">${lines}</td>` : html`<td>${lines}</td>`;
}
const SHORT = 20;

const style = `
:root { color-scheme: light dark; --line: #d0d4dc; --faint: #59606d; --refused: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --line: #3a404b; --faint: #a3abb9; --refused: #ff8a80; } }
body { font: 15px/1.5 system-ui, sans-serif; margin: 0; }
main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2rem; }
.faint, th { color: var(--faint); }
b { color: var(--refused); }
.short { white-space: nowrap; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: .3rem .8rem .3rem 0; overflow-wrap: anywhere; }
th, td { border-bottom: 1px solid var(--line); }
th { font-weight: 500; white-space: nowrap; }
td { font-variant-numeric: tabular-nums; }
`;

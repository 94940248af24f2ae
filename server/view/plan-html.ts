import type { Plan as PlanOutput } from '../core/generated/outputs.js';
import { listed } from '../core/wording.ts';
import type { Step } from '../core/workspace/resolve.ts';
import type { Cause, ChangedReference } from './panels/index.ts';
import type { Effect } from '../compare/changes.ts';
import { contentsHtml } from './contents-html.ts';
import { Html, html } from './html.ts';
import { assumedHtml, page } from './page.ts';
import type { PlanReport } from './plan-report.ts';
import { waysOf } from './plan-words.ts';
import { timelineSvg, type Timeline } from './timeline-svg.ts';

/** With more agents than this there is no picture. */
const MOST_PICTURES = 40;

/**
 * A plan as one self-contained page: no script, no font, no network. Follows the system's light or dark theme; fits a
 * phone.
 * @param timelines for each agent with a changed version or tag
 */
export function planHtml(report: PlanReport, timelines: readonly Timeline[]): string {
  const { result, refused, causes } = report;
  return page(
    'plan',
    refused.length > 0 ? 'Nothing is planned' : report.headline,
    html`${report.unreadable.map(line => html`<p class="note">${line}</p>\n`)}
${report.compared !== '' && html`<p class="faint">${report.compared}</p>`}
${refused.length > 0 && html`<ul>${refused.map(refusal)}</ul>`}
${notes(report)}
${assertionsHtml(result.assertions)}
${summary(causes.filter(({ live }) => live))}
${contentsHtml(report.contents)}
${pictures(timelines)}
${causes.length > 0 && table(causes)}
${assumedHtml(result.assumptions)}`,
  );
}

const refusal = ({ edit, because }: PlanOutput['edits'][number]): Html =>
  html`<li><code>${edit}</code>: ${because ?? ''}</li>`;

const notes = ({ result: { edits }, refused }: PlanReport): Html[] =>
  edits
    .filter(({ edit, outcome }) => outcome !== 'applied' && !refused.some(one => one.edit === edit))
    .map(({ edit, because }) => html`<p class="note"><code>${edit}</code>: ${because ?? ''}</p>\n`);

export const assertionsHtml = (all: PlanOutput['assertions']): Html | false =>
  all.length > 0 &&
  html`<h2>Assertions</h2>
<ul class="plain">${all.map(assertion)}</ul>`;

function assertion({ assertion: text, holds, because, evidence }: PlanOutput['assertions'][number]): Html {
  const word = holds ? mark('good', 'holds') : mark('bad', 'fails');
  return html`<li>${word} <code>${text}</code>: ${because ?? evidence}</li>\n`;
}

const mark = (tone: Tone, word: string): Html => html`<span class="mark ${tone}">${word}</span>`;

function summary(causes: readonly Cause[]): Html | false {
  const item = (cause: Cause): Html => {
    const [first, ...others] = cause.subjects;
    const more = others.map(({ subject }) => html`<br>and <strong>${subject}</strong>`);
    return html`<li>${effectMark(cause)} <strong>${first.subject}</strong>: ${cause.words}${meant(cause)}${more}</li>\n`;
  };
  return (
    causes.length > 0 &&
    html`<h2>Live</h2>
<ul class="plain">${causes.map(item)}</ul>`
  );
}
const meant = ({ accepted }: Cause): Html | false => accepted !== '' && html` <span class="faint">(${accepted})</span>`;

type Tone = 'good' | 'bad' | 'open' | 'other';
const tones = {
  version: 'other',
  variables: 'other',
  'version+variables': 'other',
  breaks: 'bad',
  heals: 'good',
  'becomes-unknown': 'open',
  'becomes-known': 'good',
  added: 'good',
  removed: 'bad',
} as const satisfies Record<Effect, Tone>;
function effectMark({ effect, isBreak, after }: Cause): Html {
  const isOpen = effect === 'added' && after?.outcome !== 'resolved';
  const tone = isOpen ? 'open' : tones[effect];
  return mark(isBreak ? 'bad' : tone, effect);
}

function pictures(timelines: readonly Timeline[]): Html | false {
  const picture = (timeline: Timeline): Html => {
    const drawn = new Html(timelineSvg(timeline));
    return html`<figure><figcaption>${timeline.label}</figcaption>${drawn}</figure>\n`;
  };
  const left = timelines.length - MOST_PICTURES;
  return (
    timelines.length > 0 &&
    html`<h2>Versions and tags</h2>
<div class="pictures">${timelines.slice(0, MOST_PICTURES).map(picture)}</div>
${left > 0 && html`<p class="faint">${left} more agents are not drawn.</p>`}`
  );
}

const table = (causes: readonly Cause[]): Html =>
  html`<h2>Every change</h2>
<table>
<thead><tr><th>Reference</th><th>Effect</th><th>What happens, and why</th></tr></thead>
<tbody>
${causes.map(row)}</tbody>
</table>`;

function row(cause: Cause): Html {
  const { live, words, variables } = cause;
  const reference = ({ subject, places }: ChangedReference): Html =>
    html`<strong>${subject}</strong><br><code>${listed(places, 'and', 4)}</code>`;
  const step = ({ text, spec }: Step, i: number): Html =>
    html`${i > 0 && '; '}${text}${spec !== null && html` <span class="faint">(${spec})</span>`}`;
  const reasons = waysOf(cause).map(([label, way]) => html`<li>${label}: ${way.map(step)}</li>`);
  const variable = ({ name, words: said }: Cause['variables'][number]): Html =>
    html`<dt><code>${name}</code></dt><dd>${said}</dd>`;
  return html`<tr>
<td>${cause.subjects.map((one, i) => html`${i > 0 && html`<br>`}${reference(one)}`)}</td>
<td>${effectMark(cause)}${!live && html`<br><span class="faint">not live</span>`}</td>
<td>${words}${meant(cause)}${variables.length > 0 && html`<dl>${variables.map(variable)}</dl>`}${
    reasons.length > 0 && html`\n<details><summary>Reasons</summary><ul>${reasons}</ul></details>`
  }</td>
</tr>
`;
}

import type { Step } from '../core/workspace/resolve.ts';
import { isBreak, placedOf, variableChanges, type Change, type VariableChange } from '../simulator/plan.ts';
import type { EditOutcome } from '../simulator/edits.ts';
import { contentsHtml } from './contents-html.ts';
import { headline, refused, type PrintedPlan } from './plan-report.ts';
import { Html, html } from './html.ts';
import { page } from './page.ts';
import {
  acceptedInWords,
  agentLabel,
  causesOf,
  comparisonInWords,
  effectInWords,
  groupedChanges,
  groupedNames,
  nameEffectInWords,
  namePlaces,
  nameSubject,
  placesInWords,
  sameWay,
  subject,
  unreadableInWords,
  variableInWords,
  wayOf,
  type Cause,
  type ChangeGroup,
  type NameGroup,
} from './plan-words.ts';
import { assumedLines } from '../simulator/resolution-words.ts';
import { timelineSvg } from './timeline-svg.ts';

/** More agents than this are left without a picture. */
const MOST_PICTURES = 40;

/** A plan as one page that needs nothing else: no script, no font, no network. Light or dark as the reader's system is; fits a phone. */
export function planHtml(report: PrintedPlan): string {
  const causes = causesOf(groupedChanges(report.changes)),
    names = groupedNames(report.names),
    impossible = refused(report);
  const title = impossible.length > 0 ? 'Nothing is planned' : headline(report);
  return page(
    'plan',
    title,
    html`${unreadableInWords(report).map(line => html`<p class="note">${line}</p>\n`)}
${paragraph(comparisonInWords(report))}
${impossible.length > 0 && html`<ul>${impossible.map(refusal)}</ul>`}
${notes(report)}
${assertionsHtml(report.assertions)}
${summary(causes, names, report)}
${contentsHtml(report)}
${pictures(report)}
${table(causes, names, report)}
${assumed(report)}`,
  );
}

const paragraph = (text: string): Html | false => text !== '' && html`<p class="faint">${text}</p>`;

const refusal = ({ edit, because }: EditOutcome): Html => html`<li><code>${edit.text}</code>: ${because ?? ''}</li>`;

const notes = ({ edits }: PrintedPlan): Html[] =>
  edits
    .filter(({ outcome, impossible }) => outcome !== 'applied' && !impossible)
    .map(({ edit, because }) => html`<p class="note"><code>${edit.text}</code>: ${because ?? ''}</p>\n`);

export const assertionsHtml = (all: PrintedPlan['assertions']): Html | false =>
  all.length > 0 &&
  html`<h2>Assertions</h2>
<ul class="plain">${all.map(assertion)}</ul>`;

function assertion({ text, verdict: { holds, because, evidence } }: PrintedPlan['assertions'][number]): Html {
  const word = holds ? mark('good', 'holds') : mark('bad', 'fails');
  return html`<li>${word} <code>${text}</code>: ${because ?? evidence}</li>\n`;
}

const mark = (tone: Tone, word: string): Html => html`<span class="mark ${tone}">${word}</span>`;

function summary(causes: readonly Cause[], names: readonly NameGroup[], report: PrintedPlan): Html | false {
  const item = ([group, ...others]: Cause): Html => {
    const { first } = group;
    const more = others.map(other => html`<br>and <strong>${subject(other, report)}</strong>`);
    return html`<li>${effectMark(first)} <strong>${subject(group, report)}</strong>: ${effectInWords(first)}${meant(first)}${more}</li>\n`;
  };
  const nameItem = (group: NameGroup): Html =>
    html`<li>${nameMark(group)} <strong>${nameSubject(group)}</strong>: ${nameEffectInWords(group)}${meant(group.first)}</li>\n`;
  const live = [
    ...causes.filter(([{ first }]) => first.live).map(item),
    ...names.filter(({ first }) => first.live).map(nameItem),
  ];
  return (
    live.length > 0 &&
    html`<h2>Live</h2>
<ul class="plain">${live}</ul>`
  );
}
const meant = (change: Pick<Change, 'accepted'>): Html | false =>
  change.accepted !== undefined && html` <span class="faint">(${acceptedInWords(change)})</span>`;

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
} as const satisfies Record<Change['effect'], Tone>;
const effectMark = (change: Change): Html => mark(toneOf(change), change.effect);
const nameMark = ({ first: { effect } }: NameGroup): Html => mark(tones[effect], effect);
function toneOf(change: Change): Tone {
  if (isBreak(change)) return 'bad';
  const isOpen = change.effect === 'added' && change.after?.resolution.outcome !== 'resolved';
  return isOpen ? 'open' : tones[change.effect];
}

/** The agents of which a version or a tag is another than before. */
function pictures({ changes, edits, before, after }: PrintedPlan): Html | false {
  const changed = changes
    .filter(({ effect }) => effect !== 'added' && effect !== 'removed')
    .flatMap(change => [change.before, change.after].flatMap(side => side?.resolution.agentId ?? []));
  const ids = [
    ...new Set([...changed, ...edits.filter(({ impossible }) => !impossible).map(({ edit }) => edit.agentId)]),
  ]
    .filter(id => before.agent(id) ?? after.agent(id))
    .sort();
  const picture = (id: string): Html => {
    const drawn = new Html(timelineSvg(id, before, after));
    return html`<figure><figcaption>${agentLabel(id, after, before)}</figcaption>${drawn}</figure>\n`;
  };
  return (
    ids.length > 0 &&
    html`<h2>Versions and tags</h2>
<div class="pictures">${ids.slice(0, MOST_PICTURES).map(picture)}</div>
${ids.length > MOST_PICTURES && html`<p class="faint">${ids.length - MOST_PICTURES} more agents are not drawn.</p>`}`
  );
}

const table = (causes: readonly Cause[], names: readonly NameGroup[], report: PrintedPlan): Html | false =>
  causes.length + names.length > 0 &&
  html`<h2>Every change</h2>
<table>
<thead><tr><th>Reference</th><th>Effect</th><th>What happens, and why</th></tr></thead>
<tbody>
${causes.map(cause => row(cause, report))}${names.map(group => nameRow(group, report))}</tbody>
</table>`;

function nameRow(group: NameGroup, report: PrintedPlan): Html {
  const { first } = group;
  return html`<tr>
<td><strong>${nameSubject(group)}</strong><br><code>${namePlaces(group, report.shown)}</code></td>
<td>${nameMark(group)}${!first.live && html`<br><span class="faint">not live</span>`}</td>
<td>${nameEffectInWords(group)}${meant(first)}</td>
</tr>
`;
}

function row(cause: Cause, report: PrintedPlan): Html {
  const [{ first }] = cause,
    variables = variableChanges(first);
  const reference = (group: ChangeGroup): Html =>
    html`<strong>${subject(group, report)}</strong><br><code>${placesInWords(group.first, report.shown)}</code>`;
  const way = (steps: readonly Step[]): Html[] =>
    steps.map(
      ({ text, spec }, i) =>
        html`${i > 0 && '; '}${text}${spec !== null && html` <span class="faint">(${spec})</span>`}`,
    );
  const side = (label: string, one: typeof first.before): Html | undefined =>
    one && wayOf(one).length > 0 ? html`<li>${label}: ${way(wayOf(one))}</li>` : undefined;
  const reasons = sameWay(first)
    ? side('as before', first.after)
    : [side('was', first.before), side('now', first.after)];
  const variable = (one: VariableChange): Html =>
    html`<dt><code>${one.name}</code></dt><dd>${variableInWords(one)}</dd>`;
  return html`<tr>
<td>${cause.map((group, i) => html`${i > 0 && html`<br>`}${reference(group)}`)}</td>
<td>${effectMark(first)}${first.live || placedOf(first).kind === 'tag' ? '' : html`<br><span class="faint">not live</span>`}</td>
<td>${effectInWords(first)}${meant(first)}${variables.length > 0 && html`<dl>${variables.map(variable)}</dl>`}
<details><summary>Reasons</summary><ul>${reasons}</ul></details></td>
</tr>
`;
}

function assumed(report: PrintedPlan): Html | false {
  const lines = assumedLines(report.assumptions);
  return (
    lines.length > 0 &&
    html`<h2>Assumed where the specification is silent</h2>
<dl>${lines.map(([name, assumes]) => html`<dt><code>${name}</code></dt><dd>${assumes}</dd>\n`)}</dl>`
  );
}

import { variableChanges, type Change } from '../simulator/plan.ts';
import { contentsMarkdown } from './contents-markdown.ts';
import { headline, refused, type PrintedPlan } from './plan-report.ts';
import { code, escape } from './markdown.ts';
import {
  acceptedInWords,
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
  type NameGroup,
} from './plan-words.ts';
import { assumedLines } from '../simulator/resolution-words.ts';

/** A comment on GitHub may have 65,536 characters. */
const MAX_LENGTH = 55_000;
const marks = {
  version: '🔵',
  variables: '🔵',
  'version+variables': '🔵',
  breaks: '🔴',
  heals: '🟢',
  'becomes-unknown': '🟡',
  'becomes-known': '🟢',
  added: '🟢',
  removed: '🟠',
} as const;

export const assertionsMarkdown = (assertions: PrintedPlan['assertions']): string =>
  assertions
    .map(
      ({ text, verdict: { holds, because, evidence } }) =>
        `- ${holds ? '✅' : '❌'} ${code(text)}: ${escape(because ?? evidence)}\n`,
    )
    .join('');

/** A comment for a pull request: live effects open, everything else folded. */
export function planMarkdown(report: PrintedPlan): string {
  const impossible = refused(report);
  if (impossible.length > 0)
    return (
      '### Preflight: nothing is planned\n\n' +
      impossible.map(({ edit, because }) => `- ${code(edit.text)}: ${escape(because ?? '')}\n`).join('')
    );
  const causes = causesOf(groupedChanges(report.changes)),
    names = groupedNames(report.names);
  const live = [
    ...causes.filter(([{ first }]) => first.live).map(cause => line(cause, report)),
    ...names.filter(({ first }) => first.live).map(nameLine),
  ];
  const compared = comparisonInWords(report);
  const parts = [`### Preflight: ${escape(headline(report))}\n`];
  for (const unread of unreadableInWords(report)) parts.push(`\n> ⚠️ ${escape(unread)}\n`);
  if (compared !== '') parts.push(`\n${escape(compared)}\n`);
  const verdicts = assertionsMarkdown(report.assertions);
  if (verdicts !== '') parts.push(`\n${verdicts}`);
  for (const { edit, outcome, because } of report.edits)
    if (outcome !== 'applied') parts.push(`\n> ${code(edit.text)}: ${escape(because ?? '')}\n`);
  if (live.length > 0) parts.push(`\n${live.join('')}`);
  parts.push(contentsMarkdown(report, MAX_LENGTH / 2));
  const assumed = assumedLines(report.assumptions);
  const end =
    assumed.length === 0
      ? ''
      : `\n<details><summary>Assumed where the specification is silent (${assumed.length})</summary>\n\n` +
        `${assumed.map(([name, assumes]) => `- ${code(name)}: ${assumes}\n`).join('')}\n</details>\n`;
  const open = cut(parts.join(''));
  const all = [
    ...causes.map(cause => () => details(cause, report)),
    ...names.map(group => () => nameDetails(group, report)),
  ];
  return open + (all.length > 0 ? folded(all, report, MAX_LENGTH - open.length - end.length) : '') + end;
}

/** What one cause does, and to which references. */
function line([group, ...others]: Cause, report: PrintedPlan): string {
  const { first } = group;
  const meant = first.accepted ? ` (${escape(acceptedInWords(first))})` : '';
  const more = others.map(other => `  - and **${escape(subject(other, report))}**\n`).join('');
  return `- ${markOf(first)} **${escape(subject(group, report))}**: ${escape(effectInWords(first))}${meant}\n${more}`;
}
function nameLine(group: NameGroup): string {
  const { first } = group;
  const meant = first.accepted ? ` (${escape(acceptedInWords(first))})` : '';
  return `- ${marks[first.effect]} **${escape(nameSubject(group))}**: ${escape(nameEffectInWords(group))}${meant}\n`;
}
/** What is new and leads nowhere, or nobody knows where, is nothing good. */
function markOf({ effect, after }: Change): string {
  if (effect !== 'added' || after?.resolution.outcome === 'resolved') return marks[effect];
  return after?.resolution.outcome === 'missing' ? marks.breaks : marks['becomes-unknown'];
}

function folded(details: readonly (() => string)[], report: PrintedPlan, room: number): string {
  let length = 0,
    shown = 0;
  const texts: string[] = [];
  for (const detail of details) {
    const text = detail();
    if ((length += text.length) > room) break;
    texts.push(text);
    shown++;
  }
  const left = details.length - shown;
  const more = left > 0 ? `\n${left} more would make this comment too long; \`preflight plan\` shows them.\n` : '';
  const all = report.changes.length + report.names.length;
  return `\n<details><summary>Every change, with its reasons (${all})</summary>\n${texts.join('')}${more}\n</details>\n`;
}

function details(cause: Cause, report: PrintedPlan): string {
  const [{ first }] = cause;
  const side = (label: string, one: typeof first.before): string =>
    one && wayOf(one).length > 0
      ? `- ${label}: ${wayOf(one)
          .map(({ text, spec }) => `${escape(text)}${spec === null ? '' : ` (${spec})`}`)
          .join('; ')}\n`
      : '';
  const variables = variableChanges(first);
  const heads = cause.map((group, i) => {
    const [and, effect] = i === 0 ? ['', `: ${escape(effectInWords(first))}`] : ['and ', ''];
    const said = `**${escape(subject(group, report))}**${first.live ? ' (live)' : ''}${effect}`;
    return `\n${markOf(first)} ${and}${said}<br>\n${code(placesInWords(group.first, report.shown))}\n`;
  });
  return (
    `${heads.join('')}\n` +
    (first.accepted ? `- ${escape(acceptedInWords(first))}\n` : '') +
    (sameWay(first) ? side('as before', first.after) : side('was', first.before) + side('now', first.after)) +
    variables.map(one => `- ${code(one.name)}: ${escape(variableInWords(one))}\n`).join('')
  );
}

function nameDetails(group: NameGroup, report: PrintedPlan): string {
  const { first } = group;
  const live = first.live ? ' (live)' : '';
  const head = `${marks[first.effect]} **${escape(nameSubject(group))}**${live}: ${escape(nameEffectInWords(group))}<br>`;
  const meant = first.accepted ? `- ${escape(acceptedInWords(first))}\n` : '';
  return `\n${head}\n${code(namePlaces(group, report.shown))}\n\n${meant}`;
}

/** Very many live effects: what does not fit is left to the terminal. */
function cut(text: string): string {
  if (text.length <= MAX_LENGTH) return text;
  return (
    `${text.slice(0, text.lastIndexOf('\n', MAX_LENGTH))}\n\n` +
    'More would make this comment too long; `preflight plan` shows all of it.\n'
  );
}
